package engine

import (
	"encoding/json"
	"fmt"
	"math"
	"strings"

	"lockstep/engine/diagnose"
	"lockstep/engine/process"
	"lockstep/engine/result"
	"lockstep/engine/scenario"
	"lockstep/engine/trace"
)

// ranks is what became of the processes of one attempt.
func ranks(s *scenario.Scenario, t *trace.Trace, procs []*process.Proc) []result.Rank {
	out := make([]result.Rank, 0, len(procs))
	for i, p := range procs {
		rank := result.Rank{Rank: i, Exit: p.Exit, Steps: []result.Step{}, Log: logs(t, p)}
		for k := range p.Steps {
			rank.Steps = append(rank.Steps, step(s, t, p, k))
		}
		out = append(out, rank)
	}
	return out
}

// logs is what a process's program told of itself.
func logs(t *trace.Trace, p *process.Proc) (out []result.Log) {
	for i := range t.Logs {
		if l := &t.Logs[i]; l.Proc == p.ID {
			told := result.Log{Line: int(l.Line), Name: l.Name, Text: l.Text}
			if l.Name != "" {
				told.Value = number(l.Value)
			}
			out = append(out, told)
		}
	}
	return out
}

// number writes a metric; JSON has no word for what is not finite.
func number(v float64) json.RawMessage {
	if math.IsNaN(v) || math.IsInf(v, 0) {
		return encode(strings.ToLower(strings.TrimPrefix(fmt.Sprint(v), "+")))
	}
	return encode(v)
}

// attempts is what became of each start of the job.
func attempts(s *scenario.Scenario, j *process.Job) []result.Attempt {
	t := j.Trace
	out := make([]result.Attempt, t.Attempts())
	for k := range out {
		a := &out[k]
		a.Attempt = k
		procs := j.Procs[k*t.Seats : (k+1)*t.Seats]
		a.Ranks = ranks(s, t, procs)
		start, end := trace.Never, trace.Time(0)
		for _, p := range procs {
			info := &t.Procs[p.ID]
			if info.Started != trace.Never && (start == trace.Never || info.Started < start) {
				start = info.Started
			}
			if info.Ended == trace.Never {
				end = t.End
			}
			end = max(end, info.Ended)
		}
		a.Start, a.End = start.String(), end.String()
	}
	return out
}

// findings are those of each attempt, with its number if there are several.
func findings(s *scenario.Scenario, t *trace.Trace) []result.Finding {
	if t.Attempts() == 1 {
		return diagnose.Run(s, t)
	}
	out := []result.Finding{}
	for k := range t.Attempts() {
		only, events := t.Attempt(k)
		first := len(out)
		for _, f := range diagnose.Run(s, only) {
			attempt := k
			f.Attempt = &attempt
			for i, e := range f.Events {
				f.Events[i] = events[e]
			}
			if f.Cause != nil {
				cause := *f.Cause + first
				f.Cause = &cause
			}
			out = append(out, f)
		}
	}
	return out
}
