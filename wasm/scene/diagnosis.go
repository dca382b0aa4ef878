package scene

import (
	"fmt"
	"strings"

	"lockstep/engine/result"
	"lockstep/engine/scenario"
	"lockstep/engine/trace"
	"lockstep/wasm/app"
)

// outcome is the run's outcome in one sentence, and whether it is good.
func (d *sheet) outcome() (title, detail string, good bool) {
	run := d.s.Run
	switch {
	case run.Veiled:
		return d.say("outcome.veiled"), d.say("outcome.veiled.detail"), true
	case run.Cancelled:
		return d.say("outcome.cancelled"), d.say("outcome.events", "n", itoa(len(run.Trace.Events))), false
	case run.Result == nil:
		return d.say("outcome.running"), d.say("outcome.events", "n", itoa(len(run.Trace.Events))), true
	}
	end := formatTime(run.Trace.End)
	switch run.Result.Outcome {
	case result.Done:
		return d.say("outcome.done"), d.say("outcome.done.detail", "n", itoa(len(run.Result.Ranks)), "end", end), true
	case result.Hung:
		if d.index.stop {
			detail := d.say("outcome.stopped.detail", "ranks", d.ranksWith(hanging))
			if d.index.soonest != trace.Never {
				detail += d.say("outcome.stopped.timeout", "time", formatTime(roundLong(d.index.soonest)))
			}
			return d.say("outcome.stopped", "time", formatTime(d.index.ended())), detail, false
		}
		return d.say("outcome.hung"), d.say("outcome.hung.detail", "ranks", d.ranksWith(hanging)), false
	case result.Limit:
		return d.say("outcome.limit"), d.say("outcome.events", "n", itoa(len(run.Trace.Events))), false
	}
	return d.say("outcome.failed"), d.say("outcome.failed.detail", "ranks", d.failedRanks(), "end", end), false
}

// ranksWith lists the ranks that stand so at the end of the run.
func (d *sheet) ranksWith(want condition) string {
	end := d.now.elsewhen(d.index.ended())
	var list []string
	for p := range d.index.t.Procs {
		if c, _, _ := end.standing(p); c == want {
			list = append(list, itoa(d.rankAt(p)))
		}
	}
	return strings.Join(list, ", ")
}

func (d *sheet) failedRanks() string {
	var list []string
	for p := range d.index.t.Procs {
		if proc := &d.index.t.Procs[p]; proc.Ended == trace.Never || proc.Exit != 0 || proc.Signal {
			list = append(list, itoa(d.rankAt(p)))
		}
	}
	return strings.Join(list, ", ")
}

// headline is the first finding's title, else the outcome's.
func (d *sheet) headline() (title, detail string, good bool) {
	title, detail, good = d.outcome()
	r := d.s.Run.Result
	if r == nil || len(r.Findings) == 0 {
		return title, detail, good
	}
	f := &r.Findings[0]
	key := "headline." + f.Code
	if d.recovered() {
		detail, good = d.say("outcome.recovered.after", "what", d.headlineOf(f))+" · "+detail, true
		return d.say("outcome.recovered", "n", itoa(d.index.attempts()-1)), detail, good
	}
	if !d.w.Has(key) {
		return title, detail, good
	}
	return d.headlineOf(f), title + " · " + detail, false
}

// recovered: the job ended well after a restart, and nothing of that is wrong.
func (d *sheet) recovered() bool {
	r := d.s.Run.Result
	first := &r.Findings[0]
	return r.Recovery != nil && r.Outcome == result.Done && first.Attempt != nil && *first.Attempt < d.index.attempts()-1
}

// headlineOf is a finding's title.
func (d *sheet) headlineOf(f *result.Finding) string {
	call := ""
	if f.Call != nil {
		call = itoa(*f.Call)
	}
	ranks := make([]string, len(f.Ranks))
	for i, r := range f.Ranks {
		ranks[i] = itoa(r)
	}
	return d.say("headline."+f.Code, "call", call, "ranks", strings.Join(ranks, ", "))
}

