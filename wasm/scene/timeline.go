package scene

import (
	"lockstep/engine/trace"
	"lockstep/wasm/app"
	"lockstep/wasm/timescale"
)

// look says how lanes are drawn in a room.
type look struct {
	cardWidth float64 // of the part that names the rank; 0: it stands above the blocks
	pitch     float64 // from one lane to the next
	height    float64
	blockY    float64 // of a block's top in its lane
	block     float64 // a block's height
	sub       bool    // there is room for a second line in a block
	tensors   int     // rows of cells in the card
}

var (
	lookFull    = look{cardWidth: 236, pitch: 92, height: 84, blockY: 24, block: 34, sub: true, tensors: 1}
	lookMiddle  = look{cardWidth: 236, pitch: 62, height: 54, blockY: 10, block: 34, sub: true, tensors: 1}
	lookCompact = look{cardWidth: 236, pitch: 40, height: 34, blockY: 4, block: 26, tensors: 1}
	lookSlim    = look{cardWidth: 120, pitch: 24, height: 20, blockY: 2, block: 16}
	lookEmbed   = look{cardWidth: 128, pitch: 84, height: 74, blockY: 20, block: 34, sub: true, tensors: 1}
	lookPhone   = look{pitch: 112, height: 102, blockY: 50, block: 34, tensors: 1}
)

// slim: blocks are as narrow as they may be, whatever they say.
func (l look) slim() bool { return l.block < 20 }

// timeline is the lanes and their axis, placed.
type timeline struct {
	look   look
	at     Rect // all lanes and the axis
	plot   Rect // where the blocks are: its X and W are those of the time axis
	lanes  []lane
	scale  *timescale.Scale
	view   Rect // what is seen of the lanes
	axisY  float64
	tail   float64      // the room behind the last block
	pan    float64      // by which the zoomed time is moved to the left
	cells  []trace.Time // see columns
	arrows *arrows      // see arrowsIn
	body   Rect         // what is seen of the page, where the page scrolls as a whole
	// scrolled is how far the lanes are scrolled up.
	scrolled float64
}

// lane is one process.
type lane struct {
	proc   int
	at     Rect
	blocks []block
	strips []strip // stretches in which calls are too narrow for blocks, see dense.go
	tail   []block // ops that did not run, behind the last block
	loops  []loop  // the repeats, around the blocks of their bodies
	endX   float64 // where the tail is over
}

// block is a call, or an op of the program that was not called.
type block struct {
	op    int   // in the program; −1: what runs unasked
	call  int32 // trace.None: did not run
	first bool  // the first call of this op: it carries the control
	in    int   // of the op in the body of the repeat op, see app.InnerRef; 0: it is in none
	begin bool  // the first call of that op
	mark  bool  // not a block but the mark behind a failed one
	at    Rect
	label string
	sub   string
}

// axisHeight is the room for the cursor's time, the axis and its labels.
const axisHeight = 64

// x is where the cursor stands at a time, on the page.
func (t *timeline) x(d *sheet, at trace.Time) float64 { return t.plot.X + t.scale.X(at) - d.s.Pan }

// before is where a time begins.
func (t *timeline) before(d *sheet, at trace.Time) float64 {
	return t.plot.X + t.scale.Before(at) - d.s.Pan
}

// near reports whether a lane is in sight or next to what is: the keyboard goes
// on from what can be seen to what comes next.
func (t *timeline) near(l *lane, room Rect) bool {
	return l.at.bottom() > room.Y-t.look.pitch && l.at.Y < room.bottom()+t.look.pitch
}

// hidden is how far the lanes can be scrolled.
func (t *timeline) hidden() float64 {
	return float64(len(t.lanes))*t.look.pitch - (t.look.pitch - t.look.height) - t.view.H
}

// onScreen is what is seen of the lanes: a narrow page scrolls them along with
// everything else.
func (t *timeline) onScreen() Rect {
	if t.body.H > 0 {
		return t.view.intersect(t.body)
	}
	return t.view
}

// wide is how far the time can be moved to the left, until what stands behind the
// last block is seen.
func (t *timeline) wide() float64 { return t.scale.Width() + t.tail - t.plot.W }

