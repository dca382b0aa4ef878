package export

import (
	"html"
	"io"
	"strconv"
	"strings"

	"lockstep/engine/scenario"
	"lockstep/engine/wording"
)

// TraceSheet writes a table to print and fill in by hand: ranks beside each other,
// steps below each other, the tensors at the start given and every other cell
// empty. Who cannot run anything learns the same by tracing on paper. It is a page
// of HTML without scripts, for a browser's own print dialogue. The error is the
// writer's.
func TraceSheet(w io.Writer, s *scenario.Scenario, lang string) error {
	h := &tracing{printer: &printer{w: w, lang: lang}, s: s}
	h.head()
	if s.Script != "" {
		h.script()
	}
	shown := min(s.Processes(), mostOnPaper)
	for from := 0; from < shown; from += ranksBeside {
		h.table(from, min(from+ranksBeside, shown))
	}
	if left := s.Processes() - shown; left > 0 {
		h.line("<p>%s</p>", h.text("sheet.more", wording.Args{"n": wording.Number(left)}))
	}
	h.questions(shown)
	h.line("</body></html>")
	return h.err
}

const (
	ranksBeside = 8  // in one table
	mostOnPaper = 32 // more ranks nobody traces by hand
	blankRows   = 12 // for a script, whose calls only a run knows
)

type tracing struct {
	*printer
	s *scenario.Scenario
}

func (h *tracing) text(key string, args wording.Args) string {
	return html.EscapeString(h.say(key, args))
}

const sheetStyle = `body{font:14px/1.5 system-ui,"Noto Sans CJK SC",sans-serif;margin:24px;color:#111}
h1{font-size:20px;margin:0 0 4px}p{margin:4px 0 12px}.quiet{color:#555}
table{border-collapse:collapse;width:100%;margin:12px 0 20px;table-layout:fixed;page-break-inside:auto}
th,td{border:1px solid #888;padding:4px 6px;vertical-align:top;text-align:left;overflow-wrap:anywhere}
tr{page-break-inside:avoid}td.cell{height:44px}td.step,th.step{width:18%}
code,pre{font:12px/1.5 "DejaVu Sans Mono",ui-monospace,monospace}pre{border:1px solid #888;padding:8px;white-space:pre-wrap}
.write{border-bottom:1px solid #888;display:block;height:26px}.box{display:inline-block;width:11px;height:11px;border:1px solid #111;margin:0 5px 0 14px}
@page{size:A4 landscape;margin:12mm}@media print{body{margin:0}}`

func (h *tracing) head() {
	title := h.s.Title.In(h.lang)
	if title == "" {
		title = "Lockstep"
	}
	h.line(`<!doctype html><html lang="%s"><head><meta charset="utf-8"><title>%s</title><style>%s</style></head><body>`, html.EscapeString(h.lang), html.EscapeString(title), sheetStyle)
	h.line("<h1>%s</h1>", html.EscapeString(title))
	if q := h.s.Question.In(h.lang); q != "" {
		h.line("<p>%s</p>", html.EscapeString(q))
	}
	world := h.say("world", wording.Args{"n": wording.Number(h.s.Processes()), "timeout": wording.Duration(h.s.Timeout)})
	if h.s.Debug != scenario.DebugOff && h.s.Debug != "" {
		world += h.say("world.debug", wording.Args{"debug": wording.Word(h.s.Debug)})
	}
	h.line(`<p class="quiet">%s · %s</p>`, html.EscapeString(world), h.text("sheet.how", nil))
}

// script prints the program that all ranks run, its lines numbered.
func (h *tracing) script() {
	h.line("<pre>")
	for i, line := range strings.Split(strings.TrimRight(h.s.Script, "\n"), "\n") {
		h.line("%s", html.EscapeString(padLeft(strconv.Itoa(i+1), 3)+"  "+line))
	}
	h.line("</pre>")
}

// table is for the ranks from … to-1.
func (h *tracing) table(from, to int) {
	h.line(`<table><thead><tr><th class="step">%s</th>`, h.text("sheet.step", nil))
	for p := from; p < to; p++ {
		h.line("<th>rank %d</th>", p)
	}
	h.line("</tr></thead><tbody>")
	h.line(`<tr><td class="step">%s</td>`, h.text("sheet.start", nil))
	for p := from; p < to; p++ {
		h.line("<td>%s</td>", h.start(p))
	}
	h.line("</tr>")
	for i, row := range h.rows() {
		h.line("<tr>%s</tr>", row.html(i+1, from, to))
	}
	h.line("</tbody></table>")
}

