package scene

import (
	"strconv"
	"time"

	"lockstep/engine/trace"
	"lockstep/wasm/app"
	"lockstep/wasm/timescale"
)

// axis draws the time axis under the lanes, with breaks where time is folded.
func (d *sheet) axis(t *timeline) {
	y := t.axisY
	area := Rect{t.plot.X - 24, y - 12, t.plot.W + 28, 40}
	d.clip(area)
	d.line(Point{t.plot.X, y}, Point{t.plot.right(), y}, d.pal.Line, 1)
	k := ink{size: 10.5, color: d.pal.Muted, mono: true, align: Middle}
	edge := t.plot.X - 24
	ticks := d.ticks(t)
	texts := tickTexts(ticks)
	for i := range ticks {
		for _, x := range []*index{d.pin, d.index} {
			if x != nil && x.isForever(ticks[i].T) {
				texts[i] = "∞"
				if x.stop {
					texts[i] = d.say("axis.stopped")
				}
			}
		}
	}
	for i, tick := range ticks {
		x := t.plot.X + tick.X - d.s.Pan
		if x < t.plot.X-1 || x > t.plot.right()+1 {
			continue
		}
		d.line(Point{x, y - 3}, Point{x, y + 3}, d.pal.Faint, 1)
		text := texts[i]
		w := d.width(text, k)
		left := min(max(x-w/2, t.plot.X-20), t.plot.right()-w)
		if left < edge+8 {
			continue
		}
		edge = left + w
		d.text(left+w/2, y+17, w+1, text, k)
	}
	for _, f := range t.scale.Folds() {
		x := t.plot.X + f.X - d.s.Pan
		if x < t.plot.X || x > t.plot.right() {
			continue
		}
		d.box(Rect{x - 5, y - 4, 10, 8}, 0, d.pal.Background, 0)
		d.line(Point{x - 5, y + 6}, Point{x + 1, y - 6}, d.pal.Muted, 1)
		d.line(Point{x - 1, y + 6}, Point{x + 5, y - 6}, d.pal.Muted, 1)
	}
	d.unclip()
}

// isForever holds for the moment behind the end of a run that stands for ever.
func (x *index) isForever(at trace.Time) bool { return x.hung && x.cut == 0 && at == x.t.End+1 }

func (d *sheet) ticks(t *timeline) []timescale.Tick { return t.scale.Ticks(64) }

// tickTexts writes the times of the ticks with three digits, or as many as put each
// where it is between its neighbours: what is written is off by no more than a
// quarter of the way to the next one, so that times on an axis always rise.
func tickTexts(ticks []timescale.Tick) []string {
	texts := make([]string, len(ticks))
	for i, tick := range ticks {
		near := tick.T
		for _, k := range []int{i - 1, i + 1} {
			if k >= 0 && k < len(ticks) && ticks[k].T != tick.T {
				near = min(near, max(tick.T-ticks[k].T, ticks[k].T-tick.T))
			}
		}
		for digits := 3; digits < 24; digits++ {
			decimals := max(0, digits-wholeDigits(tick.T))
			texts[i] = formatTimeTo(tick.T, decimals)
			if off := writtenAs(tick.T, decimals) - tick.T; 4*max(off, -off) <= near {
				break
			}
		}
	}
	return texts
}

// writtenAs is the time that formatTimeTo writes.
func writtenAs(t trace.Time, decimals int) trace.Time {
	if t >= time.Minute && t%time.Second == 0 {
		return t
	}
	step, _ := unitOf(t)
	for range decimals {
		step /= 10
	}
	if step <= 1 {
		return t
	}
	return (t + step/2) / step * step
}

// timeDrag turns a place on the time axis into a time.
type timeDrag struct {
	scale *timescale.Scale
	x     float64 // where the scale begins on the page
}

// At is the action for a place.
func (t timeDrag) At(x, _ float64) app.Action { return app.Seek{T: t.scale.Time(x - t.x)} }

