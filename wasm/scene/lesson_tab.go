package scene

import (
	"strconv"

	"lockstep/engine/lesson"
	"lockstep/wasm/app"
)

// lessonTab is the reading of a lesson: where one is, the question, and once the
// prediction is locked why it came so, with the moments that show it.
func (d *sheet) lessonTab(x, y, width float64) float64 {
	y = d.stepRail(x, y-8, width)
	switch d.s.Stage() {
	case app.Predicting:
		y = d.stepText(x, y, width)
		y = d.strayNote(x, y, width)
		y = d.nextButton(x, y, width, "to-predict", d.say("lesson.predict"), app.GoOn{Tab: "predict"})
	case app.Explaining:
		y = d.explanation(x, y, width)
	case app.Varying:
		y = d.variation(x, y, width)
	case app.Closing:
		y = d.closing(x, y, width)
	}
	y = d.places(x, y+14, width)
	y = d.pointer("glossary", x, y+12, width, d.say("glossary"), app.OpenPopover{Open: app.Open{Kind: app.OpenGlossary}}) + 8
	return d.model(x, y+8, width)
}

// words are the lesson's text under a heading.
func (d *sheet) lessonWords(key string) lesson.Section {
	return d.s.Study.Lesson.Text(d.s.Lang, key)
}

// prose sets a text of the lesson.
func (d *sheet) prose(x, y, width float64, text string) float64 {
	return d.paragraph(x, y, width, 21, 0, text, ink{size: 13, color: d.pal.Text})
}

// stepRail is the way through the lesson: its steps, the variation, the end.
func (d *sheet) stepRail(x, y, width float64) float64 {
	l, done := d.s.Study.Lesson, d.s.Done()
	left := x
	put := func(id, label, name string, at int, over bool) {
		w := d.width(label, ink{size: 12}) + 22
		if over {
			w += 14
		}
		if x > left && x+w > left+width {
			x, y = left, y+32
		}
		r := Rect{x, y - 8, w, 26}
		fill, stroke, color := d.pal.Surface, d.pal.Line, d.pal.Text
		if at == d.s.Study.Step {
			fill, stroke, color = d.pal.Accent, 0, d.pal.OnAccent
		}
		d.box(r, 13, fill, stroke)
		tx := r.X + 11
		if over {
			c := d.pal.OK
			if at == d.s.Study.Step {
				c = color
			}
			d.icon("check", tx+3, r.Y+13, 0.8, c)
			tx += 14
			name = d.say("lesson.over", "what", name)
		}
		d.text(tx, r.Y+17.5, r.right()-tx-6, label, ink{size: 12, color: color})
		d.hot(Hot{ID: id, Rect: r, Role: Button, Name: name, Selected: at == d.s.Study.Step, Press: app.GoToStep{Step: at}})
		x += w + 6
	}
	for i := range l.Steps {
		n := strconv.Itoa(i + 1)
		put("step-"+n, n, d.say("lesson.step", "n", n), i, done.Locked(i))
	}
	put("variation", d.say("lesson.variation"), d.say("lesson.variation"), len(l.Steps), done.Varied)
	put("summary", d.say("lesson.summary"), d.say("lesson.summary"), len(l.Steps)+1, false)
	return y + 46
}

// stepText is the step's question, under the lesson's at the first.
func (d *sheet) stepText(x, y, width float64) float64 {
	if d.s.Study.Step == 0 {
		y = d.paragraph(x, y, width, 22, 0, d.lessonWords("question").Text, ink{size: 15, color: d.pal.Text, bold: true}) + 4
	}
	return d.prose(x, y, width, d.lessonWords(app.StepKey(d.s.Study.Step)).Text) + 6
}

