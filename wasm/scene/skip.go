package scene

import "lockstep/wasm/app"

// The first stops of the Tab key lead past everything that stands before what one
// came for. Each shows only while it has the focus.

// skips puts them first.
func (d *sheet) skips() {
	if d.s.Embed { // there is little to skip, and the page around has its own
		return
	}
	put := func(id, name string, a app.Action) {
		h := Hot{ID: id, Role: Button, Name: name, Press: a}
		if d.s.Focused == id {
			h.Rect = Rect{12, 9, d.width(name, skipInk) + 32, 34}
		}
		d.hot(h)
	}
	if d.s.Panels.Timeline && !d.crowded() {
		put("skip-lanes", d.say("skip.lanes"), app.EnterLanes{})
	}
	if d.s.Panels.Side {
		put("skip-panel", d.say("skip.panel"), app.EnterPanel{Tab: d.tab().id})
	}
}

var skipInk = ink{size: 13, bold: true}

// drawSkips draws the one that has the focus, over all.
func (d *sheet) drawSkips() {
	for i := range min(2, len(d.out.Hot)) {
		h := &d.out.Hot[i]
		if h.Rect.W == 0 || h.ID != "skip-lanes" && h.ID != "skip-panel" {
			continue
		}
		d.box(Rect{h.Rect.X - 3, h.Rect.Y - 1, h.Rect.W + 6, h.Rect.H + 6}, 10, d.pal.Shadow, 0)
		d.box(h.Rect, 8, d.pal.Accent, 0)
		k := skipInk
		k.color, k.align = d.pal.OnAccent, Middle
		d.text(h.Rect.X+h.Rect.W/2, h.Rect.Y+22, h.Rect.W-16, h.Name, k)
	}
}
