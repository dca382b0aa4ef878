package scene

import "lockstep/engine/trace"

// mostArrows is how many messages are drawn as arrows; more would be a carpet.
const mostArrows = 600

// messages draws the arrows from lane to lane: from where the first byte left to
// where the last one arrived. What never left is a dashed stub.
func (d *sheet) messages(t *timeline) {
	if t.look.block < 20 && len(t.lanes) > 16 {
		return
	}
	msgs := d.index.t.Messages
	drawn := 0
	for i := range msgs {
		if drawn++; drawn > mostArrows {
			return
		}
		d.message(t, &msgs[i])
	}
}

func (d *sheet) message(t *timeline, m *trace.Message) {
	if int(m.From) >= len(t.lanes) || int(m.To) >= len(t.lanes) || m.From == m.To {
		return
	}
	from, to := &t.lanes[m.From], &t.lanes[m.To]
	c := d.rankColor(int(m.From)).Bar
	down := to.at.Y > from.at.Y
	y0, y1 := from.at.Y+t.look.blockY, to.at.Y+t.look.blockY+t.look.block
	if down {
		y0, y1 = y0+t.look.block, y1-t.look.block
	}
	if m.Sent == trace.Never {
		d.stub(t, m, y0, down, c)
		return
	}
	x0 := t.x(d, m.Sent)
	x1 := x0 + 12
	if m.Arrived != trace.Never {
		x1 = max(t.before(d, m.Arrived), x0+2)
	}
	if x1 < t.plot.X || x0 > t.plot.right() {
		return
	}
	width := 1.8
	if t.look.block < 30 {
		width = 1.2
	}
	if far := m.To - m.From; t.look.cardWidth == 0 && far*far > 1 {
		// Stacked cards stand between these two lanes: only the ends are drawn.
		d.ends(Point{x0, y0}, Point{x1, y1}, c, width)
		return
	}
	if m.Fate == trace.Aborted || m.Fate == trace.Rejected {
		mid := Point{(x0 + x1) / 2, (y0 + y1) / 2}
		d.arrow(Point{x0, y0}, mid, d.pal.Error, width, [2]float64{5, 4})
		d.icon("cross", mid.X, mid.Y, 0.8, d.pal.Error)
		return
	}
	if far := int(m.To) - int(m.From); far > 2 || far < -2 || t.look.cardWidth == 0 {
		c = c.alpha(0.55) // it passes over other lanes
	}
	d.arrow(Point{x0, y0}, Point{x1, y1}, c, width, [2]float64{})
}

// ends draws how an arrow leaves and how it comes, without what is between.
func (d *sheet) ends(a, b Point, c Color, width float64) {
	step := 9.0
	if b.Y < a.Y {
		step = -step
	}
	d.line(a, Point{a.X, a.Y + step}, c, width)
	d.arrow(Point{b.X, b.Y - 1.5*step}, b, c, width, [2]float64{})
}

// stub is a message that was handed over and never left: nobody took it.
func (d *sheet) stub(t *timeline, m *trace.Message, y float64, down bool, c Color) {
	x := t.x(d, m.Posted)
	length := (t.look.pitch - t.look.block) * 0.4
	if !down {
		length = -length
	}
	end := Point{x + 10, y + length}
	d.arrow(Point{x, y}, end, d.pal.Error, 1.4, [2]float64{3, 3})
	d.icon("cross", end.X, end.Y, 0.6, d.pal.Error)
}
