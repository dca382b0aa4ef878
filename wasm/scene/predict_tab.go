package scene

import (
	"strconv"
	"strings"

	"lockstep/engine/lesson"
	"lockstep/wasm/app"
)

// predictTab is the step's question with a cell for each answer, and once they are
// locked the comparison with the run, cell by cell.
func (d *sheet) predictTab(x, y, width float64) float64 {
	step := d.s.Step()
	if step == nil {
		y = d.prose(x, y, width, d.say("predict.nothing"))
		return d.nextButton(x, y+6, width, "to-lesson", d.say("predict.to-lesson"), app.GoOn{Tab: "lesson"})
	}
	open := d.s.Stage() == app.Predicting
	y = d.stepRail(x, y-8, width)
	y = d.paragraph(x, y, width, 21, 0, d.lessonWords(app.StepKey(d.s.Study.Step)).Text, ink{size: 13.5, color: d.pal.Text, bold: open}) + 8
	y = d.strayNote(x, y, width)
	cells := step.Cells()
	for i := 0; i < len(cells); {
		to := i
		for to < len(cells) && cells[to].At == cells[i].At {
			to++
		}
		y = d.cellGroup(x, y, width, &step.Predict[cells[i].At], cells[i:to]) + 10
		i = to
	}
	if open {
		return d.lockButton(x, y+4, width, cells)
	}
	return d.comparison(x, y, width, cells)
}

// cellGroup is one thing to predict, of every rank.
func (d *sheet) cellGroup(x, y, width float64, p *lesson.Prediction, cells []lesson.Cell) float64 {
	if len(p.Pick) > 0 {
		return d.pickGroup(x, y, width, cells[0])
	}
	title := d.say("predict.values", "tensor", p.Values)
	switch {
	case p.Fate:
		title = d.say("predict.fate")
	case p.Metric != "":
		title = d.say(metricWords[p.Metric])
	case p.Log != "":
		title = d.say("predict.values", "tensor", p.Log)
	case p.After != nil:
		title = d.say("predict.after", "tensor", p.Values, "n", strconv.Itoa(*p.After+1), "op", d.s.Step().Scenario.ProgramOf(cells[0].Rank)[*p.After].Name)
	}
	d.text(x, y, width, title, ink{size: 12, color: d.pal.Muted})
	y += 8
	for i := 0; i < len(cells); {
		to := i
		for to < len(cells) && cells[to].Rank == cells[i].Rank {
			to++
		}
		y = d.cellRow(x, y, width, p, cells[i:to])
		i = to
	}
	return y + 8
}

// rankLabel names a process: by its rank, or by its number where that is not one
// to one.
func (d *sheet) rankLabel(p int) string {
	if !d.s.Scenario.AutoInit && len(d.s.Scenario.Ranks) > 0 {
		return d.say("predict.process", "n", strconv.Itoa(p))
	}
	return "rank " + strconv.Itoa(p)
}

const (
	rankColumn   = 72.0
	predictPitch = 38.0
)

// cellRow is one rank's cells, and what the run showed.
func (d *sheet) cellRow(x, y, width float64, p *lesson.Prediction, cells []lesson.Cell) float64 {
	rank := cells[0].Rank
	d.text(x, y+19, rankColumn-4, d.rankLabel(rank), ink{size: 13, color: d.pal.rank(rank).Ink, bold: true})
	at := Rect{x + rankColumn, y, 46, 28}
	note := 0.0
	if !d.predicting() {
		note = 96
		if p.Fate { // the whole word, and what is left for the note, on two lines if need be
			note = min(note, max(62, width-rankColumn-4-d.fateWidth()))
		}
	}
	if p.Fate {
		at.W = min(190, width-rankColumn-note)
	} else {
		at.W = max(34, min(64, (width-rankColumn-note)/float64(len(cells))-4))
	}
	var shown []string
	right := true
	for _, c := range cells {
		d.predictCell(at, p, c)
		at.X += at.W + 4
		shown = append(shown, d.fateWord(d.s.Done().Shown(d.s.Study.Step, c.ID)))
		right = right && d.s.Verdict(c)
	}
	if note > 0 {
		text, color := "✓ "+d.say("predict.agrees"), d.pal.OK
		if !right {
			text, color = d.say("predict.shown", "what", strings.Join(shown, ", ")), d.pal.Error
		}
		k, room := ink{size: 11.5, color: color}, x+width-at.X-4
		top := y + 18.5
		if len(wrap(d.m, text, k, room)) > 1 {
			top = y + 12
		}
		d.paragraph(at.X+4, top, room, 15, 2, text, k)
	}
	return y + predictPitch
}

