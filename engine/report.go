package engine

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"time"

	"lockstep/engine/process"
	"lockstep/engine/result"
	"lockstep/engine/scenario"
	"lockstep/engine/tensor"
	"lockstep/engine/trace"
)

// reporter puts the outcome of a finished run into the words of the result. After a
// long run that takes a while, so it tells how much it has done, in units of what an
// event of a run costs.
type reporter struct {
	s    *scenario.Scenario
	j    *process.Job
	t    *trace.Trace
	did  func(units int)
	text texts
	last moment
	// before are the steps of the rank before, and told what was told of them.
	before []process.Step
	told   []result.Step
	logs   [][]int32 // of the trace, by process
}

// report makes the result, all but the digest of its trace.
func report(s *scenario.Scenario, j *process.Job, did func(units int)) *result.Result {
	w := &reporter{s: s, j: j, t: j.Trace, did: did}
	r := &result.Result{End: j.Trace.End.String()}
	w.sortLogs()
	r.Ranks = w.ranks(j.Last())
	if s.Job.MaxRestarts > 0 {
		r.Attempts = w.attempts()
	}
	r.Metrics = w.metrics()
	if limit := j.Clock.Exceeded(); limit != "" {
		// What has not happened yet is no finding.
		r.Outcome, r.Limit, r.Findings = result.Limit, fmt.Sprintf("%s: %d", limit, j.Clock.LimitOf(limit)), []result.Finding{}
		return r
	}
	if j.Limit != "" {
		r.Outcome, r.Limit, r.Findings = result.Limit, j.Limit, []result.Finding{}
		return r
	}
	r.Outcome = outcome(j)
	r.Findings, r.Hints = w.findings()
	judgeTraining(r, s, j, did)
	return r
}

// pass says that the next of a long list was looked at.
func (w *reporter) pass(i int) {
	const looks = 4096
	if i%looks == looks-1 {
		w.did(looks / 16)
	}
}

// outcome sums the run up: hung if a process never ended, failed if one ended
// badly, done otherwise.
func outcome(j *process.Job) string {
	out := result.Done
	for _, p := range j.Last() {
		switch {
		case p.Exit == nil && j.Trace.Procs[p.ID].Started != trace.Never:
			return result.Hung
		case p.Exit != nil && *p.Exit != 0:
			out = result.Failed
		}
	}
	return out
}

func (w *reporter) step(p *process.Proc, i int) result.Step {
	w.did(1)
	from := &p.Steps[i]
	call := &w.t.Calls[from.Call]
	to := result.Step{Op: from.Op, Line: int(call.Line), Start: w.last.text(call.Start)}
	if call.End != trace.Never {
		to.End = w.last.text(call.End)
	}
	switch call.Status {
	case trace.OK:
		to.Status = "ok"
		to.Output = w.output(p, i)
	case trace.Error:
		to.Status = "error"
		to.ErrorType, to.Message = call.ErrorType, call.Message
		if from.Buffer != nil {
			to.Buffer = w.text.encode(from.Buffer)
		}
	case trace.Killed:
		to.Status = "killed"
		return to
	case trace.Running:
		to.Status = "hang"
	case trace.Skipped:
		to.Status = "skipped"
		return to
	}
	to.When = when(call)
	return to
}

// output is the text of a step's output: that of the same step of the rank before, where
// both are one tensor, as after an all-reduce.
func (w *reporter) output(p *process.Proc, i int) json.RawMessage {
	x, ok := p.Steps[i].Output.(*tensor.Tensor)
	if ok && x != nil && i < len(w.before) && w.told[i].Status == "ok" {
		if y, ok := w.before[i].Output.(*tensor.Tensor); ok && y != nil && x.Equal(y) {
			return w.told[i].Output
		}
	}
	return w.text.encode(p.Steps[i].Output)
}

