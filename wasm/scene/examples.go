package scene

import (
	"lockstep/wasm/app"
)

const (
	examplePitch   = 58.0
	exampleHeading = 34.0
)

// exampleGroup is the heading of each group of order.txt.
var exampleGroup = map[string]string{"jobs": "examples.jobs"}

// examples is the library: each example with the question that it answers, under
// the heading of its group.
func (d *sheet) examples() {
	if d.s.Library == nil {
		return
	}
	columns := 1
	if d.s.W >= 760 {
		columns = 2
	}
	width := min(float64(columns)*380+16, d.s.W-16)
	h := d.exampleGroups(Rect{W: width}, columns, false)
	r := d.sheetAt("example", width, 52+h+8)
	d.frame(r, d.say("examples.title"))
	body := Rect{r.X, r.Y + 44, r.W, r.H - 52}
	d.scrolled(body, h, func(y float64) { d.exampleGroups(Rect{X: r.X, Y: y, W: r.W}, columns, true) })
}

// exampleGroups lays the groups out from r's top and, when really, draws them. It
// returns the height.
func (d *sheet) exampleGroups(r Rect, columns int, really bool) float64 {
	list := d.s.Library.Examples
	each := (r.W - 16 - 8*float64(columns+1)) / float64(columns)
	y := r.Y + d.lessonCards(r, columns, each, really)
	for first := 0; first < len(list); {
		last := first
		for last < len(list) && list[last].Group == list[first].Group {
			last++
		}
		if g := list[first].Group; g != "" {
			if really {
				d.text(r.X+20, y+22, r.W-40, d.say(exampleGroup[g]), ink{size: 12, color: d.pal.Muted, bold: true})
			}
			y += exampleHeading
		}
		rows := (last - first + columns - 1) / columns
		for i := first; really && i < last; i++ {
			k := i - first
			d.example(&list[i], Rect{r.X + 16 + float64(k/rows)*(each+8), y + float64(k%rows)*examplePitch, each, examplePitch - 6})
		}
		y += float64(rows) * examplePitch
		first = last
	}
	return y - r.Y
}

// example is one of them, to be pressed.
func (d *sheet) example(e *app.Example, at Rect) {
	if e.Open() != nil {
		return // a test opens them all
	}
	id := "example." + e.ID
	on := d.s.Example == e.ID
	fill, stroke := d.pal.Surface, d.pal.Line
	if on {
		stroke = d.pal.Accent
	}
	d.box(at, 8, fill, stroke)
	title, question := e.Title.In(d.s.Lang), e.Scenario.Question.In(d.s.Lang)
	d.text(at.X+12, at.Y+17, at.W-24, title, ink{size: 13, color: d.pal.Text, bold: true})
	d.paragraph(at.X+12, at.Y+32, at.W-24, 14, 2, question, ink{size: 11.5, color: d.pal.Muted})
	d.hot(Hot{ID: id, Rect: at, Role: Button, Name: title, Describe: question, Selected: on, Press: app.LoadExample{Text: e.ID}, Quiet: true})
}
