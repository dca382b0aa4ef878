package scene

import (
	"math"
	"strconv"

	"lockstep/engine/trace"
	"lockstep/wasm/app"
)

// mostLanes is how many ranks have lanes; a world that is larger is a strip of
// cells, which is there to be looked at. Its file can be edited.
const mostLanes = app.MaxWorld

// crowded: there are more processes than have lanes.
func (d *sheet) crowded() bool { return d.s.Scenario.Processes() > mostLanes }

const (
	heatCellWidth  = 4.0
	heatCellHeight = 3.0
	heatGutter     = 56.0 // room for the names of the ranks
)

// heatStrip draws a run of very many ranks: a line a rank, or a few of them in one
// line, and in it what they mostly do.
func (d *sheet) heatStrip(r Rect) {
	d.box(r, 10, d.pal.Surface, d.pal.Line)
	top := d.heatLegend(r.X+14, r.Y+20, r.W-28)
	plot := Rect{r.X + heatGutter, top + 10, r.W - heatGutter - 14, r.bottom() - top - 10 - 50}
	if plot.H < 40 || len(d.index.t.Procs) == 0 {
		return
	}
	h := d.index.heatOn(d.s.Run.Course())
	if !h.findMore(heatItems) {
		d.out.Unfinished = true
	}
	v := heatView{h: h, plot: plot, zoom: d.s.Zoom, pan: d.s.Pan}
	d.clip(plot)
	d.heatCells(&v)
	d.unclip()
	d.box(plot, 0, 0, d.pal.Line)
	d.heatNames(&v)
	d.heatCursor(&v)
	wide := plot.W * (d.s.Zoom - 1)
	area := Area{Rect: r, Zoom: timeZoom{plot, d.s}}
	if wide > 0.5 {
		area.Scroll = lanesScroll{0, 0, d.s.Pan, wide}
	}
	d.out.Areas = append(d.out.Areas, area)
}

// heatView places the cells of a strip.
type heatView struct {
	h         *heat
	plot      Rect
	zoom, pan float64
}

// rows is how many lines there are, and how many ranks each has.
func (v *heatView) rows() (rows, each int) {
	n := len(v.h.cells)
	most := max(1, int(v.plot.H/heatCellHeight))
	each = (n + most - 1) / most
	return (n + each - 1) / each, each
}

func (v *heatView) x(t trace.Time) float64 {
	return v.plot.X + v.h.course.At(t)/max(v.h.course.Length(), 1e-9)*v.plot.W*v.zoom - v.pan
}

func (v *heatView) time(x float64) trace.Time {
	return v.h.course.Time((x - v.plot.X + v.pan) / (v.plot.W * v.zoom) * v.h.course.Length())
}

// bins are those that a column of the strip shows.
func (v *heatView) bins(x float64) (from, to int) {
	at := func(x float64) float64 { return (x - v.plot.X + v.pan) / (v.plot.W * v.zoom) * heatBins }
	from = min(max(int(at(x)), 0), heatBins-1)
	return from, min(max(int(math.Ceil(at(x+heatCellWidth))), from+1), heatBins)
}

// heatCells draws the cells, those alike beside each other as one.
func (d *sheet) heatCells(v *heatView) {
	rows, each := v.rows()
	height := v.plot.H / float64(rows)
	columns := int(math.Ceil(v.plot.W / heatCellWidth))
	for row := range rows {
		first, last := row*each, min((row+1)*each, len(v.h.cells))
		if v.h.cells[first] == nil {
			break
		}
		y := v.plot.Y + float64(row)*height
		begin, was := 0, warmth(0)
		for c := 0; c <= columns; c++ {
			now := warmth(0xFF)
			if c < columns {
				now = v.cell(first, last, v.plot.X+float64(c)*heatCellWidth)
			}
			if c > 0 && now != was {
				d.heatCell(Rect{v.plot.X + float64(begin)*heatCellWidth, y, float64(c-begin) * heatCellWidth, height}, was)
				begin = c
			}
			was = now
		}
	}
}

// cell is what most of the ranks of a line that are at something mostly do: one that
// works, or gets data, counts more than all that wait for it, and one that failed more
// than all others.
func (v *heatView) cell(first, last int, x float64) warmth {
	from, to := v.bins(x)
	var count [warmths]int
	for p := first; p < last && v.h.cells[p] != nil; p++ {
		for i := from; i < to; i++ {
			count[v.h.cells[p][i]]++
		}
	}
	if count[warmFailed] > 0 {
		return warmFailed
	}
	best := cold
	for _, w := range []warmth{warmWorking, warmLoading, warmMoving} {
		if count[w] > 0 && (best == cold || count[w] > count[best]) {
			best = w
		}
	}
	if best != cold {
		return best
	}
	for _, w := range []warmth{cold, warmWaiting, warmEnded} {
		if count[w] > count[best] {
			best = w
		}
	}
	return best
}

func (d *sheet) heatColor(w warmth) Color {
	switch w {
	case warmWorking:
		return d.pal.Spent[working]
	case warmLoading:
		return d.pal.Spent[loading]
	case warmWaiting:
		return d.pal.Spent[standingBy]
	case warmMoving:
		return d.pal.Spent[exchanging]
	case warmEnded:
		return d.pal.OKSoft
	case warmFailed:
		return d.pal.Error
	}
	return 0
}