// when classifies how long a call took against its timeout T.
func when(c *trace.Call) string {
	if c.End == trace.Never {
		return "never"
	}
	switch c.Op {
	case "sleep", "compute", "load_data", "raise", "local", "script":
		return "" // how long they take is what they say
	}
	took, limit := c.End-c.Start, c.Timeout
	share := func(percent time.Duration) time.Duration { return limit * percent / 100 }
	switch {
	case took < min(750*time.Millisecond, share(30)):
		return "immediate"
	case abs(took-limit) <= max(450*time.Millisecond, share(15)):
		return "at_timeout"
	case took < limit:
		return "delayed"
	}
	return "late"
}

func abs(d time.Duration) time.Duration {
	if d < 0 {
		return -d
	}
	return d
}

// moment is a time and its text. Each call of a program begins as a rule when the one
// before it ends, so that the text of the last time will do for every other one.
type moment struct {
	at   trace.Time
	said string // "": nothing yet
}

func (m *moment) text(at trace.Time) string {
	if m.said == "" || m.at != at {
		m.at, m.said = at, at.String()
	}
	return m.said
}

// texts are JSON texts one behind the other: a long run has hundreds of thousands,
// most of them a few bytes.
type texts struct{ b bytes.Buffer }

// encode writes an output as JSON; what could not be encoded would be a broken
// invariant, since every output is made here.
func (x *texts) encode(v any) json.RawMessage {
	const page = 1 << 13
	if x.b.Available() < page/8 {
		x.b = bytes.Buffer{}
		x.b.Grow(page)
	}
	from := x.b.Len()
	if t, ok := v.(*tensor.Tensor); ok && t != nil { // most of them, and they write themselves
		x.b.Write(t.AppendJSON(x.b.AvailableBuffer()))
		return slices.Clip(x.b.Bytes()[from:])
	}
	e := json.NewEncoder(&x.b)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		panic(err)
	}
	return slices.Clip(bytes.TrimSpace(x.b.Bytes()[from:]))
}

// metrics counts what the processes of each place sent and what they spent their
// time on, in all attempts together.
func (w *reporter) metrics() []result.Metric {
	j, t := w.j, w.t
	n := j.Scenario.Processes()
	out := make([]result.Metric, n)
	wait := w.waited()
	compute, load, transfer := make([]time.Duration, n), make([]time.Duration, n), make([]time.Duration, n)
	sent := w.sent()
	for i, p := range j.Procs {
		seat := t.Seat(int32(i))
		compute[seat] += p.Metrics.Compute
		load[seat] += p.Metrics.LoadData
		transfer[seat] += sent[i].took
		out[seat].MessagesSent += sent[i].messages
		out[seat].BytesSent += sent[i].bytes
	}
	for i := range out {
		out[i].Rank = i
		out[i].Compute, out[i].LoadData = compute[i].String(), load[i].String()
		out[i].Wait, out[i].Transfer = wait[i].String(), transfer[i].String()
	}
	return out
}

// waited is how long the processes of each place stood still.
func (w *reporter) waited() []time.Duration {
	t := w.t
	out := make([]time.Duration, t.Seats)
	until := make([]time.Duration, len(t.Procs))
	for i := range t.Waits { // in order of their beginning
		w.pass(i)
		x := &t.Waits[i]
		end := x.End
		if end == trace.Never {
			end = t.End
		}
		if from := max(x.Start, until[x.Proc]); x.Kind != trace.WaitTime && end > from {
			out[t.Seat(x.Proc)] += end - from // two at a time are one standing still
			until[x.Proc] = end
		}
	}
	return out
}

// sending is what one process sent, and how long it was on its way in all.
type sending struct {
	messages, bytes int64
	took            time.Duration
}

// sent counts by process, in one pass: a run may have millions of messages.
func (w *reporter) sent() []sending {
	t := w.t
	out := make([]sending, len(t.Procs))
	for i := range t.Messages {
		w.pass(i)
		m := &t.Messages[i]
		if m.Sent == trace.Never {
			continue
		}
		by := &out[m.From]
		by.messages++
		by.bytes += int64(m.Bytes)
		if m.Arrived != trace.Never {
			by.took += m.Arrived - m.Sent
		}
	}
	return out
}
