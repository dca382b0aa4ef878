package scene

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
	"time"

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
		return []string{d.say("sheet.last")}
	}
	var lines []string
	l, done := d.s.Study.Lesson, d.s.Done()
	for i := range l.Steps {
		if done.Locked(i) {
			lines = append(lines, d.stepFacts(key, i)...)
		}
	}
	if key == "facts" && done.Varied {
		lines = append(lines, d.say("sheet.line", "what", d.say("lesson.variation"), "list", d.lessonWords("variation done").Text))
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
	told := map[string]bool{}
	head := d.say("sheet.step", "n", strconv.Itoa(at+1))
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
			told[kind] = true
			lines = append(lines, head+d.factLine(key, step.Scenario, p, mine, at))
		}
	}
	if line := d.sawLine(key, at, told); line != "" {
		lines = append(lines, head+line)
	}
	return lines
}

// sawLine tells what the run showed that was not asked for, so that no field stays
// empty: what each rank had before and in the end, who waited how long, how each
// ended. "" where a prediction has told it.
func (d *sheet) sawLine(key string, at int, told map[string]bool) string {
	s := d.s.Study.Lesson.Steps[at].Scenario
	switch {
	case (key == "io" || key == "values") && !told["values"]:
		return d.sawTensors(s, at, key == "io")
	case key == "sync" && !told["sync"]:
		return d.sawOfRanks(s, at, app.SawWait, d.say("sheet.waited"))
	case key == "facts" && !told["sync"] && !told["failure"], key == "failure" && !told["failure"]:
		return d.sawOfRanks(s, at, app.SawFate, d.say("predict.fate"))
	}
	return ""
}

// sawTensors: "x: rank 0 [1] → [3]; rank 1 [2] → [3]".
func (d *sheet) sawTensors(s *scenario.Scenario, at int, inputs bool) string {
	var names []string
	for rank := range s.Processes() {
		for _, t := range s.TensorsOf(rank) {
			if !slices.Contains(names, t.Name) {
				names = append(names, t.Name)
			}
		}
	}
	var all []string
	for _, name := range names {
		var parts []string
		for rank := range s.Processes() {
			saw := d.s.Done().Saw(at, rank, name)
			if saw == "" {
				continue
			}
			if inputs {
				saw = bracketed(inputOf(s, rank, name)) + " → " + saw
			}
			parts = append(parts, "rank "+strconv.Itoa(rank)+" "+saw)
		}
		if parts != nil {
			all = append(all, d.say("sheet.line", "what", name, "list", strings.Join(parts, d.say("sheet.and"))))
		}
	}
	if all == nil && names == nil {
		return d.say("sheet.no-tensor")
	}
	return strings.Join(all, d.say("sheet.and"))
}

// sawOfRanks lists one thing of every rank.
func (d *sheet) sawOfRanks(s *scenario.Scenario, at int, what, title string) string {
	var parts []string
	for rank := range s.Processes() {
		if saw := d.s.Done().Saw(at, rank, what); saw != "" {
			parts = append(parts, "rank "+strconv.Itoa(rank)+" "+d.sawText(what, saw))
		}
	}
	if parts == nil {
		return ""
	}
	return d.say("sheet.line", "what", title, "list", strings.Join(parts, d.say("sheet.and")))
}

// sawText writes one thing that was kept as the page writes it elsewhere.
func (d *sheet) sawText(what, saw string) string {
	if what == app.SawWait {
		if t, err := time.ParseDuration(saw); err == nil {
			return formatTimeTo(t, 1)
		}
	}
	return d.fateWord(saw)
}

// factLine tells what the run showed for one prediction; in the field of inputs
// and outputs with what went in and what was predicted.
func (d *sheet) factLine(key string, s *scenario.Scenario, p *lesson.Prediction, cells []lesson.Cell, at int) string {
	done := d.s.Done()
	if len(p.Pick) > 0 {
		_, n, _ := strings.Cut(cells[0].ID, "pick-")
		words := d.lessonWords(app.StepKey(at) + " pick " + n)
		if k, err := strconv.Atoi(done.Shown(at, cells[0].ID)); err == nil && k <= len(words.Items) {
			return d.sentences(words.Text, words.Items[k-1])
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
			shown, given = append(shown, d.fateWord(done.Shown(at, c.ID))), append(given, cmp.Or(d.fateWord(done.Answer(at, c.ID)), "—"))
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
			text += d.say("sheet.predicted", "what", strings.Join(given, ", "), "mark", mark(right))
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
	return d.say("sheet.line", "what", title, "list", strings.Join(parts, d.say("sheet.and")))
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
