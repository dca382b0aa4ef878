package app

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"pgregory.net/rapid"

	"lockstep/engine/scenario"
)

// What strikes an op strikes the repeat that the op went into.
func TestFaultsGoAlongIntoABody(t *testing.T) {
	s := do(repeating(t), AddFault{"crash", Strike{Rank: 1, Op: 0}}, CarryInto{InnerRef{1, 0, 0}, 1})
	require.Len(t, s.Scenario.Faults, 1)
	assert.Equal(t, 0, *s.Scenario.Faults[0].At.Op)
	assert.Equal(t, "repeat[barrier barrier repeat[sleep compute] query]", written(s.Scenario.ProgramOf(1)))
	s = do(s, MoveInner{InnerRef{1, 0, 1}, -1, 0})
	assert.Equal(t, 1, *s.Scenario.Faults[0].At.Op, "it stays with the repeat")
}

// Where a rank has no repeat at the place, nothing changes, and the page says so.
func TestNoBodyThere(t *testing.T) {
	s := do(repeating(t), RemoveOp{0, 1}, Select{OpRef{1, 0}}, SelectToggle{OpRef{0, 0}})
	before := s.Scenario
	s = do(s, CarryInto{InnerRef{1, 0, 0}, 1})
	assert.Same(t, before, s.Scenario)
	require.NotNil(t, s.Notice)
	assert.Equal(t, "move.no_body", s.Notice.Key)
}

// A way leads to each op and back, whatever stands in what.
func TestWays(t *testing.T) {
	s := repeating(t).Scenario
	n := 1 + Written(s.ProgramOf(0)[1].Body)
	for in := range n {
		r := InnerRef{0, 1, in}
		way := r.way(s)
		require.NotNil(t, way)
		assert.Equal(t, r, refOf(0, s.ProgramOf(0), way))
		op := &scenario.Op{Body: s.ProgramOf(0)}
		for _, i := range way {
			op = &op.Body[i]
		}
		assert.Same(t, r.Find(s), op)
	}
	assert.Nil(t, InnerRef{0, 1, n}.way(s))
	assert.Nil(t, InnerRef{0, 0, 1}.way(s))
}

// What goes to another rank finds its tensors there, those of a body too.
func TestTensorsGoAlong(t *testing.T) {
	s := do(repeating(t), AddTensor{0, false})
	name := s.Scenario.TensorsOf(0)[len(s.Scenario.TensorsOf(0))-1].Name
	s = do(s, InsertInner{At: InnerRef{0, 1, 1}, Name: "all_reduce"}, SetInnerArg{InnerRef{0, 1, 1}, "tensor", name}, MoveInner{InnerRef{0, 1, 1}, 0, 1})
	_, has := findTensor(s.Scenario.TensorsOf(1), name)
	assert.True(t, has)
	assert.Equal(t, "barrier repeat[all_reduce barrier repeat[sleep compute] query]", written(s.Scenario.ProgramOf(1)))
}

// Whatever is carried wherever: no op is lost or doubled.
func TestCarryingKeepsEveryOp(t *testing.T) {
	first := repeating(t)
	all := func(s *scenario.Scenario) (n int) {
		for rank := range s.Processes() {
			n += Written(s.ProgramOf(rank))
		}
		return n
	}
	moved := 0
	rapid.Check(t, func(t *rapid.T) {
		s := first
		for range 4 {
			from := InnerRef{evenly(t, 2), evenly(t, 3), evenly(t, 7)}
			to := Slot{InnerRef{evenly(t, 2), evenly(t, 3), evenly(t, 7)}, evenly(t, 2) == 0}
			if evenly(t, 3) == 0 {
				s = do(s, SelectSame{OpRef{from.Rank, from.Op}})
			}
			before := s.Scenario
			s = do(s, Carry{from, to})
			require.Equal(t, all(first.Scenario), all(s.Scenario), "%v to %v of %s", from, to, written(before.ProgramOf(from.Rank)))
			if s.Scenario != before {
				moved++
			}
		}
	})
	assert.Positive(t, moved)
}
