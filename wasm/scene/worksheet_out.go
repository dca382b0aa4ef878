package scene

import (
	"encoding/json"
	"strconv"
	"strings"

	"lockstep/wasm/app"
)

// sheetMarkdown is the worksheet as a Markdown file.
func (d *sheet) sheetMarkdown() string {
	var b strings.Builder
	b.WriteString("# " + d.say("sheet.title", "lesson", d.title()) + "\n\n" + d.pair(d.say("sheet.way"), d.say("sheet.way."+d.sheetWay())) + "\n")
	for _, f := range d.worksheet(sheetKeys) {
		b.WriteString("\n## " + f.label + "\n\n")
		for line := range strings.SplitSeq(f.text, "\n") {
			if line != "" {
				b.WriteString("- " + line + "\n")
			}
		}
	}
	b.WriteString("\n## " + d.say("sheet.summary") + "\n\n|")
	sums := d.worksheet(sheetSums)
	for _, f := range sums {
		b.WriteString(" " + f.label + " |")
	}
	b.WriteString("\n|" + strings.Repeat(" --- |", len(sums)) + "\n|")
	for _, f := range sums {
		b.WriteString(" " + strings.NewReplacer("\n", "<br>", "|", "\\|").Replace(f.text) + " |")
	}
	b.WriteString("\n\n" + d.say("model.long") + "\n")
	return b.String()
}

// sheetHTML is the worksheet as the body of a page to print.
func (d *sheet) sheetHTML() string {
	var b strings.Builder
	put := func(open, s, end string) { b.WriteString(open + escaped(s) + end) }
	put("<h1>", d.say("sheet.title", "lesson", d.title()), "</h1>")
	put("<p>", d.pair(d.say("sheet.way"), d.say("sheet.way."+d.sheetWay())), "</p>")
	for _, f := range d.worksheet(sheetKeys) {
		put("<h2>", f.label, "</h2>")
		put("<p>", f.text, "</p>")
	}
	put("<h2>", d.say("sheet.summary"), "</h2><table><tr>")
	sums := d.worksheet(sheetSums)
	for _, f := range sums {
		put("<th>", f.label, "</th>")
	}
	b.WriteString("</tr><tr>")
	for _, f := range sums {
		put("<td>", f.text, "</td>")
	}
	b.WriteString("</tr></table>")
	put("<p><small>", d.say("model.long"), "</small></p>")
	return b.String()
}

// sheetRecord is the worksheet for programs.
type sheetRecord struct {
	Version int               `json:"lockstep_record"`
	Lesson  string            `json:"lesson"`
	Title   string            `json:"title"`
	Way     string            `json:"way"` // ran, paper
	Fields  map[string]string `json:"fields"`
	Cells   []sheetCell       `json:"predictions"`
	Varied  bool              `json:"variation"`
	Quiz    []sheetAnswer     `json:"quiz"`
}

type sheetCell struct {
	Step    int    `json:"step"`
	Cell    string `json:"cell"`
	Given   string `json:"given"`
	Shown   string `json:"shown"`
	Correct bool   `json:"correct"`
}

type sheetAnswer struct {
	Question int    `json:"question"`
	Given    string `json:"given"`
	Correct  bool   `json:"correct"`
}

func (d *sheet) sheetJSON() string {
	l, done := d.s.Study.Lesson, d.s.Done()
	r := sheetRecord{Version: 1, Lesson: l.ID, Title: l.Title(d.s.Lang), Way: d.sheetWay(), Fields: map[string]string{}, Varied: done.Varied,
		Cells: []sheetCell{}, Quiz: []sheetAnswer{}}
	for _, f := range append(d.worksheet(sheetKeys), d.worksheet(sheetSums)...) {
		r.Fields[f.key] = f.text
	}
	for i := range l.Steps {
		if !done.Locked(i) {
			continue
		}
		for _, c := range l.Steps[i].Cells() {
			given, shown := done.Answer(i, c.ID), done.Shown(i, c.ID)
			r.Cells = append(r.Cells, sheetCell{i + 1, c.ID, given, shown, c.Agrees(given, shown)})
		}
	}
	for i := range l.Quiz {
		n := strconv.Itoa(i + 1)
		if right, judged := done.Marks[n]; judged {
			r.Quiz = append(r.Quiz, sheetAnswer{i + 1, done.Quiz[n], right})
		}
	}
	text, err := json.MarshalIndent(r, "", "  ")
	if err != nil {
		return "{}" // strings, numbers and truths are always written
	}
	return string(text) + "\n"
}

// sheetWays are the ways out: files and paper.
func (d *sheet) sheetWays() []button {
	name := "lockstep-" + d.s.Study.Lesson.ID
	return []button{
		{id: "sheet.markdown", label: "Markdown", name: d.say("sheet.markdown"), press: app.Ask{What: app.SaveText{Name: name + ".md", Type: "text/markdown", Text: d.sheetMarkdown()}}},
		{id: "sheet.json", label: "JSON", name: d.say("sheet.json"), press: app.Ask{What: app.SaveText{Name: name + ".json", Type: "application/json", Text: d.sheetJSON()}}},
		{id: "sheet.print", label: d.say("sheet.print"), press: app.Ask{What: app.PrintText{Title: d.say("sheet.title", "lesson", d.title()), HTML: d.sheetHTML()}}},
		{id: "sheet.trace", label: d.say("sheet.trace"), press: app.Ask{What: app.PrintText{Title: d.say("paper.title", "lesson", d.title()), HTML: d.traceHTML()}}},
	}
}
