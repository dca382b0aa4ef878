package scene

import (
	"strconv"

	"lockstep/engine/scenario"
	"lockstep/wasm/app"
)

// grip drags something over the lanes: ops, a fault, or a new one of either from
// the palette. The lanes are those that were drawn when the drag began.
type grip struct {
	t    *timeline
	of   *scenario.Scenario
	drag app.Drag
}

// At is where it would land if it were let go at a place.
func (g grip) At(x, y float64) app.Action {
	d := g.drag
	d.X, d.Y, d.Rank = x, y, -1
	if l := g.t.laneAt(x, y); l != nil {
		d.Rank = l.proc
		switch d.Kind {
		case app.DragFault, app.DragNewFault:
			d.Strike = g.t.strikeAt(l, x)
		default:
			d.Op = l.opBefore(x)
			if g.enters(l, x) {
				d.To, _ = l.slotAt(g.of, x)
			}
		}
	}
	return app.DragTo{Drag: d}
}

// enters reports whether x is within a repeat that what is dragged can go into.
func (g grip) enters(l *lane, x float64) bool {
	s := l.loopAt(x)
	itself := g.drag.Kind == app.DragOps && g.drag.In == 0 && g.drag.From.Rank == l.proc && s != nil && g.drag.From.Op == s.op
	return s != nil && !itself
}

// Drop lets go of it.
func (grip) Drop() app.Action { return app.Drop{} }

// laneAt is the lane under a place, with half of the gap around it.
func (t *timeline) laneAt(x, y float64) *lane {
	if seen := t.onScreen(); x < seen.X || x > seen.right() || y < seen.Y-4 || y > seen.bottom()+4 {
		return nil
	}
	for i := range t.lanes {
		l := &t.lanes[i]
		if gap := (t.look.pitch - t.look.height) / 2; y >= l.at.Y-gap && y < l.at.bottom()+gap {
			return l
		}
	}
	return nil
}

// each goes through the places of the program's ops, in its order.
func (l *lane) each(visit func(b *block) bool) {
	for _, list := range [][]block{l.blocks, l.tail} {
		for i := range list {
			b := &list[i]
			if !b.first || b.op < 0 || b.mark {
				continue
			}
			if s := l.loopOf(b.op); s != nil { // a repeat is as long as all its turns
				whole := *b
				whole.at, b = s.at, &whole
			}
			if !visit(b) {
				return
			}
		}
	}
}

// opBefore is the index at which an op that is dropped at x goes in.
func (l *lane) opBefore(x float64) int {
	n := 0
	l.each(func(b *block) bool {
		if b.at.X+b.at.W/2 > x {
			return false
		}
		n = b.op + 1
		return true
	})
	return n
}

// strikeAt is when a fault strikes that is dropped at x: at the beginning of the
// op there, in its second half during it; behind all ops at that time.
func (t *timeline) strikeAt(l *lane, x float64) app.Strike {
	s := app.Strike{Rank: l.proc, Op: -1}
	l.each(func(b *block) bool {
		if x >= b.at.right() {
			return true
		}
		s.Op, s.During = b.op, x > b.at.X+b.at.W/2
		return false
	})
	if s.Op < 0 {
		s.At = t.scale.Time(x - t.plot.X + t.pan)
	}
	return s
}

// gapX is where the marker for an insert before op stands.
func (l *lane) gapX(op int) float64 {
	x, found := l.endX, false
	l.each(func(b *block) bool {
		if b.op >= op {
			x, found = b.at.X, true
		}
		return !found
	})
	return x
}

// hauled is what is dragged, over the lanes as they are now.
type hauled struct {
	grip
	scrolls []Scroller
}