// heatCell is one cell; where one has failed there is a line through it besides
// its colour.
func (d *sheet) heatCell(r Rect, w warmth) {
	if c := d.heatColor(w); c != 0 {
		d.box(r, 0, c, 0)
	}
	if w == warmFailed {
		d.line(Point{r.X, r.Y + r.H/2}, Point{r.right(), r.Y + r.H/2}, d.pal.Surface, 0.6)
	}
}

// heatNames names some ranks at the left, and makes each line a place that tells
// who it is and what they do at the cursor.
func (d *sheet) heatNames(v *heatView) {
	rows, each := v.rows()
	height := v.plot.H / float64(rows)
	k := ink{size: 10.5, color: d.pal.Muted, mono: true, align: End}
	edge := v.plot.Y - 20
	for row := range rows {
		y := v.plot.Y + (float64(row)+0.5)*height
		if y-edge >= 22 || row == 0 {
			d.text(v.plot.X-6, y+4, heatGutter-10, strconv.Itoa(d.rankAt(row*each)), k)
			edge = y
		}
	}
	if d.s.W >= wideFrom && !d.s.Embed { // elsewhere the track at the foot is the cursor
		h := d.cursorSlider()
		h.Rect = Rect{v.plot.X - 4, v.plot.Y, v.plot.W + 8, v.plot.H + 44}
		h.Drag = heatDrag{*v}
		d.hot(h)
	}
	for row := range rows {
		first, last := row*each, min((row+1)*each, len(v.h.cells))
		h := Hot{ID: "ranks-" + itoa(first), Rect: Rect{v.plot.X - heatGutter + 6, v.plot.Y + float64(row)*height, v.plot.W + heatGutter - 6, height},
			Role: Group, Name: d.heatRanks(first, last), Drag: heatDrag{*v}}
		if d.s.Hover == h.ID || d.s.Focused == h.ID {
			h.Describe = d.pair(h.Name, d.heatStates(v, first, last))
		}
		d.hot(h)
	}
}

func (d *sheet) heatRanks(first, last int) string {
	ranks := make([]int, 0, last-first)
	for p := first; p < last; p++ {
		ranks = append(ranks, d.rankAt(p))
	}
	return "rank " + ranges(ranks)
}

// heatStates says what some ranks do about the cursor.
func (d *sheet) heatStates(v *heatView, first, last int) string {
	var count [warmths]int
	at := v.h.binAt(d.s.Cursor)
	for p := first; p < last && v.h.cells[p] != nil; p++ {
		count[v.h.cells[p][at]]++
	}
	text := ""
	for w, n := range count {
		if n == 0 {
			continue
		}
		if text != "" {
			text += d.say("time.and")
		}
		text += d.say("heat.count", "n", itoa(n), "state", d.say(warmKeys[w]))
	}
	return text
}

// heatDrag moves the cursor.
type heatDrag struct{ v heatView }

// At is the action for a place.
func (h heatDrag) At(x, _ float64) app.Action { return app.Seek{T: h.v.time(x)} }

// heatCursor is the line at the cursor, and the time below it.
func (d *sheet) heatCursor(v *heatView) {
	k := ink{size: 10.5, color: d.pal.Muted, mono: true, align: Middle}
	y := v.plot.bottom()
	edge := v.plot.X - 40
	last := formatTime(v.time(v.plot.right()))
	end := v.plot.right() - d.width(last, k)
	for i := range 4 {
		x := v.plot.X + v.plot.W*float64(i)/4
		d.line(Point{x, y}, Point{x, y + 4}, d.pal.Faint, 1)
		text := formatTime(v.time(x))
		if w := d.width(text, k); x-w/2 > edge+8 && x+w/2 < end-8 {
			d.text(x, y+40, w+1, text, k)
			edge = x + w/2
		}
	}
	k.align = End
	d.line(Point{v.plot.right(), y}, Point{v.plot.right(), y + 4}, d.pal.Faint, 1)
	d.text(v.plot.right(), y+40, 90, last, k)
	x := v.x(d.s.Cursor)
	if x < v.plot.X-1 || x > v.plot.right()+1 {
		return
	}
	text := formatTime(d.s.Cursor)
	c := ink{size: 11, color: d.pal.OnAccent, bold: true, mono: true, align: Middle}
	w := d.width(text, c) + 18
	d.line(Point{x, v.plot.Y - 6}, Point{x, y + 8}, d.pal.Accent, 1.6)
	left := min(max(x-w/2, v.plot.X-16), v.plot.right()-w+4)
	d.box(Rect{left, y + 7, w, 20}, 10, d.pal.Accent, 0)
	d.text(left+w/2, y+21, w-8, text, c)
}

// heatLegend names the colours, and says what a line is.
func (d *sheet) heatLegend(x, y, width float64) float64 {
	k := ink{size: 11.5, color: d.pal.Muted}
	left := x
	for _, w := range []warmth{warmWorking, warmLoading, warmWaiting, warmMoving, warmEnded, warmFailed} {
		text := d.say(warmKeys[w])
		if tw := d.width(text, k); left > x && left+20+tw > x+width {
			left, y = x, y+20
		}
		d.heatCell(Rect{left, y - 9, 14, 10}, w)
		d.box(Rect{left, y - 9, 14, 10}, 0, 0, d.pal.Line)
		left += 20 + d.text(left+20, y, width-20, text, k) + 14
	}
	text := d.say("heat.about")
	if left > x && left+d.width(text, k) > x+width {
		left, y = x, y+20
	}
	most := 2
	if d.s.Embed { // which is low
		most = 1
	}
	return d.paragraph(left, y, x+width-left, 17, most, text, ink{size: 11.5, color: d.pal.Text}) - 17
}
