package export

import (
	"fmt"
	"io"
	"strings"

	"lockstep/engine/result"
	"lockstep/engine/scenario"
	"lockstep/engine/trace"
)

// Report writes a run as Markdown, for a course page, an issue or a worksheet: the
// outcome, what went wrong and why, each rank's tensors before and after, its calls
// in a table, the lanes as text, where the time went, what the run does not prove,
// and the scenario to try it again. The error is the writer's.
func Report(w io.Writer, s *scenario.Scenario, t *trace.Trace, r *result.Result, lang string) error {
	m := &markdown{&printer{w: w, lang: lang}}
	title := s.Title.In(lang)
	if title == "" {
		title = "Lockstep"
	}
	m.line("# %s", escaped(title))
	if q := s.Question.In(lang); q != "" {
		m.line("")
		m.line("%s", escaped(q))
	}
	m.opening(s, r)
	m.findings(r)
	m.attempts(s, t, r, "## ", func(t *trace.Trace, ranks []result.Rank) {
		m.values(t)
		m.ranks(s, ranks)
		m.lanes(s, t)
	})
	m.metrics(r)
	m.limits(s)
	m.heading("report.scenario")
	m.fenced("json", string(scenario.FormatIndent(s)))
	return m.err
}

// markdown lays the parts out for a page.
type markdown struct{ *printer }

func (m *markdown) heading(key string) {
	m.line("")
	m.line("## %s", m.say(key, nil))
	m.line("")
}

func (m *markdown) opening(s *scenario.Scenario, r *result.Result) {
	var b strings.Builder
	p := &printer{w: &b, lang: m.lang}
	untitled := *s
	untitled.Title = nil
	p.opening(&untitled, r)
	m.line("")
	for _, line := range strings.Split(strings.TrimRight(b.String(), "\n"), "\n") {
		m.line("%s  ", escaped(line))
	}
}

func (m *markdown) findings(r *result.Result) {
	if len(r.Findings) == 0 {
		return
	}
	m.heading("heading.findings")
	for i, f := range r.Findings {
		m.line("%d. %s (`%s`)", i+1, escaped(f.Text.In(m.lang)), f.Code)
	}
}

// values is the table before and after: the named tensors of each process.
func (m *markdown) values(t *trace.Trace) {
	start, end := t.NewCursor(), t.NewCursor()
	end.SeekEvent(len(t.Events))
	var rows [][]string
	for i := range t.Tensors {
		x := &t.Tensors[i]
		if x.Name == "" || x.Call != trace.None {
			continue
		}
		rank := fmt.Sprint(t.Procs[x.Proc].Rank)
		rows = append(rows, []string{rank, code(x.Name), x.DType.String(), code(bytesText(x.DType, start.Bytes(int32(i)))), code(bytesText(x.DType, end.Bytes(int32(i))))})
	}
	if len(rows) == 0 {
		return
	}
	m.heading("report.values")
	m.table([]string{m.say("report.rank", nil), m.say("report.tensor", nil), "dtype", m.say("report.before", nil), m.say("report.after", nil)}, rows)
}

// limits says what nobody may conclude.
func (m *markdown) limits(s *scenario.Scenario) {
	m.heading("report.limits")
	keys := []string{"report.limits.model", "report.limits.one"}
	if len(s.Faults) == 0 {
		keys = append(keys, "report.limits.faults")
	}
	for _, key := range keys {
		m.line("- %s", m.say(key, nil))
	}
}

// table writes a table; cells are escaped already.
func (m *markdown) table(head []string, rows [][]string) {
	m.line("| %s |", strings.Join(head, " | "))
	m.line("|%s", strings.Repeat(" --- |", len(head)))
	for _, row := range rows {
		m.line("| %s |", strings.Join(row, " | "))
	}
}

