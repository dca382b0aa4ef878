package scene

import (
	"fmt"
	"strconv"
	"strings"

	"lockstep/engine/sweep"
	"lockstep/wasm/app"
)

// whatIfTab shows how the run would have ended, had something struck a rank at
// each of its moments, or had messages come in another order.
func (d *sheet) whatIfTab(x, y, width float64) float64 {
	y = d.heading(x, y, width, d.say("whatif.title"))
	y = d.paragraph(x, y-2, width, 18, 0, d.say("whatif.lead"), ink{size: 12, color: d.pal.Muted}) + 4
	y = d.whatIfQuestion(x, y, width)
	w := d.s.SweepingOf()
	if w == nil {
		return d.model(x, y+12, width)
	}
	y = d.strikes(w, x, y, width)
	if w.Orders != nil {
		y = d.orders(w, x, y+16, width)
	}
	return d.model(x, y+16, width)
}

// whatIfQuestion is which rank, and what strikes it.
func (d *sheet) whatIfQuestion(x, y, width float64) float64 {
	const rankWidth = 92.0
	var ranks, kinds []Option
	for p := range d.s.Scenario.Processes() {
		ranks = append(ranks, Option{strconv.Itoa(p), "rank " + strconv.Itoa(d.rankAt(p))})
	}
	for _, k := range sweep.Kinds() {
		kinds = append(kinds, Option{string(k), d.say("whatif.kind." + string(k))})
	}
	kind := d.s.WhatIf.Kind
	if kind == "" {
		kind = sweep.Crash
	}
	d.choice(choice{id: "whatif.rank", at: Rect{x, y, rankWidth, 30}, name: d.say("whatif.rank"), value: strconv.Itoa(min(d.s.WhatIf.Rank, len(ranks)-1)), options: ranks, set: app.AskRank{}})
	d.choice(choice{id: "whatif.kind", at: Rect{x + rankWidth + 8, y, width - rankWidth - 8, 30}, name: d.say("whatif.kind"), value: string(kind), options: kinds, set: app.AskKind{}})
	return y + 48
}

// stretch is a run of neighbouring moments that end alike.
type stretch struct{ first, last int }

func stretchesOf(points []sweep.Point) []stretch {
	var list []stretch
	for i := range points {
		if n := len(list); n > 0 && points[i].Outcome == points[i-1].Outcome {
			list[n-1].last = i
		} else {
			list = append(list, stretch{i, i})
		}
	}
	return list
}

// strikes is the strip of outcomes, one piece for each moment, and its stretches
// in words.
func (d *sheet) strikes(w *app.Sweeping, x, y, width float64) float64 {
	points := w.Strikes.Points()
	all, run := w.Strikes.Moments()
	strip := Rect{x, y, width, 26}
	d.box(strip, 4, d.pal.Chip, 0)
	each := width / float64(max(run, 1))
	for i := range points {
		d.outcomePiece(Rect{x + float64(i)*each, y, each, strip.H}, points[i].Outcome)
	}
	if len(points) > 0 {
		k := ink{size: 11, color: d.pal.Muted, mono: true}
		d.text(x, y+40, width/2, formatTime(points[0].At), k)
		if len(points) == run {
			k.align = End
			d.text(x+width, y+40, width/2, formatTime(points[run-1].At), k)
		}
	}
	y += 62
	key, n := "whatif.running", len(points)
	switch {
	case n == run && run == all:
		key = "whatif.ran"
	case n == run:
		key = "whatif.thinned"
	}
	y = d.paragraph(x, y, width, 18, 0, d.say(key, "n", itoa(n), "all", itoa(all)), ink{size: 12, color: d.pal.Muted})
	y = d.outcomeCounts(points, x, y+4, width)
	for i, s := range stretchesOf(points) {
		p := points[s.first]
		from, to, what := formatTime(p.At), formatTime(points[s.last].At), d.say("whatif."+string(p.Outcome))
		row := Rect{x - 4, y - 4, width + 8, 30}
		if d.insight(row.Y, row.H) {
			d.outcomePiece(Rect{x, y + 2, 14, 16}, p.Outcome)
			d.text(x+22, y+15, width-92, d.say("whatif.span", "from", from, "to", to), ink{size: 11.5, color: d.pal.Text, mono: true})
		}
		d.hot(Hot{ID: fmt.Sprintf("whatif.span-%d", i), Rect: Rect{row.X, row.Y, row.W - 66, row.H}, Role: Group,
			Name: d.say("whatif.row", "from", from, "to", to, "what", what, "n", itoa(s.last-s.first+1))})
		d.button(button{id: fmt.Sprintf("whatif.try-%d", i), at: Rect{x + width - 58, y - 2, 58, 24}, label: d.say("whatif.try"), size: 11.5,
			name: d.say("whatif.try.name", "at", from, "what", what), press: app.TryStrike{N: s.first}, disabled: d.s.ReadOnly})
		y += 32
	}
	return y
}

