package scene

import (
	"math"

	"lockstep/engine/scenario"
	"lockstep/engine/trace"
)

// stage is the ranks at the cursor: what they hold and what is on its way, or,
// when nothing moves, who waits for whom.
func (d *sheet) stage(r Rect) {
	waits := d.stuck()
	title, about := d.say("stage.flow"), d.flowText()
	if len(waits) > 0 {
		title, about = d.say("stage.waits"), d.say("stage.waits.about", "time", formatTime(d.now.at))
	} else if before := d.lastGasp(); before != nil && d.index.attempts() == 1 {
		defer func(now *moment) { d.now = now }(d.now)
		d.now = before
		waits = d.stuck()
		title, about = d.say("stage.waited"), d.say("stage.waited.about", "time", formatTime(before.at+1))
	}
	k := ink{size: 13, color: d.pal.Text, bold: true}
	w := d.text(r.X+18, r.Y+26, r.W*0.4, title, k)
	d.text(r.X+30+w, r.Y+26, r.W-w-48, about, ink{size: 12, color: d.pal.Muted})
	foot := d.stageFoot(r)
	room := Rect{r.X + 18, r.Y + 40, r.W - 36, r.H - 58 - foot}
	d.clip(Rect{r.X + 1, r.Y + 34, r.W - 2, r.H - 48 - foot})
	spots := d.spots(room)
	var mids []Point
	if len(waits) > 0 {
		mids = d.waitEdges(spots, waits)
	} else {
		d.flights(spots)
	}
	for p := range spots {
		d.spot(p, spots[p], len(waits) > 0)
	}
	d.waitWords(spots, waits, mids, room)
	d.unclip()
}

// stageFoot says what the picture is, at its foot; it returns how high that is.
func (d *sheet) stageFoot(r Rect) float64 {
	k := ink{size: 11.5, color: d.pal.Warn, align: End}
	lines := wrap(d.m, d.say("model"), k, r.W-36)
	for i, line := range lines {
		d.text(r.right()-18, r.bottom()-18-float64(len(lines)-1-i)*17, r.W-36, line, k)
	}
	return float64(len(lines)) * 17
}

// flowText says what is going on at the cursor, in one line.
func (d *sheet) flowText() string {
	time := formatTime(d.now.at)
	n := len(d.now.inFlight())
	if n > 0 {
		return d.say("stage.flow.moving", "time", time, "n", itoa(n))
	}
	return d.say("stage.flow.at", "time", time)
}

// spot is a rank's circle on the stage.
type spot struct {
	c Point
	r float64
}

// spots places the ranks: two face each other, more stand in a ring, in order.
func (d *sheet) spots(room Rect) []spot {
	n := len(d.index.t.Procs)
	if n == 0 {
		return nil
	}
	cx, cy := room.X+room.W/2, room.Y+room.H/2
	if n <= 2 {
		r := min(150, max(92, room.H*0.15), room.H/2-4, room.W/6)
		gap := min(room.W*0.29, 3*r)
		if n == 1 {
			return []spot{{Point{cx, cy}, r}}
		}
		return []spot{{Point{cx - gap, cy}, r}, {Point{cx + gap, cy}, r}}
	}
	return ringSpots(room, n)
}

// ringSpots stands n circles on an ellipse, as large as their neighbours let them.
func ringSpots(room Rect, n int) []spot {
	cx, cy := room.X+room.W/2, room.Y+room.H/2
	list := make([]spot, n)
	for r := min(70, room.H/4.4, room.W/6); ; r *= 0.94 {
		ry := room.H/2 - r - 2
		rx := min(room.W/2-r-20, ry*3.2)
		nearest := math.Inf(1)
		for i := range n {
			a := 2*math.Pi*float64(i)/float64(n) - math.Pi/2
			list[i] = spot{Point{cx + rx*math.Cos(a), cy + ry*math.Sin(a)}, r}
		}
		for i := range n {
			for k := range i {
				nearest = min(nearest, math.Hypot(list[i].c.X-list[k].c.X, list[i].c.Y-list[k].c.Y))
			}
		}
		if nearest >= 2*r+min(70, r*1.1) || r < 8 {
			return list
		}
	}
}

