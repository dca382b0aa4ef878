package engine

import (
	"fmt"
	"slices"
	"strings"

	"lockstep/engine/process"
	"lockstep/engine/result"
	"lockstep/engine/scenario"
	"lockstep/engine/trace"
)

// Run is one run of a scenario, advanced in slices so that a page never freezes.
type Run struct {
	scenario *scenario.Scenario
	job      *process.Job
	done     bool
	result   *result.Result
}

// Start prepares a run; nothing has happened yet. The error is that of a bad
// scenario: an op that the engine does not run yet, a limit.
func Start(s *scenario.Scenario) (*Run, error) {
	if err := check(s); err != nil {
		return nil, err
	}
	return &Run{scenario: s, job: process.NewJob(s)}, nil
}

// check refuses what can be written and not yet be run.
func check(s *scenario.Scenario) error {
	known := process.Ops()
	for i := range s.Processes() {
		for k, op := range s.ProgramOf(i) {
			if _, ok := slices.BinarySearch(known, op.Name); !ok {
				return fmt.Errorf("ranks[%d].program[%d].op: %q is not run yet; these are: %s", i, k, op.Name, strings.Join(known, ", "))
			}
		}
	}
	return nil
}

// Advance lets at most budget things happen and reports whether the run is over.
func (r *Run) Advance(budget int) (done bool) {
	if !r.done && r.job.Run(budget) {
		r.done = true
		r.result = report(r.scenario, r.job)
		r.job.Close()
	}
	return r.done
}

// Close gives up a run that is not over. It may be called twice.
func (r *Run) Close() {
	r.job.Close()
	r.done = true
}

// Trace is what happened so far; it grows with Advance and belongs to the run.
func (r *Run) Trace() *trace.Trace { return r.job.Trace }

// Result is the outcome; nil until Advance has reported the end.
func (r *Run) Result() *result.Result { return r.result }
