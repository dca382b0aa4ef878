package scene

import (
	"hash/maphash"
	"math"

	"lockstep/engine/flow"
	"lockstep/engine/trace"
)

// stage is the ranks at the cursor: what they hold and what is on its way, or,
// when nothing moves, who waits for whom.
func (d *sheet) stage(r Rect) {
	waits := d.stuck()
	title := d.say("stage.flow")
	about := ""
	if len(waits) > 0 {
		title, about = d.say("stage.waits"), d.say("stage.waits.about", "time", formatTime(d.now.at))
	} else if before := d.lastGasp(); before != nil && d.index.attempts() == 1 {
		defer func(now *moment) { d.now, d.states = now, nil }(d.now)
		d.now, d.states = before, nil
		waits = d.stuck()
		title, about = d.say("stage.waited"), d.say("stage.waited.about", "time", formatTime(before.at+1))
	}
	shown := d.showing(len(waits) > 0)
	if about == "" {
		about = d.flowText(shown)
	}
	k := ink{size: 13, color: d.pal.Text, bold: true}
	w := d.text(r.X+18, r.Y+26, r.W*0.4, title, k)
	right := r.right() - 18
	if name := shown.name(); name != "" && r.W > 560 {
		right -= 12 + d.text(right, r.Y+26, r.W*0.3, name, ink{size: 12, color: d.pal.Muted, mono: true, align: End})
	}
	d.text(r.X+30+w, r.Y+26, right-r.X-w-30, about, ink{size: 12, color: d.pal.Muted})
	foot := part(d, "stage foot", 0, footOf{r, shown.x, shown.x != nil && shown.x.Known()}, func() float64 { return d.stageFoot(r, shown) })
	if len(shown.calls) > mostTold { // each rank is a part
		d.stretch("stage", func() float64 {
			room := d.stageRoom(r, foot)
			d.clip(Rect{r.X + 1, r.Y + 34, r.W - 2, r.H - 48 - foot})
			d.stageGrid(room, shown, waits)
			d.unclip()
			return 0
		})
		return
	}
	part(d, "stage", 0, d.stageAt(r, foot, shown, len(waits)), func() float64 { d.stageBody(r, foot, shown, waits); return 0 })
}

// stageRoom is what is left for the ranks between the title and the foot.
func (d *sheet) stageRoom(r Rect, foot float64) Rect {
	return Rect{r.X + 18, r.Y + 40, r.W - 36, r.H - 58 - foot}
}

// stageBody is the ranks and what is between them.
func (d *sheet) stageBody(r Rect, foot float64, shown *showing, waits []waitEdge) {
	room := d.stageRoom(r, foot)
	d.clip(Rect{r.X + 1, r.Y + 34, r.W - 2, r.H - 48 - foot})
	spots := d.spots(room, shown)
	var mids []Point
	if len(waits) > 0 {
		mids = d.waitEdges(spots, waits)
	} else {
		d.flights(spots, shown)
	}
	for p := range spots {
		d.spot(p, spots[p], shown)
	}
	if len(waits) == 0 {
		d.pills(spots, shown)
	}
	d.waitWords(spots, waits, mids, room)
	d.unclip()
}

// stageAt is what the stage is made from at a moment: it changes when something
// happens, and not while time passes.
func (d *sheet) stageAt(r Rect, foot float64, shown *showing, waits int) stageOf {
	at := stageOf{r: r, foot: foot, x: shown.x, waits: waits, events: d.index.t.EventsUntil(d.now.at), begun: d.s.Cursor > 0}
	if d.keep == nil {
		return at
	}
	var h maphash.Hash
	h.SetSeed(seed)
	for p := range d.index.t.Procs {
		c, peer, call := d.now.standing(p)
		maphash.WriteComparable(&h, stood{condition: c, peer: peer, call: call})
	}
	for _, id := range d.now.inFlight() {
		maphash.WriteComparable(&h, id)
	}
	at.sum = h.Sum64()
	return at
}