// fateWidth is the room that a locked cell needs for any of the fates.
func (d *sheet) fateWidth() float64 {
	w := 0.0
	for _, key := range fateWords {
		w = max(w, d.width(d.say(key), ink{size: 13})+34)
	}
	return w
}

func (d *sheet) predicting() bool { return d.s.Stage() == app.Predicting }

// The words of lesson.Fates, and of what is counted.
var (
	fateWords   = map[string]string{"finishes": "fate.finishes", "waits": "fate.waits", "fails": "fate.fails"}
	metricWords = map[string]string{"bytes_sent": "predict.bytes_sent", "messages_sent": "predict.messages_sent"}
)

// fateWord says one of lesson.Fates; another text stays as it is.
func (d *sheet) fateWord(text string) string {
	if key, is := fateWords[text]; is {
		return d.say(key)
	}
	return text
}

// predictCell is one answer: to be given, or given and compared.
func (d *sheet) predictCell(at Rect, p *lesson.Prediction, c lesson.Cell) {
	given := d.s.Done().Answer(d.s.Study.Step, c.ID)
	name := d.say("predict.cell", "rank", strconv.Itoa(c.Rank), "tensor", p.Values, "i", strconv.Itoa(c.Element))
	if p.Log != "" {
		name = d.say("predict.cell.log", "rank", strconv.Itoa(c.Rank), "name", p.Log)
	}
	if p.Fate || p.Metric != "" {
		key := "predict.fate"
		if p.Metric != "" {
			key = metricWords[p.Metric]
		}
		name = d.pair(d.rankLabel(c.Rank), d.say(key))
	}
	if d.predicting() {
		if !p.Fate {
			d.entry(entry{id: c.ID, at: at, name: name, value: given, set: app.SetPrediction{Cell: c.ID}, mono: true, centered: true, size: 13, strong: d.s.Focused == c.ID})
			return
		}
		list := []Option{{"", d.say("fate.choose")}}
		for _, f := range c.Options {
			list = append(list, Option{f, d.fateWord(f)})
		}
		d.choice(choice{id: c.ID, at: at, name: name, value: given, options: list, set: app.SetPrediction{Cell: c.ID}})
		return
	}
	right := d.s.Verdict(c)
	fill, stroke, mark := d.pal.OKSoft, d.pal.OK, "check"
	if !right {
		fill, stroke, mark = d.pal.ErrorSoft, d.pal.Error, "cross"
	}
	d.outline(at, 5, fill, stroke, 1.2)
	text := d.fateWord(given)
	if text == "" {
		text = "—"
	}
	d.icon(mark, at.right()-8, at.Y+8, 0.5, stroke)
	d.text(at.X+(at.W-8)/2, at.Y+18.5, at.W-14, text, ink{size: 12.5, color: d.pal.Text, mono: !p.Fate, align: Middle})
	says := d.say("predict.agrees")
	if !right {
		says = d.say("predict.shown", "what", d.fateWord(d.s.Done().Shown(d.s.Study.Step, c.ID)))
	}
	d.hot(Hot{ID: c.ID, Rect: at, Role: Group, Name: d.say("predict.marked", "name", name, "text", text, "says", says), Invalid: !right, Quiet: true})
}

// pickGroup is a choice.
func (d *sheet) pickGroup(x, y, width float64, c lesson.Cell) float64 {
	_, n, _ := strings.Cut(c.ID, "pick-")
	words := d.lessonWords(app.StepKey(d.s.Study.Step) + " pick " + n)
	y = d.paragraph(x, y, width, 19, 0, words.Text, ink{size: 12.5, color: d.pal.Text}) - 2
	given, shown := d.s.Done().Answer(d.s.Study.Step, c.ID), d.s.Done().Shown(d.s.Study.Step, c.ID)
	for i, item := range words.Items {
		value := strconv.Itoa(i + 1)
		var press app.Action
		if d.predicting() {
			press = app.SetPrediction{Cell: c.ID, Text: value}
		}
		y = d.option(option{id: c.ID + "." + value, text: item, chosen: given == value, judged: !d.predicting(), right: shown == value, press: press}, x, y, width)
	}
	return y + 8
}

