package scene

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"lockstep/engine/scenario"
	"lockstep/wasm/app"
)

// shown is the state of a scenario that has run to its end.
func shown(t testing.TB, file string) app.State {
	t.Helper()
	s, err := scenario.Parse([]byte(file))
	require.NoError(t, err)
	state, err := app.New(s, app.Engine)
	require.NoError(t, err)
	for !state.Run.Over() {
		state, _ = app.Update(state, app.Tick{})
	}
	state.W, state.H = 1280, 800
	state.Cursor = state.End()
	return state
}

func hotOf(sc *Scene, id string) *Hot {
	for i := range sc.Hot {
		if sc.Hot[i].ID == id {
			return &sc.Hot[i]
		}
	}
	return nil
}

// press does what the control of that name does.
func press(t testing.TB, c *Composer, s app.State, id string) app.State {
	t.Helper()
	h := hotOf(c.Build(&s), id)
	require.NotNil(t, h, id)
	require.NotNil(t, h.Press, id)
	s, _ = app.Update(s, h.Press)
	return s
}

func TestACellOfTheCallTableGoesToItsCall(t *testing.T) {
	c := composer(t)
	s := shown(t, stories["mismatch"])
	s = press(t, c, s, "tab-calls")
	s = press(t, c, s, "calls-0.0.rank-1")
	assert.Equal(t, app.OpRef{Rank: 1, Op: 1}, s.Selected)
	var start = s.Run.Trace.Calls[0].Start
	for i := range s.Run.Trace.Calls {
		if k := &s.Run.Trace.Calls[i]; k.Proc == 1 && k.Step == 1 {
			start = k.Start
		}
	}
	assert.Equal(t, start, s.Cursor)
	assert.Contains(t, hotOf(c.Build(&s), "calls-0.0.rank-1").Name, "broadcast src=0")
}

func TestGroupsHaveTablesOfTheirOwn(t *testing.T) {
	s := shown(t, `{"lockstep":1,"world_size":4,"tensors":{"x":{"dtype":"float32","data":[1,2]}},
		"program":[{"op":"new_group","ranks":[0,2],"as":"even"},{"op":"repeat","times":2,"body":[{"op":"all_reduce","tensor":"x"}]}],
		"ranks":[{"program":[{"op":"new_group","ranks":[0,2],"as":"even"},{"op":"all_reduce","tensor":"x","group":"even"},{"op":"repeat","times":2,"body":[{"op":"all_reduce","tensor":"x"}]}]},{},
			{"program":[{"op":"new_group","ranks":[0,2],"as":"even"},{"op":"all_reduce","tensor":"x","reduce_op":"MAX","group":"even"},{"op":"repeat","times":2,"body":[{"op":"all_reduce","tensor":"x"}]}]}]}`)
	c := composer(t)
	d := c.begin(&s, nil)
	tables := d.tablesOfCalls()
	require.Len(t, tables, 2)
	assert.Empty(t, tables[0].name)
	assert.Equal(t, -1, tables[0].first, "all call the same of the default group")
	assert.Len(t, tables[0].rows, 2, "each turn of a repeat is a call")
	assert.Equal(t, "even", tables[1].name)
	assert.Equal(t, []int32{0, 2}, tables[1].procs)
	assert.Equal(t, 0, tables[1].first, "they disagree about the reduce op")
	assert.Contains(t, d.verdict(tables[1]), "rank 2: all_reduce MAX")
}

func TestACallThatOneRankNeverMadeIsTheDivergence(t *testing.T) {
	s := shown(t, stories["crash"])
	d := composer(t).begin(&s, nil)
	tables := d.tablesOfCalls()
	require.Len(t, tables, 1)
	require.Equal(t, 1, tables[0].first)
	row := tables[0].rows[1]
	assert.Equal(t, "all_reduce", row.never[1].Name, "its program had one there")
	assert.Contains(t, d.verdict(tables[0]), "rank 1: no call")
}

// A table of 64 ranks makes what is seen of it, and the keyboard reaches the rest.
func TestTheCallTableOf64Ranks(t *testing.T) {
	c := composer(t)
	s := busy(t, 64, 20)
	s.W, s.H, s.Tab = 1280, 800, "calls"
	sc := c.Build(&s)
	n := 0
	for i := range sc.Hot {
		if id := sc.Hot[i].ID; len(id) > 6 && id[:6] == "calls-" {
			n++
		}
	}
	assert.Positive(t, n)
	assert.Less(t, n, 120)
	for rank := 0; rank < 64; rank++ {
		h := hotOf(c.Build(&s), "calls-0.0.rank-"+itoa(rank))
		require.NotNil(t, h, "rank %d", rank)
		if h.Reveal != nil {
			s, _ = app.Update(s, h.Reveal)
		}
	}
	assert.Positive(t, s.Scroll.Across)
}

func TestRanges(t *testing.T) {
	assert.Equal(t, "0–2, 5, 7, 8, 10–12", ranges([]int{0, 1, 2, 5, 7, 8, 10, 11, 12}))
	assert.Empty(t, ranges(nil))
}
