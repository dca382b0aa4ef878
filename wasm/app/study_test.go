package app

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"lockstep/assets"
	"lockstep/engine/lesson"
)

// pupil is a page with the course, showing the two ranks of the other tests.
func pupil(t *testing.T) State {
	t.Helper()
	s, err := New(twoRanks(), Engine)
	require.NoError(t, err)
	s.Course, err = lesson.ReadAll(assets.FS, "lessons")
	require.NoError(t, err)
	return s
}

func learn(s State, actions ...Action) (State, []Effect) {
	var all []Effect
	for _, a := range actions {
		var effects []Effect
		s, effects = Update(s, a)
		all = append(all, effects...)
	}
	return s, all
}

func TestAPredictionComesBeforeTheRun(t *testing.T) {
	s, _ := learn(pupil(t), OpenLesson{"02"})
	require.Equal(t, Predicting, s.Stage())
	assert.True(t, s.Run.Veiled)
	assert.Nil(t, s.Run.Result)
	assert.Empty(t, s.Run.Trace.Events, "nothing of the run is there to be seen")
	assert.NotEmpty(t, s.Run.Trace.Procs)
	assert.True(t, s.Run.Over(), "and nothing moves")

	s, _ = learn(s, SetPrediction{"rank-0.predict.x.0", "3"}, SetPrediction{"rank-1.predict.x.0", "2"}, ToEnd{})
	assert.Zero(t, s.Cursor)
	s, effects := learn(s, LockPrediction{})
	assert.Equal(t, Explaining, s.Stage())
	assert.Contains(t, effects, Answered{"02", "step-1", false})
	require.NotNil(t, s.Run.Result)
	assert.Equal(t, "done", s.Run.Result.Outcome)
	var verdicts []bool
	for _, c := range s.Step().Cells() {
		verdicts = append(verdicts, s.Verdict(c))
	}
	assert.Equal(t, []bool{true, false}, verdicts)
	assert.Equal(t, 2, s.Mistake())

	late, _ := learn(s, SetPrediction{"rank-1.predict.x.0", "3"})
	assert.Equal(t, "2", late.Done().Answer(0, "rank-1.predict.x.0"), "what is locked stays")
}

func TestTheRightPredictionIsRight(t *testing.T) {
	for _, l := range pupil(t).Course {
		s, _ := learn(pupil(t), OpenLesson{l.ID})
		for at := range l.Steps {
			s, _ = learn(s, GoToStep{at})
			require.Equal(t, Predicting, s.Stage(), "%s step %d", l.Name, at+1)
			for _, c := range s.Step().Cells() {
				s, _ = learn(s, SetPrediction{c.ID, c.Right})
			}
			var effects []Effect
			s, effects = learn(s, LockPrediction{})
			require.Equal(t, Explaining, s.Stage(), "%s step %d is over within the first slice", l.Name, at+1)
			assert.Contains(t, effects, Answered{l.ID, StepKey(at)[:4] + "-" + StepKey(at)[5:], true})
			assert.Zero(t, s.Mistake())
		}
	}
}

func TestUndoLeadsBackOutOfTheCourse(t *testing.T) {
	own := pupil(t)
	s, _ := learn(own, SetElement{Rank: 0, Tensor: "x", Text: "7"})
	edited := s.Scenario
	s, _ = learn(s, OpenLesson{"02"}, LockPrediction{}, GoToStep{1}, LockPrediction{}, GoToStep{2})
	assert.Equal(t, Varying, s.Stage())
	s, _ = learn(s, TakeBack{})
	assert.Equal(t, 1, s.Study.Step)
	assert.Equal(t, Explaining, s.Stage())
	s, _ = learn(s, TakeBack{})
	assert.Equal(t, 0, s.Study.Step)
	s, _ = learn(s, TakeBack{})
	assert.Equal(t, NoStage, s.Stage())
	assert.Same(t, edited, s.Scenario, "the own scenario is not lost")
	assert.NotNil(t, s.Run.Result)
	s, _ = learn(s, TakeForward{})
	assert.Equal(t, "02", s.Study.Lesson.ID)
	assert.True(t, s.Done().Locked(0), "and neither is what was done")
}

func TestAnEditWhilePredictingShowsNothing(t *testing.T) {
	s, _ := learn(pupil(t), OpenLesson{"02"}, SetElement{Rank: 0, Tensor: "x", Text: "5"})
	assert.True(t, s.Run.Veiled)
	assert.True(t, s.Astray())
	mine := s.Scenario
	s, _ = learn(s, SetPrediction{"rank-0.predict.x.0", "3"}, SetPrediction{"rank-1.predict.x.0", "3"}, LockPrediction{})
	assert.False(t, s.Astray(), "the prediction was about the step's scenario")
	assert.NotNil(t, s.Run.Result)
	s, _ = learn(s, TakeBack{})
	assert.Same(t, mine, s.Scenario)
	assert.NotNil(t, s.Run.Result, "what was locked veils nothing any more")
}

func TestTheVariationIsJudgedByTheRun(t *testing.T) {
	s, _ := learn(pupil(t), OpenLesson{"02"}, GoToStep{2})
	s, effects := learn(s, CheckVariation{})
	assert.Contains(t, effects, Answered{"02", "variation", false})
	s, _ = learn(s, SetWorldSize{"3"}, SetElement{Rank: 2, Tensor: "x", Text: "3"})
	s, effects = learn(s, CheckVariation{})
	assert.Contains(t, effects, Answered{"02", "variation", true})
	assert.True(t, s.VariationHolds())
	assert.True(t, s.Done().Varied)
}

func TestAnAnswerIsBackedByARunThatLeavesTheStepAsItIs(t *testing.T) {
	s, _ := learn(pupil(t), OpenLesson{"02"}, ShowQuiz{2})
	assert.True(t, s.Run.Veiled, "only a checked answer shows its run")
	s, effects := learn(s, SetQuiz{2, "1"}, CheckQuiz{2})
	assert.Contains(t, effects, Answered{"02", "quiz-3", true})
	s, _ = learn(s, ShowQuiz{2})
	assert.NotNil(t, s.Run.Result)
	assert.Positive(t, s.Cursor)
	s, _ = learn(s, ShowStep{})
	assert.True(t, s.Run.Veiled)
	assert.False(t, s.Astray())
	s, _ = learn(s, OpenLesson{})
	assert.Equal(t, NoStage, s.Stage())
	assert.NotNil(t, s.Run.Result, "outside of the course everything shows")
}

func TestPredictingAgain(t *testing.T) {
	s, _ := learn(pupil(t), OpenLesson{"02"}, SetPrediction{"rank-0.predict.x.0", "3"}, LockPrediction{}, AgainPrediction{})
	assert.Equal(t, Predicting, s.Stage())
	assert.True(t, s.Run.Veiled)
	assert.Empty(t, s.Done().Answer(0, "rank-0.predict.x.0"))
}