// cursorHot is the place where the cursor is dragged: all of the plot that no
// block lies on, and the axis.
func (d *sheet) cursorHot(t *timeline) {
	h := d.cursorSlider()
	h.Rect = Rect{t.plot.X - 8, t.at.Y, t.plot.W + 12, t.at.H}
	h.Drag = timeDrag{t.scale, t.plot.X - d.s.Pan}
	d.hot(h)
}

// cursorSlider is the cursor as a control, wherever it is.
func (d *sheet) cursorSlider() Hot {
	return Hot{
		ID: "cursor", Role: Slider, Name: d.say("cursor"), Min: 0, Max: float64(d.s.End()), Now: float64(d.s.Cursor),
		Value: strconv.FormatInt(int64(d.s.Cursor), 10), ValueText: d.say("cursor.at", "time", formatTime(d.s.Cursor), "end", formatTime(d.s.End())),
		Set: app.SeekText{},
		Keys: []KeyAction{
			{"ArrowRight", app.Step{By: 1}}, {"ArrowLeft", app.Step{By: -1}}, {"ArrowUp", app.Step{By: 1}}, {"ArrowDown", app.Step{By: -1}},
			{"PageUp", app.Step{By: 10}}, {"PageDown", app.Step{By: -10}}, {"Home", app.ToStart{}}, {"End", app.ToEnd{}},
		},
	}
}

// cursorLine is the line through all lanes, and the time below it. The line comes
// last: what moves in each frame is drawn over the picture where nothing lies on it.
func (d *sheet) cursorLine(t *timeline) {
	x := t.x(d, d.s.Cursor)
	if x < t.plot.X-2 || x > t.plot.right()+2 {
		return
	}
	text := formatTime(d.s.Cursor)
	k := ink{size: 11, color: d.pal.OnAccent, bold: true, mono: true, align: Middle}
	w := d.width(text, k) + 18
	y := t.view.bottom() + 12
	left := min(max(x-w/2, t.plot.X-16), t.plot.right()-w+4)
	d.box(Rect{left, y, w, 20}, 10, d.pal.Accent, 0)
	d.text(left+w/2, y+14, w-8, text, k)
	d.line(Point{x, t.view.Y - 8}, Point{x, y + 4}, d.pal.Accent, 1.6)
	d.out.Mover = len(d.out.Shapes)
}

// lanesAreas are what the wheel moves: up and down the lanes, along and into
// time.
func (d *sheet) lanesAreas(t *timeline) {
	full := float64(len(t.lanes))*t.look.pitch - (t.look.pitch - t.look.height)
	area := Area{Rect: t.at, Zoom: timeZoom{t.plot, d.s}}
	limit, wide := full-t.view.H, t.wide()
	if limit > 0.5 || wide > 0.5 {
		area.Scroll = lanesScroll{d.s.Scroll.Lanes, limit, d.s.Pan, wide}
	}
	d.out.Areas = append(d.out.Areas, area)
}

// lanesScroll scrolls the lanes and pans the time; what goes no further is the
// page's.
type lanesScroll struct{ lanes, limit, pan, wide float64 }

// By is the action for a distance.
func (l lanesScroll) By(dx, dy float64) app.Action {
	switch {
	case dx != 0 && (dx < 0 && l.pan > 0 || dx > 0 && l.pan < l.wide):
		return app.PanBy{DX: dx, Limit: l.wide}
	case dy < 0 && l.lanes > 0 || dy > 0 && l.lanes < l.limit:
		return app.ScrollBy{Part: "lanes", DY: dy, Limit: l.limit}
	}
	return nil
}

type timeZoom struct {
	plot Rect
	s    *app.State
}

// By is the action for a factor around a point.
func (z timeZoom) By(factor, x, _ float64) app.Action {
	return app.ZoomBy{Factor: factor, At: x - z.plot.X, Width: z.plot.W}
}
