package timescale

import (
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"lockstep/engine/trace"
)

func TestTwoRunsHaveAPlaceForEachMoment(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a, b := traceWith(drawn(t)...), traceWith(drawn(t)...)
		c := Beside(a, b, rapid.SampledFrom([]Mode{Folded, Linear, Logical}).Draw(t, "mode"))
		last := -1.0
		for _, m := range c.at {
			require.Greater(t, c.At(m), last)
			last = c.At(m)
		}
		for _, of := range []*trace.Trace{a, b} {
			for i := range of.Ticks {
				require.Equal(t, of.Ticks[i].At, c.Time(c.At(of.Ticks[i].At)), "a moment comes back exactly")
			}
		}
		require.Equal(t, max(a.End, b.End), c.at[len(c.at)-1])
	})
}
