package scene

import "lockstep/wasm/app"

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
		if explains(&h) && d.s.Drag.Kind == app.DragNothing {
			d.bubble(h.Rect, h.Describe)
		}
		return
	}
}

// explains holds for a place that has something to tell beside its name.
func explains(h *Hot) bool {
	return h.Rect.W > 0 && h.Describe != "" && !h.Invalid && !h.Quiet && !h.Expanded && !h.Disabled
}

// explainFocused does for the keyboard what pointing does. In a popover it tells
// beside it, where it hides no other field.
func (d *sheet) explainFocused() {
	if d.s.Focused == "" || d.s.Drag.Kind != app.DragNothing {
		return
	}
	open := d.s.Open.Kind != app.OpenNothing
	if at, story, ok := d.pickedMessage(); ok && !open {
		d.bubble(at, story)
		return
	}
	for i := len(d.out.Hot) - 1; i >= 0; i-- {
		h := &d.out.Hot[i]
		if h.ID != d.s.Focused || !explains(h) {
			continue
		}
		switch {
		case !open:
			d.bubble(h.Rect, h.Describe)
		case d.inPopover(i):
			d.bubbleBeside(h)
		}
		return
	}
}

// bubbleBeside explains a field of the popover at the popover's side.
func (d *sheet) bubbleBeside(h *Hot) {
	var p Rect
	for i := range d.out.Hot {
		if d.out.Hot[i].ID == "popover" {
			p = d.out.Hot[i].Rect
		}
	}
	left, right := p.X-16, d.s.W-p.right()-16
	room := max(left, right)
	if room < 140 {
		return
	}
	k := ink{size: 12, color: d.pal.Text}
	lines := wrap(d.m, h.Describe, k, min(260, room-24))
	w := 0.0
	for _, l := range lines {
		w = max(w, d.width(l, k))
	}
	b := Rect{p.right() + 8, h.Rect.Y, w + 24, float64(len(lines))*18 + 14}
	if right < b.W && left > right {
		b.X = p.X - 8 - b.W
	}
	b.Y = max(8, min(b.Y, d.s.H-b.H-8))
	d.drawBubble(b, h.Describe, k)
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
	d.drawBubble(b, text, k)
}

func (d *sheet) drawBubble(b Rect, text string, k ink) {
	d.box(Rect{b.X - 2, b.Y, b.W + 4, b.H + 4}, 10, d.pal.Shadow, 0)
	d.box(b, 8, d.pal.Surface, d.pal.Faint)
	d.paragraph(b.X+12, b.Y+19, b.W-23, 18, 0, text, k)
}