// across cuts what a zoomed timeline hides left and right.
func (t *timeline) across(r Rect) Rect {
	return r.intersect(Rect{t.plot.X - 8, r.Y, t.plot.W + 8, r.H})
}

// unpan moves the zoomed time so that a place is in sight; nil: it is.
func (t *timeline) unpan(r Rect) app.Action {
	wide := t.wide()
	if wide < 0.5 || r.right() > t.plot.X+8 && r.X < t.plot.right()-8 {
		return nil
	}
	return app.PanBy{DX: r.X - t.plot.X - t.plot.W/4, Limit: wide}
}

// modeOf translates the person's choice.
func modeOf(m app.ScaleMode) timescale.Mode {
	switch m {
	case app.Linear:
		return timescale.Linear
	case app.Logical:
		return timescale.Logical
	}
	return timescale.Folded
}

// newTimeline places the lanes in the room at x, y: as wide as width, the lanes
// no higher than height (0: as high as they are).
func (d *sheet) newTimeline(l look, x, y, width, height float64) *timeline {
	if d.laid = (laid{l, x, y, width, height}); (d.goOn || d.lasts) && d.keep.laid == d.laid {
		d.lanes = d.keep.lanes
		return d.lanes
	}
	n := d.s.Scenario.Processes()
	t := &timeline{look: l, pan: d.s.Pan}
	d.lanes = t
	full := float64(n)*l.pitch - (l.pitch - l.height)
	seen := full
	if height > 0 {
		seen = min(full, height)
	}
	t.view = Rect{x, y, width, seen}
	t.scrolled = min(d.s.Scroll.Lanes, full-seen)
	t.axisY = y + seen + 40
	t.at = Rect{x, y, width, seen + axisHeight}
	plotX := x + l.cardWidth + 20
	if l.cardWidth == 0 {
		plotX = x + 16
	}
	t.plot = Rect{plotX, y, x + width - plotX, seen}
	for p := range n {
		t.lanes = append(t.lanes, lane{proc: p, at: Rect{x, y + float64(p)*l.pitch - t.scrolled, width, l.height}})
	}
	d.setOut(t)
	return t
}

// setOut sets the axis out, and gives the blocks that can be seen their places.
func (d *sheet) setOut(t *timeline) {
	set := d.setting(t)
	t.scale, t.tail = set.scale, set.tail
	for i := range t.lanes {
		l := &t.lanes[i]
		if len(t.lanes) > 8 && (l.at.bottom() < -t.look.pitch || l.at.Y > d.s.H+t.look.pitch) {
			continue // neither seen nor next to what is
		}
		if t.scale.Dense() {
			d.denseLane(t, l)
			continue
		}
		l.blocks, l.tail = d.blocksOf(l.proc)
		for k := range l.blocks {
			l.blocks[k].at = d.blockRect(t, l, &l.blocks[k], set.first[i]+k)
		}
		l.findLoops()
		x := t.plot.X - d.s.Pan
		if n := len(l.blocks); n > 0 {
			x = l.blocks[n-1].at.right()
		}
		d.placeTail(t, l, x)
	}
}

// blockRect is where block number k of all lies.
func (d *sheet) blockRect(t *timeline, l *lane, b *block, k int) Rect {
	x0, x1 := 0.0, 0.0
	if t.scale.Places != nil {
		x0, x1 = t.scale.Places[k].X0, t.scale.Places[k].X1
	} else {
		c := &d.index.t.Calls[b.call]
		x0, x1 = t.scale.X(c.Start), t.scale.X(d.index.endOf(c))
	}
	return Rect{t.plot.X + x0 - d.s.Pan, l.at.Y + t.look.blockY, x1 - x0, t.look.block}
}

