package scene

import (
	"bytes"
	"math"
	"slices"

	"lockstep/engine/flow"
	"lockstep/engine/tensor"
	"lockstep/engine/trace"
)

// stageCell is a segment of what a rank holds, or an element where no algorithm
// cuts the tensor.
type stageCell struct {
	text    string
	name    string // below it; "": none
	from    []int  // ranks whose contributions are in it
	of      int    // of how many; 0: it is not told
	changed bool
	missing bool // a block that has not come, or not all of it
}

// cellWant is how wide a segment's value wants its cell.
func (d *sheet) cellWant(x *flow.Collective) float64 {
	w := 34.0
	k := ink{size: 13, mono: true}
	states := d.statesOf(x)
	for rank := range states {
		for i := range x.Segments {
			w = max(w, d.width(d.segmentText(x, rank, &states[rank], i, math.MaxInt), k)+12)
		}
	}
	return min(w, 84)
}

// segmentText is what a rank holds of a segment, of a tensor that ends after so many
// bytes.
func (d *sheet) segmentText(x *flow.Collective, rank int, s *flow.State, i, size int) string {
	seg := x.Segments[i]
	switch have := s.Segments[i].Have; {
	case have == 0 && seg.N > 0:
		return "·"
	case have < seg.N:
		return ellipsis
	case s.Bytes == nil || x.Elem == 0:
		return "?"
	}
	return plainVector(d.typeIn(x, rank), s.Bytes[seg.Off:min(seg.Off+seg.N, max(size, seg.Off))], 3, 7)
}

// typeIn is the dtype of what a rank gave to a collective, which need not be that of
// the others: the bytes are passed on as they are.
func (d *sheet) typeIn(x *flow.Collective, rank int) tensor.DType {
	t := d.index.t
	if call := x.Calls[rank]; call != trace.None && t.Calls[call].Tensor != trace.None {
		if own := t.Tensors[t.Calls[call].Tensor].DType; own.Size() == x.Elem {
			return own
		}
	}
	return x.DType
}

// plainVector is vector without brackets.
func plainVector(d tensor.DType, b []byte, max, limit int) string {
	text := vector(d, b, max, limit)
	if len(text) > 1 && text[0] == '[' {
		return text[1 : len(text)-1]
	}
	return text
}

// cellsOf are the segments of the collective that a process is in or was in last,
// else the elements of its tensor.
func (d *sheet) cellsOf(p int, s *showing) []stageCell {
	if x, state := d.stateOf(p, s); state != nil {
		return d.segmentCells(p, x, state)
	}
	return d.elementCells(p, s.calls[p])
}

// stateOf is what a process holds in the collective that it shows: that of the
// stage if it is a member, else its own; nil when there is none.
func (d *sheet) stateOf(p int, s *showing) (*flow.Collective, *flow.State) {
	if s.waits || s.x == nil || d.pressed() {
		return nil, nil
	}
	x := s.x
	rank := x.Rank(d.index.t, int32(p))
	if rank < 0 {
		call := s.calls[p]
		if call == nil {
			return nil, nil
		}
		x = d.index.collectiveOf(p, call)
		if x == nil {
			return nil, nil
		}
		if rank = x.Rank(d.index.t, int32(p)); rank < 0 {
			return nil, nil
		}
	}
	states := d.statesOf(x)
	if states == nil || x.Elem == 0 || len(x.Segments) == 0 {
		return nil, nil
	}
	// Before it calls, after it has returned, and where it never calls, a rank's
	// tensor is what it is.
	st := &states[rank]
	if !st.Begun || st.Ended && d.rewritten(x, rank, st) {
		return nil, nil
	}
	return x, st
}

// rewritten tells whether a rank's tensor is no longer what a collective that works in
// place has left in it: the rank has gone on with it by itself. Of many ranks each is
// a part that is made from its collective alone.
func (d *sheet) rewritten(x *flow.Collective, rank int, s *flow.State) bool {
	if len(d.index.t.Procs) > mostTold {
		return false
	}
	switch x.Op {
	case "all_reduce", "reduce", "broadcast":
		call := x.Calls[rank]
		if call == trace.None || d.index.t.Calls[call].Tensor == trace.None {
			return false
		}
		now := d.now.bytes(d.index.t.Calls[call].Tensor)
		return len(s.Bytes) >= len(now) && !bytes.Equal(now, s.Bytes[:len(now)])
	}
	return false
}

