package timescale

import (
	"sort"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"lockstep/engine/trace"
)

// Whatever was asked before, the moment before a time is the last one that is not
// after it.
func TestTheMomentBeforeATimeWhateverWasAskedBefore(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		at := []trace.Time{0}
		for _, gap := range rapid.SliceOfN(rapid.Int64Range(1, 5), 0, 300).Draw(t, "gaps") {
			at = append(at, at[len(at)-1]+trace.Time(gap))
		}
		c := &Course{at: at}
		end := int64(at[len(at)-1])
		for _, q := range rapid.SliceOfN(rapid.Int64Range(-3, end+3), 1, 50).Draw(t, "times") {
			want := sort.Search(len(at), func(i int) bool { return at[i] > trace.Time(q) }) - 1
			require.Equal(t, want, c.before(trace.Time(q)), "at %d", q)
		}
	})
}
