package scene

import (
	"math"

	"lockstep/engine/flow"
	"lockstep/engine/trace"
)

// flight is an arrow from one rank to another: all messages that are on that way.
type flight struct {
	from, to int32
	messages []int32
	mid      Point
	room     float64 // for a text on it
}

// flights draws what is on the wire: an arrow from rank to rank.
func (d *sheet) flights(spots []spot, s *showing) {
	d.air = d.air[:0]
	for _, id := range d.now.inFlight() {
		m := &d.index.t.Messages[id]
		if int(m.From) >= len(spots) || int(m.To) >= len(spots) {
			continue
		}
		d.addFlight(m.From, m.To, id)
	}
	d.links(spots)
}

// links draws an arrow for each way.
func (d *sheet) links(spots []spot) {
	for i := range d.air {
		f := &d.air[i]
		side := outward(spots, int(f.from), int(f.to), d.flies(f.to, f.from))
		f.room = between(spots[f.from], spots[f.to])
		f.mid = d.link(spots[f.from], spots[f.to], side, d.rankColor(int(f.from)).Bar, 2, [2]float64{})
	}
}

func (d *sheet) addFlight(from, to, id int32) {
	for i := range d.air {
		if f := &d.air[i]; f.from == from && f.to == to {
			f.messages = append(f.messages, id)
			return
		}
	}
	d.air = append(d.air, flight{from: from, to: to, messages: []int32{id}})
}

func (d *sheet) flies(from, to int32) bool {
	for i := range d.air {
		if d.air[i].from == from && d.air[i].to == to {
			return true
		}
	}
	return false
}

// leastPill is the radius of a rank's circle below which an arrow has no words.
const leastPill = 16

// pills say what each arrow carries: the chunk and its value.
func (d *sheet) pills(spots []spot, s *showing) {
	for i := range d.air {
		f := &d.air[i]
		r := spots[f.from].r
		if r < leastPill {
			return
		}
		c := d.rankColor(int(f.from))
		k := ink{size: min(12, max(9.5, r*0.22)), color: c.OnFill, bold: true, align: Middle}
		h := k.size + min(14, r*0.3)
		text := d.cargo(f, k, f.room-h*0.9)
		w := min(d.width(text, k)+h*0.9, max(f.room, 40))
		d.box(Rect{f.mid.X - w/2, f.mid.Y - h/2, w, h}, h/2, c.Fill, 0)
		d.text(f.mid.X, f.mid.Y+k.size*0.37, w-h*0.5, text, k)
	}
}

// between is how wide a text may be on the way between two spots: what is left
// between their sides, or, where one stands above the other, rather more.
func between(a, b spot) float64 {
	ar, br := a.rect(), b.rect()
	if side := max(ar.X, br.X) - min(ar.right(), br.right()); side > 0 {
		return min(150, side+24)
	}
	return 170
}

// cargo is what the messages of an arrow carry, as far as there is room: chunks and
// values, else the chunks alone.
func (d *sheet) cargo(f *flight, k ink, room float64) string {
	text, short := "", ""
	for i, c := range d.chunks(f.messages) {
		if i > 0 {
			text, short = text+", ", short+", "
		}
		switch {
		case c.name == "":
			text += c.value
		case c.value == "":
			text += c.name
		default:
			text += c.name + " = " + c.value
		}
		short += c.name
	}
	if d.width(text, k) > room && len(short) > 2 {
		return short
	}
	return text
}

// chunk is a stretch of the tensor on its way: its name ("" where it is all of it,
// or is not known), and its value.
type chunk struct {
	part        flow.Part
	x           *flow.Collective
	data        []byte
	name, value string
}

