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
	for _, p := range j.Procs {
		rank := result.Rank{Rank: int(p.ID), Exit: p.Exit, Steps: []result.Step{}}
		for i := range p.Steps {
			rank.Steps = append(rank.Steps, step(s, j.Trace, p, i))
		}
		r.Ranks = append(r.Ranks, rank)
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
	r.Findings = diagnose.Run(s, j.Trace)
	return r
}

// outcome sums the run up: hung if a process never ended, failed if one ended
// badly, done otherwise.
func outcome(j *process.Job) string {
	out := result.Done
	for _, p := range j.Procs {
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
	to := result.Step{Op: from.Op, Start: call.Start.String()}
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
var untimed = map[string]bool{"sleep": true, "compute": true, "load_data": true, "raise": true, "local": true}

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

// metrics counts what each process sent and what it spent its time on.
func metrics(j *process.Job) []result.Metric {
	t := j.Trace
	out := make([]result.Metric, len(j.Procs))
	wait := make([]time.Duration, len(j.Procs))
	transfer := make([]time.Duration, len(j.Procs))
	for i := range t.Messages {
		m := &t.Messages[i]
		if m.Sent == trace.Never {
			continue
		}
		out[m.From].MessagesSent++
		out[m.From].BytesSent += int64(m.Bytes)
		if m.Arrived != trace.Never {
			transfer[m.From] += m.Arrived - m.Sent
		}
	}
	until := make([]time.Duration, len(j.Procs))
	for i := range t.Waits { // in order of their beginning
		w := &t.Waits[i]
		end := w.End
		if end == trace.Never {
			end = t.End
		}
		if from := max(w.Start, until[w.Proc]); w.Kind != trace.WaitTime && end > from {
			wait[w.Proc] += end - from // two at a time are one standing still
			until[w.Proc] = end
		}
	}
	for i, p := range j.Procs {
		out[i].Rank = i
		out[i].Compute, out[i].LoadData = p.Metrics.Compute.String(), p.Metrics.LoadData.String()
		out[i].Wait, out[i].Transfer = wait[i].String(), transfer[i].String()
	}
	return out
}
