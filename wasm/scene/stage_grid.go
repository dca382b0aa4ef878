package scene

import (
	"slices"
	"sort"

	"lockstep/engine/flow"
	"lockstep/engine/tensor"
	"lockstep/engine/trace"
	"lockstep/wasm/app"
)

// Where there are more ranks than the stage has plates for, it is a grid of all of
// them, a cell a rank, and beside it one of them closely, with those from whom it got
// something last and to whom it sent something last, or with those for whom it waits.

// closelyFrom is the width from which on the one that is watched stands beside the
// grid; else it stands below.
const closelyFrom = 560

// stageGrid draws the grid and the one that is watched.
func (d *sheet) stageGrid(room Rect, s *showing, waits []waitEdge) {
	grid, close := room, room
	if room.W >= closelyFrom {
		close.W = min(500, room.W*0.5)
		grid.W = room.W - close.W - 22
		close.X = grid.right() + 22
		d.line(Point{close.X - 11, room.Y + 2}, Point{close.X - 11, room.bottom() - 2}, d.pal.Line, 1)
	} else {
		close.H = min(130, room.H*0.45)
		grid.H = room.H - close.H - 12
		close.Y = grid.bottom() + 12
	}
	d.gridCells(grid, s, waits)
	d.closely(close, s, waits)
}

// watched is the process that the stage shows closely.
func (d *sheet) watched() int {
	if d.s.Watched < len(d.index.t.Procs) {
		return d.s.Watched
	}
	return 0
}

// gridCells draws a cell for each rank.
func (d *sheet) gridCells(r Rect, s *showing, waits []waitEdge) {
	n := len(d.index.t.Procs)
	cols := gridColumns(r, n)
	rows := (n + cols - 1) / cols
	w, h := min(r.W/float64(cols), 110), min(r.H/float64(rows), 44)
	top := r.Y + (r.H-h*float64(rows))/2
	needed := map[int]bool{}
	for _, e := range waits {
		needed[e.to] = true
	}
	for _, e := range waits {
		delete(needed, e.from)
	}
	for p := range n {
		at := Rect{r.X + float64(p%cols)*w, top + float64(p/cols)*h, w, h}.inset(1.5)
		cell := d.gridCellOf(p, at, s, needed[p])
		part(d, "cell", p, cell, func() float64 { d.gridCell(p, &cell); return 0 })
	}
}

// gridColumns finds the number of columns with which cells are widest for what they
// have to hold: a number and a value beside each other.
func gridColumns(r Rect, n int) int {
	best, size := 1, 0.0
	for cols := 1; cols <= n; cols++ {
		rows := (n + cols - 1) / cols
		if fits := min(r.W/float64(cols)/3.2, r.H/float64(rows)); fits > size {
			best, size = cols, fits
		}
	}
	return best
}

// cellAt is what a cell of the grid is made from.
type cellAt struct {
	at        Rect
	text      string       // a value; "": element says it
	element   [8]byte      // of its tensor, the first, of the type
	dtype     tensor.DType // of which its size is told in size
	size      int
	peer      int // for whom it waits, and that is what it shows; −1: nobody
	condition condition
	from      flow.Set
	of        int // ranks, of which from says whose contributions are in; 0: not told
	changed   bool
	needed    bool // others wait for it, and it for nobody
	watched   bool
	explained bool // somebody points at it
}

func (d *sheet) gridCellOf(p int, at Rect, s *showing, needed bool) cellAt {
	c := cellAt{at: at, peer: -1, needed: needed, watched: p == d.watched(), explained: d.s.Hover == stageRank(p)}
	cond, peer, call := d.now.standing(p)
	c.condition = cond
	if (cond == waiting || cond == hanging) && peer < len(d.index.t.Procs) {
		c.peer = peer
	}
	if s.waits {
		return c
	}
	if x, state := d.stateOf(p, s); state != nil {
		i := 0
		if t := state.Took; t != nil {
			i = t.First % len(x.Segments)
			c.changed = t.Event >= d.now.since
		}
		c.from, c.of = state.Segments[i].From, x.Ranks
		if text := d.segmentText(x, x.Rank(d.index.t, int32(p)), state, i, len(state.Bytes)); text != "" {
			c.text = text
		}
		return c
	}
	if id := d.mainTensor(p, call); id != trace.None {
		if now, changed := d.now.first(id); now != nil {
			c.dtype, c.size, c.peer = d.index.t.Tensors[id].DType, copy(c.element[:], now), -1
			c.changed = changed
		}
	}
	return c
}

// cellWords say what a cell's rank holds, or for whom it waits.
func (d *sheet) cellWords(c *cellAt) string {
	switch {
	case c.text != "":
		return c.text
	case c.size > 0:
		return formatElement(c.dtype, c.element[:c.size], 6)
	case c.peer >= 0:
		return "→ " + itoa(d.rankAt(c.peer))
	}
	return ""
}

func stageRank(p int) string { return "stage-rank-" + itoa(p) }

