package main

import (
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"lockstep/engine/sim"
)

// BenchmarkRunVerb is what `lockstep run --json` does of ten ring all-reduces, from
// the text of the scenario to the last byte of the result: the work of the process
// that tools/simgrid measures, without its start.
func BenchmarkRunVerb(b *testing.B) {
	for _, p := range []int{64, 256} {
		op := fmt.Sprintf(`{"op": "all_reduce", "tensor": {"dtype": "float32", "shape": [%d], "fill": "arange"}}`, p)
		text := fmt.Appendf(nil, `{"lockstep": 1, "world_size": %d, "program": [%s]}`, p, strings.Join([]string{op, op, op, op, op, op, op, op, op, op}, ", "))
		b.Run(fmt.Sprintf("P=%d", p), func(b *testing.B) {
			for b.Loop() {
				e, err := runText(text, sim.Limits{})
				require.NoError(b, err)
				_, err = e.result.WriteTo(io.Discard)
				require.NoError(b, err)
			}
		})
	}
}
