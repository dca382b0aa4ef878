package scene

import (
	"lockstep/wasm/app"
)

// examples is the library: each example with the question that it answers.
func (d *sheet) examples() {
	if d.s.Library == nil {
		return
	}
	list := d.s.Library.Examples
	columns := 1
	if d.s.W >= 760 {
		columns = 2
	}
	width := min(float64(columns)*380+16, d.s.W-16)
	each := (width - 16 - 8*float64(columns+1)) / float64(columns)
	rows := (len(list) + columns - 1) / columns
	pitch := 58.0
	r := d.sheetAt("example", width, 52+float64(rows)*pitch+8)
	d.frame(r, d.say("examples.title"))
	body := Rect{r.X, r.Y + 44, r.W, r.H - 52}
	d.scrolled(body, float64(rows)*pitch, func(y float64) {
		for i := range list {
			d.example(&list[i], Rect{r.X + 16 + float64(i/rows)*(each+8), y + float64(i%rows)*pitch, each, pitch - 6})
		}
	})
}

// example is one of them, to be pressed.
func (d *sheet) example(e *app.Example, at Rect) {
	id := "example." + e.ID
	on := d.s.Example == e.ID
	fill, stroke := d.pal.Surface, d.pal.Line
	if on {
		stroke = d.pal.Accent
	}
	d.box(at, 8, fill, stroke)
	title, question := e.Title.In(d.s.Lang), e.Scenario.Question.In(d.s.Lang)
	d.text(at.X+12, at.Y+18, at.W-24, title, ink{size: 13, color: d.pal.Text, bold: true})
	d.paragraph(at.X+12, at.Y+35, at.W-24, 14, 2, question, ink{size: 11.5, color: d.pal.Muted})
	d.hot(Hot{ID: id, Rect: at, Role: Button, Name: title, Describe: question, Selected: on, Press: app.LoadExample{Text: e.ID}, Quiet: true})
}
