package scene

import (
	"math"
	"strings"
)

// mostSpent is how many messages are looked through for where time went: more would
// take longer than a person waits for a tab.
const mostSpent = 400_000

// timeTab tells what each rank's time went to, who makes the others wait, and
// what the collectives cost beside what they must.
func (d *sheet) timeTab(x, y, width float64) float64 {
	y = d.heading(x, y, width, d.say("time.title"))
	if d.reckons() {
		return d.model(x, d.paragraph(x, y, width, 20, 0, "…", ink{size: 12.5, color: d.pal.Muted})+12, width)
	}
	if len(d.index.t.Messages) > mostSpent {
		y = d.paragraph(x, y, width, 20, 0, d.say("time.toomany"), ink{size: 12.5, color: d.pal.Muted})
		return d.model(x, d.costs(x, y+14, width)+12, width)
	}
	s := d.spent()
	if len(s.procs) == 0 || s.To <= s.From {
		y = d.paragraph(x, y, width, 20, 0, d.say("time.none"), ink{size: 12.5, color: d.pal.Muted})
		return d.model(x, y+12, width)
	}
	y = d.paragraph(x, y-4, width, 18, 0, d.say("time.span", "from", formatTime(s.From), "to", formatTime(s.To)), ink{size: 11.5, color: d.pal.Muted}) + 6
	y = d.timeLegend(x, y, width, s) + 14
	if len(s.procs) > 8 { // what they come to stands before the many
		y = d.timeSums(x, y, width, s) + 8
		y = d.timeRows(x, y, width, 20, s)
	} else {
		y = d.timeRows(x, y, width, 34, s)
		y = d.timeSums(x, y+14, width, s)
	}
	y = d.costs(x, y+20, width)
	return d.model(x, y+12, width)
}

// timeRows are the ranks, one bar each.
func (d *sheet) timeRows(x, y, width, pitch float64, s *spent) float64 {
	for i, p := range s.procs {
		name := "rank " + itoa(d.rankAt(int(p)))
		d.timeBar("spent-rank-"+itoa(d.index.t.Seat(p)), Rect{x, y, width, pitch - 6}, name, d.rankColor(int(p)).Ink, s.share[i], i == s.slow)
		y += pitch
	}
	return y
}

// timeSums are the slowest beside the average, and what that means.
func (d *sheet) timeSums(x, y, width float64, s *spent) float64 {
	if len(s.procs) <= 8 {
		d.line(Point{x, y - 10}, Point{x + width, y - 10}, d.pal.Line, 1)
	}
	if s.slow >= 0 {
		p := int(s.procs[s.slow])
		d.timeBar("spent-slowest", Rect{x, y, width, 24}, d.say("time.slowest"), d.rankColor(p).Ink, s.share[s.slow], false)
		y += 32
	}
	d.timeBar("spent-average", Rect{x, y, width, 24}, d.say("time.average"), d.pal.Text, s.average, false)
	return d.timeVerdict(x, y+46, width, s)
}

// timeVerdict says in two sentences what the average hides.
func (d *sheet) timeVerdict(x, y, width float64, s *spent) float64 {
	bold, plain := ink{size: 12.5, color: d.pal.Text, bold: true}, ink{size: 12.5, color: d.pal.Muted}
	title, detail := d.verdictOnTime(s)
	top := y - 14
	y = d.paragraph(x, y, width, 20, 0, title, bold)
	if detail != "" {
		y = d.paragraph(x, y, width, 20, 0, detail, plain)
	}
	d.hot(Hot{ID: "spent-verdict", Rect: Rect{x - 4, top, width + 8, y - top}, Role: Group, Name: strings.TrimSpace(title + " " + detail)})
	return y
}

