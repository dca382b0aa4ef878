package scene

import (
	"strings"

	"lockstep/engine/scenario"
	"lockstep/engine/trace"
	"lockstep/wasm/app"
)

// segment is a stretch of a block: moving or standing still.
type segment struct {
	at   Rect
	idle bool
}

// segments cuts a call's block where it stood still and where its data moved.
// What is narrower than a few pixels is not told apart.
func (d *sheet) segments(t *timeline, b *block) []segment {
	const least = 9
	x := b.at.X
	var list []segment
	put := func(to float64, idle bool) {
		if n := len(list); n > 0 && list[n-1].idle == idle {
			list[n-1].at.W = to - list[n-1].at.X
		} else {
			list = append(list, segment{Rect{x, b.at.Y, to - x, b.at.H}, idle})
		}
		x = to
	}
	var idle []span
	if b.at.W >= least {
		known := false
		if idle, known = d.index.idleNow(b.call); !known {
			d.unfinished()
		}
	}
	for _, s := range idle {
		from, to := max(x, t.before(d, s.From)), min(t.before(d, s.To), b.at.right())
		if s.From == d.index.t.Calls[b.call].Start {
			from = x
		}
		if to-from < least {
			continue
		}
		if from-x >= least {
			put(from, false)
		}
		put(to, true)
	}
	switch rest := b.at.right() - x; {
	case len(list) == 0:
		put(b.at.right(), false)
	case rest >= least:
		put(b.at.right(), false)
	default:
		list[len(list)-1].at.W += rest
	}
	return list
}

// drawBlock draws a call: quiet for what a process does alone, in the rank's
// colour where it communicates, hatched where it waits.
func (d *sheet) drawBlock(t *timeline, l *lane, b *block) {
	if b.mark {
		d.drawMark(b)
		return
	}
	if b.at.right() < t.plot.X-8 || b.at.X > t.plot.right() {
		d.blockHot(t, l, b)
		return
	}
	c := d.rankColor(l.proc)
	call := &d.index.t.Calls[b.call]
	selected := b.op >= 0 && b.in == 0 && d.s.IsChosen(app.OpRef{Rank: l.proc, Op: b.op}) || d.ofLine(b) ||
		b.in > 0 && d.s.Open == app.Open{Kind: app.OpenOp, Rank: l.proc, Op: b.op, In: b.in}
	room := b.at
	if d.communicates(call) {
		room = d.drawSegments(t, b, c)
		d.reductions(t, b, c)
	} else {
		r := d.blockBody(b.at)
		d.box(r, min(7, r.H/4), d.pal.Chip, d.pal.Line)
		d.blockLabel(r, b, d.pal.Text, d.pal.Muted)
	}
	if selected {
		d.outline(d.blockBody(b.at).inset(-2), 9, 0, d.pal.Accent, 2)
	}
	_ = room
	d.blockHot(t, l, b)
}

// communicates: the op needs others. init meets the others too, but is told as
// the quiet beginning that it is, unless it fails.
func (d *sheet) communicates(c *trace.Call) bool {
	switch app.FamilyOf(c.Op) {
	case scenario.Collectives, scenario.PointToPoint:
		return true
	}
	return c.Status == trace.Error || c.Status == trace.Killed || c.End == trace.Never && d.s.Run.Over()
}

// blockBody leaves a gap to the neighbours.
func (d *sheet) blockBody(r Rect) Rect {
	gap := min(blockGap, r.W/4)
	return Rect{r.X + gap, r.Y, max(1, r.W-2*gap), r.H}
}

// drawSegments draws the stretches of a communicating call and puts the label
// into the one with the most room for it.
func (d *sheet) drawSegments(t *timeline, b *block, c RankColor) Rect {
	list := d.segments(t, b)
	best := 0
	for i, s := range list {
		wider, named := s.at.W > list[best].at.W, list[best].at.W >= labelled
		if wider && (!s.idle || list[best].idle || !named) || list[best].idle && !s.idle && s.at.W > 60 {
			best = i
		}
	}
	for i, s := range list {
		r := d.blockBody(s.at)
		radius := min(7, r.W/2, r.H/4)
		if !s.idle {
			d.box(r, radius, c.Fill, 0)
			continue
		}
		d.box(r, radius, d.pal.Surface, 0)
		if i == best && r.W >= labelled {
			d.hatchUnder(r, radius, c.Bar)
		} else {
			d.hatch(r, radius, c.Bar)
		}
		d.box(r, radius, 0, c.Bar)
	}
	r := d.blockBody(list[best].at)
	if list[best].idle {
		d.blockLabel(r, b, d.pal.Text, d.pal.Text)
	} else {
		d.blockLabel(r, b, c.OnFill, c.OnFill)
	}
	return r
}