// stageOf is a sum of how all stand and of what flies, and the rest.
type stageOf struct {
	r      Rect
	foot   float64
	x      *flow.Collective
	waits  int
	events int
	begun  bool
	sum    uint64
}

// footOf is what the foot of the stage is made from.
type footOf struct {
	r     Rect
	x     *flow.Collective
	known bool
}

// showing is what the stage shows: the collective at the cursor, if there is one,
// and what each process holds in its own.
type showing struct {
	waits bool // the wait-for graph
	x     *flow.Collective
	parts map[*flow.Collective][]flow.State
	calls []*trace.Call // by process: the one that it shows, or nil
	told  *flow.Part    // where the algorithm is
}

func (s *showing) name() string {
	if s.x == nil {
		return ""
	}
	name := s.x.Op + " #" + itoa(int(s.x.Seq))
	if s.x.Algorithm != "" {
		return s.x.Algorithm + " · " + name
	}
	return name
}

// mostTold is how many ranks the stage shows in detail; more are a grid.
const mostTold = 16

// pressed: there are so many ranks that what all of them hold is found out only while
// the picture stands, see statesSoon.
func (d *sheet) pressed() bool { return d.s.Playing && len(d.index.t.Procs) > mostTold }

func (d *sheet) showing(waits bool) *showing {
	s := &showing{waits: waits, parts: map[*flow.Collective][]flow.State{}, calls: make([]*trace.Call, len(d.index.t.Procs))}
	for p := range s.calls {
		_, _, s.calls[p] = d.now.standing(p)
	}
	s.x = d.collectiveAt()
	if s.x != nil && !waits && !d.pressed() { // of very many ranks what they hold is asked for here, and comes with the frames that follow
		if end := s.x.End; end == trace.Never || end > d.now.at || len(s.calls) > mostTold {
			s.told = d.whereIs(s.x)
		}
	}
	return s
}

// collectiveAt is the one to show: that which most ranks are in, else the one that
// ended last, else the first to come.
func (d *sheet) collectiveAt() *flow.Collective {
	r := d.index.reader()
	var best, last, next *flow.Collective
	most := 0
	for _, x := range r.All() {
		switch {
		case x.Start > d.now.at:
			if next == nil {
				next = x
			}
		case x.End != trace.Never && x.End <= d.now.at:
			if last == nil || x.End >= last.End {
				last = x
			}
		default:
			in := 0
			for _, id := range x.Calls {
				if id != trace.None && d.index.t.Calls[id].Start <= d.now.at {
					in++
				}
			}
			if in > most {
				best, most = x, in
			}
		}
		if next != nil {
			break // they are in order of their begin
		}
	}
	for _, x := range []*flow.Collective{best, last, next} {
		if x != nil && len(d.index.t.Procs) > mostTold {
			return x // read when there is time
		}
		if x != nil {
			return r.Read(x)
		}
	}
	return nil
}

// whereIs is where the algorithm is: at the earliest message on the wire, else at the
// one that was taken in last.
func (d *sheet) whereIs(x *flow.Collective) *flow.Part {
	r := d.index.reader()
	states := d.statesOf(x)
	if !x.Known() {
		return nil
	}
	for _, id := range d.now.inFlight() {
		if r.Peek(d.index.t.Messages[id].SendCall) != x {
			continue // and it is not read for that
		}
		if part, _, ok := r.Part(id); ok {
			return &part
		}
	}
	var last *flow.Taking
	for _, s := range states {
		if s.Took != nil && (last == nil || s.Took.Event > last.Event) {
			last = s.Took
		}
	}
	if last == nil || last.Message == trace.None {
		return nil
	}
	return &last.Part
}

// statesOf is what the ranks of a collective hold at the cursor.
func (d *sheet) statesOf(x *flow.Collective) []flow.State {
	if d.states == nil {
		d.states = map[*flow.Collective][]flow.State{}
	}
	known, ok := d.states[x]
	if !ok {
		if len(d.index.t.Procs) > mostTold {
			known = d.statesSoon(x)
		} else {
			known = d.index.reader().At(x, d.index.t.EventsUntil(d.now.at))
		}
		d.states[x] = known
	}
	return known
}

