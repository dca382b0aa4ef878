// Package training reads a run as the training of a model: which steps each
// process did, from which checkpoint it went on, and what its parameters have come
// from at the end. It says what a restart lost, did again, counted twice or left
// out, and what nobody restarted.
//
// It knows traces and results. It must never know how a script is run or what a
// disk does: it reads what was logged, saved and loaded.
package training

import (
	"slices"

	"lockstep/engine/trace"
)

// stepMark and sampleMark are the names under which a program logs that a step
// begins and which sample it takes in.
const (
	stepMark   = "step"
	sampleMark = "sample"
)

// mark is a log entry of one of the two.
type mark struct {
	at     trace.Time
	sample bool
	value  int64
}

// history is what every process marked, saved and loaded.
type history struct {
	t     *trace.Trace
	marks [][]mark // by process
	loads []int32  // by process: the load that it went on from, in Saves, or None
	any   bool     // there is a mark
}

func read(t *trace.Trace) *history {
	h := &history{t: t, marks: make([][]mark, len(t.Procs)), loads: make([]int32, len(t.Procs))}
	for i := range h.loads {
		h.loads[i] = trace.None
	}
	for i := range t.Saves {
		if s := &t.Saves[i]; s.Load && s.From != trace.None && s.End != trace.Never {
			h.loads[s.Proc] = int32(i)
		}
	}
	if len(t.Logs) == 0 {
		return h
	}
	for i, e := range t.Events {
		if e.Kind != trace.Logged {
			continue
		}
		if l := &t.Logs[e.Ref]; (l.Name == stepMark || l.Name == sampleMark) && l.Value == float64(int64(l.Value)) {
			h.any = true
			h.marks[l.Proc] = append(h.marks[l.Proc], mark{t.EventTime(i), l.Name == sampleMark, int64(l.Value)})
		}
	}
	return h
}

// path is what the parameters of a process have come from: its own marks behind
// the checkpoint that it loaded, and before them those of whoever saved it, up to
// the save. Nil where that goes round in a circle, which no run does.
func (h *history) path(proc int32, until trace.Time) []mark {
	var parts [][]mark
	for range h.t.Attempts() + 1 {
		load, from := h.loads[proc], trace.Time(-1)
		if load != trace.None {
			if end := h.t.Saves[load].End; until == trace.Never || end <= until {
				from = end
			} else {
				load = trace.None // it was loaded later
			}
		}
		var own []mark
		for _, m := range h.marks[proc] {
			if m.at >= from && (until == trace.Never || m.at <= until) {
				own = append(own, m)
			}
		}
		parts = append(parts, own)
		if load == trace.None {
			slices.Reverse(parts)
			return slices.Concat(parts...)
		}
		save := &h.t.Saves[h.t.Saves[load].From]
		until = save.Start
		// One that saves for all does so with the parameters that all have.
		proc = int32(int(h.t.Procs[save.Proc].Attempt)*h.t.Seats + h.t.Seat(proc))
	}
	return nil
}

// last lists the processes of the last attempt.
func (h *history) last() []int32 {
	var out []int32
	for p := max(0, len(h.t.Procs)-h.t.Seats); p < len(h.t.Procs); p++ {
		out = append(out, int32(p))
	}
	return out
}

// values are the numbers of the steps in a path, or of the samples.
func values(path []mark, sample bool) (out []int64) {
	for _, m := range path {
		if m.sample == sample {
			out = append(out, m.value)
		}
	}
	return out
}
