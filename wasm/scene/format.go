package scene

import (
	"bytes"
	"strconv"
	"strings"
	"time"

	"lockstep/engine/tensor"
	"lockstep/engine/trace"
)

// formatTime writes a virtual time for the axis and the cursor: at most three
// decimals in the unit that fits, "5.083 ms", "3.001 s", "30 min".
func formatTime(t trace.Time) string { return formatTimeTo(t, 3) }

func formatTimeTo(t trace.Time, decimals int) string {
	switch {
	case t == 0:
		return "0"
	case t >= time.Minute && t%time.Second == 0:
		return formatMinutes(t)
	}
	unit, name := unitOf(t)
	if text, ok := thousandths(t, unit, name); ok && decimals == 3 {
		return text
	}
	v := strconv.FormatFloat(float64(t)/float64(unit), 'f', decimals, 64)
	if strings.Contains(v, ".") {
		v = strings.TrimRight(strings.TrimRight(v, "0"), ".")
	}
	return v + " " + name
}

// thousandths writes a time with three decimals at most, which is what a picture does
// hundreds of times. One that lies in the middle between two is left to those who know
// which of them is nearer as a binary fraction.
func thousandths(t, unit trace.Time, name string) (string, bool) {
	part := max(1, unit/1000)
	n, rest := t/part, t%part
	if t < 0 || rest*2 == part {
		return "", false
	}
	if rest*2 > part {
		n++
	}
	per := unit / part
	var room [32]byte
	b := strconv.AppendInt(room[:0], int64(n/per), 10)
	if rest = n % per; rest > 0 {
		b = append(b, '.')
		for digit := per / 10; rest > 0; digit /= 10 {
			b = append(b, byte('0'+rest/digit))
			rest %= digit
		}
	}
	return string(append(append(b, ' '), name...)), true
}

// unitOf is the unit that a time is written in, and its name.
func unitOf(t trace.Time) (trace.Time, string) {
	switch {
	case t >= time.Second:
		return time.Second, "s"
	case t >= time.Millisecond:
		return time.Millisecond, "ms"
	case t >= time.Microsecond:
		return time.Microsecond, "µs"
	}
	return time.Nanosecond, "ns"
}

func formatMinutes(t trace.Time) string {
	if s := t % time.Minute / time.Second; s != 0 {
		return strconv.Itoa(int(t/time.Minute)) + " min " + strconv.Itoa(int(s)) + " s"
	}
	return strconv.Itoa(int(t/time.Minute)) + " min"
}

// formatBytes writes a size: "8 B", "1.5 KiB".
func formatBytes(n int64) string {
	units := []string{"B", "KiB", "MiB", "GiB"}
	v, u := float64(n), 0
	for v >= 1024 && u < len(units)-1 {
		v, u = v/1024, u+1
	}
	text := strconv.FormatFloat(v, 'f', 1, 64)
	return strings.TrimSuffix(text, ".0") + " " + units[u]
}

// formatElement writes one element short enough for a cell: the shortest decimal
// that reads back as the same element, or, when that is long, four digits. The
// exact text is in the control's description.
func formatElement(d tensor.DType, b []byte, limit int) string {
	exact := tensor.Text(d, b)
	if len(exact) <= limit || !d.IsFloat() {
		return exact
	}
	v := tensor.Float(d, b)
	var room [32]byte
	for digits := 6; digits >= 2; digits-- {
		if short := shortExponent(strconv.AppendFloat(room[:0], v, 'g', digits, 64)); len(short) <= limit {
			return string(short)
		}
	}
	return exact
}

// shortExponent makes of "1.5e+07" "1.5e7" and of "1e-07" "1e-7", where it stands.
func shortExponent(number []byte) []byte {
	e := bytes.IndexByte(number, 'e') + 1
	if e == 0 {
		return number
	}
	short, rest := number[:e], number[e:] // a sign, and two digits or more
	if rest[0] == '-' {
		short = number[:e+1]
	}
	if rest = rest[1:]; rest[0] == '0' {
		rest = rest[1:]
	}
	return append(short, rest...)
}

// shapeText writes a dtype with its shape, "float32[2, 3]"; a scalar has no
// brackets.
func shapeText(d tensor.DType, shape []int) string {
	if len(shape) == 0 {
		return d.String()
	}
	words := make([]string, len(shape))
	for i, n := range shape {
		words[i] = strconv.Itoa(n)
	}
	return d.String() + "[" + strings.Join(words, ",") + "]"
}

// vector writes up to max elements of a buffer: "3" or "[1, 2, …]".
func vector(d tensor.DType, b []byte, max, limit int) string {
	size := d.Size()
	n := len(b) / size
	if n == 1 {
		return formatElement(d, b, limit)
	}
	var parts []string
	for i := 0; i < min(n, max); i++ {
		parts = append(parts, formatElement(d, b[i*size:(i+1)*size], limit))
	}
	if n > max {
		parts = append(parts, ellipsis)
	}
	return "[" + strings.Join(parts, ", ") + "]"
}

// shortNumber shortens a number as it was written, for a cell.
func shortNumber(text string) string {
	const limit = 7
	if len(text) <= limit {
		return text
	}
	if v, err := strconv.ParseFloat(text, 64); err == nil {
		for digits := 5; digits >= 2; digits-- {
			if short := strconv.FormatFloat(v, 'g', digits, 64); len(short) <= limit {
				return short
			}
		}
	}
	return text
}

// exactText is all the digits that an element of a dtype really has: float32's
// 0.1 is 0.100000001490116…
func exactText(d tensor.DType, b []byte) string {
	if !d.IsFloat() {
		return tensor.Text(d, b)
	}
	return strconv.FormatFloat(tensor.Float(d, b), 'g', -1, 64)
}

// wholeDigits counts the digits before the point of a time as formatTime has it.
func wholeDigits(t trace.Time) int {
	whole, _, _ := strings.Cut(formatTimeTo(t, 0), " ")
	return len(whole)
}
