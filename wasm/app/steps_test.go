package app

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"lockstep/engine/scenario"
	"lockstep/engine/trace"
)

func opened(t testing.TB, text string) State {
	t.Helper()
	s, err := scenario.Parse([]byte(text))
	require.NoError(t, err)
	state, err := New(s, Engine)
	require.NoError(t, err)
	require.True(t, state.Run.Over())
	return state
}

const ringOfFour = `{"lockstep": 1, "world_size": 4, "tensors": {"x": {"dtype": "float32", "data": [1, 2, 3, 4, 5, 6, 7, 8]}},
	"program": [{"op": "compute", "for": "1ms"}, {"op": "all_reduce", "tensor": "x"}, {"op": "compute", "for": "2ms"}, {"op": "barrier"}]}`

// stops are the places of the cursor from the start to the end, step by step, and
// the same backwards.
func stops(t *testing.T, s State) (list []trace.Time) {
	t.Helper()
	s = do(s, ToStart{})
	for range 10_000 {
		before := s.Cursor
		s = do(s, Step{1})
		if s.Cursor == before {
			break
		}
		require.Greater(t, s.Cursor, before)
		list = append(list, s.Cursor)
	}
	assert.Equal(t, s.End(), s.Cursor, "steps lead to the end")
	for i := len(list) - 2; i >= 0; i-- {
		s = do(s, Step{-1})
		assert.Equal(t, list[i], s.Cursor, "backwards the same places")
	}
	s = do(s, Step{-1})
	assert.Zero(t, s.Cursor)
	return list
}

func TestStepsByEventMessageAndCall(t *testing.T) {
	s := opened(t, ringOfFour)
	events := stops(t, s)

	s = do(s, SetStepBy{"message"})
	messages := stops(t, s)
	assert.Less(t, len(messages), len(events))
	arrived := map[trace.Time]bool{}
	for i := range s.Run.Trace.Messages {
		arrived[s.Run.Trace.Messages[i].Arrived] = true
	}
	for _, at := range messages[:len(messages)-1] {
		assert.True(t, arrived[at], "%v: a message came", at)
	}

	s = do(s, SetStepBy{"rank-2"})
	var begun []trace.Time
	for i := range s.Run.Trace.Calls {
		if c := &s.Run.Trace.Calls[i]; c.Proc == 2 && c.Start > 0 {
			begun = append(begun, c.Start)
		}
	}
	calls := stops(t, s)
	require.Len(t, begun, 4, "each op; init begins at 0")
	assert.Equal(t, begun, calls[:4])
}

func TestStepByKnowsTheRanks(t *testing.T) {
	s := opened(t, ringOfFour)
	for _, bad := range []string{"", "rank-4", "rank--1", "rank-x", "call", "2"} {
		assert.Equal(t, "event", do(s, SetStepBy{bad}).StepBy.Text(), bad)
	}
	s = do(s, SetStepBy{"rank-3"})
	assert.Equal(t, "rank-3", s.StepBy.Text())
	s = do(s, SetWorldSize{Text: "2"})
	assert.Equal(t, "event", s.StepBy.Text(), "the rank is gone")
}

func TestJumpToTheFirstProblem(t *testing.T) {
	s := opened(t, ringOfFour)
	assert.Equal(t, trace.Time(0), do(s, FirstProblem{}).Cursor, "nothing went wrong")
	s = opened(t, `{"lockstep": 1, "world_size": 2, "timeout": "3s", "tensors": {"x": {"dtype": "float32", "data": [1]}},
		"ranks": [{"program": [{"op": "compute", "for": "1ms"}, {"op": "all_reduce", "tensor": "x"}, {"op": "broadcast", "tensor": "x", "src": 0}]},
			{"program": [{"op": "compute", "for": "5ms"}, {"op": "broadcast", "tensor": "x", "src": 0}, {"op": "all_reduce", "tensor": "x"}]}]}`)
	require.NotEmpty(t, s.Run.Result.Findings)
	s = do(s, Play{}, FirstProblem{})
	assert.False(t, s.Playing)
	begun := false
	for i := range s.Run.Trace.Calls {
		c := &s.Run.Trace.Calls[i]
		begun = begun || c.Start == s.Cursor && (c.Op == "all_reduce" || c.Op == "broadcast")
	}
	assert.True(t, begun, "%v: where a rank made the call that differs, not where it timed out", s.Cursor)
	assert.Less(t, s.Cursor, time.Second)
}

// An edit made in the past leaves the cursor where it is, whatever the edit does to
// the run behind it.
func TestAnEditInThePastKeepsTheCursor(t *testing.T) {
	s := opened(t, ringOfFour)
	at := s.End() / 3
	for _, edit := range []Action{
		SetElement{Rank: 1, Tensor: "x", Index: 2, Text: "40"},
		SetTimeout{Text: "5s"},
		InsertOp{Rank: 0, At: 4, Name: "barrier"}, // of one rank alone: it hangs until the timeout
		SetOpArg{Rank: 0, Op: 2, Arg: "for", Text: "7ms"},
		TakeBack{}, TakeBack{}, TakeForward{},
	} {
		s = do(s, Seek{at})
		before := s.Scenario
		s = do(s, edit)
		require.NotSame(t, before, s.Scenario, "%T did something", edit)
		assert.Equal(t, at, s.Cursor, "%T", edit)
	}
}
