package engine

import (
	"fmt"
	"runtime"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"lockstep/engine/scenario"
	"lockstep/engine/tensor"
)

func job(world int, timeout time.Duration, program ...scenario.Op) *scenario.Scenario {
	return &scenario.Scenario{
		WorldSize: world, Backend: "gloo", Debug: scenario.DebugOff, Timeout: timeout, AutoInit: true, AtEnd: scenario.Linger,
		Network: scenario.Network{Latency: 50 * time.Microsecond, Bandwidth: 1e9}, Program: program,
	}
}

func literal(shape int, fill string) *scenario.Value {
	return &scenario.Value{Lit: &scenario.TensorSpec{DType: tensor.Float32, Shape: []int{shape}, Fill: scenario.Num(fill)}}
}

// warmUp is how many messages go around before the clock is started. A machine that
// runs WebAssembly compiles it twice: at once and badly, so that it runs, and function
// by function in the background, well, as it sees what is called often. The first two
// million messages measure that compiler; the figure meant is the steady one after
// them, which a page reaches as well. A program compiled beforehand has no such time.
var warmUp = map[string]int{"wasm": 2_500_000}[runtime.GOARCH]

// BenchmarkRing is all-reduces of P elements, 2·P·(P−1) messages each, with the
// job's start and the trace: ten of them, or one where that is millions.
func BenchmarkRing(b *testing.B) {
	for _, p := range []int{16, 64, 256, 1024} {
		b.Run(fmt.Sprintf("P=%d", p), func(b *testing.B) {
			program := []scenario.Op{{Name: "all_reduce", Tensor: literal(p, "arange")}}
			for p < 1024 && len(program) < 10 {
				program = append(program, program[0])
			}
			s := job(p, 30*time.Minute, program...)
			ring := func() int {
				r, err := Start(s)
				require.NoError(b, err)
				defer r.Close()
				for !r.job.Run(1 << 20) {
				}
				return len(r.Trace().Messages)
			}
			for warm := 0; warm < warmUp; {
				warm += ring()
			}
			var messages int
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			for b.Loop() {
				messages += ring()
			}
			runtime.ReadMemStats(&after)
			b.ReportMetric(float64(messages)/b.Elapsed().Seconds(), "messages/s")
			b.ReportMetric(float64(after.TotalAlloc-before.TotalAlloc)/float64(messages), "bytes/message")
		})
	}
}