// spot draws a rank: its name, the values of its main tensor, what it computed
// just now.
func (d *sheet) spot(p int, s spot, waits bool) {
	c := d.rankColor(p)
	at := Rect{s.c.X - s.r, s.c.Y - s.r, 2 * s.r, 2 * s.r}
	cond, _, call := d.now.standing(p)
	fill, ring := d.pal.Background, c.Bar
	if cond == failed || cond == killed {
		fill, ring = d.pal.ErrorSoft, d.pal.Error
	}
	d.outline(at, s.r, fill, 0, 0)
	if cond == waiting || cond == hanging {
		d.hatch(at, s.r, c.Bar)
	}
	d.outline(at, s.r, 0, ring, 3)
	name := "rank " + itoa(d.rankAt(p))
	size := min(22, max(9, s.r*0.163))
	if s.r < 26 {
		size := max(9, s.r*0.7)
		d.text(s.c.X, s.c.Y+size*0.36, 2*s.r-2, itoa(d.rankAt(p)), ink{size: size, color: c.Ink, bold: true, align: Middle})
		return
	}
	if s.r < 44 {
		d.smallSpot(p, s, call)
		return
	}
	if waits || cond == absent {
		d.spotWaiting(p, s, call)
		return
	}
	d.text(s.c.X, s.c.Y-s.r*0.62, s.r*1.5, name, ink{size: size, color: c.Ink, bold: true, align: Middle})
	d.spotValues(p, s, call)
}

// smallSpot has room for the rank and one line: the values, or the condition.
func (d *sheet) smallSpot(p int, s spot, call *trace.Call) {
	c := d.rankColor(p)
	d.text(s.c.X, s.c.Y-2, s.r*1.7, "rank "+itoa(d.rankAt(p)), ink{size: 11, color: c.Ink, bold: true, align: Middle})
	id := d.mainTensor(p, call)
	text, color := d.conditionText(p)
	k := ink{size: 9.5, color: color, align: Middle}
	if id != trace.None {
		if now := d.now.bytes(id); now != nil {
			b := &d.index.t.Tensors[id]
			text, k.mono, k.color = vector(b.DType, now, 2, 5), true, d.pal.Text
		}
	}
	d.text(s.c.X, s.c.Y+13, s.r*1.75, text, k)
}

// spotWaiting names the call that a rank stands in.
func (d *sheet) spotWaiting(p int, s spot, call *trace.Call) {
	c := d.rankColor(p)
	size := min(15, max(10, s.r*0.2))
	d.text(s.c.X, s.c.Y-s.r*0.14, s.r*1.7, "rank "+itoa(d.rankAt(p)), ink{size: size, color: c.Ink, bold: true, align: Middle})
	if call != nil && s.r >= 40 {
		name := callName(call)
		if call.Step < 0 {
			name = "init"
		}
		d.text(s.c.X, s.c.Y+s.r*0.14, s.r*1.8, name, ink{size: min(12.5, s.r*0.17), color: d.pal.Text, mono: true, align: Middle})
	}
	text, color := d.conditionText(p)
	d.text(s.c.X, s.c.Y+s.r*0.38, s.r*1.6, text, ink{size: min(12, max(9, s.r*0.16)), color: color, align: Middle})
}

