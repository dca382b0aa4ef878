package lesson

import (
	"math"
	"strconv"
	"strings"
)

// SameNumber reports whether a person's number is the one that a run shows:
// whole numbers exactly, others to half a percent. "1/3" is a number too.
func SameNumber(given, truth string) bool {
	a, ok := ParseNumber(given)
	b, err := strconv.ParseFloat(truth, 64)
	switch {
	case !ok || err != nil:
		return false
	case math.IsNaN(b):
		return math.IsNaN(a)
	case a == b:
		return true
	case b == math.Trunc(b):
		return false
	}
	return math.Abs(a-b) <= 0.005*max(1, math.Abs(b))
}

// ParseNumber reads a number as people write it, a fraction included.
func ParseNumber(text string) (float64, bool) {
	text = strings.TrimSpace(strings.ReplaceAll(text, "−", "-"))
	above, below, fraction := strings.Cut(text, "/")
	a, err := strconv.ParseFloat(strings.TrimSpace(above), 64)
	if err != nil || !fraction {
		return a, err == nil
	}
	b, err := strconv.ParseFloat(strings.TrimSpace(below), 64)
	return a / b, err == nil && b != 0
}

func number(v float64) string { return strconv.FormatFloat(v, 'f', -1, 64) }