func (d *sheet) segmentCells(p int, x *flow.Collective, s *flow.State) []stageCell {
	var list []stageCell
	members := d.index.t.Groups[x.Group].Members
	self := x.Rank(d.index.t, int32(p))
	size := d.ownSize(x, self)
	for i := range x.Segments {
		if x.Segments[i].Off >= size && x.Segments[i].N > 0 {
			continue // another rank's tensor is longer
		}
		if (x.Op == "gather" || x.Op == "scatter") && self != x.Root && self != i {
			continue // the root's alone
		}
		list = append(list, stageCell{})
		c := &list[len(list)-1]
		c.text = d.segmentText(x, self, s, i, size)
		c.of = x.Ranks
		for rank := range x.Ranks {
			if s.Segments[i].From.Has(rank) {
				c.from = append(c.from, d.rankAt(int(members[rank])))
			}
		}
		c.missing = s.Segments[i].Have < x.Segments[i].N
		if len(x.Segments) > 1 {
			c.name = d.segmentName(x, i)
		}
		if t := s.Took; t != nil && !s.Ended && t.N > 0 && t.Message != trace.None {
			for k := t.First; k <= t.Last; k++ {
				c.changed = c.changed || k%len(x.Segments) == i
			}
		}
	}
	return list
}

// ownSize is how many bytes a rank's own tensor has where the collective works in
// place: the segments are those of the longest.
func (d *sheet) ownSize(x *flow.Collective, rank int) int {
	switch x.Op {
	case "all_reduce", "reduce", "broadcast":
		if c := x.Calls[rank]; c != trace.None {
			if id := d.index.t.Calls[c].Tensor; id != trace.None {
				return d.index.t.Tensors[id].Size()
			}
		}
	}
	return math.MaxInt
}

// segmentName: "segment 1", or whose block it is.
func (d *sheet) segmentName(x *flow.Collective, i int) string {
	switch x.Op {
	case "all_reduce", "reduce", "broadcast":
		return d.say("stage.segment", "n", itoa(i))
	}
	return d.say("stage.block", "n", itoa(d.rankAt(int(d.index.t.Groups[x.Group].Members[i]))))
}

// mostElements is how many of a tensor are shown.
const mostElements = 8

// elementCells are the first elements of a process's tensor.
func (d *sheet) elementCells(p int, call *trace.Call) []stageCell {
	id := d.mainTensor(p, call)
	if id == trace.None {
		return nil
	}
	b := &d.index.t.Tensors[id]
	now, size := d.now.bytes(id), b.DType.Size()
	var list []stageCell
	for i := range min(len(now)/size, mostElements) {
		list = append(list, stageCell{text: formatElement(b.DType, now[i*size:(i+1)*size], 6), changed: d.now.changed(id, i)})
	}
	return list
}

// layOut finds the columns and the rows' height for n cells that want to be w wide:
// with names below them if possible, then closer, then narrower. shown is less than
// n where nothing helps.
func layOut(r Rect, n int, w float64, named bool) (cols, shown int, width, high float64) {
	const gap = 4.0
	fit := func(w, high float64) (cols, most int) {
		cols = max(1, int((r.W+gap)/(w+gap)))
		return cols, cols * max(1, int((r.H+3)/high))
	}
	heights := []float64{27, 22, 18}
	if named {
		heights = append([]float64{38}, heights...)
	}
	for _, narrow := range []float64{w, w * 0.8, max(22, w*0.6), max(22, w*0.4)} {
		for _, h := range heights {
			if c, most := fit(narrow, h); most >= n {
				rows := (n + c - 1) / c
				return (n + rows - 1) / rows, n, narrow, h
			}
		}
	}
	high = 22
	if r.H < 22 {
		high = 18
	}
	cols, most := fit(w*0.8, high)
	return cols, min(n, most), w * 0.8, high
}

