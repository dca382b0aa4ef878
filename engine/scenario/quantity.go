package scenario

import (
	"math"
	"strconv"
	"strings"
	"time"
)

// ParseDuration reads a length of time as Go writes it ("3s", "50us", "1m30s").
// Negative ones and those beyond MaxDuration are refused.
func ParseDuration(s string) (time.Duration, bool) {
	d, err := time.ParseDuration(s)
	if err != nil || d < 0 || d > MaxDuration {
		return 0, false
	}
	return d, true
}

// FormatDuration writes d as a file has it: like time.Duration, but in ASCII
// ("50us") and without parts that are zero ("30m", not "30m0s").
func FormatDuration(d time.Duration) string {
	s := strings.Replace(d.String(), "µ", "u", 1)
	if strings.HasSuffix(s, "m0s") {
		s = strings.TrimSuffix(s, "0s")
	}
	if strings.HasSuffix(s, "h0m") {
		s = strings.TrimSuffix(s, "0m")
	}
	return s
}

// The units of a bandwidth, largest first; the decimal ones are also written.
var bandwidthUnits = []struct {
	name  string
	bytes float64
}{
	{"TB/s", 1e12}, {"GB/s", 1e9}, {"MB/s", 1e6}, {"kB/s", 1e3}, {"B/s", 1},
	{"KB/s", 1e3}, {"TiB/s", 1 << 40}, {"GiB/s", 1 << 30}, {"MiB/s", 1 << 20}, {"KiB/s", 1 << 10},
	{"Tbit/s", 1e12 / 8}, {"Gbit/s", 1e9 / 8}, {"Mbit/s", 1e6 / 8}, {"kbit/s", 1e3 / 8},
}

const writtenUnits = 5 // of bandwidthUnits, those that FormatBandwidth uses

// ParseBandwidth reads bytes per second: "1GB/s", "1.5 MB/s", "10Gbit/s".
func ParseBandwidth(s string) (bytesPerSecond float64, ok bool) {
	number, unit := s, ""
	if i := strings.IndexFunc(s, func(c rune) bool { return (c < '0' || c > '9') && c != '.' }); i >= 0 {
		number, unit = s[:i], strings.TrimPrefix(s[i:], " ")
	}
	v, err := strconv.ParseFloat(number, 64)
	if err != nil {
		return 0, false
	}
	for _, u := range bandwidthUnits {
		if u.name == unit {
			v *= u.bytes
			// Between a byte in a quarter of an hour and what memory does.
			return v, v >= 1e-3 && v <= 1e15
		}
	}
	return 0, false
}

// FormatBandwidth writes it with the largest unit of which there is at least one.
func FormatBandwidth(v float64) string {
	for _, u := range bandwidthUnits[:writtenUnits] {
		if v >= u.bytes || u.bytes == 1 {
			q := v / u.bytes
			if q*u.bytes != v || math.IsInf(q, 0) { // would not read back
				q, u = v, bandwidthUnits[writtenUnits-1]
			}
			return strconv.FormatFloat(q, 'f', -1, 64) + u.name
		}
	}
	return ""
}
