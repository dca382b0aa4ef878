package app

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"lockstep/engine/result"
	"lockstep/engine/scenario"
)

// mismatch is two ranks that call the same two collectives in another order.
func mismatch(t *testing.T) State {
	t.Helper()
	return broken(t, `{"lockstep": 1, "world_size": 2, "timeout": "3s", "tensors": {"x": {"dtype": "float32", "data": [1, 2]}}, "ranks": [
		{"program": [{"op": "all_reduce", "tensor": "x"}, {"op": "broadcast", "tensor": "x", "src": 0}]},
		{"program": [{"op": "broadcast", "tensor": "x", "src": 0}, {"op": "all_reduce", "tensor": "x"}]}]}`)
}

// broken is a page that shows a file.
func broken(t *testing.T, file string) State {
	t.Helper()
	s, err := scenario.Parse([]byte(file))
	require.NoError(t, err)
	state, err := New(s, Engine)
	require.NoError(t, err)
	return state
}

// sought lets ticks pass until nothing moves any more.
func sought(t *testing.T, s State) State {
	t.Helper()
	for range 10_000 {
		if !s.Animating() {
			return s
		}
		s, _ = Update(s, Tick{16 * time.Millisecond})
	}
	require.Fail(t, "the search does not end")
	return s
}

func TestTheSmallestFixIsOnePressAway(t *testing.T) {
	s := mismatch(t)
	require.Equal(t, result.Failed, s.Run.Result.Outcome)
	assert.Nil(t, s.MendingOf(), "nothing is looked for before the first frame")
	s = sought(t, s)
	m := s.MendingOf()
	require.NotNil(t, m)
	require.NotNil(t, m.Fix)
	require.NotNil(t, m.Detail, "what DETAIL would have said")
	before := s.Scenario

	s, _ = Update(s, ApplyFix{})
	assert.Equal(t, result.Done, s.Run.Result.Outcome)
	assert.Empty(t, s.Run.Result.Findings)
	assert.Nil(t, s.MendingOf(), "a good run has nothing to mend")
	assert.False(t, s.Animating())
	s, _ = Update(s, TakeBack{})
	assert.Same(t, before, s.Scenario, "the fix is one step of the history")
}

func TestAnEditEndsTheSearchForTheOldRun(t *testing.T) {
	s := mismatch(t)
	s, _ = Update(s, Tick{})
	first := s.MendingOf()
	require.NotNil(t, first)
	s, _ = Update(s, SetTimeout{"5s"})
	assert.Nil(t, s.MendingOf())
	s, _ = Update(s, ApplyFix{})
	assert.Equal(t, 5*time.Second, s.Scenario.Timeout, "the fix of another run is none of this")
	s = sought(t, s)
	assert.NotSame(t, first, s.MendingOf())
	require.NotNil(t, s.MendingOf().Fix)
	assert.Equal(t, 5*time.Second, s.MendingOf().Fix.Scenario.Timeout)
}

func TestWhoMayNotEditIsOfferedNothing(t *testing.T) {
	s := mismatch(t)
	s.ReadOnly = true
	assert.False(t, s.Animating())
	s, _ = Update(s, Tick{})
	assert.Nil(t, s.MendingOf())
}

func TestATickBehindTheScenesNeedsNoFrame(t *testing.T) {
	s := broken(t, `{"lockstep": 1, "world_size": 2, "timeout": "3s", "program": [{"op": "barrier"}, {"op": "barrier"}, {"op": "barrier"}, {"op": "barrier"}],
		"ranks": [{}, {"program": [{"op": "barrier"}]}]}`) // needs more than two edits
	s, _ = Update(s, Tick{})
	frames, ticks := 0, 0
	for s.Animating() {
		next, _ := Update(s, Tick{16 * time.Millisecond})
		ticks++
		if !next.SameFrame(&s) {
			frames++
		}
		s = next
	}
	assert.Greater(t, ticks, 1)
	assert.Equal(t, 1, frames, "only the end of the search is seen")
}

func TestAFindingShowsItsEvents(t *testing.T) {
	s := mismatch(t)
	s, _ = Update(s, ShowFinding{0})
	events := s.Run.Result.Findings[0].Events
	require.NotEmpty(t, events)
	assert.Equal(t, s.Run.Trace.EventTime(events[0]), s.Cursor)
	assert.Equal(t, Evidence{s.Run, 0}, s.Evidence)
	before := s
	s, _ = Update(s, ShowFinding{99})
	assert.Equal(t, before.Evidence, s.Evidence)
}