// gridCell draws one: the rank and, beside or below it, what it holds of the stretch
// that it took in last, or for whom it waits; at its foot whose contributions are in.
func (d *sheet) gridCell(p int, c *cellAt) {
	color, r := d.rankColor(p), c.at
	radius := min(5, r.H/4)
	fill, stroke := d.pal.Background, color.Bar
	switch {
	case c.condition == failed || c.condition == killed:
		fill, stroke = d.pal.ErrorSoft, d.pal.Error
	case c.needed:
		stroke = d.pal.Error
	case c.changed:
		fill = d.pal.Changed
	}
	d.box(r, radius, fill, 0)
	if c.condition == waiting || c.condition == hanging {
		d.hatch(r, radius, color.Bar)
	}
	d.box(r, radius, 0, stroke)
	if c.watched {
		d.outline(r.inset(-1), radius+1, 0, d.pal.Accent, 2)
	}
	rank := ink{size: min(11, max(8.5, r.H*0.36)), color: color.Ink, bold: true}
	value := ink{size: rank.size, color: d.pal.Text, mono: true}
	if c.needed {
		value.color = d.pal.Error
	}
	foot, text := 0.0, d.cellWords(c)
	if c.of > 0 {
		foot = 4
	}
	switch name := itoa(d.rankAt(p)); {
	case r.H >= 34: // two lines
		mid := r.Y + (r.H-foot)/2
		d.text(r.X+5, mid-3, r.W-8, "rank "+name, rank)
		d.text(r.X+5, mid+11, r.W-8, text, fitInk(d, text, value, r.W-8))
	default:
		base := r.Y + (r.H-foot)/2 + rank.size*0.36
		w := d.text(r.X+3, base, r.W-6, name, rank)
		value.align = End
		if left := r.W - w - 9; left > 8 {
			if w := d.width(text, value); w > left {
				value.size = max(7.5, value.size*left/w)
			}
			d.text(r.right()-3, base, left, text, value)
		}
	}
	if c.of > 0 {
		d.shares(Rect{r.X + 3, r.bottom() - 4.5, r.W - 6, 2.5}, c, color.Bar)
	}
	d.hot(Hot{ID: stageRank(p), Rect: r, Role: Group, Name: d.say("stage.cell", "rank", itoa(d.rankAt(p))), Press: app.Watch{Proc: p}, Describe: d.cellStory(p, c), Quiet: !c.explained})
}

// cellStory is what a cell says in a sentence, while somebody points at it.
func (d *sheet) cellStory(p int, c *cellAt) string {
	if !c.explained {
		return ""
	}
	text := d.rankStory(p)
	if c.of > 0 {
		n := 0
		for rank := range c.of {
			if c.from.Has(rank) {
				n++
			}
		}
		text += " " + d.say("stage.cell.from", "value", c.text, "n", itoa(n), "of", itoa(c.of))
	}
	return text
}

// shares is a bar with a place for each rank, those beside each other as one.
func (d *sheet) shares(r Rect, c *cellAt, color Color) {
	d.box(r, 1, d.pal.Line.alpha(0.7), 0)
	each := r.W / float64(c.of)
	for from := 0; from < c.of; from++ {
		to := from
		for to < c.of && c.from.Has(to) {
			to++
		}
		if to > from {
			d.box(Rect{r.X + float64(from)*each, r.Y, float64(to-from) * each, r.H}, 1, color, 0)
		}
		from = max(from, to)
	}
}

// closely draws the rank that is watched, between those that it has to do with.
func (d *sheet) closely(r Rect, s *showing, waits []waitEdge) {
	p := d.watched()
	chain, left := d.partners(p, waits)
	gap := 40.0
	n := float64(len(chain))
	if n > 3 {
		gap = 26
	}
	side := min(140, (r.W-gap*(n-1))/n)
	main := min(230, r.W-(n-1)*(side+gap))
	if len(waits) > 0 {
		main = side // the culprit is as much to be looked at
	}
	high := min(r.H, 150)
	x := r.X + (r.W-main-(n-1)*(side+gap))/2
	var spots []spot
	for i, q := range chain {
		w := side
		if q == p {
			w = main
		}
		spots = append(spots, spot{c: Point{x + w/2, r.Y + r.H/2}, r: high / 2, w: w / 2, h: high / 2})
		d.closeSpot(i, q, spots[i], s)
		x += w + gap
	}
	for i := 1; i < len(chain); i++ {
		d.partnerLink(spots[i-1], spots[i], chain[i-1], chain[i], len(waits) > 0)
	}
	if n := len(chain); left > 0 {
		at := spots[n-1].rect()
		d.text(at.X-gap/2, at.Y+at.H/2-8, gap, "+"+itoa(left), ink{size: 10, color: d.pal.Error, align: Middle})
	}
	d.watchControl(spots[slices.Index(chain, p)].rect(), p)
}