// Edge goes on towards the lanes and the times that are out of sight.
func (h hauled) Edge(x, y float64) app.Action {
	const edge, step = 22.0, 8.0
	seen, dx, dy := h.t.onScreen(), 0.0, 0.0
	if x > seen.X && x < seen.right() {
		switch {
		case y < seen.Y+edge && h.t.lanes[0].at.Y < seen.Y:
			dy = -step
		case y > seen.bottom()-edge && h.t.lanes[len(h.t.lanes)-1].at.bottom() > seen.bottom():
			dy = step
		}
	}
	if y > seen.Y && y < seen.bottom() && x > h.t.plot.X-edge {
		switch {
		case x < h.t.plot.X+edge:
			dx = -step
		case x > h.t.plot.right()-edge:
			dx = step
		}
	}
	for _, s := range h.scrolls {
		if dx != 0 {
			if a := s.By(dx, 0); a != nil {
				return a
			}
		}
		if dy != 0 {
			if a := s.By(0, dy); a != nil {
				return a
			}
		}
	}
	return nil
}

// haul tells the page of what is dragged.
func (d *sheet) haul() {
	g := grip{d.lanes, d.s.Scenario, d.s.Drag}
	g.drag.To = app.Slot{}
	h := hauled{grip: g}
	for _, a := range d.out.Areas {
		switch s := a.Scroll.(type) {
		case lanesScroll:
			h.scrolls = append(h.scrolls, s)
		case partScroll:
			if s.part == "page" {
				h.scrolls = append(h.scrolls, s)
			}
		}
	}
	d.out.Carried = h
}

// dragging shows what is dragged and where it would land.
func (d *sheet) dragging() {
	drag, t := &d.s.Drag, d.lanes
	if drag.Kind == app.DragNothing || drag.Cancelled || t == nil {
		return
	}
	if len(t.lanes) > 0 {
		d.haul()
	}
	if drag.Lands() && drag.Rank < len(t.lanes) {
		for i := range t.lanes {
			l := &t.lanes[i]
			everyone := drag.Kind == app.DragNewOp && d.s.Everyone
			if l.proc != drag.Rank && !everyone {
				continue
			}
			d.clip(t.onScreen())
			d.landing(t, l, l.proc == drag.Rank)
			d.unclip()
		}
	}
	text, icon := d.dragText(), ""
	if drag.Kind == app.DragFault || drag.Kind == app.DragNewFault {
		icon = "bolt"
	}
	k := ink{size: 12, color: d.pal.OnAccent, bold: true}
	w := min(d.width(text, k)+22, 240)
	if icon != "" {
		w += 14
	}
	r := Rect{min(drag.X+12, d.s.W-w-4), min(drag.Y+10, d.s.H-30), w, 26}
	d.box(r, 7, d.pal.Accent, 0)
	x := r.X + 11
	if icon != "" {
		d.icon(icon, x+3, r.Y+13, 0.9, d.pal.OnAccent)
		x += 14
	}
	d.text(x, r.Y+17.3, r.right()-8-x, text, k)
}

// landing marks the place in a lane; strong: the one under the pointer.
func (d *sheet) landing(t *timeline, l *lane, strong bool) {
	drag := &d.s.Drag
	if strong {
		d.outline(l.at, min(10, l.at.H/4), 0, d.pal.Accent, 1.6)
	}
	x := l.gapX(drag.Op)
	if drag.To.Inside() {
		x = l.slotX(d.s.Scenario, drag, strong)
	}
	if drag.Kind == app.DragFault || drag.Kind == app.DragNewFault {
		x = d.strikeX(t, l, drag.Strike, -1)
	}
	x = min(max(x, t.plot.X), t.plot.right()-2)
	d.box(Rect{x - 2, l.at.Y + t.look.blockY - 5, 4, t.look.block + 10}, 2, d.pal.Accent, 0)
}

func (d *sheet) dragText() string {
	drag := &d.s.Drag
	switch drag.Kind {
	case app.DragOps:
		if refs := d.s.ChosenOps(); len(refs) > 1 {
			return d.say("chosen.count", "n", strconv.Itoa(len(refs)))
		}
		program := d.s.Scenario.ProgramOf(drag.From.Rank)
		if op := scenario.OpAt(program, drag.From.Op, drag.In); op != nil {
			return d.opLabel(op)
		}
	case app.DragFault:
		if drag.Fault >= 0 && drag.Fault < len(d.s.Scenario.Faults) {
			return d.say("fault." + string(d.s.Scenario.Faults[drag.Fault].Kind))
		}
	case app.DragNewFault:
		return d.say("fault." + drag.Name)
	}
	return drag.Name
}
