package conform

import (
	"encoding/json"
	"math"
	"math/big"
	"strconv"
	"strings"
)

// element is one tensor element, or any JSON scalar, reduced to what counts: in
// a floating dtype the bits, elsewhere the number's value.
type element struct {
	kind elementKind
	bits uint64
	text string
}

type elementKind uint8

const (
	elementNull    elementKind = iota
	elementBits                // bits of the dtype, or an integer's two's complement
	elementNaN                 // of a floating dtype: one NaN is as good as another
	elementBeyond              // a finite number that the dtype cannot hold; bits of the float64
	elementReal                // not an integer; bits of the float64
	elementBig                 // an integer beyond int64, in text
	elementText                // a string
	elementFlag                // a bool among floats: no number
	elementNothing             // a NaN where there can be none, a list: equals nothing
)

func (a element) equal(b element) bool { return a == b && a.kind != elementNothing }

// elementOf reads a JSON scalar as an element of dtype; dtype "" is none, which
// compares by value.
func elementOf(v any, dtype string) element {
	float := strings.HasPrefix(dtype, "float") || strings.HasPrefix(dtype, "bfloat")
	switch v := v.(type) {
	case nil:
		return element{kind: elementNull}
	case bool:
		switch {
		case float && v:
			return element{kind: elementFlag, bits: 1}
		case float:
			return element{kind: elementFlag}
		case v:
			return element{kind: elementBits, bits: 1}
		}
		return element{kind: elementBits}
	case string:
		f, ok := nonFinite[v]
		switch {
		case dtype == "" || !ok:
			return element{kind: elementText, text: v}
		case float:
			return floatElement(f, dtype)
		case math.IsNaN(f):
			return element{kind: elementNothing}
		}
		return element{kind: elementReal, bits: math.Float64bits(f)}
	case json.Number:
		if float {
			return floatElement(numberValue(v.String()), dtype)
		}
		return numberElement(v.String())
	}
	return element{kind: elementNothing} // a list or an object is no element
}

var nonFinite = map[string]float64{"nan": math.NaN(), "inf": math.Inf(1), "-inf": math.Inf(-1)}

// numberValue reads a JSON number as a float64. Without a point or an exponent
// it is an integer, which has no negative zero: only -0.0 is one.
func numberValue(text string) float64 {
	f, _ := strconv.ParseFloat(text, 64) // beyond the range: ±Inf, as wanted
	if f == 0 && isInteger(text) {
		return 0
	}
	return f
}

func isInteger(text string) bool { return !strings.ContainsAny(text, ".eE") }

// floatElement rounds to the dtype and takes the bits. bfloat16 is recorded
// exactly, so its float64 bits will do.
func floatElement(f float64, dtype string) element {
	if math.IsNaN(f) {
		return element{kind: elementNaN}
	}
	beyond := false
	var bits uint64
	switch dtype {
	case "float32":
		x := float32(f)
		bits, beyond = uint64(math.Float32bits(x)), math.IsInf(float64(x), 0)
	case "float16":
		x := half(f)
		bits, beyond = uint64(x), x&0x7FFF == 0x7C00
	default:
		bits = math.Float64bits(f)
	}
	if beyond && !math.IsInf(f, 0) {
		return element{kind: elementBeyond, bits: math.Float64bits(f)}
	}
	return element{kind: elementBits, bits: bits}
}

// half rounds to IEEE 754 binary16, ties to even. It works on the scaled
// significand, which is exact in float64.
func half(f float64) uint16 {
	var sign uint16
	if math.Signbit(f) {
		sign, f = 0x8000, -f
	}
	if math.IsInf(f, 0) {
		return sign | 0x7C00
	}
	// Scale so that one unit in the last place of the result is 1: at most 11
	// bits, fewer below the smallest normal number 2^-14.
	_, exp := math.Frexp(f) // f = m·2^exp with m in [0.5, 1)
	exp = max(exp, -13)
	units := math.RoundToEven(math.Ldexp(f, 11-exp))
	if units == 2048 { // rounded up to the next power of two
		units, exp = 1024, exp+1
	}
	switch {
	case exp > 16:
		return sign | 0x7C00
	case units < 1024: // subnormal, zero
		return sign | uint16(units)
	}
	return sign | uint16(exp+14)<<10 | (uint16(units) & 0x3FF)
}

// numberElement compares by value, exactly: 1, 1.0 and 1e0 are one.
func numberElement(text string) element {
	if i, err := strconv.ParseInt(text, 10, 64); err == nil {
		return element{kind: elementBits, bits: uint64(i)}
	}
	if isInteger(text) {
		i, ok := new(big.Int).SetString(text, 10)
		if !ok {
			return element{kind: elementText, text: text}
		}
		return element{kind: elementBig, text: i.String()}
	}
	f := numberValue(text)
	if math.Trunc(f) != f || math.IsInf(f, 0) {
		return element{kind: elementReal, bits: math.Float64bits(f)}
	}
	if math.Abs(f) < 1<<63 {
		return element{kind: elementBits, bits: uint64(int64(f))}
	}
	i, _ := new(big.Float).SetFloat64(f).Int(nil)
	return element{kind: elementBig, text: i.String()}
}
