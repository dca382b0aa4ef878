package scene

import (
	"strings"

	"lockstep/wasm/app"
)

// hover lifts what is under the pointer, and explains it in a bubble where there
// is something to explain.
func (d *sheet) hover() {
	if d.s.Hover == "" {
		d.explainFocused()
		return
	}
	for i := len(d.out.Hot) - 1; i >= 0; i-- {
		h := d.out.Hot[i]
		if h.ID != d.s.Hover || h.Rect.W <= 0 || h.Disabled {
			continue
		}
		if h.Role == Button || h.Role == Combobox || h.Role == Checkbox {
			d.box(h.Rect, min(8, h.Rect.H/3), d.pal.Text.alpha(0.06), 0)
		}
		if h.Describe != "" && !h.Invalid && !h.Quiet && !h.Expanded && d.s.Drag.Kind == app.DragNothing {
			d.bubble(h.Rect, h.Describe)
		}
		return
	}
}

// explainFocused does for the keyboard what pointing does: a block, or a message,
// tells its story.
func (d *sheet) explainFocused() {
	if d.s.Open.Kind != app.OpenNothing || d.s.Drag.Kind != app.DragNothing {
		return
	}
	if at, story, ok := d.pickedMessage(); ok {
		d.bubble(at, story)
		return
	}
	if !strings.Contains(d.s.Focused, ".op-") || strings.Count(d.s.Focused, ".") != 1 {
		return
	}
	for i := range d.out.Hot {
		if h := &d.out.Hot[i]; h.ID == d.s.Focused && h.Rect.W > 0 && h.Describe != "" {
			d.bubble(h.Rect, h.Describe)
			return
		}
	}
}

// bubble explains what is at r: below it where there is room, else above.
func (d *sheet) bubble(r Rect, text string) {
	const most = 320
	k := ink{size: 12, color: d.pal.Text}
	lines := wrap(d.m, text, k, min(most, d.s.W-48))
	w := 0.0
	for _, l := range lines {
		w = max(w, d.width(l, k))
	}
	b := Rect{0, r.bottom() + 8, w + 24, float64(len(lines))*18 + 14}
	b.X = min(max(8, r.X+min(r.W/2, 160)-b.W/2), d.s.W-b.W-8)
	if b.bottom() > d.s.H-8 {
		b.Y = max(8, r.Y-b.H-8)
	}
	d.box(Rect{b.X - 2, b.Y, b.W + 4, b.H + 4}, 10, d.pal.Shadow, 0)
	d.box(b, 8, d.pal.Surface, d.pal.Faint)
	d.paragraph(b.X+12, b.Y+19, w+1, 18, 0, text, k)
}
