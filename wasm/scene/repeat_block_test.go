package scene

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"lockstep/engine/scenario"
	"lockstep/wasm/app"
)

// Where something is dropped decides into what it goes: at the ends of a repeat
// beside it, on its blocks between those of its body, in whichever turn.
func TestWhereThingsAreDropped(t *testing.T) {
	f, err := scenario.Parse([]byte(`{"lockstep": 1, "world_size": 2, "tensors": {"x": {"dtype": "float32", "data": [1]}}, "program": [{"op": "barrier"},
		{"op": "repeat", "times": 3, "body": [{"op": "compute", "for": "1ms"}, {"op": "repeat", "times": 2, "body": [{"op": "all_reduce", "tensor": "x"}, {"op": "query"}]}]}, {"op": "barrier"}]}`))
	require.NoError(t, err)
	s, err := app.New(f, app.Engine)
	require.NoError(t, err)
	s.W, s.H = 1900, 800
	c := composer(t)
	sc := c.Build(&s)
	hot := func(id string) *Hot {
		for i := range sc.Hot {
			if sc.Hot[i].ID == id {
				return &sc.Hot[i]
			}
		}
		require.Fail(t, "no "+id)
		return nil
	}
	drop := func(what string, x, y float64) (in app.Slot, op int) {
		a, ok := hot(what).Drag.At(x, y).(app.DragTo)
		require.True(t, ok)
		require.Equal(t, 1, a.Drag.Rank)
		return a.Drag.To, a.Drag.Op
	}
	whole := hot("rank-1.op-1").Rect
	y := whole.Y + whole.H/2
	first, second, last := hot("rank-1.op-1.body-0").Rect, hot("rank-1.op-1.body-2").Rect, hot("rank-1.op-1.body-3").Rect
	for name, c := range map[string]struct {
		x      float64
		in, op int
		last   bool
	}{
		"at its beginning": {whole.X + 4, 0, 1, false},
		"at its end":       {whole.right() - 4, 0, 2, false},
		"before the first": {first.X + first.W*0.4, 1, 0, false},
		"behind the first": {first.X + first.W*0.7, 2, 0, false},
		"in the inner one": {second.X + second.W*0.3, 3, 0, false},
		"between":          {second.X + second.W*0.8, 4, 0, false},
		"at the inner end": {last.X + last.W*0.8, 2, 0, true},
		"in another turn":  {whole.right() - last.W*0.4, 2, 0, true},
	} {
		slot, op := drop("rank-0.op-0", c.x, y)
		if c.in == 0 && !c.last {
			assert.False(t, slot.Inside(), name)
			assert.Equal(t, c.op, op, name)
			continue
		}
		assert.Equal(t, app.Slot{At: app.InnerRef{Rank: 1, Op: 1, In: c.in}, Last: c.last}, slot, name)
	}
	slot, _ := drop("rank-1.op-1", first.X+first.W*0.7, y)
	assert.False(t, slot.Inside(), "nothing goes into itself")
	slot, _ = drop("rank-0.op-1", first.X+first.W*0.7, y)
	assert.True(t, slot.Inside(), "but into another one")
	a := hot("rank-1.op-1.body-2").Drag.At(first.X, 5).(app.DragTo)
	assert.False(t, a.Drag.Lands(), "nowhere above the lanes")
}

// Where a page is scrolled as a whole, nothing lands on a lane that is out of sight.
func TestNothingLandsOutOfSight(t *testing.T) {
	s := storyState(t, "eight")
	s.W, s.H = 390, 844
	s, _ = app.Update(s, app.OpenPopover{Open: app.Open{Kind: app.OpenPalette, Rank: 0, Op: 3}})
	sc := composer(t).Build(&s)
	for i := range sc.Hot {
		if h := &sc.Hot[i]; h.ID == "palette.barrier" {
			in := h.Drag.At(200, 300).(app.DragTo)
			assert.True(t, in.Drag.Lands())
			under := h.Drag.At(200, s.H-20).(app.DragTo)
			assert.False(t, under.Drag.Lands(), "under the buttons of playback")
		}
	}
}
