package app

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"lockstep/engine/scenario"
)

// four ops on each of three ranks, told apart by how long they sleep: rank 1's
// third takes 12 ms.
func threeRanks(t testing.TB) State {
	t.Helper()
	s := &scenario.Scenario{WorldSize: 3, Backend: "gloo", Debug: scenario.DebugOff, Timeout: time.Minute, AutoInit: true, AtEnd: scenario.Exit,
		Network: scenario.Network{Latency: 50 * time.Microsecond, Bandwidth: 1e9}, Job: scenario.Job{Policy: "all"}}
	for rank := range 3 {
		r := scenario.Rank{HasProgram: true}
		for op := range 4 {
			r.Program = append(r.Program, scenario.Op{Name: "sleep", For: time.Duration(10*rank+op) * ms})
		}
		s.Ranks = append(s.Ranks, r)
	}
	state, err := New(s, fakeStart(1))
	require.NoError(t, err)
	return state
}

// marks are how long the ops of a rank sleep, in milliseconds.
func marks(s State, rank int) []int {
	var list []int
	for _, op := range s.Scenario.ProgramOf(rank) {
		list = append(list, int(op.For/ms))
	}
	return list
}

func TestChoosing(t *testing.T) {
	s := do(threeRanks(t), Select{OpRef{0, 1}}, SelectRange{OpRef{0, 3}})
	assert.Equal(t, []OpRef{{0, 1}, {0, 2}, {0, 3}}, s.ChosenOps())
	s = do(s, SelectRange{OpRef{1, 2}})
	assert.Equal(t, []OpRef{{0, 1}, {0, 2}, {1, 1}, {1, 2}}, s.ChosenOps(), "the same stretch of both ranks")
	s = do(s, SelectToggle{OpRef{0, 2}}, SelectToggle{OpRef{2, 0}})
	assert.Equal(t, []OpRef{{0, 1}, {1, 1}, {1, 2}, {2, 0}}, s.ChosenOps())
	assert.True(t, s.IsChosen(OpRef{1, 2}))
	assert.False(t, s.IsChosen(OpRef{0, 2}))
	s = do(s, SelectSame{OpRef{1, 3}})
	assert.Equal(t, []OpRef{{0, 3}, {1, 3}, {2, 3}}, s.ChosenOps())
	s = do(s, SelectProgram{2})
	assert.Len(t, s.ChosenOps(), 4)
	s = do(s, Close{})
	assert.Empty(t, s.ChosenOps())
	s = do(s, Select{OpRef{0, 0}}, StepTo{From: OpRef{0, 0}, By: 1, Extend: true}, StepTo{From: OpRef{0, 1}, Rank: 1, Extend: true})
	assert.Equal(t, []OpRef{{0, 0}, {0, 1}, {1, 0}, {1, 1}}, s.ChosenOps())
}

func TestSeveralAreMovedAsOne(t *testing.T) {
	first := threeRanks(t)
	s := do(first, Select{OpRef{1, 1}}, SelectRange{OpRef{1, 2}}, MoveChosen{At: OpRef{1, 1}, By: 1})
	assert.Equal(t, []int{10, 13, 11, 12}, marks(s, 1))
	assert.Equal(t, []OpRef{{1, 2}, {1, 3}}, s.ChosenOps(), "what is chosen moves along")
	same := do(s, MoveChosen{At: OpRef{1, 2}, By: 1})
	assert.Same(t, s.Scenario, same.Scenario, "there is nothing behind the end")
	s = do(s, MoveChosen{At: OpRef{1, 2}, ByRank: -1})
	assert.Equal(t, []int{0, 1, 11, 12, 2, 3}, marks(s, 0))
	assert.Equal(t, []int{10, 13}, marks(s, 1))
	s = do(s, TakeBack{}, TakeBack{})
	assert.Same(t, first.Scenario, s.Scenario, "each move was one step")

	s = do(first, SelectSame{OpRef{0, 0}}, MoveChosen{At: OpRef{1, 0}, By: 1})
	for rank := range 3 {
		assert.Equal(t, []int{10*rank + 1, 10 * rank, 10*rank + 2, 10*rank + 3}, marks(s, rank), "the same call of all ranks moves on each")
	}
	s = do(s, MoveChosen{At: OpRef{1, 1}, ByRank: 1})
	assert.Equal(t, "move.outside", s.Notice.Key, "rank 2's would have nowhere to go")
}