func (d *sheet) verdictOnTime(s *spent) (title, detail string) {
	average := percent(busyShare(s.average))
	if s.slow < 0 {
		least, most := math.Inf(1), 0.0
		for _, share := range s.share {
			least, most = min(least, busyShare(share)), max(most, busyShare(share))
		}
		return d.say("time.even", "busy", average, "least", percent(least), "most", percent(most)), ""
	}
	rank := itoa(d.rankAt(int(s.procs[s.slow])))
	what := useKeys[s.slowUse]
	if s.slowSleep {
		what = "time.sleeping"
	}
	others := "time.slow"
	if len(s.procs) == 2 {
		others = "time.slow.other"
	}
	return d.say("time.hidden", "busy", average),
		d.say(others, "rank", rank, "share", percent(s.share[s.slow][s.slowUse]), "what", d.say(what), "wait", percent(s.others))
}

// timeBar is one line: a name, and what the time went to.
func (d *sheet) timeBar(id string, r Rect, name string, c Color, share [uses]float64, slow bool) {
	if !d.insight(r.Y, r.H) {
		return
	}
	const first = 58.0
	if slow {
		d.box(Rect{r.X - 4, r.Y - 3, r.W + 8, r.H + 6}, 6, d.pal.Chip, 0)
	}
	size := min(12.5, r.H*0.75)
	d.text(r.X, r.Y+r.H/2+size*0.36, first-4, name, ink{size: size, color: c, bold: true})
	left, width := r.X+first, r.W-first
	var words []string
	for u := range uses {
		w := width * share[u]
		if share[u] >= 0.005 {
			words = append(words, d.say("time.share", "what", d.say(useKeys[u]), "share", percent(share[u])))
		}
		if w < 0.5 {
			continue
		}
		d.timePiece(Rect{left, r.Y, max(1, w-1), r.H}, u)
		text, k := percent(share[u]), ink{size: 10.5, color: d.pal.OnSpent[u], mono: true}
		if r.H >= 18 && d.width(text, k)+8 <= w {
			if u == loading || u == standingBy { // the pattern must not run through the number
				d.box(Rect{left + 3, r.Y + r.H/2 - 7, d.width(text, k) + 4, 14}, 2, d.pal.Spent[u], 0)
			}
			d.text(left+5, r.Y+r.H/2+3.8, w-6, text, k)
		}
		left += w
	}
	text := d.say("time.row", "name", name, "shares", strings.Join(words, d.say("time.and")))
	d.hot(Hot{ID: id, Rect: r, Role: Group, Name: text, Describe: text})
}

// timePiece draws a use by colour and by pattern: loading has bars across,
// computing is plain, waiting is hatched as in the lanes, transferring has a line
// along, and what is none of these is an outline.
func (d *sheet) timePiece(r Rect, u use) {
	c, mark := d.pal.Spent[u], d.pal.OnSpent[u].alpha(0.28)
	radius := min(3, r.W/3)
	switch u {
	case loading:
		d.box(r, radius, c, 0)
		for x := r.X + 3; x < r.right()-1; x += 6 {
			d.line(Point{x, r.Y + 1}, Point{x, r.bottom() - 1}, mark, 1)
		}
	case working:
		d.box(r, radius, c, 0)
	case standingBy:
		d.box(r, radius, c, 0)
		d.out.Shapes = append(d.out.Shapes, Shape{Kind: Hatch, Rect: r, Radius: radius, Fill: 0, Stroke: mark})
	case exchanging:
		d.box(r, radius, c, 0)
		d.line(Point{r.X, r.bottom() - 2.5}, Point{r.right(), r.bottom() - 2.5}, d.pal.OnSpent[u].alpha(0.75), 1.4)
	default:
		d.dashed(Rect{r.X, r.Y + 0.5, r.W, r.H - 1}, radius, d.pal.Faint)
	}
}

// timeLegend names the patterns that there are.
func (d *sheet) timeLegend(x, y, width float64, s *spent) float64 {
	k := ink{size: 11, color: d.pal.Muted}
	left := x
	for u := range uses {
		if s.average[u] < 0.0005 {
			continue
		}
		text := d.say(useKeys[u])
		if w := d.width(text, k); left > x && left+22+w > x+width {
			left, y = x, y+20
		}
		d.timePiece(Rect{left, y - 10, 16, 12}, u)
		left += 22 + d.text(left+22, y, width-22, text, k) + 14
	}
	return y
}

// percent writes a share in whole percent.
func percent(share float64) string { return itoa(int(math.Round(share*100))) + " %" }