// outcomeCounts are how many moments end how, with the piece that stands for it.
func (d *sheet) outcomeCounts(points []sweep.Point, x, y, width float64) float64 {
	k := ink{size: 12, color: d.pal.Text, bold: true}
	left := x
	for _, o := range sweep.Outcomes() {
		n := 0
		for i := range points {
			if points[i].Outcome == o {
				n++
			}
		}
		if n == 0 {
			continue
		}
		text := d.say("whatif.count", "n", itoa(n), "what", d.say("whatif."+string(o)))
		w := d.width(text, k) + 24
		if left > x && left+w > x+width {
			left, y = x, y+24
		}
		d.outcomePiece(Rect{left, y - 12, 14, 14}, o)
		d.text(left+20, y, width-20, text, k)
		left += w + 14
	}
	return y + 26
}

// outcomePiece is told by its pattern as well as by its colour: plain for good,
// bars for wrong numbers, hatched for failed, an outline for endless.
func (d *sheet) outcomePiece(r Rect, o sweep.Outcome) {
	gap := min(1, r.W/4)
	r.W -= gap
	radius := min(3, r.W/3)
	switch o {
	case sweep.Recovers:
		d.box(r, radius, d.pal.OK, 0)
	case sweep.Wrong:
		d.box(r, radius, d.pal.Warn, 0)
		d.line(Point{r.X, r.Y + r.H/3}, Point{r.right(), r.Y + r.H/3}, d.pal.Surface, 1.5)
		d.line(Point{r.X, r.Y + 2*r.H/3}, Point{r.right(), r.Y + 2*r.H/3}, d.pal.Surface, 1.5)
	case sweep.Fails:
		d.box(r, radius, d.pal.Error, 0)
		d.line(Point{r.X, r.bottom()}, Point{r.right(), r.Y}, d.pal.Surface, 1.2)
	case sweep.Hangs:
		d.box(r, radius, d.pal.ErrorSoft, d.pal.Error)
	default:
		d.box(r, radius, d.pal.Faint, 0)
	}
}

// orders is the sweep over the orders in which messages from any source can come.
func (d *sheet) orders(w *app.Sweeping, x, y, width float64) float64 {
	y = d.heading(x, y, width, d.say("whatif.orders.title"))
	ends := w.Orders.Ends()
	all, _ := w.Orders.Orders()
	var ranks []string
	for _, r := range sweep.Races(d.s.Scenario) {
		ranks = append(ranks, "rank "+itoa(d.rankAt(r.Rank)))
	}
	n, good := 0, 0
	for _, e := range ends {
		n += e.Count
		if e.Outcome == sweep.Recovers {
			good++
		}
	}
	y = d.paragraph(x, y-2, width, 18, 0, d.say("whatif.orders.lead", "ranks", strings.Join(ranks, ", "), "n", itoa(n), "all", itoa(all)), ink{size: 12, color: d.pal.Muted})
	if w.Over {
		top := y - 8
		verdict := d.say("whatif." + string(w.Orders.Verdict()))
		if good > 1 {
			verdict += " " + d.say("whatif.numbers", "n", itoa(good))
		}
		y = d.paragraph(x, y+6, width, 20, 0, verdict, ink{size: 12.5, color: d.pal.Text, bold: true})
		d.hot(Hot{ID: "whatif-verdict", Rect: Rect{x - 4, top, width + 8, y - top}, Role: Group, Name: verdict})
	}
	for i, e := range ends {
		order, what := orderText(e.First), d.say("whatif."+string(e.Outcome))
		if e.Outcome == sweep.Recovers {
			what = d.say("whatif.well")
		}
		y += 8
		d.outcomePiece(Rect{x, y - 2, 14, 16}, e.Outcome)
		d.text(x+22, y+11, width-92, d.say("whatif.count", "n", itoa(e.Count), "what", what), ink{size: 12, color: d.pal.Text, bold: true})
		d.text(x+22, y+28, width-92, d.say("whatif.order", "order", order), ink{size: 11.5, color: d.pal.Muted, mono: true})
		d.button(button{id: fmt.Sprintf("whatif.order-%d", i), at: Rect{x + width - 58, y + 2, 58, 24}, label: d.say("whatif.try"), size: 11.5,
			name: d.say("whatif.order.try", "order", order, "what", what), press: app.TryOrder{N: i}, disabled: d.s.ReadOnly})
		y += 36
	}
	return y
}

func orderText(o sweep.Order) string {
	var races []string
	for _, senders := range o {
		var list []string
		for _, rank := range senders {
			list = append(list, strconv.Itoa(rank))
		}
		races = append(races, strings.Join(list, " → "))
	}
	return strings.Join(races, "; ")
}
