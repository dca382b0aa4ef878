package timescale

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"pgregory.net/rapid"
)

// The largest share that fits is found as halving finds it, in fewer questions.
func TestLargestFindsWhatHalvingFinds(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		type line struct{ from, slope float64 }
		var lines []line
		for range rapid.IntRange(1, 6).Draw(r, "lines") {
			lines = append(lines, line{rapid.Float64Range(0, 2000).Draw(r, "from") - rapid.SampledFrom([]float64{0, 0, 5000}).Draw(r, "behind"), rapid.SampledFrom([]float64{0, 0, 1, 300, 1e4, 1e5}).Draw(r, "steep") * rapid.Float64Range(0, 1).Draw(r, "slope")})
		}
		asked := 0
		f := func(q float64) float64 {
			asked++
			most := 0.0
			for _, l := range lines {
				most = max(most, l.from+float64(l.slope*q))
			}
			return most
		}
		limit := rapid.Float64Range(1, 3000).Draw(r, "limit")
		want := bisect(func(q float64) bool { return f(q) <= limit })
		asked = 0
		got := largest(limit, f)
		assert.LessOrEqual(t, asked, 30)
		assert.InDelta(t, f(want), f(got), 1e-5*limit)
		if want > 0 {
			assert.LessOrEqual(t, f(got), limit)
		}
	})
}
