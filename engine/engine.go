package engine

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"lockstep/engine/process"
	"lockstep/engine/result"
	"lockstep/engine/scenario"
	"lockstep/engine/sim"
	"lockstep/engine/trace"
)

// Run is one run of a scenario, advanced in slices so that a page never freezes.
type Run struct {
	scenario *scenario.Scenario
	job      *process.Job
	done     bool
	closed   bool        // given up before its end
	telling  *sim.Sliced // the report, while it is made
	outcome  *result.Result
	result   *result.Result
}

// Start prepares a run; nothing has happened yet. The error is that of a bad
// scenario: an op that the engine does not run yet, a limit.
func Start(s *scenario.Scenario) (*Run, error) { return StartWithin(s, sim.Limits{}) }

// StartWithin is Start with other limits than the usual ones, sim.MaxEvents and
// sim.MaxMemory, which hold where one is zero. A run that reaches one ends there,
// its outcome is "limit", and the result names it.
func StartWithin(s *scenario.Scenario, limits sim.Limits) (*Run, error) {
	if err := check(s); err != nil {
		return nil, err
	}
	job, err := process.NewJob(s, limits)
	if err != nil {
		return nil, err
	}
	return &Run{scenario: s, job: job}, nil
}

// check refuses what can be written and not yet be run.
func check(s *scenario.Scenario) error {
	return s.EachOp(func(op *scenario.Op) (string, error) {
		if strings.HasPrefix(op.InitMethod, "file://") {
			return "init_method", errors.New("there is no file system here; these are run: env://, tcp://")
		}
		if op.Name == "repeat" || process.Runs(op.Name) {
			return "", nil
		}
		known := append(process.Ops(), "repeat")
		slices.Sort(known)
		return "op", fmt.Errorf("%q is not run yet; these are: %s", op.Name, strings.Join(known, ", "))
	})
}

// Advance lets at most budget things happen and reports whether the run is over.
func (r *Run) Advance(budget int) (done bool) {
	if !r.done && r.job.Run(budget) {
		r.done = true
		r.job.Close()
	}
	return r.done
}

// Close gives up a run that is not over. It may be called twice.
func (r *Run) Close() {
	r.job.Close()
	if r.telling != nil {
		r.telling.Close()
	}
	r.closed = r.closed || !r.done || r.telling != nil && r.outcome == nil
	r.done = true
}

// Trace is what happened so far; it grows with Advance and belongs to the run.
func (r *Run) Trace() *trace.Trace { return r.job.Trace }

// Outcome is the result without the digest of the trace, which takes longer than
// everything else after a long run: what a page needs that runs again at every
// edit. It is nil until Advance has reported the end, and of a run given up.
func (r *Run) Outcome() *result.Result {
	for !r.Tell(1 << 30) {
	}
	return r.outcome
}

// Tell makes the outcome of a run that is over, a slice of about so many events'
// worth of work at a time, and reports whether it is made. Of a run that goes on, or
// was given up, there is nothing to make.
func (r *Run) Tell(budget int) (done bool) {
	if r.outcome != nil || !r.done || r.closed {
		return true
	}
	if r.telling == nil {
		r.telling = sim.NewSliced(func(did func(int)) { r.outcome = report(r.scenario, r.job, did) })
	}
	return r.telling.Advance(budget)
}

// Result is the outcome with the digest; nil when Outcome is. Both are made when
// first asked for.
func (r *Run) Result() *result.Result {
	if r.result == nil && r.done && !r.closed {
		digest := make(chan string, 1) // beside the rest of the report: both only read the trace
		go func() { digest <- r.job.Trace.SHA256() }()
		whole := *r.Outcome()
		whole.TraceSHA256 = <-digest
		r.result = &whole
	}
	return r.result
}
