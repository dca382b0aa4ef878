package app

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"lockstep/engine/trace"
)

const ms = time.Millisecond

func TestTheCursorAtTheEndStaysThere(t *testing.T) {
	s := do(state(t), ToEnd{})
	assert.Equal(t, 2*ms, s.Cursor)
	s = do(s, InsertOp{Rank: 0, At: 9, Name: "barrier", Everyone: true})
	assert.Equal(t, 3*ms, s.Cursor)
	s = do(s, Seek{ms}, InsertOp{Rank: 0, At: 9, Name: "barrier", Everyone: true})
	assert.Equal(t, ms, s.Cursor, "and in the past it stays in the past")
	s = do(s, Seek{4 * ms}, Seek{3*ms + 1}, TakeBack{}, TakeBack{})
	assert.Equal(t, 2*ms, s.Cursor, "never behind the end")
}

func TestStepsAndPlayback(t *testing.T) {
	s := do(state(t), Step{1})
	assert.Equal(t, ms, s.Cursor)
	s = do(s, Step{1}, Step{1})
	assert.Equal(t, 2*ms, s.Cursor)
	s = do(s, Step{-1}, SeekText{"1500000"})
	assert.Equal(t, 1500*time.Microsecond, s.Cursor)
	s = do(s, Step{-1})
	assert.Equal(t, ms, s.Cursor)

	s = do(s, ToEnd{}, Play{})
	assert.Equal(t, trace.Time(0), s.Cursor, "play at the end begins anew")
	require.True(t, s.Animating())
	ticks := 0
	for before := s.Cursor; s.Playing; before = s.Cursor {
		s = do(s, Tick{16 * ms})
		require.GreaterOrEqual(t, s.Cursor, before)
		ticks++
		require.Less(t, ticks, 1000)
	}
	assert.Equal(t, 2*ms, s.Cursor)
	assert.False(t, s.Animating())
	assert.InDelta(t, 2.0/pace/0.016, ticks, 2, "two units at speed 1")
}

func TestALongRunGoesOnInSlices(t *testing.T) {
	s, err := New(twoRanks(), fakeStart(3))
	require.NoError(t, err)
	assert.True(t, s.Animating())
	s = do(s, Tick{ms})
	assert.Nil(t, s.Run.Result)
	s = do(s, Tick{ms})
	assert.NotNil(t, s.Run.Result)
	assert.False(t, s.Animating())

	s, _ = New(twoRanks(), fakeStart(99))
	s = do(s, CancelRun{}, Tick{ms})
	assert.True(t, s.Run.Cancelled)
	assert.Nil(t, s.Run.Result)
	assert.False(t, s.Animating())
}

func TestUndoAndRedoWithoutLimit(t *testing.T) {
	s := state(t)
	first := s.Scenario
	for i := range 200 {
		s = do(s, SetElement{0, "x", 0, string(rune('0' + i%10))})
	}
	last := s.Scenario
	for s.Undo != nil {
		s = do(s, TakeBack{})
	}
	assert.Same(t, first, s.Scenario)
	for s.Redo != nil {
		s = do(s, TakeForward{})
	}
	assert.Same(t, last, s.Scenario)
	s = do(s, TakeBack{}, SetElement{1, "x", 0, "77"})
	assert.Nil(t, s.Redo, "a new edit forgets what was taken back")
}

func TestAReadOnlyPageIsNotEdited(t *testing.T) {
	s := state(t)
	s.ReadOnly = true
	after := do(s, SetElement{0, "x", 0, "9"}, RemoveOp{0, 0}, SetWorldSize{"3"})
	assert.Same(t, s.Scenario, after.Scenario)
	assert.Equal(t, 2*ms, do(after, ToEnd{}).Cursor, "but it is watched")
}

func TestPopovers(t *testing.T) {
	s, fx := Update(state(t), OpenPopover{Open{Kind: OpenOp, Rank: 1, Op: 1}})
	assert.Equal(t, OpRef{1, 1}, s.Selected)
	assert.Equal(t, []Effect{Focus{"rank-1.op-1.op"}}, fx)
	s, fx = Update(s, Close{})
	assert.Equal(t, Open{}, s.Open)
	assert.Equal(t, []Effect{Focus{"rank-1.op-1"}}, fx, "the focus goes back to where it came from")
	s = do(s, OpenPopover{Open{Kind: OpenOp, Rank: 1, Op: 1}}, RemoveOp{1, 1})
	assert.Equal(t, Open{}, s.Open, "the editor of an op that is gone is closed")
}

func TestZoomKeepsThePlaceUnderThePointer(t *testing.T) {
	s := do(state(t), ZoomBy{2, 100, 600})
	assert.Equal(t, 2.0, s.Zoom)
	assert.Equal(t, 100.0, s.Pan, "what was at 100 is at 200 of the wider line, shown at 100")
	s = do(s, ZoomBy{0.001, 0, 600})
	assert.Equal(t, 1.0, s.Zoom)
	assert.Equal(t, 0.0, s.Pan)
}
