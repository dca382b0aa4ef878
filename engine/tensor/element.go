package tensor

import (
	"math"
	"strconv"
	"strings"
)

// ValueError says that a text is not an element of a dtype.
type ValueError struct {
	Text  string
	DType DType
	// Range is true when the text is a number, but not one that the dtype has.
	Range bool
}

func (e *ValueError) Error() string {
	article := "a "
	if strings.HasPrefix(e.DType.String(), "int") {
		article = "an "
	}
	return e.Text + " is not " + article + e.DType.String() + " (" + e.DType.Domain() + ")"
}

// Domain says in a few signs which elements d has, for messages.
func (d DType) Domain() string {
	switch d {
	case Bool:
		return "true, false"
	case UInt8:
		return "0 … 255"
	case Int8, Int32, Int64:
		lo, hi := d.limits()
		return strconv.FormatInt(lo, 10) + " … " + strconv.FormatInt(hi, 10)
	}
	return "a number, nan, inf, -inf"
}

func (d DType) limits() (lo, hi int64) {
	switch d {
	case Bool:
		return 0, 1
	case UInt8:
		return 0, math.MaxUint8
	}
	bits := d.Size() * 8
	return -1 << (bits - 1), 1<<(bits-1) - 1
}

// number is a parsed element text: exact as an integer where it is one.
type number struct {
	f     float64
	i     int64
	isInt bool // i is exact
}

// parseNumber reads a number as a person writes it: JSON's grammar, and also
// "+1", ".5", "NaN", "Infinity" and the minus sign U+2212.
func parseNumber(text string) (n number, ok bool) {
	s := strings.ReplaceAll(text, "−", "-")
	if i, err := strconv.ParseInt(s, 10, 64); err == nil {
		// "-0" is an integer zero, yet a float with a sign.
		n = number{f: float64(i), i: i, isInt: true}
		if i == 0 && strings.HasPrefix(s, "-") {
			n.f = math.Copysign(0, -1)
		}
		return n, true
	}
	if strings.ContainsAny(s, "xXpP_") {
		return n, false
	}
	f, err := strconv.ParseFloat(s, 64)
	if err != nil {
		return number{f: f}, false
	}
	n.f = f
	if f == math.Trunc(f) && f >= -1<<63 && f < 1<<63 {
		n.i, n.isInt = int64(f), true
	}
	return n, true
}

// Store writes the element that text stands for into dst (d.Size() bytes), as
// torch.tensor([text], dtype=d) converts it: a float rounds by way of float64
// and float32, and overflows to inf. An integer must be one, and in range; a
// bool is true, false, 0 or 1. (torch truncates 1.5 to an int and wraps −1 to a
// uint8; in a file those are mistakes.) The error is a *ValueError.
func Store(d DType, dst []byte, text string) error {
	switch {
	case text == "true" || text == "false":
		n := int64(0)
		if text == "true" {
			n = 1
		}
		SetInt(d, dst, n)
		return nil
	}
	n, ok := parseNumber(text)
	switch {
	case !ok:
		return &ValueError{Text: text, DType: d, Range: n.f != 0}
	case d.IsFloat():
		SetFloat(d, dst, n.f)
		return nil
	}
	if lo, hi := d.limits(); !n.isInt || n.i < lo || n.i > hi {
		return &ValueError{Text: text, DType: d, Range: true}
	}
	SetInt(d, dst, n.i)
	return nil
}

// Canonical returns the one text by which an element is written in a file: the
// shortest decimal that reads back as the same float64, an integer in full,
// "true" or "false", "nan", "inf", "-inf". The error is Store's.
func Canonical(d DType, text string) (string, error) {
	var b [8]byte
	if err := Store(d, b[:d.Size()], text); err != nil {
		return "", err
	}
	if !d.IsFloat() {
		return Text(d, b[:d.Size()]), nil
	}
	switch text {
	case "true":
		return "1", nil
	case "false":
		return "0", nil
	}
	n, _ := parseNumber(text)
	return formatFloat(n.f, 64), nil
}

// SetFloat rounds v to d and stores it. For an integer dtype the fraction is cut
// off and what is out of range wraps; bool is v ≠ 0.
func SetFloat(d DType, dst []byte, v float64) {
	switch d {
	case Float32:
		le.PutUint32(dst, math.Float32bits(float32(v)))
	case Float64:
		le.PutUint64(dst, math.Float64bits(v))
	case Float16:
		le.PutUint16(dst, float16FromFloat32(float32(v)))
	case BFloat16:
		le.PutUint16(dst, bfloat16FromFloat32(float32(v)))
	case Bool:
		dst[0] = 0
		if v != 0 {
			dst[0] = 1
		}
	default:
		SetInt(d, dst, truncate(v))
	}
}

// truncate is cvttsd2si, the conversion of x86-64: Go leaves the result open
// where v does not fit.
func truncate(v float64) int64 {
	if v >= -1<<63 && v < 1<<63 {
		return int64(v)
	}
	return math.MinInt64
}

// SetInt stores v in d: rounded in a float, wrapped in an integer, v ≠ 0 in bool.
func SetInt(d DType, dst []byte, v int64) {
	switch d {
	case Int8, UInt8:
		dst[0] = byte(v)
	case Int32:
		le.PutUint32(dst, uint32(v))
	case Int64:
		le.PutUint64(dst, uint64(v))
	case Bool:
		dst[0] = 0
		if v != 0 {
			dst[0] = 1
		}
	case Float32, Float16, BFloat16:
		// From an integer straight to float32, as torch converts: by way of
		// float64 it would round twice.
		SetFloat(d, dst, float64(float32(v)))
	default:
		SetFloat(d, dst, float64(v))
	}
}

// Float widens an element to float64: exact but for large int64.
func Float(d DType, src []byte) float64 {
	switch d {
	case Float32:
		return float64(math.Float32frombits(le.Uint32(src)))
	case Float64:
		return math.Float64frombits(le.Uint64(src))
	case Float16:
		return float64(float16ToFloat32(le.Uint16(src)))
	case BFloat16:
		return float64(bfloat16ToFloat32(le.Uint16(src)))
	}
	return float64(Int(d, src))
}

// Int reads an integer or bool element; of a float it is the truncated value.
// Any byte but zero is true: a reduced bool may hold 2.
func Int(d DType, src []byte) int64 {
	switch d {
	case Int8:
		return int64(int8(src[0]))
	case UInt8:
		return int64(src[0])
	case Int32:
		return int64(int32(le.Uint32(src)))
	case Int64:
		return int64(le.Uint64(src))
	case Bool:
		if src[0] != 0 {
			return 1
		}
		return 0
	}
	return truncate(Float(d, src))
}