// labelItems appends what asks for room for the label in the part of a call in which data moves,
// where the call first stood still: that is where the label goes.
func (d *sheet) labelItems(items []timescale.Item, t *timeline, most float64) []timescale.Item {
	if t.look.slim() { // labels stand where there happens to be room
		return items
	}
	own := len(items)
	for i := range t.lanes {
		for k := range t.lanes[i].blocks {
			b := &t.lanes[i].blocks[k]
			c := &d.index.t.Calls[b.call]
			idle := d.index.idle(b.call)
			if b.mark || len(idle) != 1 || idle[0].From != c.Start || idle[0].To >= d.index.endOf(c) {
				continue
			}
			// In a lane of its own: it is no block that others stand behind.
			items = append(items, timescale.Item{Lane: 1<<20 + len(items) - own, Start: idle[0].To, End: d.index.endOf(c), Min: min(most, d.blockWidth(b, t.look))})
		}
	}
	return items
}

// item is what a block asks of the scale.
func (d *sheet) item(l *lane, b *block, lk look) timescale.Item {
	c := &d.index.t.Calls[b.call]
	start, end := c.Start, d.index.endOf(c)
	if b.mark {
		start = end
	}
	return timescale.Item{Lane: l.proc, Start: start, End: end, Min: d.blockWidth(b, lk)}
}

const (
	blockMost  = 170 // no label asks for more
	tailBlock  = 56  // an op that did not run
	addWidth   = 34
	faultWidth = 24
	blockGap   = 2
)

func (d *sheet) blockWidth(b *block, lk look) float64 {
	switch {
	case lk.block < 20 && b.mark:
		return 18 // its sign
	case lk.block < 20:
		return 6
	}
	label, sub := d.blockInk()
	if b.mark {
		return min(max(36+d.width(b.label, label), 18+d.width(b.sub, ink{size: 10.5, mono: true})), 130)
	}
	w := d.width(b.label, label) + 24
	if lk.sub && b.sub != "" {
		w = max(w, min(d.width(b.sub, sub)+24, 110))
	}
	return min(w, blockMost)
}

func (d *sheet) blockInk() (label, sub ink) {
	return ink{size: 12, color: d.pal.Text, bold: true}, ink{size: 10, color: d.pal.Muted, mono: true}
}

// tailWidth is the room behind the last block for what did not run and for the
// place where one adds an op.
func (d *sheet) tailWidth(l *lane, lk look) float64 {
	w := float64(len(l.tail)) * d.tailBlockWidth(len(l.tail), lk)
	if lk.block < 20 {
		w = float64(len(l.tail)) * 8
	}
	if !d.s.ReadOnly && lk.block >= 20 {
		w += d.endWidth(lk) + 8
	}
	return w
}

// tailBlockWidth is that of one of n ops that did not run: one or two have the room
// for a name. Before a prediction all of them are such, and are read as a program is.
func (d *sheet) tailBlockWidth(n int, lk look) float64 {
	switch {
	case d.s.Run.Veiled:
		return 3 * tailBlock
	case n == 1 && !faultAbove(lk):
		return 1.5 * tailBlock
	case n <= 2:
		return 1.2 * tailBlock
	}
	return tailBlock
}

// endWidth is the room of what adds an op, and of what adds a fault beside it.
func (d *sheet) endWidth(lk look) float64 {
	switch {
	case d.isScripted() && d.faultButton(lk):
		return faultWidth
	case d.faultButton(lk):
		return addWidth + 4 + faultWidth
	}
	return addWidth
}

// faultButton tells whether what adds a fault stands behind what adds an op. On a
// phone it stands above the blocks; an embed has faults in the palette alone.
func (d *sheet) faultButton(lk look) bool { return !d.s.Embed && !faultAbove(lk) }

func faultAbove(lk look) bool { return lk.cardWidth == 0 && lk.block >= 20 }

// placeTail puts what did not run behind x.
func (d *sheet) placeTail(t *timeline, l *lane, x float64) {
	end := t.plot.right() + max(0, t.wide()) - d.s.Pan
	room := end - x
	if !d.s.ReadOnly && t.look.block >= 20 {
		room -= d.endWidth(t.look) + 6
	}
	w := d.tailBlockWidth(len(l.tail), t.look)
	if n := len(l.tail); n > 0 {
		w = max(10, min(w, room/float64(n)))
	}
	for i := range l.tail {
		l.tail[i].at = Rect{x, l.at.Y + t.look.blockY, w, t.look.block}
		x += w
	}
	l.endX = x
}
