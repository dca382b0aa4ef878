package export

import (
	"fmt"
	"io"
	"strings"
	"time"

	"lockstep/engine/result"
	"lockstep/engine/scenario"
	"lockstep/engine/trace"
	"lockstep/engine/wording"
)

// Telling says how a story is told.
type Telling struct {
	Lang   string
	Events bool // every event, not only those that a reader needs first
	Hints  bool // every hint, also those that are true of most programs
}

// Story writes a run from beginning to end: what Summary says, then the lanes in
// order of time, who waits for whom at the end, and where the time went. The
// error is the writer's.
func Story(w io.Writer, s *scenario.Scenario, t *trace.Trace, r *result.Result, how Telling) error {
	p := &printer{w: w, lang: how.Lang}
	p.opening(s, r)
	p.findings(r)
	p.hints(r, how.Hints)
	p.recovery(r)
	p.attempts(s, t, r, "", func(t *trace.Trace, ranks []result.Rank) {
		p.ranks(s, ranks)
		n := &narrator{printer: p, s: s, t: t, cursor: t.NewCursor(), all: how.Events}
		n.lanes()
		n.waitsThen()
		n.waits()
	})
	p.metrics(r)
	return p.err
}

// narrator puts events into words.
type narrator struct {
	*printer
	s      *scenario.Scenario
	t      *trace.Trace
	cursor *trace.Cursor
	all    bool
}

// who names a process by its rank, or by its number where rank and number are
// not the same (a second rank 1, say).
func (n *narrator) who(proc int32) wording.Value {
	if proc >= 0 && int(proc) < len(n.t.Procs) && n.t.Procs[proc].Rank != proc {
		return wording.Phrase{Key: "process", Args: wording.Args{"n": wording.Number(proc)}}
	}
	return wording.Ranks{int(proc)}
}

func (n *narrator) name(proc int32) string { return n.say("name", wording.Args{"who": n.who(proc)}) }

// call names a call as people do: all_reduce #3, with its group where that is
// not the default one.
func (n *narrator) call(i int32) wording.Word {
	if i == trace.None {
		return "?"
	}
	c := &n.t.Calls[i]
	s := c.Op
	if c.Group != trace.None && c.Seq >= 0 {
		if g := n.t.Groups[c.Group].Name; g != "" {
			s += "@" + g
		}
		s += fmt.Sprintf(" #%d", c.Seq)
	}
	return wording.Word(s)
}

// row is one line of the lanes: a time and, in each lane, what happened.
type row struct {
	at    trace.Time
	kind  trace.EventKind
	cells []string
}

// mostLanes is up to how many processes stand side by side; more are told one
// below the other, each line with its rank in front.
const mostLanes = 4

// mostRows bounds what is told without being asked for all of it.
const mostRows = 400

func (n *narrator) lanes() {
	n.heading("heading.lanes")
	rows, left := n.rows()
	if len(n.t.Procs) <= mostLanes {
		n.sideBySide(rows)
	} else {
		n.oneBelowTheOther(rows)
	}
	if left > 0 {
		n.line("  %s", n.say("event.more", wording.Args{"n": wording.Number(left)}))
	}
}

// rows collects what is told. Things of one kind that happen at one moment in
// several lanes share a row, as they do in a picture.
func (n *narrator) rows() (rows []row, left int) {
	for i, e := range n.t.Events {
		n.cursor.SeekEvent(i + 1)
		text := n.event(e)
		if text == "" {
			left++
			continue
		}
		if len(rows) >= mostRows && !n.all {
			left++
			continue
		}
		at := n.t.EventTime(i)
		if k := len(rows) - 1; k >= 0 && rows[k].at == at && rows[k].kind == e.Kind && rows[k].cells[e.Proc] == "" {
			rows[k].cells[e.Proc] = text
			continue
		}
		r := row{at: at, kind: e.Kind, cells: make([]string, len(n.t.Procs))}
		r.cells[e.Proc] = text
		rows = append(rows, r)
	}
	return rows, left
}

const timeWidth = 12

func (n *narrator) sideBySide(rows []row) {
	lane := 44
	if len(n.t.Procs) > 2 {
		lane = 34
	}
	head := padLeft(n.say("time", nil), timeWidth)
	for i := range n.t.Procs {
		head += " │ " + pad(n.name(int32(i)), lane)
	}
	n.line("  %s", strings.TrimRight(head, " "))
	before := trace.Never
	for _, r := range rows {
		moment := ""
		if r.at != before {
			moment, before = r.at.String(), r.at
		}
		n.cells(moment, r.cells, lane)
	}
}