// spotValues shows the input, the values now, and the arithmetic of this moment.
func (d *sheet) spotValues(p int, s spot, call *trace.Call) {
	id := d.mainTensor(p, call)
	if id == trace.None {
		text, color := d.conditionText(p)
		d.text(s.c.X, s.c.Y+4, s.r*1.6, text, ink{size: 12, color: color, align: Middle})
		return
	}
	t := d.index.t
	b := &t.Tensors[id]
	size := b.DType.Size()
	now := d.now.bytes(id)
	roomy := s.r >= 60
	if roomy && b.Init != trace.None {
		init := t.Arena[b.Init : int(b.Init)+b.Size()]
		d.text(s.c.X, s.c.Y-s.r*0.42, s.r*1.6, d.say("stage.input", "value", vector(b.DType, init, 4, 6)), ink{size: 12, color: d.pal.Muted, mono: true, align: Middle})
	}
	n := len(now) / size
	h := min(36, s.r*0.28)
	w := min(72, s.r*0.54)
	shown := min(n, int(s.r*1.7/(w+4)))
	if shown < n && shown > 1 {
		w = min(w, s.r*0.4)
		shown = min(n, int(s.r*1.7/(w+4)))
	}
	x := s.c.X - (float64(shown)*(w+4)-4)/2
	y := s.c.Y - h*0.75
	for i := range shown {
		fill, stroke := d.pal.Surface, d.rankColor(p).Bar
		if d.now.changed(id, i) {
			fill = d.pal.Changed
		}
		d.box(Rect{x, y, w, h}, 5, fill, stroke)
		text := formatElement(b.DType, now[i*size:(i+1)*size], 6)
		if i == shown-1 && shown < n {
			text = ellipsis
		}
		d.text(x+w/2, y+h*0.68, w-4, text, ink{size: min(17, h*0.5), color: d.pal.Text, mono: true, align: Middle})
		x += w + 4
	}
	d.spotFoot(p, s, id, y+h)
}

// spotFoot is the arithmetic of this moment, or the condition.
func (d *sheet) spotFoot(p int, s spot, id int32, y float64) {
	if sum := d.arithmetic(id); sum != "" {
		d.text(s.c.X, y+min(34, s.r*0.34), s.r*1.5, sum, ink{size: min(12.5, s.r*0.17), color: d.pal.OK, bold: true, mono: true, align: Middle})
		return
	}
	text, color := d.conditionText(p)
	d.text(s.c.X, y+min(34, s.r*0.34), s.r*1.45, text, ink{size: min(12, max(9, s.r*0.16)), color: color, align: Middle})
}

// arithmetic writes the reduction that a tensor went through at this moment, as
// "1 + 2 → 3": own value, what came, result.
func (d *sheet) arithmetic(id int32) string {
	t := d.index.t
	old, ok := d.now.before[id]
	if !ok || old == nil {
		return ""
	}
	end := t.EventsUntil(d.now.at)
	for i := end - 1; i >= 0 && i > end-4096; i-- {
		e := t.Events[i]
		if e.Kind != trace.Wrote {
			continue
		}
		w := &t.Writes[e.Ref]
		if w.Tensor != id {
			continue
		}
		if !w.Reduce || w.Msg == trace.None || t.Messages[w.Msg].Data == trace.None || w.Data == trace.None {
			return ""
		}
		size := int32(t.Tensors[id].DType.Size())
		m := &t.Messages[w.Msg]
		if w.Len < size || m.Bytes < size {
			return ""
		}
		dt := t.Tensors[id].DType
		a := formatElement(dt, old[w.Offset:w.Offset+size], 6)
		b := formatElement(dt, t.Arena[m.Data:m.Data+size], 6)
		c := formatElement(dt, t.Arena[w.Data:w.Data+size], 6)
		return a + " " + d.operator(int(t.Tensors[id].Proc), m) + " " + b + " → " + c
	}
	return ""
}

// operator is the sign of the reduce op of the call that took the message in.
func (d *sheet) operator(p int, m *trace.Message) string {
	call := m.RecvCall
	if call == trace.None {
		return "∘"
	}
	program := d.s.Scenario.ProgramOf(p)
	step := int(d.index.t.Calls[call].Step)
	if step < 0 || step >= len(program) {
		return "∘"
	}
	return operatorOf(&program[step])
}

func operatorOf(op *scenario.Op) string {
	switch op.ReduceOp {
	case "", "SUM", "AVG":
		return "+"
	case "PRODUCT":
		return "×"
	case "MIN":
		return "min"
	case "MAX":
		return "max"
	case "BAND":
		return "&"
	case "BOR":
		return "|"
	case "BXOR":
		return "^"
	}
	return "∘"
}

