package timescale

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"pgregory.net/rapid"
)

// lines are what the widths of a page's items add up to: the longest of straight paths,
// of which some go no further than a cap, as where each item has all that it asks for.
type lines []struct{ from, slope, cap float64 }

func (l lines) at(q float64) float64 {
	most := 0.0
	for _, l := range l {
		most = max(most, min(l.from+float64(l.slope*q), l.cap))
	}
	return most
}

// bisect is the largest q in [0, 1] for which ok holds, if it holds from 0 up to there;
// 0 when it never does.
func bisect(ok func(q float64) bool) float64 {
	if ok(1) {
		return 1
	}
	low, high := 0.0, 1.0
	for range 40 {
		if mid := (low + high) / 2; ok(mid) {
			low = mid
		} else {
			high = mid
		}
	}
	return low
}

// The largest share that fits is found as halving finds it, and at the worst in three
// times its questions.
func TestLargestFindsWhatHalvingFinds(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		paths := make(lines, rapid.IntRange(1, 6).Draw(r, "lines"))
		for i := range paths {
			paths[i].from = rapid.Float64Range(0, 2000).Draw(r, "from") - rapid.SampledFrom([]float64{0, 0, 5000}).Draw(r, "behind")
			paths[i].slope = rapid.SampledFrom([]float64{0, 0, 1, 300, 1e4, 1e5}).Draw(r, "steep") * rapid.Float64Range(0, 1).Draw(r, "slope")
			paths[i].cap = rapid.SampledFrom([]float64{100, 1000, 1e9, 1e9}).Draw(r, "cap")
		}
		limit := rapid.Float64Range(1, 3000).Draw(r, "limit")
		want := bisect(func(q float64) bool { return paths.at(q) <= limit })
		asked := 0
		got := largest(limit, func(q float64) float64 {
			asked++
			return paths.at(q)
		})
		assert.LessOrEqual(r, asked, 2+3*40)
		assert.InDelta(r, paths.at(want), paths.at(got), 1e-6*limit)
		if want > 0 {
			assert.LessOrEqual(r, paths.at(got), limit)
		}
	})
}

// Over many widths of one sequence of numbers it asks a tenth of what halving asks.
func TestLargestAsksLittle(t *testing.T) {
	draw := rand.New(rand.NewPCG(1, 2))
	asked, halving := 0, 0
	for range 1000 {
		paths := make(lines, 1+draw.IntN(6))
		for i := range paths {
			paths[i].from, paths[i].slope, paths[i].cap = 2000*draw.Float64(), 10000*draw.Float64(), 1e9
		}
		limit := 1 + 3000*draw.Float64()
		largest(limit, func(q float64) float64 { asked++; return paths.at(q) })
		bisect(func(q float64) bool { halving++; return paths.at(q) <= limit })
	}
	assert.Less(t, asked, halving/10)
}
