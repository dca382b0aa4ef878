package scene

import (
	"math"

	"lockstep/engine/trace"
)

// waitEdge says that a process needs another one to go on.
type waitEdge struct {
	from, to int
	call     *trace.Call // that waits
}

// stuck lists who waits for whom when nothing moves at the cursor: nobody's data
// is on the way, and nobody who is waited for is just computing.
func (d *sheet) stuck() []waitEdge {
	if len(d.now.inFlight()) > 0 {
		return nil
	}
	var edges []waitEdge
	busy := false
	missing := d.missing()
	for p := range d.index.t.Procs {
		c, peer, _ := d.now.standing(p)
		switch c {
		case computing, moving:
			busy = true
		case joining:
			busy = busy || missing < 0
			if call := d.index.callAt(p, d.now.at); missing >= 0 && call != nil {
				edges = append(edges, waitEdge{p, missing, call})
			}
		case waiting, hanging:
			if w := d.index.waitAt(p, d.now.at); w != nil && peer >= 0 && peer < len(d.index.t.Procs) {
				edges = append(edges, waitEdge{p, peer, &d.index.t.Calls[w.Call]})
			}
		}
	}
	if busy {
		return nil
	}
	return edges
}

// missing is a process that never started, for which the rendezvous waits; −1
// when all did.
func (d *sheet) missing() int {
	for p := range d.index.t.Procs {
		if d.index.t.Procs[p].Started == trace.Never {
			return p
		}
	}
	return -1
}

// waitEdges draws the wait-for graph: a dashed arrow from who waits to who is
// waited for. The words come later, on top of the circles: see waitWords.
func (d *sheet) waitEdges(spots []spot, edges []waitEdge) []Point {
	mids := make([]Point, len(edges))
	for i, e := range edges {
		side := sideOf(spots, edges, e)
		mids[i] = d.link(spots[e.from], spots[e.to], side, d.pal.Error, 2.4, [2]float64{7, 5})
	}
	return mids
}

// sideOf tells to which side an edge bends.
func sideOf(spots []spot, edges []waitEdge, e waitEdge) float64 {
	back := false
	for _, o := range edges {
		back = back || o.from == e.to && o.to == e.from
	}
	return outward(spots, e.from, e.to, back)
}

// waitWords says at each arrow what is needed, on the side to which it bends.
func (d *sheet) waitWords(spots []spot, edges []waitEdge, mids []Point, room Rect) {
	if len(edges) > 6 {
		return
	}
	for i, e := range edges {
		if spots[e.from].r < 40 {
			return
		}
		a, b := spots[e.from].c, spots[e.to].c
		dist := math.Hypot(b.X-a.X, b.Y-a.Y)
		side := sideOf(spots, edges, e)
		nx, ny := side*(b.Y-a.Y)/dist, -side*(b.X-a.X)/dist
		text := d.needText(e)
		k := ink{size: 12.5, color: d.pal.Error}
		outside := besideLink(mids[i], nx, ny)
		inside := besideLink(Point{mids[i].X - nx*20, mids[i].Y - ny*20}, -nx, -ny)
		at, width := outside, clearance(outside, spots, room)
		if w := clearance(inside, spots, room); width < d.width(text, k) && w > width {
			at, width = inside, w
		}
		k.align = at.align
		d.text(at.X, at.Y, width, text, k)
	}
}

// anchor is where a text stands, and to which side it extends.
type anchor struct {
	Point
	align Align
}

// besideLink is the place of a text beside a link, on the side of the normal.
func besideLink(mid Point, nx, ny float64) anchor {
	at := anchor{Point{mid.X + nx*10, mid.Y + ny*14 + 4}, Middle}
	switch {
	case nx > 0.35:
		at.align = Start
	case nx < -0.35:
		at.align = End
	}
	return at
}

// clearance is how wide a text may be at a place without leaving the room or
// lying on a circle.
func clearance(at anchor, spots []spot, room Rect) float64 {
	left, right := at.X-room.X, room.right()-at.X
	for _, s := range spots {
		dy := math.Abs(at.Y - 4 - s.c.Y)
		if dy >= s.r+8 {
			continue
		}
		chord := math.Sqrt((s.r+8)*(s.r+8)-dy*dy) + 2
		if s.c.X < at.X {
			left = min(left, at.X-s.c.X-chord)
		} else {
			right = min(right, s.c.X-chord-at.X)
		}
	}
	switch at.align {
	case Start:
		return max(0, right)
	case End:
		return max(0, left)
	}
	return max(0, 2*min(left, right))
}

