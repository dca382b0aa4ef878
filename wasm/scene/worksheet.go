package scene

import (
	"strconv"
	"strings"

	"lockstep/engine/lesson"
	"lockstep/engine/scenario"
	"lockstep/wasm/app"
)

// sheetField is one field of the worksheet: what the learner wrote there, else
// what the page knows that was done.
type sheetField struct {
	key, label, text string
	own              bool // the learner's words
}

// sheetKeys are the fields below each other, and the columns of the summary.
var (
	sheetKeys = []string{"io", "facts", "not", "next"}
	sheetSums = []string{"values", "sync", "failure", "boundary"}
)

// worksheet fills the fields.
func (d *sheet) worksheet(keys []string) []sheetField {
	done := d.s.Done()
	list := make([]sheetField, len(keys))
	for i, key := range keys {
		f := sheetField{key: key, label: d.say("sheet." + key)}
		if text, own := done.Sheet[key]; own {
			f.text, f.own = text, true
		} else {
			f.text = strings.Join(d.gathered(key), "\n")
		}
		list[i] = f
	}
	return list
}

// sheetWay is how the lesson was done: "ran" or "paper".
func (d *sheet) sheetWay() string {
	if way := d.s.Done().Sheet["way"]; way != "" {
		return way
	}
	return "ran"
}

// gathered is what was seen, by field.
func (d *sheet) gathered(key string) []string {
	switch key {
	case "not", "boundary":
		if !d.anyLocked() {
			return nil
		}
		return d.lessonWords("shows not").Items
	case "next":
		if next := d.nextLesson(); next != nil {
			return []string{d.lessonTitle(next)}
		}
		return nil
	}
	var lines []string
	l, done := d.s.Study.Lesson, d.s.Done()
	for i := range l.Steps {
		if done.Locked(i) {
			lines = append(lines, d.stepFacts(key, i)...)
		}
	}
	if key == "facts" && done.Varied {
		lines = append(lines, d.say("lesson.variation")+": "+d.lessonWords("variation done").Text)
	}
	return lines
}

func (d *sheet) anyLocked() bool {
	for i := range d.s.Study.Lesson.Steps {
		if d.s.Done().Locked(i) {
			return true
		}
	}
	return false
}

// stepFacts are the lines of one step that belong into a field.
func (d *sheet) stepFacts(key string, at int) []string {
	step := &d.s.Study.Lesson.Steps[at]
	cells := step.Cells()
	var lines []string
	head := d.say("lesson.step", "n", strconv.Itoa(at+1)) + ": "
	for i := range step.Predict {
		p := &step.Predict[i]
		var mine []lesson.Cell
		for _, c := range cells {
			if c.At == i {
				mine = append(mine, c)
			}
		}
		kind := "values"
		switch {
		case len(p.Pick) > 0:
			kind = "sync"
		case p.Fate:
			kind = "failure"
		}
		if kind == key || key == "io" && kind == "values" || key == "facts" && kind != "values" {
			lines = append(lines, head+d.factLine(key, step.Scenario, p, mine, at))
		}
	}
	return lines
}

// factLine tells what the run showed for one prediction; in the field of inputs
// and outputs with what went in and what was predicted.
func (d *sheet) factLine(key string, s *scenario.Scenario, p *lesson.Prediction, cells []lesson.Cell, at int) string {
	done := d.s.Done()
	if len(p.Pick) > 0 {
		_, n, _ := strings.Cut(cells[0].ID, "pick-")
		words := d.lessonWords(app.StepKey(at) + " pick " + n)
		if k, err := strconv.Atoi(done.Shown(at, cells[0].ID)); err == nil && k <= len(words.Items) {
			return words.Text + " " + words.Items[k-1]
		}
		return words.Text
	}
	var parts []string
	for i := 0; i < len(cells); {
		to := i
		var shown, given []string
		right := true
		for to < len(cells) && cells[to].Rank == cells[i].Rank {
			c := cells[to]
			shown, given = append(shown, d.fateWord(done.Shown(at, c.ID))), append(given, d.fateWord(done.Answer(at, c.ID)))
			right = right && c.Agrees(done.Answer(at, c.ID), done.Shown(at, c.ID))
			to++
		}
		text := "rank " + strconv.Itoa(cells[i].Rank) + " "
		if p.Values != "" && key == "io" {
			text += bracketed(inputOf(s, cells[i].Rank, p.Values)) + " → "
		}
		if p.Values != "" {
			text += bracketed(shown)
		} else {
			text += strings.Join(shown, ", ")
		}
		if key == "io" || key == "facts" {
			text += " (" + d.say("sheet.predicted", "what", strings.Join(given, ", ")) + " " + mark(right) + ")"
		}
		parts = append(parts, text)
		i = to
	}
	title := p.Values + p.Log
	switch {
	case p.Fate:
		title = d.say("predict.fate")
	case p.Metric != "":
		title = d.say(metricWords[p.Metric])
	}
	return title + ": " + strings.Join(parts, "; ")
}

func mark(right bool) string {
	if right {
		return "✓"
	}
	return "✗"
}

func bracketed(list []string) string { return "[" + strings.Join(list, ", ") + "]" }

// inputOf is a tensor as the scenario has it.
func inputOf(s *scenario.Scenario, rank int, name string) []string {
	for _, t := range s.TensorsOf(rank) {
		if t.Name != name {
			continue
		}
		var list []string
		for _, n := range t.Spec.Data {
			list = append(list, string(n))
		}
		if list == nil {
			list = []string{string(t.Spec.Fill)}
		}
		return list
	}
	return nil
}
