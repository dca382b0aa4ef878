package engine

import (
	"lockstep/engine/process"
	"lockstep/engine/result"
	"lockstep/engine/scenario"
	"lockstep/engine/sim"
	"lockstep/engine/trace"
	"lockstep/engine/training"
)

// comparedEvents is how long a job may be that is run a second time, without its
// faults, to see what they have changed.
const (
	comparedEvents = 500_000
	comparedSlice  = 1000
)

// judgeTraining adds to the outcome of a job what a restart did to its training, or
// that nobody restarted it. Where the job came to its end, what is wrong with its
// numbers stands before what it got over.
func judgeTraining(r *result.Result, s *scenario.Scenario, j *process.Job, did func(units int)) {
	t := j.Trace
	if t.Attempts() == 1 {
		first := -1
		if len(r.Findings) > 0 {
			first = 0
		}
		if f, ok := training.Abandoned(s, t, first); ok {
			r.Findings = append(r.Findings, f)
		}
		return
	}
	usual := undisturbed(s, t, did)
	if usual == nil {
		r.Recovery = training.Recover(t, nil)
	} else {
		r.Recovery = training.Recover(t, usual.Trace)
		if r.Outcome == result.Done {
			training.Compare(r.Recovery, variables(j), variables(usual))
		}
	}
	warnings := training.Findings(t, r.Recovery)
	if r.Outcome != result.Done {
		r.Findings = append(r.Findings, warnings...)
		return
	}
	for i := range r.Findings {
		if f := &r.Findings[i]; f.Cause != nil {
			cause := *f.Cause + len(warnings)
			f.Cause = &cause
		}
	}
	r.Findings = append(warnings, r.Findings...)
}

// undisturbed runs the same job without its faults; nil where that takes too long,
// or where the job itself asks for a restart.
func undisturbed(s *scenario.Scenario, t *trace.Trace, did func(units int)) *process.Job {
	if len(s.Faults) == 0 || len(t.Events) > comparedEvents {
		return nil
	}
	same := *s
	same.Faults = nil
	j, err := process.NewJob(&same, sim.Limits{Events: comparedEvents})
	if err != nil {
		return nil // it was made before
	}
	defer j.Close()
	for !j.Run(comparedSlice) {
		did(comparedSlice)
	}
	if j.Clock.Exceeded() != "" || j.Limit != "" || j.Trace.Attempts() > 1 || outcome(j) != result.Done {
		return nil
	}
	return j
}

// variables are what the processes of the last attempt hold at their end.
func variables(j *process.Job) [][]training.Variable {
	out := make([][]training.Variable, len(j.Last()))
	for i, p := range j.Last() {
		for _, f := range p.Final() {
			out[i] = append(out[i], training.Variable(f))
		}
	}
	return out
}
