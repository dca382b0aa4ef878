package scene

import (
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"pgregory.net/rapid"

	"lockstep/engine/trace"
	"lockstep/wasm/timescale"
)

func ticksAt(times ...trace.Time) []timescale.Tick {
	var list []timescale.Tick
	for _, t := range times {
		list = append(list, timescale.Tick{T: t})
	}
	return list
}

func TestTicksAreWrittenAsShortlyAsTheirNeighboursAllow(t *testing.T) {
	assert.Equal(t, []string{"0", "7.75 ms", "12.1 ms", "16.4 ms"}, tickTexts(ticksAt(0, 7752*time.Microsecond, 12081*time.Microsecond, 16377*time.Microsecond)))
	assert.Equal(t, []string{"0", "3 s", "3.005 s", "3.0051 s", "30 min"}, tickTexts(ticksAt(0, 3000412*time.Microsecond, 3005*time.Millisecond, 3005100*time.Microsecond, 30*time.Minute)))
}

// Times on an axis rise as they are written, as they do.
func TestTickTextsRise(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		at := trace.Time(0)
		times := []trace.Time{0}
		for range rapid.IntRange(1, 12).Draw(t, "ticks") {
			at += trace.Time(rapid.Int64Range(1, 1000).Draw(t, "by")) * rapid.SampledFrom([]trace.Time{1, 1000, 1000_000, 1000_000_000}).Draw(t, "unit")
			times = append(times, at)
		}
		last := -1.0
		for i, text := range tickTexts(ticksAt(times...)) {
			if strings.Contains(text, "min") {
				last = times[i].Seconds() * (1 - 1e-12)
				continue
			}
			number, unit, _ := strings.Cut(text, " ")
			v, err := strconv.ParseFloat(number, 64)
			if err != nil {
				t.Fatal(err)
			}
			if v *= map[string]float64{"": 0, "ns": 1e-9, "µs": 1e-6, "ms": 1e-3, "s": 1}[unit]; v <= last {
				t.Fatalf("%s stands behind what is not less, of %v", text, times)
			}
			last = v
		}
	})
}
