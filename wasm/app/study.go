package app

import (
	"bytes"
	"strconv"

	"lockstep/engine/lesson"
	"lockstep/engine/scenario"
	"lockstep/wasm/timescale"
)

// Study is where one is in the course. It belongs to the history like the
// scenario: taking an edit back never leads into another step's scenario without
// leading into the step.
type Study struct {
	Lesson *lesson.Lesson // nil: none is open
	// Step counts the lesson's steps from 0; then come the variation and the end.
	Step int
	// Aside is a run that answers a question, which is not the step's.
	Aside bool
}

// Stage of a lesson.
type Stage int

// What a place in a lesson can be.
const (
	NoStage Stage = iota
	Predicting
	Explaining
	Varying
	Closing
)

// Stage is what is to do where one is.
func (s *State) Stage() Stage {
	switch l := s.Study.Lesson; {
	case l == nil:
		return NoStage
	case s.Study.Step > len(l.Steps):
		return Closing
	case s.Study.Step == len(l.Steps):
		return Varying
	case s.Done().Locked(s.Study.Step):
		return Explaining
	}
	return Predicting
}

// Step is the lesson's step where one is, or nil.
func (s *State) Step() *lesson.Step {
	if l := s.Study.Lesson; l != nil && s.Study.Step < len(l.Steps) {
		return &l.Steps[s.Study.Step]
	}
	return nil
}

// own is the scenario of the place in the lesson; nil where it has none.
func (y Study) own() *scenario.Scenario {
	switch l := y.Lesson; {
	case l == nil:
		return nil
	case y.Step < len(l.Steps):
		return l.Steps[y.Step].Scenario
	case y.Step == len(l.Steps):
		return l.Variation.From
	}
	return y.Lesson.Steps[len(y.Lesson.Steps)-1].Scenario
}

// Astray reports whether something else is shown than the step's scenario.
func (s *State) Astray() bool { return s.Study.Lesson != nil && s.Scenario != s.Study.own() }

// veils reports whether a run would show what is still to be predicted.
func (s *State) veils() bool { return s.Stage() == Predicting && !s.Study.Aside }

// begun starts what is shown next: a run, or what stands in for it until the
// prediction is locked.
func (s *State) begun(next *scenario.Scenario) (*Run, error) {
	if !s.veils() {
		return startRun(s.start, next, s.Room)
	}
	e, err := s.start(next)
	if err != nil {
		return nil, err
	}
	t := e.Trace() // as it is before anything happens
	e.Close()
	return &Run{Of: next, Trace: t, Veiled: true, course: timescale.CourseOf(t)}, nil
}

// ran is the run that is shown as the checks read it; false while it goes on.
func (s *State) ran() (lesson.Run, bool) {
	r := s.Run
	if r == nil || r.Result == nil {
		return lesson.Run{}, false
	}
	return lesson.Run{Scenario: r.Of, Trace: r.Trace, Result: r.Result}, true
}

// OpenLesson opens a lesson by its ID where it was left; "" leaves the course and
// keeps what is shown.
type OpenLesson struct{ Text string }

// GoToStep goes to a place in the lesson: a step, the variation, the end.
type GoToStep struct{ Step int }

// ShowStep shows the step's own scenario again.
type ShowStep struct{}

// LookAt moves the cursor to what look K of the step points to.
type LookAt struct{ K int }

func (OpenLesson) action() {}
func (GoToStep) action()   {}
func (ShowStep) action()   {}
func (LookAt) action()     {}

// With gives the action its text.
func (OpenLesson) With(text string) Action { return OpenLesson{text} }

// FindLesson returns a lesson by its ID or its folder's name, open, or nil.
func (s *State) FindLesson(id string) *lesson.Lesson {
	for _, l := range s.Course {
		if (l.ID == id || l.Name == id) && l.Open() == nil { // a test opens them all
			return l
		}
	}
	return nil
}

func (a OpenLesson) apply(s *State) []Effect {
	if a.Text == "" {
		if s.Study.Lesson == nil {
			return nil
		}
		veiled := s.Run.Veiled
		s.Study = Study{}
		if veiled {
			if run, err := s.begun(s.Scenario); err == nil {
				s.Run = run
			}
		}
		return nil
	}
	l := s.FindLesson(a.Text)
	if l == nil || l == s.Study.Lesson {
		return nil
	}
	s.Open = Open{}
	s.enter(Study{Lesson: l, Step: min(max(s.Progress.of(l.ID).Step, 0), len(l.Steps)+1)})
	s.Tab = "lesson"
	return []Effect{Sight{Keys: "tab-lesson"}}
}

func (a GoToStep) apply(s *State) []Effect {
	l := s.Study.Lesson
	if l == nil || a.Step < 0 || a.Step > len(l.Steps)+1 {
		return nil
	}
	s.enter(Study{Lesson: l, Step: a.Step})
	if s.Stage() == Predicting {
		s.Tab = "predict"
	} else {
		s.Tab = "lesson"
	}
	return s.sightOfStage()
}

func (ShowStep) apply(s *State) []Effect {
	if s.Study.Lesson != nil {
		study := s.Study
		study.Aside = false
		s.enter(study)
	}
	return nil
}

// Resume goes back to where one was before the page was loaded again: the
// scenario is shown already.
func (s *State) Resume(id string, step int, aside bool) {
	l := s.FindLesson(id)
	if l == nil || step < 0 || step > len(l.Steps)+1 {
		return
	}
	y := Study{Lesson: l, Step: step, Aside: aside}
	next := s.Scenario
	if own := y.own(); bytes.Equal(scenario.Format(own), scenario.Format(next)) {
		next = own
	}
	undo := s.Undo
	s.load(next, "", y)
	s.Undo = undo
}

// ShowAside shows a scenario in the lesson that is open, without leaving it.
type ShowAside struct{ Scenario *scenario.Scenario }

func (ShowAside) action() {}

func (a ShowAside) apply(s *State) []Effect {
	y := s.Study
	if y.Lesson == nil || bytes.Equal(scenario.Format(y.own()), scenario.Format(a.Scenario)) {
		return nil
	}
	y.Aside = true
	s.load(a.Scenario, "", y)
	return nil
}

// enter goes to a place in the course and shows its scenario. The end has none:
// what is shown stays.
func (s *State) enter(y Study) {
	next := y.own()
	if y.Step > len(y.Lesson.Steps) && s.Study.Lesson == y.Lesson {
		next = s.Scenario
	}
	s.load(next, "", y)
	s.keepProgress(func(d *Done) { d.Step = y.Step })
}

func (a LookAt) apply(s *State) []Effect {
	step := s.Step()
	if step == nil || a.K < 0 || a.K >= len(step.Look) || s.Stage() != Explaining {
		return nil
	}
	if s.Astray() || s.Study.Aside {
		ShowStep{}.apply(s)
	}
	s.look(&step.Look[a.K])
	return s.sightOfLook(step.Look[a.K].Rank)
}

// look moves the cursor to a moment of the run that is shown.
func (s *State) look(l *lesson.Look) {
	if r, ok := s.ran(); ok && l != nil {
		if at, found := r.Moment(l); found {
			s.Cursor, s.Playing = at, false
			if l.Rank != nil && l.Op != nil {
				Select{OpRef{*l.Rank, *l.Op}}.apply(s)
			}
		}
	}
}

// StepKey begins the words of a step.
func StepKey(step int) string { return "step " + strconv.Itoa(step+1) }

// QuizKey begins the words of a question.
func QuizKey(k int) string { return "quiz " + strconv.Itoa(k+1) }