// cells prints one row, with as many lines as its longest cell needs.
func (n *narrator) cells(moment string, cells []string, lane int) {
	broken := make([][]string, len(cells))
	height := 1
	for i, text := range cells {
		broken[i] = wrap(text, lane)
		height = max(height, len(broken[i]))
	}
	for k := range height {
		line := padLeft(moment, timeWidth)
		moment = ""
		for _, lines := range broken {
			text := ""
			if k < len(lines) {
				text = lines[k]
			}
			line += " │ " + pad(text, lane)
		}
		n.line("  %s", strings.TrimRight(line, " "))
	}
}

func (n *narrator) oneBelowTheOther(rows []row) {
	before := trace.Never
	for _, r := range rows {
		for i, text := range r.cells {
			if text == "" {
				continue
			}
			moment := ""
			if r.at != before {
				moment, before = r.at.String(), r.at
			}
			lead := padLeft(moment, timeWidth) + " │ " + pad(n.name(int32(i)), 10)
			for _, line := range wrap(text, textWidth-width(lead)) {
				n.line("  %s %s", lead, line)
				lead = padLeft("", timeWidth) + " │ " + pad("", 10)
			}
		}
	}
}

// waitsThen lists who waited for whom when the first call failed of its waiting: a
// timeout ends what a reader wants to see.
func (n *narrator) waitsThen() {
	at := n.firstGivenUp()
	if at == trace.Never {
		return
	}
	n.line("")
	n.line("%s", n.say("heading.waits.then", wording.Args{"time": wording.Duration(at)}))
	for i := range n.t.Waits {
		w := &n.t.Waits[i]
		if w.Kind == trace.WaitTime || w.Start >= at || w.End != trace.Never && w.End < at {
			continue
		}
		n.line("  %s, %s", n.say("wait.at", wording.Args{"who": n.who(w.Proc), "call": n.call(w.Call), "wait": n.wait(w)}),
			n.say("wait.since", wording.Args{"start": wording.Duration(w.Start)}))
	}
}

// firstGivenUp is when the first wait ended of a call that failed of it; Never: none did.
func (n *narrator) firstGivenUp() trace.Time {
	first := trace.Never
	for i := range n.t.Waits {
		w := &n.t.Waits[i]
		if w.Kind == trace.WaitTime || w.End == trace.Never || w.Call == trace.None || w.End <= w.Start {
			continue
		}
		if c := &n.t.Calls[w.Call]; c.Status == trace.Error && n.t.Deadline(w) == w.End && (first == trace.Never || w.End < first) {
			first = w.End
		}
	}
	return first
}

// waits lists what has not ended: the edges of the wait-for graph.
func (n *narrator) waits() {
	first := true
	for i := range n.t.Waits {
		w := &n.t.Waits[i]
		if w.End != trace.Never {
			continue
		}
		if first {
			n.heading("heading.waits")
			first = false
		}
		until := n.say("wait.ever", wording.Args{"start": wording.Duration(w.Start)})
		if deadline := n.t.Deadline(w); deadline != trace.Never {
			until = n.say("wait.for", wording.Args{"start": wording.Duration(w.Start), "deadline": wording.Duration(deadline)})
		}
		n.line("  %s, %s", n.say("wait.at", wording.Args{"who": n.who(w.Proc), "call": n.call(w.Call), "wait": n.wait(w)}), until)
	}
}

func (p *printer) metrics(r *result.Result) {
	if len(r.Metrics) == 0 {
		return
	}
	p.heading("heading.metrics")
	line := "  " + pad("", 10)
	for _, key := range []string{"messages", "bytes", "compute", "load", "wait", "transfer"} {
		line += padLeft(p.say("metric."+key, nil), 13)
	}
	p.line("%s", line)
	for _, m := range r.Metrics {
		line := "  " + pad(p.say("rank.one", wording.Args{"rank": wording.Number(m.Rank)}), 10)
		for _, v := range []string{fmt.Sprint(m.MessagesSent), fmt.Sprint(m.BytesSent), m.Compute, m.LoadData, m.Wait, m.Transfer} {
			line += padLeft(v, 13)
		}
		p.line("%s", line)
	}
}

// notable reports whether a wait is worth a line of its own: it did not end, or
// it took a good part of the whole run.
func (n *narrator) notable(w *trace.Wait) bool {
	const share = 20
	return w.End == trace.Never || w.End-w.Start > max(n.t.End/share, time.Microsecond)
}