// strayNote says that something else is shown than what is asked about, with the
// way back.
func (d *sheet) strayNote(x, y, width float64) float64 {
	if !d.s.Astray() && !d.s.Study.Aside {
		return y
	}
	key := "lesson.astray"
	if d.s.Study.Aside {
		key = "lesson.aside"
	}
	y = d.paragraph(x, y, width, 18, 0, d.say(key), ink{size: 12, color: d.pal.Muted})
	d.button(button{id: "show-step", at: Rect{x, y - 6, d.buttonWidth(d.say("lesson.back"), ""), 28}, label: d.say("lesson.back"), press: app.ShowStep{}, size: 12})
	return y + 44
}

// nextButton leads on.
func (d *sheet) nextButton(x, y, width float64, id, label string, press app.Action) float64 {
	w := min(width, max(120, d.buttonWidth(label, "")+16))
	d.button(button{id: id, at: Rect{x, y - 4, w, 32}, label: label, primary: true, press: press})
	return y + 50
}

// explanation is why it came so.
func (d *sheet) explanation(x, y, width float64) float64 {
	step, at := d.s.Step(), d.s.Study.Step
	y = d.stepText(x, y, width)
	y = d.strayNote(x, y, width)
	y = d.heading(x, y+6, width, d.say("lesson.why"))
	y = d.prose(x, y, width, d.lessonWords(app.StepKey(at)+" why").Text) + 6
	if !d.s.Astray() && !d.s.Study.Aside { // it is said of what is shown
		y = d.provenance(x, y, width) + 12
	} else {
		y += 4
	}
	for k := range step.Look {
		label := d.lessonWords(app.StepKey(at) + " look " + strconv.Itoa(k+1)).Text
		y = d.pointer("look-"+strconv.Itoa(k+1), x, y, width, label, app.LookAt{K: k})
	}
	label := d.say("lesson.next")
	if at+1 == len(d.s.Study.Lesson.Steps) {
		label = d.say("lesson.to-variation")
	}
	return d.nextButton(x, y+8, width, "next", label, app.GoToStep{Step: at + 1})
}

// pointer is a line to press, which shows a moment.
func (d *sheet) pointer(id string, x, y, width float64, label string, press app.Action) float64 {
	k := ink{size: 12.5, color: d.pal.Accent}
	lines := wrap(d.m, label, k, width-30)
	r := Rect{x - 4, y - 14, width + 8, float64(len(lines))*18 + 10}
	d.box(r, 6, d.pal.Chip, 0)
	d.icon("play", x+8, y+0.5, 0.7, d.pal.Accent)
	d.paragraph(x+22, y+5, width-26, 18, 0, label, k)
	d.hot(Hot{ID: id, Rect: r, Role: Button, Name: label, Press: press})
	return y + r.H + 6
}

// variation is the free exercise with its check.
func (d *sheet) variation(x, y, width float64) float64 {
	y = d.heading(x, y, width, d.say("lesson.variation.title"))
	y = d.prose(x, y, width, d.lessonWords("variation").Text) + 6
	if d.s.Study.Aside {
		return d.strayNote(x, y, width)
	}
	w := d.buttonWidth(d.say("lesson.check"), "") + 16
	d.button(button{id: "check-variation", at: Rect{x, y - 4, w, 32}, label: d.say("lesson.check"), primary: true, press: app.CheckVariation{}, disabled: d.s.Run.Result == nil})
	if d.s.Astray() {
		d.button(button{id: "show-step", at: Rect{x + w + 8, y - 4, d.buttonWidth(d.say("lesson.restart"), ""), 32}, label: d.say("lesson.restart"), press: app.ShowStep{}, size: 12})
	}
	y += 54
	done := d.s.Done()
	switch {
	case done.Tried && d.s.VariationHolds():
		y = d.judgement("variation.result", x, y, width, true, d.sentences(d.say("lesson.varied"), d.lessonWords("variation done").Text))
	case done.Tried && d.s.Run.Result != nil:
		y = d.judgement("variation.result", x, y, width, false, d.say("lesson.not-varied"))
	}
	if done.Tried || done.Varied {
		y = d.nextButton(x, y+4, width, "next", d.say("lesson.to-summary"), app.GoToStep{Step: d.s.Study.Step + 1})
	}
	return y
}

