package engine

import (
	"encoding/json"
	"fmt"
	"math"
	"strings"

	"lockstep/engine/diagnose"
	"lockstep/engine/process"
	"lockstep/engine/result"
	"lockstep/engine/trace"
)

// ranks is what became of the processes of one attempt.
func (w *reporter) ranks(procs []*process.Proc) []result.Rank {
	out := make([]result.Rank, 0, len(procs))
	for i, p := range procs {
		rank := result.Rank{Rank: i, Exit: p.Exit, Steps: make([]result.Step, 0, len(p.Steps)), Log: w.logsOf(p)}
		for k := range p.Steps {
			rank.Steps = append(rank.Steps, w.step(p, k))
		}
		w.before, w.told = p.Steps, rank.Steps
		out = append(out, rank)
	}
	return out
}

// sortLogs finds whose each log is.
func (w *reporter) sortLogs() {
	w.logs = make([][]int32, len(w.t.Procs))
	for i := range w.t.Logs {
		w.pass(i)
		p := w.t.Logs[i].Proc
		w.logs[p] = append(w.logs[p], int32(i))
	}
}

// logsOf is what a process's program told of itself.
func (w *reporter) logsOf(p *process.Proc) (out []result.Log) {
	for _, i := range w.logs[p.ID] {
		w.did(1)
		l := &w.t.Logs[i]
		told := result.Log{Line: int(l.Line), Name: l.Name, Text: l.Text}
		if l.Name != "" {
			told.Value = w.number(l.Value)
		}
		out = append(out, told)
	}
	return out
}

// number writes a metric; JSON has no word for what is not finite.
func (w *reporter) number(v float64) json.RawMessage {
	if math.IsNaN(v) || math.IsInf(v, 0) {
		return w.text.encode(strings.ToLower(strings.TrimPrefix(fmt.Sprint(v), "+")))
	}
	return w.text.encode(v)
}

// attempts is what became of each start of the job.
func (w *reporter) attempts() []result.Attempt {
	j, t := w.j, w.t
	out := make([]result.Attempt, t.Attempts())
	for k := range out {
		a := &out[k]
		a.Attempt = k
		procs := j.Procs[k*t.Seats : (k+1)*t.Seats]
		a.Ranks = w.ranks(procs)
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

// findings are those of each attempt, with its number if there are several, and
// the hints of a job that had one.
func (w *reporter) findings() (findings, hints []result.Finding) {
	t := w.t
	if t.Attempts() == 1 {
		return diagnose.Judge(w.s, t, w.did)
	}
	out := []result.Finding{}
	for k := range t.Attempts() {
		only, events := t.Attempt(k)
		first := len(out)
		for _, f := range diagnose.RunWith(w.s, only, w.did) {
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
	return out, nil
}