// labelled is the width below which a block has no label.
const labelled = 24

// blockLabel puts the two lines into a block, or what there is room for.
func (d *sheet) blockLabel(r Rect, b *block, label, sub Color) {
	if r.W < labelled || r.H < 14 {
		return
	}
	k, s := d.blockInk()
	k.color, s.color = label, sub
	if r.H < 24 {
		k.size = 11
	}
	pad := min(10, max(4, (r.W-d.width(b.label, k))/2))
	w := r.W - 2*pad
	name, k, ok := d.nameWithin(b.label, k, w+2)
	if !ok {
		return
	}
	if b.sub == "" || r.H < 32 {
		d.text(r.X+pad, r.Y+r.H/2+4.3, w+2, name, k)
		return
	}
	d.text(r.X+pad, r.Y+15, w+2, name, k)
	text := b.sub
	for cut := 0; cut >= 0 && d.width(text, s) > w; { // "8…" of "8 B" could be 80: what does not fit is left out whole
		if cut = strings.LastIndex(text, " · "); cut >= 0 {
			text = text[:cut]
		}
	}
	if short := fit(d.m, text, s, w); short == text || strings.Contains(text, " ") && len([]rune(short)) >= 5 { // half a word says nothing
		d.text(r.X+pad, r.Y+28, w, text, s)
	}
}

// nameWithin is as much of a call as there is room for: its arguments are cut, and go,
// before its name is; that is written smaller before it is cut, and three letters of it
// are the least that says anything.
func (d *sheet) nameWithin(label string, k ink, width float64) (string, ink, bool) {
	short := fit(d.m, label, k, width)
	name, _, _ := strings.Cut(label, "(")
	name, _, _ = strings.Cut(name, "  #")
	if short == label || len(short) > len(name)+len(ellipsis) {
		return label, k, true
	}
	const least = 9.0
	small := k
	small.size = least
	if d.width(name, small) <= width-0.5 {
		return name, fitInk(d, name, k, width-0.5), true
	}
	short = fit(d.m, name, small, width)
	return short, small, len([]rune(short)) >= 4
}

// drawMark is the bar at which a call failed, and what it says.
func (d *sheet) drawMark(b *block) {
	d.box(Rect{b.at.X - 1, b.at.Y - 4, 4, b.at.H + 8}, 2, d.pal.Error, 0)
	icon := "cross"
	switch call := &d.index.t.Calls[b.call]; {
	case call.Status == trace.Killed:
		icon = "bolt"
	case b.sub != "" && timedOut(call):
		icon = "clock"
	}
	mid := b.at.Y + b.at.H/2
	w := b.at.W - 12
	if b.at.H < 20 {
		d.icon(icon, b.at.X+11, mid, 0.62, d.pal.Error)
		return
	}
	label, sub := ink{size: 12, color: d.pal.Error, bold: true}, ink{size: 10.5, color: d.pal.Error, mono: true}
	if d.width(b.label, label) > w-16 { // the sign alone: a few letters of a word say less
		if w < 16 {
			mid = b.at.Y - 1
		}
		d.icon(icon, b.at.X+min(16, 9+max(0, w-16)), mid, 0.8, d.pal.Error)
		return
	}
	if b.sub != "" && b.at.H >= 32 && d.width(b.sub, sub) <= w+2 {
		mid = b.at.Y + 10
		d.text(b.at.X+10, b.at.Y+b.at.H-4, w+2, b.sub, sub)
	}
	d.icon(icon, b.at.X+16, mid, 1, d.pal.Error)
	d.text(b.at.X+28, mid+4, w-16, b.label, label)
}

// drawGhost is an op that did not run: its call as far as there is room.
func (d *sheet) drawGhost(t *timeline, l *lane, b *block) {
	r := d.blockBody(b.at)
	d.dashed(r, min(7, r.H/4), d.pal.Faint)
	k, _ := d.blockInk()
	k.color = d.pal.Muted
	d.blockLabel(r, b, d.pal.Muted, d.pal.Muted)
	if d.s.IsChosen(app.OpRef{Rank: l.proc, Op: b.op}) {
		d.outline(r.inset(-2), 9, 0, d.pal.Accent, 2)
	}
	d.blockHot(t, l, b)
}
