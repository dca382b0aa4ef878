package app

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"lockstep/engine/scenario"
	"lockstep/tools/workload"
)

// BenchmarkEdit is an edit up to the picture: the scenario checked, run and judged. Of a
// number, and of a time.
func BenchmarkEdit(b *testing.B) {
	for _, size := range [][2]int{{2, 2}, {8, 20}, {64, 20}} {
		for _, kind := range []string{"number", "time"} {
			b.Run(fmt.Sprintf("%s/ranks=%d/ops=%d", kind, size[0], size[1]), func(b *testing.B) {
				s := alternating(b, size[0], size[1])
				b.ReportAllocs()
				for i := range b.N {
					if kind == "number" {
						s, _ = Update(s, SetElement{Rank: 0, Tensor: "x", Index: 0, Text: fmt.Sprint(i)})
					} else {
						s, _ = Update(s, SetOpArg{Rank: 1, Op: 1, Arg: "for", Text: fmt.Sprintf("%dms", i%30+2)})
					}
					for !s.Run.Over() {
						s, _ = Update(s, Tick{})
					}
				}
			})
		}
	}
}

// alternating is the run of ranks that reduce and compute in turns, ops in all.
func alternating(t testing.TB, ranks, ops int) State {
	t.Helper()
	s, err := scenario.Parse([]byte(workload.Alternating(ranks, ops)))
	require.NoError(t, err)
	state, err := New(s, Engine)
	require.NoError(t, err)
	for !state.Run.Over() {
		state, _ = Update(state, Tick{})
	}
	return state
}