func (m *markdown) ranks(s *scenario.Scenario, ranks []result.Rank) {
	m.line("")
	m.line("## %s", m.say("heading.ranks", nil))
	head := []string{m.say("report.step", nil), m.say("report.op", nil), m.say("report.status", nil), m.say("report.when", nil), m.say("report.time", nil), m.say("report.value", nil)}
	for i, k := range ranks {
		ended := m.exitText(k.Exit)
		if i < len(s.Ranks) && s.Ranks[i].Never {
			ended = m.say("exit.never", nil)
		}
		m.line("")
		m.line("**rank %d** · %s", k.Rank, escaped(ended))
		m.line("")
		if len(k.Steps) == 0 {
			m.line("%s", m.say("step.none", nil))
		} else {
			rows := make([][]string, len(k.Steps))
			for j := range k.Steps {
				rows[j] = stepRow(j, &k.Steps[j])
			}
			m.table(head, rows)
		}
		m.logs(k.Log)
	}
}

func stepRow(i int, s *result.Step) []string {
	span := s.Start
	if s.End != "" {
		span += " → " + s.End
	}
	value := code(valueText(s.Output))
	if s.Message != "" {
		value = escaped(s.ErrorType + ": " + strings.Join(strings.Fields(s.Message), " "))
	}
	op := "`" + s.Op + "`"
	if s.Line > 0 {
		op += fmt.Sprintf(" (%d)", s.Line)
	}
	return []string{fmt.Sprint(i), op, s.Status, s.When, span, value}
}

func (m *markdown) logs(list []result.Log) {
	if len(list) == 0 {
		return
	}
	var lines []string
	for _, l := range list {
		lines = append(lines, strings.TrimSpace(strings.Join([]string{l.Name, string(l.Value), l.Text}, " ")))
	}
	m.line("")
	m.line("%s", m.say("report.log", nil))
	m.line("")
	m.fenced("text", strings.Join(lines, "\n"))
}

func (m *markdown) lanes(s *scenario.Scenario, t *trace.Trace) {
	var b strings.Builder
	n := &narrator{printer: &printer{w: &b, lang: m.lang}, s: s, t: t, cursor: t.NewCursor()}
	n.lanes()
	n.waits()
	lines := strings.Split(strings.Trim(b.String(), "\n"), "\n")
	m.heading("heading.lanes")
	m.fenced("text", strings.Join(lines[1:], "\n"))
}

func (m *markdown) metrics(r *result.Result) {
	if len(r.Metrics) == 0 {
		return
	}
	m.heading("heading.metrics")
	head := []string{m.say("report.rank", nil)}
	for _, key := range []string{"messages", "bytes", "compute", "load", "wait", "transfer"} {
		head = append(head, m.say("metric."+key, nil))
	}
	rows := make([][]string, len(r.Metrics))
	for i, k := range r.Metrics {
		rows[i] = []string{fmt.Sprint(k.Rank), fmt.Sprint(k.MessagesSent), fmt.Sprint(k.BytesSent), k.Compute, k.LoadData, k.Wait, k.Transfer}
	}
	m.table(head, rows)
}

// fenced writes a block of text, in a fence that the text does not contain.
func (m *markdown) fenced(kind, text string) {
	fence := "```"
	for strings.Contains(text, fence) {
		fence += "`"
	}
	m.line("%s%s", fence, kind)
	m.line("%s", strings.TrimRight(text, "\n"))
	m.line("%s", fence)
}

// escaped is text that Markdown shows as it is.
func escaped(text string) string {
	return strings.NewReplacer("\\", "\\\\", "|", "\\|", "*", "\\*", "_", "\\_", "`", "\\`", "<", "&lt;", "[", "\\[", "]", "\\]", "\n", " ").Replace(text)
}

// code is text in the face of code, "" for nothing.
func code(text string) string {
	if text == "" {
		return ""
	}
	return "`" + strings.ReplaceAll(strings.ReplaceAll(text, "`", "'"), "|", "\\|") + "`"
}
