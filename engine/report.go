package engine

import (
	"bytes"
	"encoding/json"
	"fmt"
	"time"

	"lockstep/engine/diagnose"
	"lockstep/engine/process"
	"lockstep/engine/result"
	"lockstep/engine/scenario"
	"lockstep/engine/trace"
)

// report puts the outcome of a finished run into the words of the result, all but
// the digest of its trace.
func report(s *scenario.Scenario, j *process.Job) *result.Result {
	r := &result.Result{End: j.Trace.End.String()}
	r.Ranks = ranks(s, j.Trace, j.Last())
	if s.Job.MaxRestarts > 0 {
		r.Attempts = attempts(s, j)
	}
	r.Metrics = metrics(j)
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
	r.Findings = findings(s, j.Trace)
	judgeTraining(r, s, j)
	if j.Trace.Attempts() == 1 {
		r.Hints = diagnose.Hints(s, j.Trace)
	}
	return r
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

func step(s *scenario.Scenario, t *trace.Trace, p *process.Proc, i int) result.Step {
	from := &p.Steps[i]
	call := &t.Calls[from.Call]
	to := result.Step{Op: from.Op, Line: int(call.Line), Start: call.Start.String()}
	if call.End != trace.Never {
		to.End = call.End.String()
	}
	switch call.Status {
	case trace.OK:
		to.Status = "ok"
		to.Output = encode(from.Output)
	case trace.Error:
		to.Status = "error"
		to.ErrorType, to.Message = call.ErrorType, call.Message
		if from.Buffer != nil {
			to.Buffer = encode(from.Buffer)
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

// untimed ops that end have no "when": how long they take is what they say.
var untimed = map[string]bool{"sleep": true, "compute": true, "load_data": true, "raise": true, "local": true, "script": true}

// when classifies how long a call took against its timeout T.
func when(c *trace.Call) string {
	if c.End == trace.Never {
		return "never"
	}
	if untimed[c.Op] {
		return ""
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

// encode writes an output as JSON; what could not be encoded would be a broken
// invariant, since every output is made here.
func encode(v any) json.RawMessage {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		panic(err)
	}
	return bytes.TrimSpace(b.Bytes())
}

// metrics counts what the processes of each place sent and what they spent their
// time on, in all attempts together.
func metrics(j *process.Job) []result.Metric {
	t := j.Trace
	n := j.Scenario.Processes()
	out := make([]result.Metric, n)
	for i := range t.Messages {
		if m := &t.Messages[i]; m.Sent != trace.Never {
			to := &out[t.Seat(m.From)]
			to.MessagesSent++
			to.BytesSent += int64(m.Bytes)
		}
	}
	wait, transfer := waited(t), transferred(t)
	compute, load := make([]time.Duration, n), make([]time.Duration, n)
	for i, p := range j.Procs {
		seat := t.Seat(int32(i))
		compute[seat] += p.Metrics.Compute
		load[seat] += p.Metrics.LoadData
	}
	for i := range out {
		out[i].Rank = i
		out[i].Compute, out[i].LoadData = compute[i].String(), load[i].String()
		out[i].Wait, out[i].Transfer = wait[i].String(), transfer[i].String()
	}
	return out
}

// waited is how long the processes of each place stood still.
func waited(t *trace.Trace) []time.Duration {
	out := make([]time.Duration, t.Seats)
	until := make([]time.Duration, len(t.Procs))
	for i := range t.Waits { // in order of their beginning
		w := &t.Waits[i]
		end := w.End
		if end == trace.Never {
			end = t.End
		}
		if from := max(w.Start, until[w.Proc]); w.Kind != trace.WaitTime && end > from {
			out[t.Seat(w.Proc)] += end - from // two at a time are one standing still
			until[w.Proc] = end
		}
	}
	return out
}

// transferred is how long the messages of each place were on their way.
func transferred(t *trace.Trace) []time.Duration {
	out := make([]time.Duration, t.Seats)
	for i := range t.Messages {
		if m := &t.Messages[i]; m.Sent != trace.Never && m.Arrived != trace.Never {
			out[t.Seat(m.From)] += m.Arrived - m.Sent
		}
	}
	return out
}
