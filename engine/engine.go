// Package engine turns a scenario into a trace: Start, Advance until done,
// Result. It knows virtual time only. It must never know a screen, a file
// system, the wall clock or a global random source.
package engine

import (
	"errors"

	"lockstep/engine/result"
	"lockstep/engine/scenario"
	"lockstep/engine/trace"
)

// Run is one run of a scenario, advanced in slices so that a page never freezes.
type Run struct {
	trace *trace.Trace
}

// Start prepares a run; nothing has happened yet. The error is that of a bad
// scenario: an op that the engine does not run yet, a limit.
func Start(s *scenario.Scenario) (*Run, error) {
	return nil, errors.New("the engine does not run anything yet")
}

// Advance runs at most budget events and reports whether the run is over.
func (r *Run) Advance(budget int) (done bool) { return true }

// Trace is what happened so far; it grows with Advance and belongs to the run.
func (r *Run) Trace() *trace.Trace { return r.trace }

// Result is the outcome; call it when Advance has reported the end.
func (r *Run) Result() *result.Result { return nil }