func TestSeveralAreRemovedDoubledAndRetunedAsOne(t *testing.T) {
	first := threeRanks(t)
	s := do(first, SelectSame{OpRef{0, 2}}, RemoveChosen{OpRef{1, 2}})
	for rank := range 3 {
		assert.Equal(t, []int{10 * rank, 10*rank + 1, 10*rank + 3}, marks(s, rank))
	}
	s = do(s, TakeBack{}, SelectProgram{0}, RemoveChosen{OpRef{1, 1}})
	assert.Equal(t, []int{10, 12, 13}, marks(s, 1), "an op that is not among what is chosen is meant alone")
	s = do(s, TakeBack{}, SelectSame{OpRef{0, 1}}, SetChosenArg{At: OpRef{2, 1}, Arg: "for", Text: "99ms"})
	for rank := range 3 {
		assert.Equal(t, 99, marks(s, rank)[1])
	}
	bad := do(s, SetChosenArg{At: OpRef{2, 1}, Arg: "for", Text: "soon"})
	assert.Equal(t, "soon", bad.Fields["rank-2.op-1.for"].Text)
	assert.Same(t, s.Scenario, bad.Scenario)
	s = do(s, SetChosenName{At: OpRef{2, 1}, Text: "compute"})
	assert.Equal(t, "compute", s.Scenario.ProgramOf(0)[1].Name)
	s = do(s, TakeBack{}, TakeBack{})
	assert.Same(t, first.Scenario, s.Scenario)
	s = do(s, Select{OpRef{0, 0}}, SelectRange{OpRef{0, 1}}, DuplicateChosen{OpRef{0, 0}})
	assert.Equal(t, []int{0, 1, 0, 1, 2, 3}, marks(s, 0))
	assert.Equal(t, []OpRef{{0, 2}, {0, 3}}, s.ChosenOps())
}

func TestDragging(t *testing.T) {
	first := threeRanks(t)
	over := Drag{Kind: DragOps, From: OpRef{0, 0}, Rank: 2, Op: 4}
	s := do(first, DragTo{over})
	assert.Same(t, first.Scenario, s.Scenario, "nothing happens before it is dropped")
	s = do(s, Drop{})
	assert.Equal(t, []int{20, 21, 22, 23, 0}, marks(s, 2))
	assert.Equal(t, []int{1, 2, 3}, marks(s, 0))
	assert.Equal(t, Drag{}, s.Drag)
	assert.Same(t, first.Scenario, do(s, TakeBack{}).Scenario, "a drag is one step")
	s = do(first, DragTo{over}, Close{}, DragTo{over}, Drop{})
	assert.Same(t, first.Scenario, s.Scenario, "Escape puts it back though the button is still down")
	over.Rank = -1
	assert.Same(t, first.Scenario, do(first, DragTo{over}, Drop{}).Scenario, "dropped outside")
	s = do(first, SetEveryone{true}, DragTo{Drag{Kind: DragNewOp, Name: "barrier", Rank: 1, Op: 1}}, Drop{})
	assert.Equal(t, []string{"sleep", "barrier", "sleep", "sleep", "sleep"}, names(s.Scenario.ProgramOf(2)))
	s = do(first, DragTo{Drag{Kind: DragOps, From: OpRef{0, 1}, Rank: 0, Op: 2}}, Drop{})
	assert.Same(t, first.Scenario, s.Scenario, "where it was")
	assert.Nil(t, s.Undo)
}

func TestCopyAndPaste(t *testing.T) {
	first := threeRanks(t)
	_, fx := Update(do(first, Select{OpRef{0, 1}}, SelectRange{OpRef{0, 2}}), CopyChosen{InnerRef{0, 1, 0}})
	require.Len(t, fx, 1)
	text := fx[0].(CopyText).Text
	assert.JSONEq(t, `[{"op": "sleep", "for": "1ms"}, {"op": "sleep", "for": "2ms"}]`, text)
	s := do(first, Select{OpRef{2, 0}}, Paste{Text: text})
	assert.Equal(t, []int{20, 1, 2, 21, 22, 23}, marks(s, 2))
	assert.Equal(t, []OpRef{{2, 1}, {2, 2}}, s.ChosenOps())

	_, fx = Update(do(first, SelectSame{OpRef{0, 3}}), CopyChosen{InnerRef{0, 3, 0}})
	s = do(first, Paste{Text: fx[0].(CopyText).Text})
	for rank := range 3 {
		assert.Equal(t, []int{10 * rank, 10*rank + 1, 10*rank + 2, 10*rank + 3, 10*rank + 3}, marks(s, rank), "what came from all ranks goes to all")
	}
	s, fx = Update(first, CutChosen{InnerRef{1, 1, 0}})
	assert.Equal(t, []int{10, 12, 13}, marks(s, 1))
	assert.Contains(t, fx, CopyText{"[\n  {\"op\": \"sleep\", \"for\": \"11ms\"}\n]"})

	for text, key := range map[string]string{"hello": "paste.not", "[": "paste.not", `[{"op": "jump"}]`: "err.unknown_op", `[{"op": "all_reduce", "tensor": "nope"}]`: "err.no_tensor", "[[],[],[],[]]": "paste.ranks"} {
		bad := do(first, Paste{Text: text})
		assert.Same(t, first.Scenario, bad.Scenario, text)
		require.NotNil(t, bad.Notice, text)
		assert.Equal(t, key, bad.Notice.Key, text)
	}
	s = do(first, Paste{Text: `{"op": "barrier"}`})
	assert.Len(t, s.Scenario.ProgramOf(0), 5, "one op alone will do")
	s = do(first, Paste{Text: `{"lockstep": 1, "world_size": 5}`})
	assert.Equal(t, 5, s.Scenario.WorldSize, "a whole scenario replaces what is shown")
}

