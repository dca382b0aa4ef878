package app

import (
	"lockstep/engine"
	"lockstep/engine/diagnose"
	"lockstep/engine/mend"
	"lockstep/engine/result"
	"lockstep/engine/scenario"
)

// mendSlice is how many events of trials one Tick runs: a few milliseconds in a
// browser, beside what else a frame has to do.
const mendSlice = 1500

// Mending is what can be done about a run in which something was found: the
// smallest edit that puts it right, and what DETAIL would have said. Both are
// found by running again, a slice at each Tick, so that no edit waits for them.
type Mending struct {
	of     *Run
	search *mend.Search
	detail *engine.Run

	// Over: nothing more will be found.
	Over bool
	// Fix is the smallest edit; nil where there is none and until it is found.
	Fix *mend.Fix
	// Detail is the outcome under TORCH_DISTRIBUTED_DEBUG=DETAIL; nil when that is
	// what ran, and until it is known.
	Detail *result.Result
	// Tools is what other tools say of the run, once all is known.
	Tools []diagnose.Tool
}

// Mending of what is shown; nil where nothing is to be mended. It is only begun
// by a Tick.
func (s *State) MendingOf() *Mending {
	if s.mending != nil && s.mending.of == s.Run {
		return s.mending
	}
	return nil
}

// ill reports whether something was found about the run that a person who may
// edit it could put right.
func (s *State) ill() bool {
	return !s.ReadOnly && !s.Embed && s.Run != nil && s.Run.Result != nil && len(s.Run.Result.Findings) > 0
}

// mendingOn reports whether there is something left to look for.
func (s *State) mendingOn() bool {
	m := s.MendingOf()
	return s.ill() && (m == nil || !m.Over)
}

// mend looks on for a slice. A search that is over is a new Mending: whoever
// compares states sees that something has changed.
func (s *State) mend() {
	if !s.mendingOn() {
		return
	}
	m := s.MendingOf()
	if m == nil {
		if s.mending != nil {
			s.mending.close()
		}
		m = &Mending{of: s.Run, search: mend.New(s.Scenario, s.Run.Trace, s.Run.Result.Findings)}
		if s.Scenario.Debug != scenario.DebugDetail {
			with := *s.Scenario
			with.Debug = scenario.DebugDetail
			m.detail, _ = engine.Start(&with)
		}
		s.mending = m
	}
	if !m.step() {
		return
	}
	done := *m
	done.Over, done.search, done.detail = true, nil, nil
	done.Fix = m.search.Fix()
	detail := m.Detail
	if s.Scenario.Debug == scenario.DebugDetail {
		detail = s.Run.Result
	}
	done.Tools = diagnose.Tools(s.Scenario, s.Run.Trace, s.Run.Result, detail)
	s.mending = &done
}

// step runs a slice and reports whether all is known.
func (m *Mending) step() (done bool) {
	if m.detail != nil && m.Detail == nil {
		if m.detail.Advance(mendSlice) {
			m.Detail = m.detail.Outcome()
		}
		return false
	}
	return m.search.Advance(mendSlice)
}

func (m *Mending) close() {
	if m.search != nil {
		m.search.Close()
	}
	if m.detail != nil {
		m.detail.Close()
	}
}

// ApplyFix makes the smallest edit that was found.
type ApplyFix struct{}

// ShowFinding moves the cursor to the event that proves the n-th finding best, and
// marks the others on the lanes.
type ShowFinding struct{ N int }

func (ApplyFix) action()    {}
func (ShowFinding) action() {}

func (ApplyFix) of(s *State) edit {
	if m := s.MendingOf(); m != nil && m.Fix != nil {
		return fixed{m.Fix.Scenario}
	}
	return nil
}

// fixed is the edit that a search has found.
type fixed struct{ next *scenario.Scenario }

func (fixed) action() {}

func (f fixed) edit(*scenario.Scenario) (*scenario.Scenario, error) { return f.next, nil }

func (a ShowFinding) apply(s *State) []Effect {
	r := s.Run.Result
	if r == nil || a.N < 0 || a.N >= len(r.Findings) {
		return nil
	}
	s.Evidence = Evidence{Of: s.Run, Finding: a.N}
	if events := r.Findings[a.N].Events; len(events) > 0 && events[0] < len(s.Run.Trace.Events) {
		s.Playing, s.Cursor = false, min(s.Run.Trace.EventTime(events[0]), s.End())
	}
	return nil
}

// Evidence is the finding whose events are marked on the lanes; they are only
// those of the run that it was found in.
type Evidence struct {
	Of      *Run
	Finding int
}
