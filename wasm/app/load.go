package app

import (
	"lockstep/engine/scenario"
)

// Load shows another scenario: a file, a link, a message. It is an edit, so the
// one that was shown can be had back.
type Load struct{ Scenario *scenario.Scenario }

// LoadExample shows one of the library by its ID.
type LoadExample struct{ Text string }

func (Load) action()        {}
func (LoadExample) action() {}

// With gives the action its text.
func (LoadExample) With(text string) Action { return LoadExample{text} }

func (a Load) apply(s *State) []Effect {
	s.load(a.Scenario, "", Study{})
	return nil
}

func (a LoadExample) apply(s *State) []Effect {
	if e := s.Library.Find(a.Text); e != nil {
		s.load(e.Scenario, e.ID, Study{})
	}
	return nil
}

// load shows a scenario from its beginning, in the course or outside of it; on an
// error what was shown stays.
func (s *State) load(next *scenario.Scenario, example string, study Study) {
	if next == nil || next == s.Scenario && study == s.Study {
		return
	}
	before, was := &Version{s.Scenario, s.Example, s.Study, s.Undo}, s.Study
	s.Study = study
	if err := s.show(next); err != nil {
		why := explain(err)
		s.Notice, s.Study = &why, was
		return
	}
	s.Undo, s.Redo, s.Example = before, nil, example
	s.Cursor, s.Playing, s.Notice, s.Fields = 0, false, nil, nil
	s.Selected, s.Chosen, s.Open, s.Drag = NoOp, nil, Open{}, Drag{}
	s.Scroll, s.Zoom, s.Pan = Scrolls{}, 1, 0
	s.Line, s.Tab, s.Trials = 0, tabFor(next, s.Tab), nil
}

// tabFor is the tab that a scenario begins with where another was open: a script is
// the program of all ranks, and stands nowhere else.
func tabFor(s *scenario.Scenario, open string) string {
	if s.Script != "" && open == "diagnosis" {
		return ScriptID
	}
	if s.Script == "" && open == ScriptID {
		return "diagnosis"
	}
	return open
}