// judgement is a sentence about an answer, green or red.
func (d *sheet) judgement(id string, x, y, width float64, good bool, text string) float64 {
	color, soft, icon := d.pal.OK, d.pal.OKSoft, "check"
	if !good {
		color, soft, icon = d.pal.Error, d.pal.ErrorSoft, "cross"
	}
	k := ink{size: 12.5, color: d.pal.Text}
	lines := wrap(d.m, text, k, width-30)
	r := Rect{x - 4, y - 16, width + 8, float64(len(lines))*19 + 13}
	d.box(r, 8, soft, 0)
	d.icon(icon, x+9, y-1, 0.9, color)
	d.paragraph(x+24, y+3, width-28, 19, 0, text, k)
	d.hot(Hot{ID: id, Rect: r, Role: Status, Name: d.say("lesson.result"), Value: text})
	return y + r.H + 10
}

// closing is what the lesson shows and what it does not.
func (d *sheet) closing(x, y, width float64) float64 {
	y = d.strayAside(x, y, width)
	list := func(key, title, mark string, color Color) {
		y = d.heading(x, y, width, title)
		for _, item := range d.lessonWords(key).Items {
			d.icon(mark, x+5, y-4, 0.8, color)
			y = d.paragraph(x+20, y, width-20, 20, 0, item, ink{size: 12.5, color: d.pal.Text}) + 3
		}
		y += 14
	}
	list("shows", d.say("lesson.shows"), "check", d.pal.OK)
	list("shows not", d.say("lesson.shows-not"), "cross", d.pal.Error)
	if rows := d.lessonWords("table").Items; len(rows) > 0 {
		y = d.lessonTable(x, y, width, rows) + 14
	}
	y = d.nextButton(x, y, width, "to-check", d.say("lesson.to-check"), app.GoOn{Tab: "check"}) - 2
	if next := d.nextLesson(); next != nil {
		y = d.pointer("next-lesson", x, y, width, d.say("lesson.next-lesson", "title", d.lessonTitle(next)), app.OpenLesson{Text: next.ID})
	}
	return y
}

// strayAside leads back from a question's run.
func (d *sheet) strayAside(x, y, width float64) float64 {
	if d.s.Study.Aside {
		return d.strayNote(x, y, width)
	}
	return y
}

// nextLesson follows the one that is open.
func (d *sheet) nextLesson() *lesson.Lesson {
	for i, l := range d.s.Course {
		if l == d.s.Study.Lesson && i+1 < len(d.s.Course) {
			return d.s.Course[i+1]
		}
	}
	return nil
}

// places are the links to other courses, as text that can be copied by pressing.
func (d *sheet) places(x, y, width float64) float64 {
	p := d.s.Study.Lesson.Places
	y = d.heading(x, y, width, d.say("lesson.places"))
	for i, one := range []struct {
		name  string
		place lesson.Place
	}{{"PyTorch", p.PyTorch}, {"CMU 10-414/714", p.CMU}, {"MIT 6.5840", p.MIT}} {
		label := d.pair(one.name, one.place.Topic)
		k := ink{size: 12, color: d.pal.Accent}
		lines := wrap(d.m, label, k, width-18)
		r := Rect{x - 4, y - 14, width + 8, float64(len(lines))*18 + 4}
		d.icon("out", x+5, y-4, 0.7, d.pal.Accent)
		d.paragraph(x+18, y, width-18, 18, 0, label, k)
		d.hot(Hot{ID: "place-" + strconv.Itoa(i+1), Rect: r, Role: Button, Name: label, Describe: one.place.URL, Quiet: true, Press: app.Ask{What: app.OpenPlace{URL: one.place.URL}}})
		y += r.H + 2
	}
	return y
}
