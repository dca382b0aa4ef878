package scene

import (
	"lockstep/engine/trace"
	"lockstep/wasm/timescale"
)

// pinnedAt finds the index of the run that is kept to compare with.
func (c *Composer) pinnedAt(d *sheet) {
	kept := d.s.Pinned
	if kept == nil || kept.Trace == d.s.Run.Trace {
		c.pinned = nil // nothing has changed since
		return
	}
	if c.pinned == nil || c.pinned.t != kept.Trace {
		c.pinned = newIndex(kept.Trace, kept.Over())
		c.pinned.cutBy(kept)
		c.pinned.lives = livesAlone(kept.Trace)
	}
	d.pin = c.pinned
}

// beside is the course on which both runs have their place.
func (d *sheet) beside(mode timescale.Mode) *timescale.Course {
	x := d.index
	if x.beside == nil || x.besideOf != d.pin || x.besideIn != mode {
		x.beside, x.besideOf, x.besideIn = timescale.Beside(x.t, d.pin.t, mode), d.pin, mode
	}
	return x.beside
}

// drawPinned draws a lane of the run that is kept as a thin line below the blocks,
// on the same axis. What took as long there is faint; what did not, or went
// otherwise, is marked.
func (d *sheet) drawPinned(t *timeline, l *lane) {
	if d.pin == nil || l.proc >= len(d.pin.calls) {
		return
	}
	h := max(2, min(5, (l.at.bottom()-l.at.Y-t.look.blockY-t.look.block)/2))
	y := l.at.Y + t.look.blockY + t.look.block + 1
	twins := d.twins(l.proc)
	for _, id := range d.pin.calls[l.proc] {
		c := &d.pin.t.Calls[id]
		if c.Status == trace.Skipped {
			continue
		}
		end := d.pin.endOf(c)
		x0, x1 := t.x(d, c.Start), t.before(d, end)
		if end > d.pin.t.End {
			x1 = t.plot.right()
		}
		if x1 < t.plot.X-8 || x0 > t.plot.right() {
			continue
		}
		color := d.pal.Faint
		if d.differently(c, twins[id]) {
			color = d.pal.Warn
		}
		r := Rect{x0 + 1, y, max(1.5, x1-x0-2), h}
		if d.pin.idleAll(id) {
			d.out.Shapes = append(d.out.Shapes, Shape{Kind: Hatch, Rect: r, Fill: color.alpha(0.15), Stroke: color})
			d.box(r, 1, 0, color)
		} else {
			d.box(r, 1, color, 0)
		}
	}
	if p := &d.pin.t.Procs[l.proc]; p.Ended != trace.Never {
		x := t.before(d, p.Ended)
		d.line(Point{x, y - 3}, Point{x, y + h + 3}, d.pal.Muted, 1.4)
	}
	d.hot(Hot{ID: "rank-" + itoa(l.proc) + ".pinned", Rect: t.across(Rect{t.plot.X, y - 2, t.plot.W, h + 4}), Role: Group, Name: d.pinnedWords(l.proc)})
}

// idleAll tells whether a call mostly stood still.
func (x *index) idleAll(id int32) bool {
	c := &x.t.Calls[id]
	whole, idle := x.endOf(c)-c.Start, trace.Time(0)
	for _, s := range x.idle(id) {
		idle += s.To - s.From
	}
	return idle*2 > whole
}

// twins are the calls of this run by those of the one that is kept: the same op,
// as often after the beginning.
func (d *sheet) twins(p int) map[int32]int32 {
	if d.index.twins == nil || d.index.twinsOf != d.pin {
		d.index.twins, d.index.twinsOf = map[int]map[int32]int32{}, d.pin
	}
	if known, ok := d.index.twins[p]; ok {
		return known
	}
	type nth struct {
		op string
		n  int
	}
	seen, mine := map[string]int{}, map[nth]int32{}
	if p < len(d.index.calls) {
		for _, id := range d.index.calls[p] {
			op := d.index.t.Calls[id].Op
			mine[nth{op, seen[op]}] = id
			seen[op]++
		}
	}
	twins, seen := map[int32]int32{}, map[string]int{}
	for _, id := range d.pin.calls[p] {
		op := d.pin.t.Calls[id].Op
		twin, ok := mine[nth{op, seen[op]}]
		if !ok {
			twin = trace.None
		}
		twins[id] = twin
		seen[op]++
	}
	d.index.twins[p] = twins
	return twins
}

// differently tells whether a call of the run that is kept took another time than
// its twin, or came out otherwise.
func (d *sheet) differently(was *trace.Call, twin int32) bool {
	if twin == trace.None {
		return true
	}
	c := &d.index.t.Calls[twin]
	if c.Status != was.Status || (c.End == trace.Never) != (was.End == trace.Never) {
		return true
	}
	return c.End != trace.Never && c.End-c.Start != was.End-was.Start
}

func (d *sheet) pinnedWords(p int) string {
	return d.say("compare.lane", "rank", itoa(d.rankAt(p)), "was", endText(d.pin, p), "now", endText(d.index, p))
}

// endText is when a process ended.
func endText(x *index, p int) string {
	if p >= len(x.t.Procs) || x.t.Procs[p].Ended == trace.Never {
		return "∞"
	}
	return formatTime(x.t.Procs[p].Ended)
}
