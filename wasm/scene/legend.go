package scene

import "lockstep/wasm/app"

// axisControls stand left of the axis, under the cards: how time is given room, and
// what the marks mean.
func (d *sheet) axisControls(t *timeline) {
	w := t.look.cardWidth
	if w < 100 {
		return
	}
	x, y := t.at.X, t.view.bottom()+12
	k := ink{size: 11.5, color: d.pal.Muted}
	label := d.say("scale")
	if lw := d.width(label, k); lw+8+84+8+30 <= w {
		d.text(x+2, y+15, lw+1, label, k)
		x += lw + 10
	}
	cw := min(92, w-(x-t.at.X)-36)
	d.scaleChoice(Rect{x, y, cw, 22})
	x += cw + 6
	open := app.Open{Kind: app.OpenLegend}
	b := button{id: "legend", at: Rect{x, y, 28, 22}, name: d.say("legend"), icon: "legend", radius: 6, press: app.OpenPopover{Open: open}, expanded: d.s.Open == open}
	if word := d.say("legend"); x+d.width(word, ink{size: 11.5})+16 <= t.at.X+w {
		b.icon, b.label, b.size, b.at.W = "", word, 11.5, d.width(word, ink{size: 11.5})+16
	}
	d.button(b)
	d.messagesControl(t, Rect{t.at.X, y + 28, w, 20})
}

// legend shows each mark of the timeline beside what it means.
func (d *sheet) legend() {
	c := d.pal.rank(0)
	rows := []struct {
		key  string
		draw func(r Rect)
	}{
		{"legend.quiet", func(r Rect) { d.box(r, 5, d.pal.Chip, d.pal.Line) }},
		{"legend.moving", func(r Rect) { d.box(r, 5, c.Fill, 0) }},
		{"legend.waiting", func(r Rect) {
			d.box(r, 5, d.pal.Surface, 0)
			d.hatch(r, 5, c.Bar)
			d.box(r, 5, 0, c.Bar)
		}},
		{"legend.reducing", func(r Rect) {
			d.box(r, 5, c.Fill, 0)
			d.reduction(Point{r.X + r.W/2, r.Y + 1}, c)
		}},
		{"legend.message", func(r Rect) { d.arrow(Point{r.X + 4, r.Y}, Point{r.right() - 4, r.bottom()}, c.Bar, 1.8, [2]float64{}) }},
		{"legend.lost", func(r Rect) {
			d.arrow(Point{r.X + 4, r.Y}, Point{r.X + r.W/2 + 4, r.bottom() - 4}, d.pal.Error, 1.8, [2]float64{5, 4})
			d.icon("cross", r.X+r.W/2+8, r.bottom()-4, 0.7, d.pal.Error)
		}},
		{"legend.failed", func(r Rect) { d.legendMark(r, "cross") }},
		{"legend.timeout", func(r Rect) { d.legendMark(r, "clock") }},
		{"legend.killed", func(r Rect) { d.legendMark(r, "bolt") }},
		{"legend.skipped", func(r Rect) { d.dashed(r, 5, d.pal.Faint) }},
		{"legend.fold", func(r Rect) {
			y := r.Y + r.H/2
			d.line(Point{r.X, y}, Point{r.right(), y}, d.pal.Line, 1)
			x := r.X + r.W/2
			d.line(Point{x - 5, y + 6}, Point{x + 1, y - 6}, d.pal.Muted, 1)
			d.line(Point{x - 1, y + 6}, Point{x + 5, y - 6}, d.pal.Muted, 1)
		}},
		{"legend.contributions", func(r Rect) {
			d.box(r, 5, d.pal.Surface, c.Bar)
			d.contributions(Rect{r.X + 4, r.bottom() - 7, r.W - 8, 4}, stageCell{from: []int{0, 2}, of: 4})
		}},
	}
	const mark, row = 46.0, 30.0
	width := min(430, d.s.W-16)
	k := ink{size: 12.5, color: d.pal.Text}
	high := 10.0
	for _, r := range rows {
		high += max(row, float64(len(wrap(d.m, d.say(r.key), k, width-mark-46)))*17+12)
	}
	at := Rect{(d.s.W - width) / 2, max(8, (d.s.H-high-46)/2), width, min(high+46, d.s.H-16)}
	d.frame(at, d.say("legend"))
	d.scrolled(content(at), high, func(y float64) {
		for _, r := range rows {
			lines := float64(len(wrap(d.m, d.say(r.key), k, width-mark-46)))
			r.draw(Rect{at.X + 16, y + 6, mark, 18})
			d.paragraph(at.X+16+mark+14, y+19, width-mark-46, 17, 0, d.say(r.key), k)
			y += max(row, lines*17+12)
		}
	})
}

func (d *sheet) legendMark(r Rect, icon string) {
	d.box(Rect{r.X + 8, r.Y - 2, 4, r.H + 4}, 2, d.pal.Error, 0)
	d.icon(icon, r.X+26, r.Y+r.H/2, 1, d.pal.Error)
}

// reduction is the sign that a rank combined what came with what it had: a sum
// takes no time, so it is a mark and not a stretch.
func (d *sheet) reduction(at Point, c RankColor) {
	d.box(Rect{at.X - 5, at.Y - 5, 10, 10}, 5, d.pal.Surface, c.Bar)
	d.icon("plus", at.X, at.Y, 0.5, c.Ink)
}
