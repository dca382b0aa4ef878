package app

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"lockstep/engine/scenario"
)

// training is a run of some hundred thousand events.
func training(t *testing.T) *scenario.Scenario {
	t.Helper()
	s, err := scenario.Parse([]byte(`{"lockstep":1,"world_size":16,"tensors":{"x":{"dtype":"float32","shape":[16],"fill":"rank"}},
		"program":[{"op":"repeat","times":100,"body":[{"op":"compute","for":"1ms"},{"op":"all_reduce","tensor":"x"}]}]}`))
	require.NoError(t, err)
	return s
}

// A run takes no more of a frame than it is given: a piece, then one more as long as
// there is room. What comes of it is what comes of a run in one go, report and digest
// and axis.
func TestARunTakesNoMoreThanItsRoom(t *testing.T) {
	file := training(t)
	once, err := wholeRun(Engine, file)
	require.NoError(t, err)

	s, err := New(twoRanks(), Engine)
	require.NoError(t, err)
	asked := 0
	s.Room = func() bool { asked++; return asked%3 != 0 }
	s = do(s, Load{Scenario: file})
	updates, before := 0, 0
	for ; !s.Run.Over(); updates++ {
		events, questions := len(s.Run.Trace.Events), asked
		s = do(s, Tick{})
		assert.LessOrEqual(t, len(s.Run.Trace.Events)-events, 3*2*piece+500, "three pieces; what happens is an event or two")
		assert.LessOrEqual(t, asked-questions, 3)
		if len(s.Run.Trace.Events) > events {
			before = updates
		}
	}
	assert.Greater(t, updates, 40)
	assert.Greater(t, updates-before, 3, "the report and the axis take pieces of their own")
	require.NotNil(t, s.Run.Result)
	assert.Equal(t, once.Result, s.Run.Result)
	assert.Equal(t, once.Whole().TraceSHA256, s.Run.Whole().TraceSHA256)
	assert.Equal(t, once.Course().Length(), s.Run.Course().Length())
}

// A run can be cancelled at any piece, also while it is reported on.
func TestARunIsCancelledWhileItIsReportedOn(t *testing.T) {
	s, err := New(twoRanks(), Engine)
	require.NoError(t, err)
	s.Room = func() bool { return false }
	s = do(s, Load{Scenario: training(t)})
	for last := -1; len(s.Run.Trace.Events) > last; s = do(s, Tick{}) {
		last = len(s.Run.Trace.Events)
	}
	require.False(t, s.Run.Over(), "the report is not made")
	s = do(s, CancelRun{})
	assert.True(t, s.Run.Cancelled)
	assert.Nil(t, s.Run.Result)
	assert.Equal(t, s.Run.Trace.End, s.End())
}

// A tab holds a million events: an event and what it refers to take no more than so
// many bytes, and a run that says beforehand how long it is leaves no room unused.
func TestWhatAnEventWeighs(t *testing.T) {
	run, err := wholeRun(Engine, training(t))
	require.NoError(t, err)
	assert.LessOrEqual(t, run.Weight(), 48*len(run.Trace.Events))
	assert.Equal(t, run.Trace.Weight(), run.Weight())
	assert.Zero(t, (*Run)(nil).Weight())
}

// The digest of a run is found once, and whoever waits for it is told on the way.
func TestTheDigestIsFoundOnce(t *testing.T) {
	run, err := wholeRun(Engine, training(t))
	require.NoError(t, err)
	calls, units := 0, 0
	first := run.WholeWith(func(n int) { calls++; units += n })
	assert.Greater(t, calls, 10)
	assert.Less(t, units/calls, 10_000, "in small parts")
	calls = 0
	assert.Equal(t, first, run.WholeWith(func(int) { calls++ }))
	assert.Zero(t, calls)
	assert.Equal(t, run.Trace.SHA256(), first.TraceSHA256)
}
