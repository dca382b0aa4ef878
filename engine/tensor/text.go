package tensor

import (
	"math"
	"strconv"
)

// Text writes an element for people: the shortest decimal that reads back as
// the same element of d ("0.1", not float32's 0.10000000149011612).
func Text(d DType, src []byte) string {
	switch d {
	case Float32:
		return formatFloat(Float(d, src), 32)
	case Float64:
		return formatFloat(Float(d, src), 64)
	case Float16, BFloat16:
		return formatHalf(d, src)
	case Bool:
		return strconv.FormatBool(src[0] != 0)
	}
	return strconv.FormatInt(Int(d, src), 10)
}

// formatFloat writes v without an exponent between 1e-6 and 1e21, as JSON
// writers do; "nan", "inf", "-inf" for the rest.
func formatFloat(v float64, bits int) string {
	if s := nonFinite(v); s != "" {
		return s
	}
	form := byte('f')
	if abs := math.Abs(v); abs != 0 && (abs < 1e-6 || abs >= 1e21) {
		form = 'e'
	}
	return strconv.FormatFloat(v, form, -1, bits)
}

func nonFinite(v float64) string {
	switch {
	case v != v:
		return "nan"
	case v > math.MaxFloat64:
		return "inf"
	case v < -math.MaxFloat64:
		return "-inf"
	}
	return ""
}

// formatHalf tries ever more digits until they read back as the same element;
// five are enough for float16, four for bfloat16.
func formatHalf(d DType, src []byte) string {
	v := Float(d, src)
	if nonFinite(v) != "" {
		return nonFinite(v)
	}
	var back [2]byte
	for digits := 1; ; digits++ {
		near, _ := strconv.ParseFloat(strconv.FormatFloat(v, 'e', digits-1, 64), 64)
		SetFloat(d, back[:], near)
		if back[0] == src[0] && back[1] == src[1] || digits == 17 {
			return formatFloat(near, 64)
		}
	}
}

// AppendElement appends an element as a recording has it: what Python's json
// writes for Tensor.tolist(), so a float32 is given with the digits of its
// float64 and a whole float with ".0"; nan, inf and -inf are strings.
func AppendElement(dst []byte, d DType, src []byte) []byte {
	if !d.IsFloat() {
		if d == Bool {
			return strconv.AppendBool(dst, src[0] != 0)
		}
		return strconv.AppendInt(dst, Int(d, src), 10)
	}
	v := Float(d, src)
	if s := nonFinite(v); s != "" {
		return append(append(append(dst, '"'), s...), '"')
	}
	if abs := math.Abs(v); abs != 0 && (abs < 1e-4 || abs >= 1e16) {
		return strconv.AppendFloat(dst, v, 'e', -1, 64)
	}
	if n := int64(v); float64(n) == v && (n != 0 || !math.Signbit(v)) { // whole numbers need no search for their digits
		return append(strconv.AppendInt(dst, n, 10), ".0"...)
	}
	dst = strconv.AppendFloat(dst, v, 'f', -1, 64)
	if v == math.Trunc(v) {
		dst = append(dst, ".0"...)
	}
	return dst
}

// A tensor of more elements than maxListed is written as runs of equal values,
// maxRuns of them at most: as the recordings do.
const (
	maxListed = 64
	maxRuns   = 12
)

// AppendJSON appends t as a recording has it: {"dtype","shape","data"}, or for
// a long one "rle", runs of [value, count], and "rle_truncated_of" runs in all
// where there are more than are listed.
func (t *Tensor) AppendJSON(dst []byte) []byte {
	dst = append(dst, `{"dtype":"`...)
	dst = append(dst, t.DType.String()...)
	dst = append(dst, `","shape":[`...)
	for i, n := range t.Shape {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = strconv.AppendInt(dst, int64(n), 10)
	}
	dst = append(dst, ']')
	if t.Len() > maxListed {
		return t.appendRuns(dst)
	}
	dst = append(dst, `,"data":[`...)
	for i := range t.Len() {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = AppendElement(dst, t.DType, t.At(i))
	}
	return append(dst, "]}"...)
}

func (t *Tensor) appendRuns(dst []byte) []byte {
	dst = append(dst, `,"rle":[`...)
	runs, start := 0, 0
	for i := 1; i <= t.Len(); i++ {
		if i < t.Len() && t.alike(start, i) {
			continue
		}
		if runs < maxRuns {
			if runs > 0 {
				dst = append(dst, ',')
			}
			dst = append(AppendElement(append(dst, '['), t.DType, t.At(start)), ',')
			dst = append(strconv.AppendInt(dst, int64(i-start), 10), ']')
		}
		runs++
		start = i
	}
	dst = append(dst, ']')
	if runs > maxRuns {
		dst = strconv.AppendInt(append(dst, `,"rle_truncated_of":`...), int64(runs), 10)
	}
	return append(dst, '}')
}

// alike reports whether elements i and j are written alike: equal bits, or both
// NaN, or both true.
func (t *Tensor) alike(i, j int) bool {
	a, b := t.At(i), t.At(j)
	if string(a) == string(b) {
		return true
	}
	switch {
	case t.DType.IsFloat():
		x, y := Float(t.DType, a), Float(t.DType, b)
		return x != x && y != y
	case t.DType == Bool:
		return a[0] != 0 && b[0] != 0
	}
	return false
}

// MarshalJSON is AppendJSON for encoding/json.
func (t *Tensor) MarshalJSON() ([]byte, error) { return t.AppendJSON(nil), nil }