// banner is the outcome, with the first finding as its title if there is one.
func (d *sheet) banner(r Rect, tall bool) float64 {
	title, detail, good := d.headline()
	k := ink{size: 12}
	running := !d.s.Run.Over()
	lines := wrap(d.m, detail, k, r.W-32)
	if tall {
		r.H = 44 + 18*float64(min(len(lines), 3))
	}
	color, soft := d.pal.OK, d.pal.OKSoft
	switch {
	case running || d.s.Run.Veiled:
		color, soft = d.pal.Text, d.pal.Chip
	case !good:
		color, soft = d.pal.Error, d.pal.ErrorSoft
	}
	d.box(r, 10, soft, 0)
	d.text(r.X+16, r.Y+min(26, r.H*0.62), r.W-32, title, ink{size: 14, color: color, bold: true})
	if tall {
		k.color = color
		d.paragraph(r.X+16, r.Y+47, r.W-32, 18, 3, detail, k)
	}
	d.hot(Hot{ID: "outcome", Rect: r, Role: Status, Name: d.say("outcome"), Value: d.say("outcome.stated", "title", title, "detail", detail)})
	if running {
		d.runBar(Rect{r.X + 10, r.bottom() - 5, r.W - 20, 3})
	}
	return r.H
}

// diagnosis tells the outcome, the findings, who calls what, and what the
// processes printed. It returns where it ends.
func (d *sheet) diagnosis(x, y, width float64) float64 {
	y -= 8 // the banner has a frame: its text stands where others begin
	h := part(d, "banner", 0, Rect{x, y, width, 0}, func() float64 { return d.banner(Rect{x - 4, y, width + 8, 0}, true) })
	return d.diagnosisBody(x, y+h+32, width)
}

// diagnosisBody is the diagnosis without the banner.
func (d *sheet) diagnosisBody(x, y, width float64) float64 {
	y = part(d, "findings", 0, Rect{x, y, width, 0}, func() float64 { return d.findings(x, y, width) })
	if r := d.s.Run.Result; r != nil && len(r.Findings) == 0 {
		y = d.valuesTables(x, y, width) + 12
	}
	return part(d, "calls", 0, Rect{x, y, width, 0}, func() float64 {
		y := d.callTable(x, y, width)
		y = d.errors(x, y, width)
		y = d.toolsSay(x, y, width)
		return d.model(x, y, width)
	})
}

// findings are what is wrong, with what puts it right, or what is worth knowing.
func (d *sheet) findings(x, y, width float64) float64 {
	y = d.provenance(x, y-8, width) + 14
	r := d.s.Run.Result
	if r == nil {
		return y
	}
	roots := 0
	for i := range r.Findings {
		if i > 0 && r.Findings[i].Cause == nil && roots == 1 {
			y = d.fixes(x, y+6, width)
		}
		if r.Findings[i].Cause == nil {
			roots++
		}
		y = d.finding(i, &r.Findings[i], x, y, width)
	}
	if roots == 1 {
		y = d.fixes(x, y+6, width)
	}
	if len(r.Findings) == 0 {
		y = d.hints(r, x, y, width)
	}
	return y
}

// finding is one sentence with the ranks that it is about.
func (d *sheet) finding(i int, f *result.Finding, x, y, width float64) float64 {
	top := y - 16
	text := f.Text.In(d.s.Lang)
	if f.Cause == nil {
		d.box(Rect{x - 4, y - 12, 3, 16}, 1.5, d.pal.Error, 0)
		y = d.paragraph(x+8, y, width-8, 20, 0, text, ink{size: 12.5, color: d.pal.Text, bold: i == 0})
	} else {
		d.text(x+8, y, 14, "↳", ink{size: 12, color: d.pal.Muted})
		y = d.paragraph(x+24, y, width-24, 20, 0, text, ink{size: 12, color: d.pal.Muted})
	}
	d.hot(Hot{ID: fmt.Sprintf("finding-%d", i), Rect: Rect{x - 4, top, width + 8, y - top}, Role: Group, Name: text, Press: app.ShowFinding{N: i}})
	if f.Cause == nil && len(f.Events) > 0 {
		y = d.showEvents(i, x+8, y+4, width-8)
	}
	return y + 10
}

// callTable lists the calls of the default group, index by rank, with the first
// place marked where they differ.
func (d *sheet) callTable(x, y, width float64) float64 {
	if !d.troubled() {
		return y
	}
	rows := d.callRows()
	if len(rows) == 0 {
		return y
	}
	diverge := firstDivergence(rows)
	y = d.heading(x, y, width, d.say("calls.title"))
	n := len(rows[0])
	shown := min(n, max(1, int((width-36)/88)))
	col := (width - 36) / float64(shown)
	head := ink{size: 12, color: d.pal.Muted}
	for p := range shown {
		d.text(x+36+float64(p)*col, y, col-8, "rank "+itoa(d.rankAt(p)), head)
	}
	from := max(0, min(diverge-1, len(rows)-4))
	for i := from; i < min(len(rows), from+6); i++ {
		y += 26
		if i == diverge {
			d.box(Rect{x - 4, y - 17, width + 8, 25}, 6, d.pal.ErrorSoft, 0)
		}
		d.text(x+4, y, 28, "#"+itoa(i), ink{size: 12, color: d.pal.Muted, mono: true})
		for p := range shown {
			d.text(x+36+float64(p)*col, y, col-6, rows[i][p], ink{size: 11.5, color: d.pal.Text, mono: true})
		}
	}
	return y + 36
}