// chunks are what messages carry; those that follow each other in the tensor are
// one.
func (d *sheet) chunks(messages []int32) []chunk {
	var list []chunk
	for _, id := range messages {
		c := chunk{}
		m := &d.index.t.Messages[id]
		part, x, ok := d.index.reader().Part(id)
		if !ok {
			list = append(list, chunk{value: d.now.payload(m)})
			continue
		}
		c.part, c.x = part, x
		if m.Data != trace.None {
			c.data = d.index.t.Arena[m.Data : m.Data+m.Bytes]
		}
		if n := len(list) - 1; n >= 0 && list[n].x == x && list[n].part.Off+list[n].part.N == part.Off && part.N > 0 {
			list[n].part.N, list[n].part.Last = list[n].part.N+part.N, max(list[n].part.Last, part.Last)
			list[n].data = append(list[n].data[:len(list[n].data):len(list[n].data)], c.data...)
			continue
		}
		list = append(list, c)
	}
	for i := range list {
		if c := &list[i]; c.x != nil {
			c.name = d.chunkName(c.x, c.part)
			if c.value = formatBytes(int64(c.part.N)); c.part.N > 0 && len(c.data) == c.part.N && c.x.Elem > 0 && c.part.N%c.x.Elem == 0 {
				c.value = plainVector(d.typeIn(c.x, c.part.From), c.data, 2, 6)
			}
		}
	}
	return list
}

// chunkName names a part of what a call is about; "" where that is all of it.
func (d *sheet) chunkName(x *flow.Collective, part flow.Part) string {
	if part.N == 0 || x.Op == "barrier" || len(x.Segments) == 0 {
		return ""
	}
	last := part.Last % len(x.Segments)
	if !x.Blocks() {
		switch {
		case len(x.Segments) == 1:
			return ""
		case part.First == part.Last:
			return d.say("stage.seg", "n", itoa(part.First))
		}
		return d.say("stage.seg", "n", itoa(part.First)+"–"+itoa(last))
	}
	members := d.index.t.Groups[x.Group].Members
	first := itoa(d.rankAt(int(members[part.First])))
	if part.Last > part.First {
		return d.say("stage.block", "n", first+"–"+itoa(d.rankAt(int(members[last]))))
	}
	text := d.say("stage.block", "n", first)
	switch seg := x.Segments[part.First]; {
	case part.N < seg.N && part.Off == seg.Off:
		return text + " 1/2"
	case part.N < seg.N:
		return text + " 2/2"
	}
	return text
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
	if a.w > 0 && math.Abs(dy) > a.h { // from row to row there is little room
		bend = min(bend, 14)
	}
	if a.over > 0 { // what flies on it stays whole where the stage is low
		bend = min(bend, max(0, a.over-14-off)/0.75)
	}
	from, to := a.edge(ux, uy, nx*off, ny*off), b.edge(-ux, -uy, nx*off, ny*off)
	l := math.Hypot(to.X-from.X, to.Y-from.Y) / 3
	c1 := Point{from.X + ux*l + nx*bend, from.Y + uy*l + ny*bend}
	c2 := Point{to.X - ux*l + nx*bend, to.Y - uy*l + ny*bend}
	d.curve(from, c1, c2, to, c, width, dash, true)
	return Point{(from.X + 3*c1.X + 3*c2.X + to.X) / 8, (from.Y + 3*c1.Y + 3*c2.Y + to.Y) / 8}
}

// edge is where a way in a direction leaves a spot, beginning beside its middle.
func (s spot) edge(ux, uy, dx, dy float64) Point {
	reach := math.Sqrt(max(0, s.r*s.r-dx*dx-dy*dy)) + 4
	if s.w > 0 {
		reach = math.Inf(1)
		for _, side := range []struct{ u, half, d float64 }{{ux, s.w, dx}, {uy, s.h, dy}} {
			if side.u > 1e-6 {
				reach = min(reach, (side.half-side.d)/side.u)
			} else if side.u < -1e-6 {
				reach = min(reach, (side.half+side.d)/-side.u)
			}
		}
		reach += 4
	}
	return Point{s.c.X + dx + ux*reach, s.c.Y + dy + uy*reach}
}
