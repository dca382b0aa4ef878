package app

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"lockstep/engine/result"
	"lockstep/engine/scenario"
	"lockstep/engine/sweep"
)

const goodPair = `{"lockstep": 1, "world_size": 2, "timeout": "3s", "program": [{"op": "compute", "for": "1ms"}, {"op": "barrier"}]}`

func TestASweepIsMadeWhileItsTabIsOpen(t *testing.T) {
	s := broken(t, goodPair)
	assert.False(t, s.Animating())
	s, _ = Update(s, OpenTab{TabWhatIf})
	s = sought(t, s)
	w := s.SweepingOf()
	require.NotNil(t, w)
	_, n := w.Strikes.Moments()
	assert.Len(t, w.Strikes.Points(), n)
	assert.Nil(t, w.Orders, "nobody receives from any source")

	s, _ = Update(s, AskKind{string(sweep.Hitch)})
	assert.Nil(t, s.SweepingOf(), "another question has another answer")
	s = sought(t, s)
	for _, p := range s.SweepingOf().Strikes.Points() {
		assert.Equal(t, sweep.Recovers, p.Outcome)
	}
	s, _ = Update(s, OpenTab{"values"})
	s, _ = Update(s, SetTimeout{"4s"})
	assert.False(t, s.Animating(), "and none while it is closed")
}

func TestARunOfTheSweepIsTriedAndTakenBack(t *testing.T) {
	s := broken(t, goodPair)
	s, _ = Update(s, OpenTab{TabWhatIf})
	s, _ = Update(s, AskRank{"1"})
	s = sought(t, s)
	before := s.Scenario
	s, _ = Update(s, TryStrike{2})
	require.Len(t, s.Scenario.Faults, 1)
	assert.Equal(t, scenario.Crash, s.Scenario.Faults[0].Kind)
	assert.Equal(t, 1, s.Scenario.Faults[0].Rank)
	assert.Equal(t, result.Failed, s.Run.Result.Outcome)
	s, _ = Update(s, TakeBack{})
	assert.Same(t, before, s.Scenario)
	s, _ = Update(s, TryStrike{9999})
	assert.Same(t, before, s.Scenario)
}

func TestAnOrderIsTried(t *testing.T) {
	s := broken(t, `{"lockstep": 1, "world_size": 3, "timeout": "3s", "tensors": {"x": {"dtype": "float32", "data": [0]}}, "ranks": [
		{"program": [{"op": "recv", "tensor": "x"}, {"op": "recv", "tensor": "x", "src": 2}]},
		{"program": [{"op": "send", "tensor": "x", "dst": 0}]}, {"program": [{"op": "send", "tensor": "x", "dst": 0}]}]}`)
	require.Equal(t, result.Done, s.Run.Result.Outcome)
	s, _ = Update(s, OpenTab{TabWhatIf})
	s = sought(t, s)
	w := s.SweepingOf()
	require.NotNil(t, w.Orders)
	assert.Equal(t, sweep.Sometimes, w.Orders.Verdict())
	for n, e := range w.Orders.Ends() {
		tried, _ := Update(s, TryOrder{n})
		assert.Equal(t, e.Outcome == sweep.Recovers, tried.Run.Result.Outcome == result.Done)
		assert.Equal(t, 3*time.Second, tried.Scenario.Timeout)
	}
}
