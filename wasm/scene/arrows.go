package scene

import "lockstep/engine/trace"

// messages draws the arrows from lane to lane: from where the first byte left to
// where the last one arrived. What never left is a dashed stub.
func (d *sheet) messages(t *timeline) {
	for _, id := range d.arrowsIn(t).ids {
		d.message(t, &d.index.t.Messages[id])
	}
}

func (d *sheet) message(t *timeline, m *trace.Message) {
	a, b, ok := d.arrowOf(t, m)
	if !ok {
		return
	}
	c := d.rankColor(int(m.From)).Bar
	if m.Sent == trace.Never { // handed over and never left: nobody took it
		d.stroke(a, b, d.pal.Error, 1.4, [2]float64{3, 3})
		d.icon("cross", b.X, b.Y, 0.6, d.pal.Error)
		return
	}
	width := 1.8
	if t.look.block < 30 {
		width = 1.2
	}
	if far := m.To - m.From; t.look.cardWidth == 0 && t.look.block >= 20 && far*far > 1 {
		// Stacked cards stand between these two lanes: only the ends are drawn.
		d.ends(a, b, c, width)
		return
	}
	if m.Fate == trace.Aborted || m.Fate == trace.Rejected {
		mid := Point{(a.X + b.X) / 2, (a.Y + b.Y) / 2}
		d.arrow(a, mid, d.pal.Error, width, [2]float64{5, 4})
		d.icon("cross", mid.X, mid.Y, 0.8, d.pal.Error)
		return
	}
	if far := int(m.To) - int(m.From); far > 2 || far < -2 || t.look.cardWidth == 0 {
		c = c.alpha(0.55) // it passes over other lanes
	}
	d.arrow(a, b, c, width, [2]float64{})
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