// mainTensor is the tensor that a rank's circle shows: that of its call, else
// its first.
func (d *sheet) mainTensor(p int, call *trace.Call) int32 {
	if call != nil && call.Tensor != trace.None {
		return call.Tensor
	}
	if p < len(d.index.named) && len(d.index.named[p]) > 0 {
		return d.index.named[p][0]
	}
	return trace.None
}

// flights draws what is on the wire: an arrow from rank to rank, its content in
// the middle. Messages of one pair go on one arrow.
func (d *sheet) flights(spots []spot) {
	t := d.index.t
	type pair struct{ from, to int32 }
	var order []pair
	texts := map[pair]string{}
	for _, id := range d.now.inFlight() {
		m := &t.Messages[id]
		p := pair{m.From, m.To}
		if before, ok := texts[p]; ok {
			texts[p] = before + ", " + d.now.payload(m)
			continue
		}
		order = append(order, p)
		texts[p] = d.now.payload(m)
	}
	mids := make([]Point, len(order))
	for i, p := range order {
		_, back := texts[pair{p.to, p.from}]
		side := outward(spots, int(p.from), int(p.to), back)
		mids[i] = d.link(spots[p.from], spots[p.to], side, d.rankColor(int(p.from)).Bar, 2, [2]float64{})
	}
	for i, p := range order {
		r := spots[p.from].r
		if r < 16 {
			return
		}
		c := d.rankColor(int(p.from))
		k := ink{size: min(12, max(9, r*0.22)), color: c.OnFill, bold: true, align: Middle}
		h := k.size + min(16, r*0.3)
		w := min(d.width(texts[p], k)+h*0.9, 140)
		d.box(Rect{mids[i].X - w/2, mids[i].Y - h/2, w, h}, h/2, c.Fill, 0)
		d.text(mids[i].X, mids[i].Y+k.size*0.37, w-h*0.5, texts[p], k)
	}
}

// outward tells to which side of the way from a to b a link bends: +1 is its
// left. Two circles have one link on each side; in a ring it bends away from the
// middle, where others stand, unless the way back is drawn there.
func outward(spots []spot, from, to int, back bool) float64 {
	if len(spots) <= 2 {
		return 1
	}
	a, b, c := spots[from].c, spots[to].c, Point{}
	for _, s := range spots {
		c.X, c.Y = c.X+s.c.X/float64(len(spots)), c.Y+s.c.Y/float64(len(spots))
	}
	side := 1.0
	if (b.Y-a.Y)*((a.X+b.X)/2-c.X)-(b.X-a.X)*((a.Y+b.Y)/2-c.Y) < 0 {
		side = -1
	}
	if back && from > to {
		return -side
	}
	return side
}

// link draws a curved arrow between two circles, bending to a side, and returns
// its middle.
func (d *sheet) link(a, b spot, side float64, c Color, width float64, dash [2]float64) Point {
	dx, dy := b.c.X-a.c.X, b.c.Y-a.c.Y
	dist := math.Hypot(dx, dy)
	if dist < 1 {
		return a.c
	}
	ux, uy := dx/dist, dy/dist
	nx, ny := side*uy, -side*ux
	off := min(a.r*0.45, dist*0.12)
	bend := min(dist*0.16, a.r*0.95)
	reach := math.Sqrt(max(0, a.r*a.r-off*off)) + 4
	from := Point{a.c.X + ux*reach + nx*off, a.c.Y + uy*reach + ny*off}
	to := Point{b.c.X - ux*reach + nx*off, b.c.Y - uy*reach + ny*off}
	l := math.Hypot(to.X-from.X, to.Y-from.Y) / 3
	c1 := Point{from.X + ux*l + nx*bend, from.Y + uy*l + ny*bend}
	c2 := Point{to.X - ux*l + nx*bend, to.Y - uy*l + ny*bend}
	d.curve(from, c1, c2, to, c, width, dash, true)
	return Point{(from.X + 3*c1.X + 3*c2.X + to.X) / 8, (from.Y + 3*c1.Y + 3*c2.Y + to.Y) / 8}
}