// partnerLink is the arrow from one to the next: red where it waits for it, with what
// is on the way where something is.
func (d *sheet) partnerLink(a, b spot, from, to int, waits bool) {
	ar, br := a.rect(), b.rect()
	y := a.c.Y
	p, q := Point{ar.right() + 4, y}, Point{br.X - 4, y}
	if waits {
		d.arrow(p, q, d.pal.Error, 2, [2]float64{6, 4})
		return
	}
	var on []int32
	for _, id := range d.now.inFlight() {
		if m := &d.index.t.Messages[id]; int(m.From) == from && int(m.To) == to {
			on = append(on, id)
		}
	}
	c := d.rankColor(from)
	if len(on) == 0 {
		d.arrow(p, q, d.pal.Faint, 1.4, [2]float64{3, 3})
		return
	}
	d.arrow(p, q, c.Bar, 2, [2]float64{})
	if x := d.index.reader().Peek(d.index.t.Messages[on[0]].SendCall); x != nil && !x.Known() {
		return // what it carries is not known yet
	}
	k := ink{size: 9.5, color: c.OnFill, bold: true, align: Middle}
	text := d.cargo(&flight{from: int32(from), to: int32(to), messages: on}, k, 72)
	w := min(d.width(text, k)+10, 84)
	d.box(Rect{(p.X+q.X)/2 - w/2, y - 27, w, 17}, 8.5, c.Fill, 0)
	d.text((p.X+q.X)/2, y-15, w-6, text, k)
}

// watchControl is the one control with which the keyboard goes from rank to rank.
func (d *sheet) watchControl(r Rect, p int) {
	n := len(d.index.t.Procs)
	d.hot(Hot{ID: "stage-rank", Rect: r, Role: Slider, Name: d.say("stage.watched"), Min: 0, Max: float64(n - 1), Now: float64(p), Value: itoa(p), ValueText: "rank " + itoa(d.rankAt(p)),
		Set: app.SetWatch{}, Quiet: true,
		Keys: []KeyAction{{"ArrowRight", app.WatchNext{By: 1}}, {"ArrowLeft", app.WatchNext{By: -1}}, {"ArrowDown", app.WatchNext{By: 1}}, {"ArrowUp", app.WatchNext{By: -1}},
			{"PageDown", app.WatchNext{By: 10}}, {"PageUp", app.WatchNext{By: -10}}, {"Home", app.Watch{}}, {"End", app.Watch{Proc: n - 1}}}})
}

// partners are the processes that are shown with the one that is watched, in the
// order of the arrows between them; left is how many are left out before the last.
func (d *sheet) partners(p int, waits []waitEdge) (chain []int, left int) {
	if len(waits) > 0 {
		return shortened(waitChain(p, waits))
	}
	if before := d.lastFrom(p); before >= 0 {
		chain = append(chain, before)
	}
	chain = append(chain, p)
	if after := d.lastTo(p); after >= 0 {
		chain = append(chain, after)
	}
	return chain, 0
}

// waitChain is a process, whom it waits for, whom that one waits for, and so on, up to
// one that waits for nobody, or that was there before.
func waitChain(p int, waits []waitEdge) []int {
	next := map[int]int{}
	for _, e := range waits {
		next[e.from] = e.to
	}
	chain := []int{p}
	for {
		q, waits := next[chain[len(chain)-1]]
		if !waits {
			return chain
		}
		again := slices.Contains(chain, q)
		if chain = append(chain, q); again {
			return chain
		}
	}
}

// shortened leaves out of a long chain what is before its end.
func shortened(chain []int) ([]int, int) {
	const most = 4
	n := len(chain)
	if n <= most {
		return chain, 0
	}
	return []int{chain[0], chain[1], chain[2], chain[n-1]}, n - most
}

// lastFrom is who sent a process what came last or is on the way to it; −1: nobody.
func (d *sheet) lastFrom(p int) int {
	for _, id := range d.now.inFlight() {
		if m := &d.index.t.Messages[id]; int(m.To) == p {
			return int(m.From)
		}
	}
	list := d.index.calls[p]
	k := sort.Search(len(list), func(k int) bool { return d.index.t.Calls[list[k]].Start > d.now.at })
	from, at := -1, trace.Time(-1)
	if k > 0 { // in the call that it is in or was in last
		for _, id := range d.index.takenBy(list[k-1]) {
			if m := &d.index.t.Messages[id]; m.Arrived != trace.Never && m.Arrived <= d.now.at && m.Arrived > at {
				from, at = int(m.From), m.Arrived
			}
		}
	}
	if from < 0 {
		_, from, _ = d.now.standing(p)
	}
	return from
}

// lastTo is to whom a process sent something last; −1: nobody.
func (d *sheet) lastTo(p int) int {
	list := d.index.sent[p]
	k := sort.Search(len(list), func(k int) bool { return d.index.t.Messages[list[k]].Posted > d.now.at })
	if k == 0 {
		return -1
	}
	return int(d.index.t.Messages[list[k-1]].To)
}
