package scene

import (
	"slices"
	"sort"

	"lockstep/engine/trace"
)

// A long run has more calls in a lane than there are pixels. What is wide enough is a
// block; the rest is strips of cells, in each of which there is what a rank mostly
// does there. So a lane costs what is seen of it, however long the run is.

const (
	denseCell   = 3.0 // pixels
	denseSample = 8   // calls of a cell that are looked at
)

// strip is a row of cells alike.
type strip struct {
	from, to float64
	others   bool // calls that need others, else what a rank does alone
}

// columns are the times at which the cells of a dense timeline begin, the last one
// being the end of what is seen.
func (t *timeline) columns(pan float64) []trace.Time {
	if t.cells == nil {
		n := int(t.plot.W/denseCell) + 1
		t.cells = make([]trace.Time, n+1)
		for i := range t.cells {
			t.cells[i] = t.scale.Time(pan + float64(i)*denseCell)
		}
	}
	return t.cells
}

// denseTail is the room behind the last call, see tailWidth.
func (d *sheet) denseTail(t *timeline) float64 {
	most := 0.0
	for i := range t.lanes {
		l := lane{tail: d.tailOf(t.lanes[i].proc)}
		most = max(most, d.tailWidth(&l, t.look))
	}
	return min(most, t.plot.W*0.4)
}

// tailOf are the ops of a process that were not called.
func (d *sheet) tailOf(p int) []block {
	told := d.told()
	known, ok := told.blocks[p]
	if ok || d.isScripted() {
		return known.tail
	}
	program := d.s.Scenario.ProgramOf(p)
	called := make([]bool, len(program))
	for _, id := range d.firstsOf(p) {
		if c := &d.index.t.Calls[id]; int(c.Step) < len(program) {
			called[c.Step] = true
		}
	}
	for i := range program {
		if !called[i] {
			known.tail = append(known.tail, block{op: i, call: trace.None, first: true, label: d.opLabel(&program[i])})
		}
	}
	told.blocks[p] = known
	return known.tail
}

// firstsOf are the first calls of the ops of a process.
func (d *sheet) firstsOf(p int) []int32 {
	if p >= len(d.index.firsts) {
		return nil
	}
	return slices.DeleteFunc(slices.Clone(d.index.firsts[p]), func(id int32) bool { return d.index.t.Calls[id].Status == trace.Skipped })
}

// denseLane places what is seen of a lane, and what can be operated in it wherever
// it is.
func (d *sheet) denseLane(t *timeline, l *lane) {
	x := d.index
	l.tail = slices.Clone(d.tailOf(l.proc))
	end := t.plot.X - d.s.Pan
	var ids []int32
	if l.proc < len(x.calls) {
		ids = x.calls[l.proc]
	}
	for n := len(ids); n > 0; n-- {
		if c := &x.t.Calls[ids[n-1]]; c.Status != trace.Skipped {
			end = t.x(d, x.endOf(c))
			break
		}
	}
	put := map[int32]bool{}
	add := func(id int32, mark bool) {
		if !mark {
			put[id] = true
		}
		l.blocks = append(l.blocks, d.denseBlock(t, l, id, mark))
	}
	for from, to := d.seenCalls(t, ids); from < to; {
		from = d.denseStep(t, l, ids[:to], from, add)
	}
	for _, id := range d.firstsOf(l.proc) {
		if !put[id] {
			add(id, false)
		}
	}
	if l.proc < len(x.failed) {
		for _, id := range x.failed[l.proc] {
			if !put[id] {
				add(id, false)
			}
			add(id, true)
		}
	}
	sort.SliceStable(l.blocks, func(i, j int) bool { return l.blocks[i].call < l.blocks[j].call })
	d.placeTail(t, l, end)
}

// seenCalls are the places in a lane's calls of those that can be seen.
func (d *sheet) seenCalls(t *timeline, ids []int32) (from, to int) {
	cells := t.columns(d.s.Pan)
	calls := d.index.t.Calls
	from = sort.Search(len(ids), func(k int) bool { return calls[ids[k]].Start > cells[0] })
	to = from + sort.Search(len(ids)-from, func(k int) bool { return calls[ids[from+k]].Start > cells[len(cells)-1] })
	return max(0, from-1), to
}

// denseStep makes a block of the next call, or a cell of it and those that follow in
// the same cell, and returns where to go on.
func (d *sheet) denseStep(t *timeline, l *lane, ids []int32, k int, block func(id int32, mark bool)) int {
	cells := t.columns(d.s.Pan)
	c := &d.index.t.Calls[ids[k]]
	if c.Status == trace.Skipped {
		return k + 1
	}
	at := max(0, sort.Search(len(cells), func(i int) bool { return cells[i] > c.Start })-1)
	if at+2 >= len(cells) || d.index.endOf(c) >= cells[at+2] {
		block(ids[k], false)
		return k + 1
	}
	next := k + 1
	for step := 1; next < len(ids) && d.index.t.Calls[ids[next]].Start < cells[at+1]; step *= 2 { // those of a cell are near
		next = min(next+step, len(ids))
	}
	next = k + 1 + sort.Search(next-k-1, func(i int) bool { return d.index.t.Calls[ids[k+1+i]].Start >= cells[at+1] })
	from := t.plot.X + float64(at)*denseCell
	l.addCell(strip{from, from + denseCell, d.mostlyOthers(ids[k:next])})
	return next
}

// addCell makes the last strip longer, or begins one.
func (l *lane) addCell(c strip) {
	if n := len(l.strips); n > 0 && l.strips[n-1].others == c.others && c.from-l.strips[n-1].to < denseCell/2 {
		l.strips[n-1].to = c.to
		return
	}
	l.strips = append(l.strips, c)
}

// mostlyOthers reports whether most of the time of some calls goes to those that need
// others.
func (d *sheet) mostlyOthers(ids []int32) bool {
	sum := trace.Time(0)
	for k := 0; k < len(ids); k += 1 + len(ids)/denseSample {
		c := &d.index.t.Calls[ids[k]]
		if d.communicates(c) {
			sum += d.index.endOf(c) - c.Start
		} else {
			sum -= d.index.endOf(c) - c.Start
		}
	}
	return sum > 0
}

// denseBlock is a call as a block, with words where there is room for any.
func (d *sheet) denseBlock(t *timeline, l *lane, id int32, mark bool) block {
	c := &d.index.t.Calls[id]
	b := block{op: int(c.Step), call: id}
	if mark {
		b = d.failureMark(b, c)
	} else {
		firsts := d.index.firsts[l.proc]
		_, b.first = slices.BinarySearch(firsts, id)
	}
	b.at = d.blockRect(t, l, &b, 0)
	if !mark && b.at.W >= labelled {
		if b.op >= 0 && d.isScripted() {
			b.label, b.sub = d.scriptText(c)
		} else {
			b.label, b.sub = d.blockText(l.proc, id)
		}
	}
	return b
}

// drawStrips draws the cells of a lane.
func (d *sheet) drawStrips(t *timeline, l *lane) {
	c := d.rankColor(l.proc)
	for _, s := range l.strips {
		fill := d.pal.Chip
		if s.others {
			fill = c.Fill
		}
		d.box(Rect{s.from, l.at.Y + t.look.blockY, s.to - s.from, t.look.block}, 0, fill, 0)
	}
}
