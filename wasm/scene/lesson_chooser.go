package scene

import (
	"lockstep/engine/lesson"
	"lockstep/wasm/app"
)

// lessonOpen: a lesson's tabs are there while one is open.
func (d *sheet) lessonOpen() bool { return d.s.Study.Lesson != nil }

// lessonTitle is a lesson's with its number.
func (d *sheet) lessonTitle(l *lesson.Lesson) string { return l.ID + " · " + l.Title(d.s.Lang) }

// lessonOptions are the lessons, and the way out of the course.
func (d *sheet) lessonOptions() []Option {
	list := []Option{{"", d.say("lesson.none")}}
	for _, l := range d.s.Course {
		label := d.lessonTitle(l)
		if d.finished(l) {
			label += " ✓"
		}
		list = append(list, Option{l.ID, label})
	}
	return list
}

// finished reports whether every prediction of a lesson was made and its
// variation done.
func (d *sheet) finished(l *lesson.Lesson) bool {
	done := d.s.DoneIn(l.ID)
	if !done.Varied || l.Open() != nil {
		return false
	}
	for i := range l.Steps {
		if !done.Locked(i) {
			return false
		}
	}
	return true
}

// lessonChoice is the combobox of the lessons. Short is for a bar: a word, and not
// the lesson's title, which stands beside it.
func (d *sheet) lessonChoice(at Rect, short bool) {
	if len(d.s.Course) == 0 {
		return
	}
	value, label := "", d.say("lesson.choose")
	if l := d.s.Study.Lesson; l != nil {
		value = l.ID
		if !short {
			label = d.lessonTitle(l)
		}
	}
	stroke := d.pal.Line
	if value != "" {
		stroke = d.pal.Accent
	}
	d.box(at, 8, d.pal.Surface, stroke)
	k := ink{size: 12.5, color: d.pal.Text, bold: !short}
	if short {
		k.color = d.pal.Accent
	}
	d.text(at.X+10, at.Y+at.H/2+4.5, at.W-28, label, k)
	d.icon("down", at.right()-12, at.Y+at.H/2, 1, d.pal.Muted)
	d.hot(Hot{ID: "lesson", Rect: at, Role: Combobox, Name: d.say("lesson"), Value: value, ValueText: label, Options: d.lessonOptions(), Set: app.OpenLesson{}, FontSize: 12.5})
}

// lessonButton is how wide the short choice is, 0 where there is no course.
func (d *sheet) lessonButton() float64 {
	if len(d.s.Course) == 0 {
		return 0
	}
	return d.width(d.say("lesson.choose"), ink{size: 12.5}) + 42
}

// lessonCards are the lessons among the examples, before them; they return their
// height, and are drawn when really.
func (d *sheet) lessonCards(r Rect, columns int, each float64, really bool) float64 {
	n := len(d.s.Course)
	if n == 0 {
		return 0
	}
	rows := (n + columns - 1) / columns
	h := exampleHeading + float64(rows)*examplePitch + exampleHeading
	if !really {
		return h
	}
	head := ink{size: 12, color: d.pal.Muted, bold: true}
	d.text(r.X+20, r.Y+22, r.W-40, d.say("lesson.list"), head)
	for i, l := range d.s.Course {
		if l.Open() != nil {
			continue // a test opens them all
		}
		at := Rect{r.X + 16 + float64(i/rows)*(each+8), r.Y + exampleHeading + float64(i%rows)*examplePitch, each, examplePitch - 6}
		on := l == d.s.Study.Lesson
		stroke := d.pal.Line
		if on {
			stroke = d.pal.Accent
		}
		d.box(at, 8, d.pal.Surface, stroke)
		title, question := d.lessonTitle(l), l.Text(d.s.Lang, "question").Text
		d.text(at.X+12, at.Y+18, at.W-36, title, ink{size: 13, color: d.pal.Text, bold: true})
		if d.finished(l) {
			d.icon("check", at.right()-16, at.Y+14, 0.9, d.pal.OK)
		}
		d.paragraph(at.X+12, at.Y+35, at.W-24, 14, 2, question, ink{size: 11.5, color: d.pal.Muted})
		d.hot(Hot{ID: "lesson." + l.ID, Rect: at, Role: Button, Name: title, Describe: question, Selected: on, Press: app.OpenLesson{Text: l.ID}, Quiet: true})
	}
	d.text(r.X+20, r.Y+h-exampleHeading+22, r.W-40, d.say("examples.single"), head)
	return h
}