// option is one line of a choice.
type option struct {
	id, text              string
	chosen, judged, right bool
	press                 app.Action
}

func (d *sheet) option(o option, x, y, width float64) float64 {
	k := ink{size: 12.5, color: d.pal.Text}
	const beside = 54.0 // the circle before, the mark behind
	lines := wrap(d.m, o.text, k, width-beside)
	r := Rect{x, y - 6, width, float64(len(lines))*18 + 12}
	fill, stroke := d.pal.Surface, d.pal.Line
	switch {
	case o.judged && o.right:
		fill, stroke = d.pal.OKSoft, d.pal.OK
	case o.judged && o.chosen:
		fill, stroke = d.pal.ErrorSoft, d.pal.Error
	case o.chosen:
		stroke = d.pal.Accent
	}
	d.box(r, 7, fill, stroke)
	mid := r.Y + r.H/2
	d.outline(Rect{x + 9, mid - 6, 12, 12}, 6, 0, d.pal.Muted, 1.2)
	if o.chosen {
		d.box(Rect{x + 12, mid - 3, 6, 6}, 3, stroke, 0)
	}
	if o.judged && (o.right || o.chosen) {
		icon := "check"
		if !o.right {
			icon = "cross"
		}
		d.icon(icon, r.right()-13, mid, 0.8, stroke)
	}
	d.paragraph(x+30, r.Y+18.5, width-beside, 18, 0, o.text, k)
	name := o.text
	if o.judged && o.right {
		name = "✓ " + name
	}
	d.hot(Hot{ID: o.id, Rect: r, Role: Button, Name: name, Selected: o.chosen, Press: o.press, Disabled: o.press == nil})
	return y + r.H + 5
}

// lockButton ends predicting. Who has given nothing is told what it does.
func (d *sheet) lockButton(x, y, width float64, cells []lesson.Cell) float64 {
	given := 0
	for _, c := range cells {
		if d.s.Done().Answer(d.s.Study.Step, c.ID) != "" {
			given++
		}
	}
	label := d.say("predict.lock")
	if given == 0 {
		label = d.say("predict.skip")
	}
	y = d.nextButton(x, y, width, "lock", label, app.LockPrediction{})
	hint := d.say("predict.given", "n", strconv.Itoa(given), "of", strconv.Itoa(len(cells)))
	return d.paragraph(x, y-2, width, 17, 0, hint, ink{size: 11.5, color: d.pal.Muted})
}

// comparison is how much was right, what was thought where it was not, and the
// tables of the run.
func (d *sheet) comparison(x, y, width float64, cells []lesson.Cell) float64 {
	right := 0
	for _, c := range cells {
		if d.s.Verdict(c) {
			right++
		}
	}
	y = d.judgement("prediction.result", x, y+8, width, right == len(cells), d.say("predict.score", "n", strconv.Itoa(right), "of", strconv.Itoa(len(cells))))
	if k := d.s.Mistake(); k > 0 {
		text := d.lessonWords(app.StepKey(d.s.Study.Step) + " wrong " + strconv.Itoa(k)).Text
		y = d.prose(x, y+4, width, text) + 4
	}
	label := d.say("predict.why")
	w := d.buttonWidth(label, "") + 16
	d.button(button{id: "why", at: Rect{x, y, w, 32}, label: label, primary: true, press: app.GoOn{Tab: "lesson"}})
	d.button(button{id: "again", at: Rect{x + w + 8, y, d.buttonWidth(d.say("predict.again"), ""), 32}, label: d.say("predict.again"), press: app.AgainPrediction{}, size: 12})
	y += 56
	if d.s.Run.Result == nil {
		return y
	}
	y = d.provenance(x, y, width) + 18
	return d.valuesTables(x, y, width)
}
