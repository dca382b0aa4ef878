package diagnose_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"lockstep/engine"
	"lockstep/engine/diagnose"
	"lockstep/engine/scenario"
)

// BenchmarkLateRank explains a ring all-reduce to which one rank of P comes too
// late: everybody is a victim, and every chain is as long as the ring.
func BenchmarkLateRank(b *testing.B) {
	for _, p := range []int{16, 64, 256, 1024} {
		b.Run(fmt.Sprint(p), func(b *testing.B) {
			op := `{"op": "all_reduce", "tensor": {"dtype": "float32", "shape": [4096], "fill": 1}}`
			s, err := scenario.Parse(fmt.Appendf(nil, `{"lockstep": 1, "world_size": %d, "timeout": "3s", "program": [%s, %s], "ranks": [{}, {"program": [%s, {"op": "compute", "for": "9s"}, %s]}]}`, p, op, op, op, op))
			require.NoError(b, err)
			run, err := engine.Start(s)
			require.NoError(b, err)
			for !run.Advance(1 << 20) {
			}
			for b.Loop() {
				findings := diagnose.Run(s, run.Trace())
				require.Equal(b, "late_rank", findings[0].Code)
				require.Equal(b, []int{1}, findings[0].Ranks)
			}
		})
	}
}
