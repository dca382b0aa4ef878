package app

import (
	"slices"

	"lockstep/engine/scenario"
)

// Version is one scenario of the history. Versions are never changed, so a
// history without limit costs a pointer for each step.
type Version struct {
	Scenario *scenario.Scenario
	Example  string
	Study    Study
	Prev     *Version
}

// TakeBack undoes the last edit.
type TakeBack struct{}

// TakeForward does again what was taken back.
type TakeForward struct{}

func (TakeBack) action()    {}
func (TakeForward) action() {}

func (TakeBack) apply(s *State) []Effect {
	if s.Undo == nil || s.ReadOnly {
		return nil
	}
	v := s.Undo
	redo := &Version{s.Scenario, s.Example, s.Study, s.Redo}
	s.Study = v.Study // before the run, which it may veil
	s.show(v.Scenario)
	s.forgetPlaces()
	s.Example, s.Undo, s.Redo, s.typing = v.Example, v.Prev, redo, ""
	return nil
}

func (TakeForward) apply(s *State) []Effect {
	if s.Redo == nil || s.ReadOnly {
		return nil
	}
	v := s.Redo
	undo := &Version{s.Scenario, s.Example, s.Study, s.Undo}
	s.Study = v.Study
	s.show(v.Scenario)
	s.forgetPlaces()
	s.Example, s.Undo, s.Redo, s.typing = v.Example, undo, v.Prev, ""
	return nil
}

// show runs next and shows it in place of what was shown; the cursor, the
// selection and what is open stay where they still mean something. On an error
// nothing has changed.
func (s *State) show(next *scenario.Scenario) error {
	run, err := s.begun(next)
	if err != nil {
		return err
	}
	atEnd := s.AtEnd()
	if s.Run != nil {
		s.Run.cancelled()
	}
	s.Scenario, s.Run = next, run
	s.keepTrials()
	switch {
	case atEnd && !run.Veiled:
		s.Cursor = run.End()
	case run.Veiled:
		s.Cursor, s.Playing = 0, false
	case run.Over():
		s.Cursor = min(s.Cursor, run.End())
	}
	s.keepValid()
	s.keepLine()
	return nil
}

// IntoBody holds for a palette whose op goes into the body of a repeat.
func (o Open) IntoBody() bool { return o.In > 0 || o.Last }

// keepValid drops references to ops that are gone.
func (s *State) keepValid() {
	s.Message = min(s.Message, len(s.Run.Trace.Messages))
	if s.StepBy.Rank >= s.Scenario.Processes() {
		s.StepBy = StepMode{}
	}
	has := func(rank, op int) bool {
		return rank >= 0 && rank < s.Scenario.Processes() && op >= 0 && op < len(s.Scenario.ProgramOf(rank))
	}
	if !has(s.Selected.Rank, s.Selected.Op) {
		s.Selected = NoOp
	}
	if slices.ContainsFunc(s.Chosen, func(r OpRef) bool { return !has(r.Rank, r.Op) }) || s.Selected == NoOp {
		s.Chosen = nil
	}
	switch s.Open.Kind {
	case OpenOp, OpenSwap:
		if s.Open.Inner().Find(s.Scenario) == nil {
			s.Open = Open{}
		}
	case OpenFault:
		if s.Open.Op < 0 || s.Open.Op >= len(s.Scenario.Faults) {
			s.Open = Open{}
		}
	case OpenTensor:
		if s.Open.Rank < 0 || s.Open.Rank >= s.Scenario.Processes() {
			s.Open = Open{}
		} else if _, has := findTensor(s.Scenario.TensorsOf(s.Open.Rank), s.Open.Tensor); !has {
			s.Open = Open{}
		}
	case OpenPalette, OpenStart, OpenFaults:
		if s.Open.Rank < 0 || s.Open.Rank >= s.Scenario.Processes() {
			s.Open = Open{}
		} else if s.Open.IntoBody() && s.Open.Inner().Find(s.Scenario) == nil {
			s.Open = Open{}
		}
	}
}
