package scene

import (
	"strconv"
	"strings"

	"lockstep/engine/lesson"
	"lockstep/wasm/app"
)

// traceHTML is the lesson to be traced on paper, as the body of a page to print:
// for each step the question, the programs, and room for what they do.
func (d *sheet) traceHTML() string {
	l := d.s.Study.Lesson
	var b strings.Builder
	tag := func(name, text string) { b.WriteString("<" + name + ">" + escaped(text) + "</" + name + ">") }
	tag("h1", d.say("paper.title", "lesson", d.lessonTitle(l)))
	tag("p", d.say("paper.name")+" ________________    "+d.say("paper.date")+" ____________")
	for i := range l.Steps {
		tag("h2", d.say("lesson.step", "n", strconv.Itoa(i+1)))
		tag("p", l.Text(d.s.Lang, app.StepKey(i)).Text)
		d.traceStep(&b, &l.Steps[i])
		picks := 0
		for k := range l.Steps[i].Predict {
			if len(l.Steps[i].Predict[k].Pick) == 0 {
				continue
			}
			picks++
			words := l.Text(d.s.Lang, app.StepKey(i)+" pick "+strconv.Itoa(picks))
			tag("p", words.Text+"   ☐ "+strings.Join(words.Items, "   ☐ "))
		}
	}
	tag("p", d.say("model.long"))
	return b.String()
}

// traceStep is the table of a step: a row for each process, a column for each op.
func (d *sheet) traceStep(b *strings.Builder, step *lesson.Step) {
	s := step.Scenario
	if s.Script != "" {
		b.WriteString("<pre>" + escaped(s.Script) + "</pre>")
	}
	most := 0
	for p := range s.Processes() {
		most = max(most, len(s.ProgramOf(p)))
	}
	head := func(text string) { b.WriteString("<th>" + escaped(text) + "</th>") }
	cell := func(text string) { b.WriteString("<td>" + escaped(text) + "<br>&nbsp;<br>&nbsp;</td>") }
	b.WriteString("<table><tr>")
	head("")
	head(d.say("values.input"))
	for k := range most {
		head("#" + strconv.Itoa(k))
	}
	head(d.say("values.end"))
	head(d.say("paper.waits"))
	b.WriteString("</tr>")
	for p := range s.Processes() {
		b.WriteString("<tr>")
		head(d.rankLabel(p))
		var in, out []string
		for _, t := range s.TensorsOf(p) {
			in = append(in, t.Name+" = "+bracketed(inputOf(s, p, t.Name)))
			out = append(out, t.Name+" =")
		}
		cell(strings.Join(in, "\n"))
		program := s.ProgramOf(p)
		for k := range most {
			text := "—"
			if k < len(program) {
				text = d.opLabel(&program[k])
			}
			cell(text)
		}
		cell(strings.Join(out, "\n"))
		cell("")
		b.WriteString("</tr>")
	}
	b.WriteString("</table>")
}

// escaped is a text as HTML shows it.
func escaped(text string) string {
	return strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", "\n", "<br>").Replace(text)
}
