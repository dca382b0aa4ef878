package engine

import (
	"runtime"
	"testing"

	"github.com/stretchr/testify/require"

	"lockstep/engine/result"
	"lockstep/engine/scenario"
)

// longJob is a training job of many ranks and steps, as people write one: load,
// compute, all-reduce, update, log.
func longJob(ranks, steps string, world int) *scenario.Scenario {
	s := scenario.New(world)
	s.Script = `w = zeros(4)
for step in range(` + steps + `):
    begin_step(step)
    load_data("1ms")
    compute("5ms")
    g = w * 0.5 + rank
    dist.all_reduce(g)
    w -= 0.01 * g / ` + ranks + `
log("w", w.sum())
`
	return s
}

// BenchmarkJob64x1000 is what a job of 64 ranks and 1,000 steps costs: time, and
// the memory that its trace and its processes take at the end.
//
//	go test ./engine -run '^$' -bench Job64x1000 -benchtime 1x
func BenchmarkJob64x1000(b *testing.B) {
	for b.Loop() {
		var before, after runtime.MemStats
		runtime.GC()
		runtime.ReadMemStats(&before)
		r, err := Start(longJob("64", "1000", 64))
		require.NoError(b, err)
		for !r.Advance(1 << 20) {
		}
		require.Equal(b, result.Done, r.Outcome().Outcome, r.Outcome().Limit)
		runtime.GC()
		runtime.ReadMemStats(&after)
		b.ReportMetric(float64(after.HeapAlloc-before.HeapAlloc)/(1<<20), "MiB-kept")
		b.ReportMetric(float64(len(r.Trace().Events)), "events")
		b.ReportMetric(float64(len(r.Trace().Messages)), "messages")
		runtime.KeepAlive(r)
	}
}
