package app

import (
	"strconv"
	"strings"

	"lockstep/engine/lesson"
)

// SetPrediction gives one cell of the step's prediction.
type SetPrediction struct{ Cell, Text string }

// LockPrediction ends predicting: the step runs, and each cell is compared.
type LockPrediction struct{}

// AgainPrediction makes the step's prediction open once more.
type AgainPrediction struct{}

// CheckVariation judges the learner's own scenario.
type CheckVariation struct{}

// Answered tells the page around that an answer was checked: a step's
// prediction, the variation or a question.
type Answered struct {
	Lesson, Question string
	Correct          bool
}

func (SetPrediction) action()   {}
func (LockPrediction) action()  {}
func (AgainPrediction) action() {}
func (CheckVariation) action()  {}
func (Answered) effect()        {}

// With gives the action its text.
func (a SetPrediction) With(text string) Action { return SetPrediction{a.Cell, text} }

func (a SetPrediction) apply(s *State) []Effect {
	if s.Stage() != Predicting {
		return nil
	}
	text := strings.TrimSpace(a.Text)
	if len(text) > 40 {
		return nil
	}
	s.keepProgress(func(d *Done) {
		if text == "" {
			delete(d.Given, cellKey(s.Study.Step, a.Cell))
			return
		}
		d.Given[cellKey(s.Study.Step, a.Cell)] = text
	})
	return nil
}

func (LockPrediction) apply(s *State) []Effect {
	step := s.Step()
	if s.Stage() != Predicting {
		return nil
	}
	run, err := wholeRun(s.start, step.Scenario)
	if err != nil || run.Result == nil {
		return nil // no lesson has such a step: a test runs them all
	}
	shown := lesson.Run{Scenario: step.Scenario, Trace: run.Trace, Result: run.Result}
	before, correct := s.Done(), true
	at := s.Study.Step
	s.keepProgress(func(d *Done) {
		for _, c := range step.Cells() {
			truth := shown.Truth(step, c)
			d.Truth[cellKey(at, c.ID)] = truth
			correct = correct && c.Agrees(before.Answer(at, c.ID), truth)
		}
		d.Lock[strconv.Itoa(at+1)] = correct
		d.keepSeen(at, shown)
	})
	study := s.Study
	study.Aside = false
	if s.Scenario != step.Scenario {
		s.load(step.Scenario, "", study)
	} else {
		s.Run, s.Study = run, study
	}
	s.Cursor, s.Playing, s.Open = 0, !s.ReduceMotion, Open{}
	if s.ReduceMotion {
		s.Cursor = s.End()
	}
	s.Tab, s.Scroll.Side = "predict", 0
	return []Effect{Answered{s.Study.Lesson.ID, "step-" + strconv.Itoa(at+1), correct}, Sight{Of: []string{"tab-predict", "why"}, Keys: "why"}}
}

func (AgainPrediction) apply(s *State) []Effect {
	if s.Stage() != Explaining {
		return nil
	}
	at := s.Study.Step
	s.keepProgress(func(d *Done) {
		delete(d.Lock, strconv.Itoa(at+1))
		for key := range d.Truth {
			if strings.HasPrefix(key, cellKey(at, "")) {
				delete(d.Truth, key)
				delete(d.Given, key)
			}
		}
	})
	y := s.Study
	y.Aside = false
	if run, err := s.begun(y.own()); err == nil && s.Scenario == y.own() {
		s.Run, s.Study, s.Cursor, s.Playing = run, y, 0, false
	} else {
		s.enter(y)
	}
	s.Tab, s.Scroll.Side = "predict", 0
	return s.sightOfStage()
}

// Verdict judges one cell of a locked step.
func (s *State) Verdict(c lesson.Cell) bool {
	d := s.Done()
	return c.Agrees(d.Answer(s.Study.Step, c.ID), d.Shown(s.Study.Step, c.ID))
}

// Mistake is the number, from 1, of the listed mistake that the locked prediction
// of this step is; 0 where it is none of them.
func (s *State) Mistake() int {
	step, d := s.Step(), s.Done()
	if step == nil {
		return 0
	}
	kinds := map[string]lesson.Cell{}
	for _, c := range step.Cells() {
		kinds[c.ID] = c
	}
	for k, cells := range step.Wrong {
		all := len(cells) > 0
		for id, text := range cells {
			all = all && kinds[id].Agrees(d.Answer(s.Study.Step, id), text)
		}
		if all {
			return k + 1
		}
	}
	return 0
}

func (CheckVariation) apply(s *State) []Effect {
	if s.Stage() != Varying {
		return nil
	}
	r, over := s.ran()
	if !over {
		return nil
	}
	l := s.Study.Lesson
	right := r.Holds(&l.Variation.Check)
	s.keepProgress(func(d *Done) { d.Tried, d.Varied = true, d.Varied || right })
	return []Effect{Answered{l.ID, "variation", right}, Sight{Of: []string{"next", "variation.result"}}}
}

// VariationHolds reports whether what is shown now does what the variation asks.
func (s *State) VariationHolds() bool {
	r, over := s.ran()
	return over && s.Stage() == Varying && r.Holds(&s.Study.Lesson.Variation.Check)
}
