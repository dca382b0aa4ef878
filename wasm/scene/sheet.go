package scene

import (
	"lockstep/engine/flow"
	"lockstep/engine/lesson"
	"lockstep/engine/recorded"
	"lockstep/engine/scenario"
	"lockstep/wasm/app"
)

// sheet is one picture while it is made: what it is made from, and the shapes
// and hot places so far. Its verbs are the only way to put something on it, and
// the ones for text take the width that there is, so no text can overflow.
type sheet struct {
	s       *app.State
	m       Measurer
	w       *Words
	pal     *Palette
	index   *index // of the run, see index.go
	now     *moment
	pin     *index                                                           // of the run that is kept to compare with; nil: there is none, or it is the same
	column  float64                                                          // of the labels beside fields; 0: as wide as ever
	lanes   *timeline                                                        // as they were laid out; nil before, and where they do not show
	room    Rect                                                             // what is seen of the panel that is being made; see insight
	file    func(*scenario.Scenario) string                                  // see fileText
	broken  func(text string, width float64) []fileLine                      // see breakFile
	code    func(text string, width float64) []fileLine                      // see breakCode
	control func(app.OpRef) *opControl                                       // see controlOf
	cellOf  func(cellRef) *cellControl                                       // see cellOf
	states  map[*flow.Collective][]flow.State                                // see statesOf
	seen    func(*scenario.Scenario, *recorded.Table) (recorded.Seen, bool)  // see seenOf
	program func(s *scenario.Scenario, lang string, width float64) *programs // see program
	air     []flight                                                         // on the stage
	terms   func(lang string) []lesson.Term                                  // of the glossary

	// What is kept from picture to picture, see part.go.
	keep  *retained // nil: nothing is
	goOn  bool      // the parts of the last picture hold
	lasts bool      // those of them do that are lasting
	stale bool      // they turned out not to
	when  when      // what has happened by now
	still bool      // that is what had by the last picture, see stretch
	block *[]Point  // see points
	next  int       // of the parts of the last picture
	old   *Scene    // whose memory this one gets
	laid  laid
	reach [2]float64
	later bool // something comes later that no part is made from

	out Scene
}

func (d *sheet) say(key string, args ...string) string { return d.w.Say(key, args...) }

func (d *sheet) width(text string, k ink) float64 { return d.m.Width(text, k.size, k.style()) }

// points are a shape's own. They lie in blocks, since there are more than a thousand in
// a picture.
func (d *sheet) points(p ...Point) []Point {
	if cap(*d.block)-len(*d.block) < len(p) {
		*d.block = make([]Point, 0, 128)
	}
	from := len(*d.block)
	*d.block = append(*d.block, p...)
	return (*d.block)[from:len(*d.block):len(*d.block)]
}

// box draws a rectangle with an outline of width 1; either colour may be 0.
func (d *sheet) box(r Rect, radius float64, fill, stroke Color) {
	d.outline(r, radius, fill, stroke, 1)
}

func (d *sheet) outline(r Rect, radius float64, fill, stroke Color, width float64) {
	d.out.Shapes = append(d.out.Shapes, Shape{Kind: Box, Rect: r, Radius: radius, Fill: fill, Stroke: stroke, Width: width})
}

// dashed draws an outline for what is not there.
func (d *sheet) dashed(r Rect, radius float64, stroke Color) {
	d.out.Shapes = append(d.out.Shapes, Shape{Kind: Box, Rect: r, Radius: radius, Stroke: stroke, Width: 1, Dash: [2]float64{4, 3}})
}

// hatch fills a rectangle with the sign for waiting.
func (d *sheet) hatch(r Rect, radius float64, c Color) {
	d.out.Shapes = append(d.out.Shapes, Shape{Kind: Hatch, Rect: r, Radius: radius, Fill: c.alpha(0.10), Stroke: c.alpha(0.45)})
}

// hatchUnder is hatch where words are to be read on it.
func (d *sheet) hatchUnder(r Rect, radius float64, c Color) {
	d.out.Shapes = append(d.out.Shapes, Shape{Kind: Hatch, Rect: r, Radius: radius, Fill: c.alpha(0.07), Stroke: c.alpha(0.16)})
}

func (d *sheet) line(a, b Point, c Color, width float64) {
	d.out.Shapes = append(d.out.Shapes, Shape{Kind: Line, Points: d.points(a, b), Stroke: c, Width: width})
}

func (d *sheet) arrow(a, b Point, c Color, width float64, dash [2]float64) {
	d.out.Shapes = append(d.out.Shapes, Shape{Kind: Line, Points: d.points(a, b), Stroke: c, Width: width, Dash: dash, Arrow: true})
}

// stroke draws a line in dashes.
func (d *sheet) stroke(a, b Point, c Color, width float64, dash [2]float64) {
	d.out.Shapes = append(d.out.Shapes, Shape{Kind: Line, Points: d.points(a, b), Stroke: c, Width: width, Dash: dash})
}

// curve draws a cubic from a to b.
func (d *sheet) curve(a, c1, c2, b Point, c Color, width float64, dash [2]float64, arrow bool) {
	d.out.Shapes = append(d.out.Shapes, Shape{
		Kind: Path, Points: d.points(a, c1, c2, b), Commands: []Command{MoveTo, CubicTo},
		Stroke: c, Width: width, Dash: dash, Arrow: arrow,
	})
}

func (d *sheet) clip(r Rect) { d.out.Shapes = append(d.out.Shapes, Shape{Kind: Clip, Rect: r}) }
func (d *sheet) unclip()     { d.out.Shapes = append(d.out.Shapes, Shape{Kind: Unclip}) }

// text puts a line with its baseline at y, no wider than width. It returns how
// wide it is.
func (d *sheet) text(x, y, width float64, text string, k ink) float64 {
	text = fit(d.m, text, k, width)
	if text == "" {
		return 0
	}
	weight := Regular
	if k.bold {
		weight = Bold
	}
	d.out.Shapes = append(d.out.Shapes, Shape{
		Kind: Text, Points: d.points(Point{x, y}), String: text, Size: k.size, Weight: weight, Mono: k.mono, Align: k.align, Fill: k.color,
	})
	return d.width(text, k)
}

// paragraph wraps a text into width, line by line down from the baseline y, at
// most max lines (0: all). It returns the baseline after the last line.
func (d *sheet) paragraph(x, y, width, leading float64, max int, text string, k ink) float64 {
	lines := wrap(d.m, text, k, width)
	for i, l := range lines {
		if max > 0 && i == max-1 && len(lines) > max {
			l = fit(d.m, rejoined(lines[i], lines[i+1]), k, width)
		}
		if max > 0 && i >= max {
			break
		}
		d.text(x, y, width, l, k)
		y += leading
	}
	return y
}

// hot adds a place that can be operated.
func (d *sheet) hot(h Hot) { d.out.Hot = append(d.out.Hot, h) }

// inset makes r smaller on all sides.
func (r Rect) inset(by float64) Rect { return Rect{r.X + by, r.Y + by, r.W - 2*by, r.H - 2*by} }

// right and bottom are the far edges.
func (r Rect) right() float64  { return r.X + r.W }
func (r Rect) bottom() float64 { return r.Y + r.H }

// intersect is what both cover; it may be empty (W or H 0).
func (r Rect) intersect(o Rect) Rect {
	x, y := max(r.X, o.X), max(r.Y, o.Y)
	return Rect{x, y, max(0, min(r.right(), o.right())-x), max(0, min(r.bottom(), o.bottom())-y)}
}
