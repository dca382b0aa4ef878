package scene

import (
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"pgregory.net/rapid"

	"lockstep/engine/trace"
)

// A time is written as a fraction with three decimals is, however that is found.
func TestTimesAreWrittenAsFractions(t *testing.T) {
	plain := func(at trace.Time) string {
		unit, name := unitOf(at)
		v := strconv.FormatFloat(float64(at)/float64(unit), 'f', 3, 64)
		if strings.Contains(v, ".") {
			v = strings.TrimRight(strings.TrimRight(v, "0"), ".")
		}
		return v + " " + name
	}
	check := func(at trace.Time) bool {
		return at == 0 || at >= time.Minute && at%time.Second == 0 || formatTime(at) == plain(at)
	}
	for at := range trace.Time(20_000) {
		for _, unit := range []trace.Time{1, time.Microsecond / 2, 500 * time.Microsecond / 1000 * 999} {
			assert.True(t, check(at*unit), "%d", at*unit)
		}
	}
	rapid.Check(t, func(r *rapid.T) {
		digits := rapid.IntRange(0, 12).Draw(r, "digits")
		most := trace.Time(1)
		for range digits {
			most *= 10
		}
		at := trace.Time(rapid.Int64Range(0, int64(10*most)).Draw(r, "time"))
		if !check(at) {
			r.Fatalf("%d: %s, not %s", at, formatTime(at), plain(at))
		}
	})
}

// An exponent has no plus and no zero before it, and the number is the same.
func TestExponentsAreShort(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		v, digits := rapid.Float64().Draw(r, "number"), rapid.IntRange(2, 6).Draw(r, "digits")
		long := strconv.FormatFloat(v, 'g', digits, 64)
		want := strings.Replace(strings.Replace(strings.Replace(long, "e+0", "e", 1), "e-0", "e-", 1), "e+", "e", 1)
		if got := string(shortExponent([]byte(long))); got != want {
			r.Fatalf("%s is %s, not %s", long, got, want)
		}
	})
}