// needText: "needs rank 1 in all_reduce #0"; the other side of a message; or that
// the rank is there at all.
func (d *sheet) needText(e waitEdge) string {
	rank := itoa(d.rankAt(e.to))
	if e.call.Step < 0 {
		return d.say("stage.needs.rank", "rank", rank)
	}
	switch e.call.Op {
	case "send", "isend":
		return d.say("stage.needs.recv", "rank", rank)
	case "recv", "irecv":
		return d.say("stage.needs.send", "rank", rank)
	}
	if d.hasLeft(e) {
		return d.say("stage.needs.more", "rank", rank, "call", callName(e.call))
	}
	return d.say("stage.needs", "rank", rank, "call", callName(e.call))
}

// hasLeft tells whether who is waited for has been in that call and returned: then
// it need not come, it sent less than is waited for.
func (d *sheet) hasLeft(e waitEdge) bool {
	for _, i := range d.index.calls[e.to] {
		c := &d.index.t.Calls[i]
		if c.Group == e.call.Group && c.Seq == e.call.Seq && c.Op == e.call.Op {
			return c.Status == trace.OK && c.End <= d.now.at
		}
	}
	return false
}

// lastGasp is the moment before the first call failed, when by now nobody does
// anything any more: then what one wants to see is not the dead but what they
// died of. nil when somebody is still at work, or nobody waited.
func (d *sheet) lastGasp() *moment {
	for p := range d.index.t.Procs {
		switch c, _, _ := d.now.standing(p); c {
		case failed, killed, absent, finished:
		default:
			return nil
		}
	}
	first := trace.Never
	for i := range d.index.t.Calls {
		c := &d.index.t.Calls[i]
		if c.Status != trace.Error || c.End > d.now.at {
			continue
		}
		idle, waited := d.index.longestIdle(int32(i))
		if !waited {
			continue
		}
		last := c.End // a call may do something yet between its waiting and its error
		if idle.To != trace.Never {
			last = min(last, idle.To)
		}
		if first == trace.Never || last < first {
			first = last
		}
	}
	if first <= 0 {
		return nil
	}
	return d.now.elsewhen(first - 1)
}

// mutual draws between two lanes that their ranks wait for each other: the
// deadlock that one sees at a glance.
func (d *sheet) mutual(t *timeline) {
	if !d.troubled() || t.look.pitch < 80 || t.look.cardWidth == 0 {
		return
	}
	defer func(now *moment) { d.now = now }(d.now)
	d.now = d.now.elsewhen(d.index.ended())
	edges := d.stuck()
	if len(edges) == 0 {
		if before := d.lastGasp(); before != nil {
			d.now = before
			edges = d.stuck()
		}
	}
	for _, a := range edges {
		for _, b := range edges {
			if a.from < a.to && a.to == a.from+1 && b.from == a.to && b.to == a.from {
				d.mutualMark(t, a, b)
			}
		}
	}
}

func (d *sheet) mutualMark(t *timeline, a, b waitEdge) {
	upper, lower := d.blockOf(t, a), d.blockOf(t, b)
	if upper == nil || lower == nil {
		return
	}
	x0, x1 := max(upper.at.X, lower.at.X, t.plot.X), min(upper.at.right(), lower.at.right(), t.plot.right())
	text := d.say("mark.mutual")
	k := ink{size: 12, color: d.pal.Error, bold: true, align: Middle}
	w := d.width(text, k) + 28
	if x1-x0 < w+30 {
		return
	}
	mid := Point{(x0 + x1) / 2, (upper.at.bottom() + lower.at.Y) / 2}
	reach := w/2 + 12
	top, bottom := upper.at.bottom(), lower.at.Y
	dash := [2]float64{5, 4}
	for _, side := range []float64{-1, 1} {
		x := mid.X + side*reach
		in := x - side*28
		d.curve(Point{x, top}, Point{in, top + 18}, Point{in, bottom - 18}, Point{x, bottom}, d.pal.Error, 2, dash, false)
	}
	d.box(Rect{mid.X - w/2, mid.Y - 11, w, 22}, 11, d.pal.ErrorSoft, d.pal.Error)
	d.text(mid.X, mid.Y+4.5, w-12, text, k)
}

// blockOf finds the block of the call that an edge's wait belongs to.
func (d *sheet) blockOf(t *timeline, e waitEdge) *block {
	if e.from >= len(t.lanes) {
		return nil
	}
	for i := range t.lanes[e.from].blocks {
		if b := &t.lanes[e.from].blocks[i]; b.call != trace.None && &d.index.t.Calls[b.call] == e.call && !b.mark {
			return b
		}
	}
	return nil
}