func TestFaultsFollowTheirOps(t *testing.T) {
	first := do(threeRanks(t), AddFault{"crash", Strike{Rank: 1, Op: 2}}, AddFault{"slow_link", Strike{Rank: 0, Op: -1, At: 5 * ms}})
	assert.Equal(t, OpenFault, first.Open.Kind)
	at := func(s State, i int) OpRef {
		f := s.Scenario.Faults[i]
		return OpRef{f.Rank, *f.At.Op}
	}
	assert.Equal(t, OpRef{1, 2}, at(first, 0))
	assert.Equal(t, OpRef{1, 1}, at(do(first, RemoveOp{1, 0}), 0))
	assert.Equal(t, OpRef{1, 3}, at(do(first, InsertOp{Rank: 0, At: 1, Name: "barrier", Everyone: true}), 0))
	assert.Equal(t, OpRef{1, 0}, at(do(first, MoveOp{1, 2, -2}), 0))
	assert.Equal(t, OpRef{2, 4}, at(do(first, MoveOpTo{1, 2, 2, 4}), 0))
	gone := do(first, RemoveOp{1, 2})
	require.Len(t, gone.Scenario.Faults, 1, "a fault goes with its op")
	assert.Equal(t, scenario.SlowLink, gone.Scenario.Faults[0].Kind)
	assert.Len(t, do(gone, TakeBack{}).Scenario.Faults, 2)
	require.NoError(t, first.Scenario.Check())
}

func TestFaultsAreEdited(t *testing.T) {
	s := do(threeRanks(t), AddFault{"crash", Strike{Rank: 1, Op: 2}}, SetFaultArg{0, "kind", "slow"})
	assert.Equal(t, 3.0, s.Scenario.Faults[0].Factor)
	s = do(s, SetFaultArg{0, "factor", "2.5"}, SetFaultArg{0, "for", "4 ms"}, SetFaultArg{0, "phase", "during"}, SetFaultArg{0, "rank", "2"})
	op := 2
	assert.Equal(t, scenario.Fault{Kind: scenario.Slow, Rank: 2, At: scenario.Strike{Op: &op, During: true}, Factor: 2.5, For: 4 * ms}, s.Scenario.Faults[0])
	s = do(s, SetFaultArg{0, "kind", "drop_link"}, SetFaultArg{0, "op", ""}, SetFaultArg{0, "time", "7ms"}, SetFaultArg{0, "peer", "0"})
	assert.Equal(t, 7*ms, s.Scenario.Faults[0].At.Time)
	bad := do(s, SetFaultArg{0, "peer", "2"})
	assert.Equal(t, "2", bad.Fields["fault-0.peer"].Text, "no link leads from a rank to itself")
	bad = do(s, SetFaultArg{0, "op", "4"})
	assert.Equal(t, "4", bad.Fields["fault-0.op"].Text)
	s = do(s, MoveFault{0, Strike{Rank: 0, Op: 3}})
	assert.Nil(t, s.Scenario.Faults[0].Peer, "the link to rank 0 would lead to itself now")
	s = do(s, RemoveFault{0})
	assert.Empty(t, s.Scenario.Faults)
	s = do(s, AddFault{Late, Strike{Rank: 1}}, AddFault{NeverStarts, Strike{Rank: 2}})
	assert.Equal(t, time.Second, s.Scenario.Ranks[1].Start)
	assert.True(t, s.Scenario.Ranks[2].Never)
	s = do(s, RemoveStart{2})
	assert.False(t, s.Scenario.Ranks[2].Never)
}

func TestTheScenarioAsText(t *testing.T) {
	first := threeRanks(t)
	text := string(scenario.FormatIndent(first.Scenario))
	assert.Same(t, first.Scenario, do(first, SetText{" " + text}).Scenario, "spaces change nothing")
	s := do(first, SetText{text + "x"})
	f := s.Fields[TextID]
	assert.Equal(t, "err.syntax_trailing", f.Why.Key)
	assert.Equal(t, [2]int{32, 1}, [2]int{f.Line, f.Column}, text)
	assert.Same(t, first.Scenario, s.Scenario, "the canvas keeps what it showed")
	s = do(s, SetText{`{"lockstep": 1, "world_size": 4}`}, SetText{`{"lockstep": 1, "world_size": 5}`})
	assert.Equal(t, 5, s.Scenario.WorldSize)
	assert.NotContains(t, s.Fields, TextID)
	assert.Same(t, first.Scenario, do(s, TakeBack{}).Scenario, "typing is one step")
	s = do(s, EndTyping{}, SetText{`{"lockstep": 1, "world_size": 6}`}, TakeBack{})
	assert.Equal(t, 5, s.Scenario.WorldSize)
	s = do(first, SetText{`{"lockstep": 1, "world_size": 65}`})
	assert.Equal(t, "world.large", s.Fields[TextID].Why.Key)
}
