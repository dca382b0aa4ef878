package training

import (
	"slices"

	"lockstep/engine/result"
	"lockstep/engine/trace"
)

// Recover tells what the restarts in t did, against the same job without its
// faults (nil: it was not run). It is nil where nothing was restarted. What the
// tensors hold at the end is not in a trace: see Compare.
func Recover(t, undisturbed *trace.Trace) *result.Recovery {
	if t.Attempts() == 1 {
		return nil
	}
	h := read(t)
	r := &result.Recovery{Compared: undisturbed != nil}
	for k := range t.Attempts() {
		r.Attempts = append(r.Attempts, h.progress(k))
	}
	for i := range t.Saves {
		if s := &t.Saves[i]; !s.Load && s.End == trace.Never {
			r.Torn = append(r.Torn, result.Torn{Attempt: int(t.Procs[s.Proc].Attempt), Rank: int(t.Procs[s.Proc].Rank), Step: s.Step})
		}
	}
	h.lost(r)
	var want *history
	if undisturbed != nil {
		want = read(undisturbed)
	}
	h.counted(r, want)
	return r
}

// progress is how far attempt k came.
func (h *history) progress(k int) result.Progress {
	n := h.t.Seats
	p := result.Progress{Loaded: make([]int64, n), First: make([]int64, n), Last: make([]int64, n)}
	for seat := range n {
		proc := k*n + seat
		p.Loaded[seat], p.First[seat], p.Last[seat] = -1, -1, -1
		if load := h.loads[proc]; load != trace.None {
			p.Loaded[seat] = h.t.Saves[load].Step
		}
		if steps := values(h.marks[proc], false); len(steps) > 0 {
			p.First[seat], p.Last[seat] = steps[0], steps[len(steps)-1]
		}
	}
	return p
}

// lost finds the steps that no later attempt went on from.
func (h *history) lost(r *result.Recovery) {
	var lost, again []int64
	for _, proc := range h.last() {
		in, done := map[mark]bool{}, map[int64]bool{}
		for _, m := range h.path(proc, trace.Never) {
			in[m] = true
			if !m.sample {
				done[m.value] = true
			}
		}
		for k := range h.t.Attempts() {
			for _, m := range h.marks[k*h.t.Seats+h.t.Seat(proc)] {
				if m.sample || in[m] {
					continue
				}
				lost = append(lost, m.value)
				if done[m.value] {
					again = append(again, m.value)
				}
			}
		}
	}
	r.Lost, r.Repeated = distinct(lost), distinct(again)
}

// counted finds what counts twice in the parameters, and, in a job that came to its
// end, what never does. A sample is the same one whichever rank takes it in.
func (h *history) counted(r *result.Recovery, want *history) {
	var samples, usualSamples []int64
	for _, proc := range h.last() {
		path := h.path(proc, trace.Never)
		steps, usual := values(path, false), []int64(nil)
		samples = append(samples, values(path, true)...)
		if want != nil {
			usually := want.path(int32(h.t.Seat(proc)), trace.Never)
			usual = values(usually, false)
			usualSamples = append(usualSamples, values(usually, true)...)
			r.Never = append(r.Never, surplus(usual, steps)...)
		}
		r.Twice = append(r.Twice, repeated(steps, usual)...)
	}
	r.SamplesTwice, r.SamplesNever = repeated(samples, usualSamples), surplus(usualSamples, samples)
	r.Twice, r.Never = distinct(r.Twice), distinct(r.Never)
	if !h.finished() {
		r.Never, r.SamplesNever = nil, nil
	}
}

// finished reports whether the last attempt ended well.
func (h *history) finished() bool {
	for _, p := range h.last() {
		if q := &h.t.Procs[p]; q.Ended == trace.Never || q.Exit != 0 {
			return false
		}
	}
	return true
}

// surplus lists what is in a more often than in b.
func surplus(a, b []int64) []int64 {
	n := map[int64]int{}
	for _, v := range b {
		n[v]++
	}
	var out []int64
	for _, v := range a {
		if n[v]--; n[v] < 0 {
			out = append(out, v)
		}
	}
	return distinct(out)
}

// repeated lists what is in a more than once, and more often than usual.
func repeated(a, usual []int64) []int64 {
	return surplus(a, slices.Concat(usual, surplus(distinct(a), usual)))
}

// distinct is a list in order, each value once.
func distinct(list []int64) []int64 {
	if len(list) == 0 {
		return nil
	}
	sorted := slices.Clone(list)
	slices.Sort(sorted)
	return slices.Compact(sorted)
}
