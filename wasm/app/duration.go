package app

import (
	"strconv"
	"strings"
	"time"
)

// FormatDuration writes a duration as the file does, the shortest way: "3s",
// "50us", "1m30s", "2.5ms".
func FormatDuration(d time.Duration) string {
	text := strings.Replace(d.String(), "µs", "us", 1)
	if strings.HasSuffix(text, "m0s") {
		text = strings.TrimSuffix(text, "0s")
	}
	if strings.HasSuffix(text, "h0m") {
		text = strings.TrimSuffix(text, "0m")
	}
	return text
}

// FormatBandwidth writes bytes per second in the largest unit that keeps it
// short: "1GB/s".
func FormatBandwidth(b float64) string {
	for _, u := range []struct {
		unit  string
		bytes float64
	}{{"GB/s", 1e9}, {"MB/s", 1e6}, {"KB/s", 1e3}} {
		if b >= u.bytes {
			return strconv.FormatFloat(b/u.bytes, 'g', 6, 64) + u.unit
		}
	}
	return strconv.FormatFloat(b, 'g', -1, 64) + "B/s"
}
