package scene

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"lockstep/wasm/app"
)

func TestAPinnedRunIsSeenBesideTheNewOne(t *testing.T) {
	c := composer(t)
	s := shown(t, stories["mismatch"])
	require.Nil(t, hotOf(c.Build(&s), "unpin"))
	s = press(t, c, s, "pin")
	require.Nil(t, hotOf(c.Build(&s), "pin"))
	require.Nil(t, hotOf(c.Build(&s), "rank-0.pinned"), "nothing differs yet")
	s, _ = app.Update(s, app.MoveOp{Rank: 1, Op: 1, By: 1}) // the order of rank 0
	require.Equal(t, "done", s.Run.Result.Outcome)
	sc := c.Build(&s)
	assert.Contains(t, hotOf(sc, "rank-0.pinned").Name, "3.0")
	s = press(t, c, s, "tab-compare")
	sc = c.Build(&s)
	h := hotOf(sc, "compare-outcome")
	require.NotNil(t, h)
	assert.Contains(t, h.Name, "now: The run is done")
	require.NotNil(t, hotOf(sc, "compare-rank-0.x"))
	assert.Equal(t, "rank 0 x: [1, 2] → [3, 7]", hotOf(sc, "compare-rank-0.x").Name)
	s = press(t, c, s, "pin-this")
	assert.Nil(t, hotOf(c.Build(&s), "compare-outcome"))
	s = press(t, c, s, "unpin")
	assert.NotNil(t, hotOf(c.Build(&s), "pin"))
}

func TestOnlyWhatTookAnotherTimeIsMarked(t *testing.T) {
	c := composer(t)
	s := shown(t, stories["straggler"])
	s = press(t, c, s, "pin")
	s, _ = app.Update(s, app.AddFault{Name: "slow", To: app.Strike{Rank: 1, Op: 0}})
	require.NotSame(t, s.Pinned.Trace, s.Run.Trace)
	d := c.begin(&s, nil)
	require.NotNil(t, d.pin)
	marked := func(p int) (list []string) {
		for _, id := range d.pin.calls[p] {
			if k := &d.pin.t.Calls[id]; d.differently(k, d.twins(p)[id]) {
				list = append(list, k.Op)
			}
		}
		return list
	}
	assert.Contains(t, marked(1), "load_data")
	assert.NotContains(t, marked(0), "load_data")
	assert.Contains(t, marked(0), "all_reduce", "it waits for another time")
}

func TestAlgorithmsSideBySide(t *testing.T) {
	c := composer(t)
	s := shown(t, stories["eight"])
	s = press(t, c, s, "tab-compare")
	s = press(t, c, s, "algorithms")
	for s.Animating() {
		s, _ = app.Update(s, app.Tick{})
	}
	h := hotOf(c.Build(&s), "algorithm-ring")
	require.NotNil(t, h)
	assert.True(t, h.Selected)
	assert.Contains(t, h.Name, "steps 14, messages")
	s = press(t, c, s, "algorithm-tree")
	for s.Animating() {
		s, _ = app.Update(s, app.Tick{})
	}
	assert.Equal(t, "tree", s.Scenario.ProgramOf(7)[1].Algorithm)
	assert.True(t, hotOf(c.Build(&s), "algorithm-tree").Selected)
	s, _ = app.Update(s, app.Select{Ref: app.OpRef{Rank: 0, Op: 2}})
	require.NotNil(t, hotOf(c.Build(&s), "algorithms"), "another op is chosen")
}
