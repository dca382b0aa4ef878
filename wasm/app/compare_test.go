package app

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"lockstep/engine/result"
	"lockstep/engine/scenario"
	"lockstep/engine/trace"
)

func parsed(t testing.TB, file string) State {
	t.Helper()
	s, err := scenario.Parse([]byte(file))
	require.NoError(t, err)
	state, err := New(s, Engine)
	require.NoError(t, err)
	return settledRun(state)
}

// settledRun lets everything come to its end.
func settledRun(s State) State {
	s.Playing = false
	for s.Animating() {
		s, _ = Update(s, Tick{})
	}
	return s
}

const fiveRanks = `{"lockstep":1,"world_size":5,"tensors":{"x":{"dtype":"float32","shape":[10],"fill":"rank"}},
	"program":[{"op":"compute","for":"1ms"},{"op":"repeat","times":2,"body":[{"op":"all_reduce","tensor":"x"}]},{"op":"barrier"}]}`

func TestAPinnedRunStaysWhileOneEdits(t *testing.T) {
	s := parsed(t, fiveRanks)
	first := s.Run.Trace
	s = do(s, Pin{}, SetTimeout{Text: "5s"}, SetElement{Rank: 0, Tensor: "x", Index: 0, Text: "9"})
	require.NotNil(t, s.Pinned)
	assert.Same(t, first, s.Pinned.Trace)
	assert.NotSame(t, first, s.Run.Trace)
	s = do(s, TakeBack{}, Pin{})
	assert.Same(t, s.Run.Trace, s.Pinned.Trace, "another is kept in its place")
	assert.Nil(t, do(s, Unpin{}).Pinned)
}

func TestARunThatGoesOnIsNotPinned(t *testing.T) {
	s, err := New(twoRanks(), fakeStart(3))
	require.NoError(t, err)
	require.False(t, s.Run.Over())
	assert.Nil(t, do(s, Pin{}).Pinned)
}

func TestAlgorithmsAreTriedOneAfterTheOther(t *testing.T) {
	s := parsed(t, fiveRanks)
	ref := OpRef{Rank: 1, Op: 1}
	op, names := AlgorithmsAt(s.Scenario, ref)
	require.NotNil(t, op)
	assert.Equal(t, "all_reduce", op.Name, "of a repeat, the op in it")
	before := s
	s = do(s, CompareAlgorithms{ref})
	require.True(t, s.Animating())
	s = do(s, Tick{})
	s = settledRun(s)
	require.Len(t, s.Trials.List, len(names))
	took := map[string]trace.Time{}
	for _, x := range s.Trials.List {
		assert.True(t, x.Over)
		assert.Equal(t, result.Done, x.Outcome, x.Algorithm)
		assert.Equal(t, x.Cost.Messages, x.Messages, x.Algorithm)
		assert.EqualValues(t, x.Cost.Busiest(), x.Busiest, x.Algorithm)
		assert.GreaterOrEqual(t, x.Took, trace.Time(min(x.Cost.Steps, x.Cost.LeastSteps))*50*time.Microsecond, x.Algorithm)
		took[x.Algorithm] = x.Took
	}
	assert.Less(t, took["bcube"], took["ring"], "fewer steps of few bytes")
	assert.Same(t, before.Scenario, s.Scenario, "a trial is no edit")
	assert.Nil(t, before.Trials)

	s = settledRun(do(s, UseAlgorithm{ref, "bcube"}))
	for r := range 5 {
		assert.Equal(t, "bcube", s.Scenario.ProgramOf(r)[1].Body[0].Algorithm, "rank %d", r)
	}
	assert.Same(t, s.Scenario, s.Trials.Of, "they are run anew")
	for _, x := range s.Trials.List {
		assert.Equal(t, took[x.Algorithm], x.Took)
	}
	s = do(s, UseAlgorithm{ref, "ring"})
	assert.Empty(t, s.Scenario.ProgramOf(0)[1].Body[0].Algorithm, "Gloo's own is not written")
	s = do(s, TakeBack{}, TakeBack{})
	assert.Empty(t, s.Scenario.ProgramOf(0)[1].Body[0].Algorithm)
}

func TestOnlyWhatHasAChoiceIsTried(t *testing.T) {
	s := parsed(t, fiveRanks)
	s = do(s, CompareAlgorithms{OpRef{Rank: 0, Op: 0}})
	assert.Nil(t, s.Trials)
	s = do(s, CompareAlgorithms{OpRef{Rank: 0, Op: 7}})
	assert.Nil(t, s.Trials)
	s = do(s, CompareAlgorithms{OpRef{Rank: 0, Op: 2}}, RemoveOp{Rank: 0, Op: 2})
	assert.Nil(t, s.Trials, "the op is gone")
	assert.NotNil(t, do(s, UseAlgorithm{OpRef{Rank: 0, Op: 0}, "tree"}).Notice)
}