// stageFoot says at its foot what the picture is, and what the collective costs
// beside what it has to; it returns how high that is.
func (d *sheet) stageFoot(r Rect, s *showing) float64 {
	k := ink{size: 11.5, color: d.pal.Warn, align: End}
	width := r.W - 36
	cost := d.costText(s.x)
	c := ink{size: 11.5, color: d.pal.Muted}
	w := d.width(cost, c)
	model := d.say("model")
	if cost != "" && w+24+d.width(model, k) <= width {
		d.text(r.X+18, r.bottom()-18, w+1, cost, c)
		d.text(r.right()-18, r.bottom()-18, width-w-24, model, k)
		return 17
	}
	high := d.modelLine(r.X+18, r.bottom()-18, width, model, k)
	if cost != "" && r.H > 240 {
		for i, line := range wrap(d.m, cost, c, width) {
			if i == 2 {
				break
			}
			high += 17
			d.text(r.X+18, r.bottom()-1-high, width, line, c)
		}
	}
	return high
}

// costText is the bytes of the busiest rank beside the formula and the lower bound.
func (d *sheet) costText(x *flow.Collective) string {
	if x == nil || x.Op == "barrier" {
		return ""
	}
	cost, model, ok := x.Cost()
	if !ok || cost.Busiest() == 0 || x.Segments == nil {
		return "" // nothing, or something else, was sent
	}
	var busiest int64
	for _, id := range x.Calls {
		if id != trace.None {
			_, bytes := d.index.traffic(id)
			busiest = max(busiest, bytes)
		}
	}
	key := "stage.cost.each"
	for _, sent := range cost.Sent {
		if sent != cost.Busiest() {
			key = "stage.cost.busiest"
		}
	}
	if busiest == 0 {
		return ""
	}
	text, least := d.say(key, "bytes", formatBytes(busiest)), model.LeastFormula()
	switch {
	case busiest != int64(cost.Busiest()):
		text = d.say("stage.cost.part", "bytes", formatBytes(busiest), "all", formatBytes(int64(cost.Busiest())))
	case cost.Busiest() == cost.LeastBytes:
		return text + d.say("stage.cost.least", "formula", least)
	}
	// Where parts cannot be equal, one rank sends more than the formula of the bound.
	if cost.Busiest() == cost.LeastBytes || model.Sent != least {
		text += " = " + model.Sent
	}
	return text + d.say("stage.cost.bound", "formula", least, "bytes", formatBytes(int64(cost.LeastBytes)))
}

// flowText says what is going on at the cursor, in one line.
func (d *sheet) flowText(s *showing) string {
	text := d.say("stage.cursor", "time", formatTime(d.now.at))
	if s.told != nil {
		text += " · " + d.say("phase."+s.told.Name)
		if s.told.Of > 0 {
			text += " " + d.say("phase.step", "n", itoa(s.told.Step), "of", itoa(s.told.Of))
		}
	}
	if n := len(d.now.inFlight()); n > 0 {
		return text + " · " + d.say("stage.moving", "n", itoa(n))
	}
	return text + " · " + d.say("stage.still")
}

// mainTensor is the tensor that a rank's place shows: that of its call, else its
// first.
func (d *sheet) mainTensor(p int, call *trace.Call) int32 {
	if call != nil && call.Tensor != trace.None {
		return call.Tensor
	}
	if p < len(d.index.named) && len(d.index.named[p]) > 0 {
		return d.index.named[p][0]
	}
	return trace.None
}

// ringOf is where the ranks stood when they last stood in a ring.
type ringOf struct {
	room  Rect
	spots []spot
}

// ring stands all ranks in a ring. To find how large they may be looks at each two
// of them, so it is kept.
func (x *index) ring(room Rect) []spot {
	if n := len(x.t.Procs); x.stood.room != room || len(x.stood.spots) != n {
		x.stood = ringOf{room, ringSpots(room, n)}
	}
	return x.stood.spots
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
			list[i] = spot{c: Point{cx + rx*math.Cos(a), cy + ry*math.Sin(a)}, r: r}
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
