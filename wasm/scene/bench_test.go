package scene

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"lockstep/engine/scenario"
	"lockstep/engine/trace"
	"lockstep/tools/workload"
	"lockstep/wasm/app"
)

// busy is a scenario of ranks that do ops collectives each.
func busy(t testing.TB, ranks, ops int) app.State {
	t.Helper()
	s, err := scenario.Parse([]byte(workload.Alternating(ranks, ops)))
	require.NoError(t, err)
	state, err := app.New(s, app.Engine)
	require.NoError(t, err)
	for !state.Run.Over() {
		state, _ = app.Update(state, app.Tick{})
	}
	return state
}

// BenchmarkBuild is a picture that is made as a whole, of a run that is known.
func BenchmarkBuild(b *testing.B) { benchmark(b, (*Composer).Build) }

// BenchmarkFrame is a frame of playback: one picture after the other, in which the
// cursor moves.
func BenchmarkFrame(b *testing.B) { benchmark(b, (*Composer).Frame) }

func benchmark(b *testing.B, build func(*Composer, *app.State) *Scene) {
	for _, size := range [][2]int{{2, 2}, {8, 20}, {64, 20}} {
		b.Run(fmt.Sprintf("ranks=%d/ops=%d", size[0], size[1]), func(b *testing.B) {
			c, s := composer(b), busy(b, size[0], size[1])
			build(c, &s)
			step := s.End() / 1000
			b.ReportAllocs()
			for i := range b.N {
				s.Cursor = step * trace.Time(i%1000)
				build(c, &s)
			}
		})
	}
}

// BenchmarkEdit is an edit and the picture of what came of it: of a number, after which
// all stands where it stood, and of a time, after which nothing does.
func BenchmarkEdit(b *testing.B) {
	for _, size := range [][2]int{{2, 2}, {8, 20}, {64, 20}} {
		for name, edit := range map[string]func(i int) app.Action{
			"number": func(i int) app.Action { return app.SetElement{Rank: 0, Tensor: "x", Index: 0, Text: fmt.Sprint(i)} },
			"time": func(i int) app.Action {
				return app.SetOpArg{Rank: 1, Op: 1, Arg: "for", Text: fmt.Sprintf("%dms", i%30+2)}
			},
		} {
			b.Run(fmt.Sprintf("%s/ranks=%d/ops=%d", name, size[0], size[1]), func(b *testing.B) {
				c, s := composer(b), busy(b, size[0], size[1])
				b.ReportAllocs()
				for i := range b.N {
					s, _ = app.Update(s, edit(i))
					for !s.Run.Over() {
						s, _ = app.Update(s, app.Tick{})
					}
					c.Frame(&s)
				}
			})
		}
	}
}

// A run that goes on shows how far it has come, can be cancelled, and is not
// spoken of with every frame.
func TestALongRunCanBeCancelled(t *testing.T) {
	s, err := scenario.Parse([]byte(`{"lockstep":1,"world_size":64,"tensors":{"x":{"dtype":"float32","shape":[64],"fill":"rank"}},"program":[` +
		strings.Repeat(`{"op":"all_reduce","tensor":"x"},`, 9) + `{"op":"barrier"}]}`))
	require.NoError(t, err)
	state, err := app.New(s, app.Engine)
	require.NoError(t, err)
	require.False(t, state.Run.Over(), "longer than a slice")
	c := composer(t)
	find := func(sc *Scene) *Hot {
		for i := range sc.Hot {
			if sc.Hot[i].ID == "cancel-run" {
				return &sc.Hot[i]
			}
		}
		return nil
	}
	for _, size := range sizes {
		state.W, state.H, state.Embed = size.w, size.h, size.embed
		sc := c.Build(&state)
		cancel := find(sc)
		require.NotNil(t, cancel, "at %g×%g", size.w, size.h)
		inside(t, "running", seenTexts(sc), Rect{0, 0, size.w, size.h})
	}
	before := c.Build(&state)
	state, _ = app.Update(state, app.Tick{})
	after := c.Build(&state)
	assert.Equal(t, before.Live, after.Live)
	state, _ = app.Update(state, find(after).Press)
	assert.True(t, state.Run.Over())
	assert.Nil(t, find(c.Build(&state)))
}

// BenchmarkScrubMany drags the cursor over a run whose ranks are a grid: what all of
// them hold is found out anew at each moment.
func BenchmarkScrubMany(b *testing.B) {
	for _, playing := range []bool{false, true} {
		b.Run(fmt.Sprintf("playing=%t", playing), func(b *testing.B) {
			c, s := composer(b), busy(b, 64, 20)
			s.Playing = playing
			c.Frame(&s)
			step := s.End() / 1000
			for i := range b.N {
				s.Cursor = step * trace.Time(i*7%1000)
				c.Frame(&s)
			}
		})
	}
}