// start is what a rank has before its first step.
func (h *tracing) start(p int) string {
	if p < len(h.s.Ranks) && h.s.Ranks[p].Never {
		return h.text("exit.never", nil)
	}
	var parts []string
	if p < len(h.s.Ranks) && h.s.Ranks[p].Start > 0 {
		parts = append(parts, h.text("sheet.late", wording.Args{"start": wording.Duration(h.s.Ranks[p].Start)}))
	}
	for _, t := range h.s.TensorsOf(p) {
		parts = append(parts, "<code>"+html.EscapeString(t.Name+" = "+specText(&t.Spec, p))+"</code>")
	}
	return strings.Join(parts, "<br>")
}

// specText is a tensor as a person copies it.
func specText(t *scenario.TensorSpec, rank int) string {
	switch t.Fill {
	case "":
		shown := t.Data[:min(len(t.Data), shownElements)]
		parts := make([]string, len(shown))
		for i, n := range shown {
			parts[i] = string(n)
		}
		text := strings.Join(parts, ", ")
		if len(t.Data) > len(shown) {
			text += ", … " + strconv.Itoa(len(t.Data))
		}
		return "[" + text + "]"
	case scenario.FillRank:
		return strconv.Itoa(rank) + " × (" + joinInts(t.Shape) + ")"
	}
	return string(t.Fill) + " × (" + joinInts(t.Shape) + ")"
}

// paperRow is one step of all ranks: what each does, "" where its program has ended.
type paperRow []string

// rows are the steps; for a script, room for them.
func (h *tracing) rows() []paperRow {
	if h.s.Script != "" {
		return make([]paperRow, blankRows)
	}
	var rows []paperRow
	for p := range h.s.Processes() {
		if p < len(h.s.Ranks) && h.s.Ranks[p].Never {
			continue
		}
		for i, text := range written(h.s.ProgramOf(p), "") {
			for len(rows) <= i {
				rows = append(rows, make(paperRow, h.s.Processes()))
			}
			rows[i][p] = text
		}
	}
	return rows
}

// written are the ops of a program line by line, those of a body behind its mark.
func written(ops []scenario.Op, lead string) (lines []string) {
	for i := range ops {
		o := &ops[i]
		if o.Name == "repeat" {
			lines = append(lines, lead+"repeat "+strconv.Itoa(o.Times)+" ×")
			lines = append(lines, written(o.Body, lead+"↻ ")...)
			continue
		}
		lines = append(lines, lead+o.Name+"("+o.Brief()+")")
	}
	return lines
}

// html writes the cells of some ranks. What all ranks do stands once, at the left.
func (r paperRow) html(n, from, to int) string {
	same := len(r) > 0
	for _, text := range r {
		same = same && text == r[0]
	}
	step := strconv.Itoa(n)
	if same {
		step += " <code>" + html.EscapeString(r[0]) + "</code>"
	}
	var b strings.Builder
	b.WriteString(`<td class="step">` + step + "</td>")
	for p := from; p < to; p++ {
		text := ""
		if !same && p < len(r) {
			text = "<code>" + html.EscapeString(r[p]) + "</code>"
			if r[p] == "" {
				text = "—"
			}
		}
		b.WriteString(`<td class="cell">` + text + "</td>")
	}
	return b.String()
}

// questions are what a trace is for.
func (h *tracing) questions(ranks int) {
	h.line("<table><tbody>")
	for p := range ranks {
		h.line(`<tr><td class="step">rank %d</td><td><span class="box"></span>%s<span class="box"></span>%s<span class="box"></span>%s</td></tr>`, p,
			h.text("sheet.finishes", nil), h.text("sheet.waits", nil), h.text("sheet.fails", nil))
	}
	h.line("</tbody></table>")
	for _, key := range []string{"sheet.meet", "sheet.who", "sheet.proves"} {
		h.line(`<p>%s<span class="write"></span><span class="write"></span></p>`, h.text(key, nil))
	}
}
