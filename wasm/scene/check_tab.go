package scene

import (
	"strconv"

	"lockstep/wasm/app"
)

// checkTab is the self-check: questions, each with a run one press away that
// answers it.
func (d *sheet) checkTab(x, y, width float64) float64 {
	l, done := d.s.Study.Lesson, d.s.Done()
	right := 0
	for i := range l.Quiz {
		if done.Marks[strconv.Itoa(i+1)] {
			right++
		}
	}
	y = d.heading(x, y, width, d.say("check.title", "n", strconv.Itoa(right), "of", strconv.Itoa(len(l.Quiz))))
	y = d.strayAside(x, y, width)
	for i := range l.Quiz {
		y = d.question(i, x, y, width) + 16
	}
	if d.s.Study.Aside {
		y = d.provenance(x, y, width) + 16
	}
	return d.model(x, y, width)
}

func (d *sheet) question(i int, x, y, width float64) float64 {
	n := strconv.Itoa(i + 1)
	words, done := d.lessonWords(app.QuizKey(i)), d.s.Done()
	given := done.Quiz[n]
	right, judged := done.Marks[n]
	y = d.paragraph(x, y, width, 20, 0, n+". "+words.Text, ink{size: 13, color: d.pal.Text, bold: true}) - 2
	for k, item := range words.Items {
		value := strconv.Itoa(k + 1)
		chosen := given == value
		y = d.option(option{id: "quiz-" + n + "." + value, text: item, chosen: chosen, judged: judged && chosen, right: right && chosen, press: app.SetQuiz{K: i, Text: value}}, x, y, width)
	}
	if len(words.Items) == 0 {
		d.entry(entry{id: "quiz-" + n, at: Rect{x, y - 4, 110, 30}, name: words.Text, value: given, set: app.SetQuiz{K: i}, mono: true, centered: true, size: 13})
		y += 38
	}
	w := d.buttonWidth(d.say("check.check"), "")
	d.button(button{id: "quiz-" + n + ".check", at: Rect{x, y - 2, w, 28}, label: d.say("check.check"), name: d.say("check.name", "n", n), press: app.CheckQuiz{K: i}, disabled: given == "" || judged, size: 12.5})
	if !judged {
		return y + 34
	}
	label := d.say("check.run")
	d.button(button{id: "quiz-" + n + ".run", at: Rect{x + w + 8, y - 2, d.buttonWidth(label, ""), 28}, label: label, name: d.say("check.run.name", "n", n), press: app.ShowQuiz{K: i}, size: 12.5})
	y += 50
	text := d.say("check.wrong")
	if right {
		text = d.sentences(d.say("check.right"), d.lessonWords(app.QuizKey(i)+" because").Text)
	}
	return d.judgement("quiz-"+n+".result", x, y, width, right, text)
}