// callRows is what each rank called at each index of the default group.
func (d *sheet) callRows() [][]string {
	t := d.index.t
	var rows [][]string
	for i := range t.Calls {
		c := &t.Calls[i]
		if c.Group != 0 || c.Seq < 0 || c.Step < 0 {
			continue
		}
		for len(rows) <= int(c.Seq) && len(rows) < 1000 {
			row := make([]string, len(t.Procs))
			for p := range row {
				row[p] = "—"
			}
			rows = append(rows, row)
		}
		program := d.s.Scenario.ProgramOf(int(c.Proc))
		if int(c.Seq) < len(rows) && int(c.Step) < len(program) {
			rows[c.Seq][c.Proc] = cellText(&program[c.Step])
		}
	}
	for len(rows) > 0 && rows[0][0] == "—" && blank(rows[0]) {
		rows = rows[1:]
	}
	return rows
}

// cellText is a call as the table has it: "all_reduce SUM", "broadcast src=0".
func cellText(op *scenario.Op) string {
	brief := op.Brief()
	if op.Tensor != nil {
		_, brief, _ = strings.Cut(brief, ", ")
	}
	return strings.TrimSpace(op.Name + " " + brief)
}

func blank(row []string) bool {
	for _, c := range row {
		if c != "—" {
			return false
		}
	}
	return true
}

// firstDivergence is the first row whose calls differ, or −1.
func firstDivergence(rows [][]string) int {
	for i, row := range rows {
		for _, c := range row[1:] {
			if name(c) != name(row[0]) {
				return i
			}
		}
	}
	return -1
}

func name(call string) string {
	n, _, _ := strings.Cut(call, " ")
	return n
}

// errors are the texts that the processes died of, as PyTorch prints them.
func (d *sheet) errors(x, y, width float64) float64 {
	t := d.index.t
	first := true
	for p := range t.Procs {
		c := d.lastError(p)
		if c == nil {
			continue
		}
		if first {
			y = d.heading(x, y, width, d.say("errors.title"))
			first = false
		}
		k := ink{size: 11, color: d.pal.Text, mono: true}
		text := c.ErrorType + ": " + c.Message
		lines := wrap(d.m, text, k, width-24)
		shown := min(len(lines), 5)
		h := float64(shown)*17 + 30
		d.box(Rect{x - 4, y - 14, width + 8, h}, 8, d.pal.Chip, 0)
		d.text(x+8, y+4, width-16, "rank "+itoa(d.rankAt(p)), ink{size: 11.5, color: d.rankColor(p).Ink, bold: true})
		d.paragraph(x+8, y+22, width-20, 17, 5, text, k)
		y += h + 8
	}
	if !first {
		y += 16
	}
	return y
}

func (d *sheet) lastError(p int) *trace.Call {
	if p >= len(d.index.calls) {
		return nil
	}
	list := d.index.calls[p]
	for i := len(list) - 1; i >= 0; i-- {
		if c := &d.index.t.Calls[list[i]]; c.Status == trace.Error {
			return c
		}
	}
	return nil
}

// model says what the picture is, at the foot of the panel.
func (d *sheet) model(x, y, width float64) float64 {
	return d.paragraph(x, y, width, 18, 0, d.say("model.long"), ink{size: 11.5, color: d.pal.Warn})
}

// live is what a screen reader is told after each run.
func (d *sheet) live() string {
	title, detail, _ := d.headline()
	text := d.say("outcome.stated", "title", title, "detail", detail)
	if !d.s.Run.Over() {
		text = title // and not how many events with every frame
	}
	if r := d.s.Run.Result; r != nil {
		for i := range r.Findings {
			text += " " + r.Findings[i].Text.In(d.s.Lang)
		}
	}
	if d.s.Notice != nil {
		text = d.sentences(d.w.Message(*d.s.Notice), text)
	}
	return text
}