// drawCells puts cells into a room, in rows of the same length; what has no room is
// behind an ellipsis. It returns where they end.
func (d *sheet) drawCells(p int, r Rect, list []stageCell) float64 {
	n := len(list)
	if n == 0 {
		return r.Y
	}
	k := ink{size: 13, color: d.pal.Text, mono: true, align: Middle}
	w, named := 28.0, false
	for i := range list {
		w = max(w, min(96, d.width(list[i].text, k)+12))
		named = named || list[i].name != ""
	}
	if n <= 2 {
		w = min(max(w, 50), (r.W-4)/float64(n))
	}
	const gap = 4.0
	cols, shown, w, high := layOut(r, n, min(w, r.W), named)
	list, before := aroundChange(list, shown)
	left := r.X + (r.W-float64(min(cols, shown))*(w+gap)+gap)/2
	for i := range shown {
		c := list[i]
		if before && i == 0 || i == shown-1 && shown < len(list) {
			c = stageCell{text: ellipsis}
		}
		d.stageCell(p, Rect{left + float64(i%cols)*(w+gap), r.Y + float64(i/cols)*high, w, min(24, high-2)}, c, high >= 38)
	}
	return r.Y + float64((shown+cols-1)/cols)*high
}

// aroundChange leaves out cells before the first that just changed, where it would
// else be among those that have no room; before: there are some before these.
func aroundChange(list []stageCell, shown int) (from []stageCell, before bool) {
	at := slices.IndexFunc(list, func(c stageCell) bool { return c.changed })
	if shown >= len(list) || shown < 3 || at < shown-1 {
		return list, false
	}
	skip := min(at-1, len(list)-shown)
	return list[skip:], skip > 0
}

// stageCell draws one: the value, below it the bar of contributions, below the
// box its name.
func (d *sheet) stageCell(p int, r Rect, c stageCell, named bool) {
	fill, stroke := d.pal.Surface, d.rankColor(p).Bar
	if c.changed {
		fill = d.pal.Changed
	}
	switch {
	case c.missing:
		d.dashed(r, 5, d.pal.Faint)
	default:
		d.box(r, 5, fill, stroke)
	}
	k := ink{size: min(13, r.H*0.6), color: d.pal.Text, mono: true, align: Middle}
	base := r.Y + r.H/2 + k.size*0.36
	if c.of > 0 {
		bar := min(3.5, r.H*0.18)
		k.size = min(13, (r.H-bar)*0.62)
		base = r.Y + (r.H-bar-1)/2 + k.size*0.36
		d.contributions(Rect{r.X + 4, r.bottom() - bar - 2, r.W - 8, bar}, c)
	}
	if d.width(c.text, k) > r.W-4 {
		k.size = max(9, k.size*(r.W-4)/d.width(c.text, k))
	}
	if c.missing {
		k.color = d.pal.Muted
	}
	d.text(r.X+r.W/2, base, r.W-3, c.text, k)
	if named && c.name != "" {
		n := ink{size: 9.5, color: d.pal.Muted, align: Middle}
		name := c.name
		if d.width(name, n) > r.W+3 {
			name = lastWord(name)
		}
		d.text(r.X+r.W/2, r.bottom()+10, r.W+4, name, n)
	}
}

// lastWord is the number of "segment 3".
func lastWord(text string) string {
	for i := len(text) - 1; i >= 0; i-- {
		if text[i] == ' ' {
			return text[i+1:]
		}
	}
	return text
}

// contributions is a bar with a place for each rank, filled where its part is in:
// places tell the ranks apart also where colours do not.
func (d *sheet) contributions(r Rect, c stageCell) {
	d.box(r, 1, d.pal.Line.alpha(0.7), 0)
	w := r.W / float64(c.of)
	for _, rank := range c.from {
		if rank < c.of {
			d.box(Rect{r.X + float64(rank)*w + 0.5, r.Y, max(1, w-1), r.H}, 1, d.pal.rank(rank).Bar, 0)
		}
	}
}
