package tensor

import (
	"encoding/binary"
	"math"
)

// MIN and MAX follow std::min(a, b) and std::max(a, b): of equals the local one
// stays (so 0 and −0 are told apart by position), and a comparison with a NaN is
// false, so that a NaN survives or not by where it stands.

var le = binary.LittleEndian

func sumFloat32(acc, in []byte) {
	for i := 0; i+4 <= len(acc) && i+4 <= len(in); i += 4 {
		a, b := math.Float32frombits(le.Uint32(acc[i:])), math.Float32frombits(le.Uint32(in[i:]))
		c := a + b
		if c != c {
			c = nan32(a, b)
		}
		le.PutUint32(acc[i:], math.Float32bits(c))
	}
}

func productFloat32(acc, in []byte) {
	for i := 0; i+4 <= len(acc) && i+4 <= len(in); i += 4 {
		a, b := math.Float32frombits(le.Uint32(acc[i:])), math.Float32frombits(le.Uint32(in[i:]))
		c := a * b
		if c != c {
			c = nan32(a, b)
		}
		le.PutUint32(acc[i:], math.Float32bits(c))
	}
}

func minFloat32(acc, in []byte) {
	for i := 0; i+4 <= len(acc) && i+4 <= len(in); i += 4 {
		a, b := le.Uint32(acc[i:]), le.Uint32(in[i:])
		if math.Float32frombits(b) < math.Float32frombits(a) {
			le.PutUint32(acc[i:], b)
		}
	}
}

func maxFloat32(acc, in []byte) {
	for i := 0; i+4 <= len(acc) && i+4 <= len(in); i += 4 {
		a, b := le.Uint32(acc[i:]), le.Uint32(in[i:])
		if math.Float32frombits(a) < math.Float32frombits(b) {
			le.PutUint32(acc[i:], b)
		}
	}
}

func divideFloat32(buf []byte, n float32) {
	for i := 0; i+4 <= len(buf); i += 4 {
		a := math.Float32frombits(le.Uint32(buf[i:]))
		c := a / n
		if c != c {
			c = nan32(a, n)
		}
		le.PutUint32(buf[i:], math.Float32bits(c))
	}
}

func sumFloat64(acc, in []byte) {
	for i := 0; i+8 <= len(acc) && i+8 <= len(in); i += 8 {
		a, b := math.Float64frombits(le.Uint64(acc[i:])), math.Float64frombits(le.Uint64(in[i:]))
		c := a + b
		if c != c {
			c = nan64(a, b)
		}
		le.PutUint64(acc[i:], math.Float64bits(c))
	}
}

func productFloat64(acc, in []byte) {
	for i := 0; i+8 <= len(acc) && i+8 <= len(in); i += 8 {
		a, b := math.Float64frombits(le.Uint64(acc[i:])), math.Float64frombits(le.Uint64(in[i:]))
		c := a * b
		if c != c {
			c = nan64(a, b)
		}
		le.PutUint64(acc[i:], math.Float64bits(c))
	}
}

func minFloat64(acc, in []byte) {
	for i := 0; i+8 <= len(acc) && i+8 <= len(in); i += 8 {
		a, b := le.Uint64(acc[i:]), le.Uint64(in[i:])
		if math.Float64frombits(b) < math.Float64frombits(a) {
			le.PutUint64(acc[i:], b)
		}
	}
}

func maxFloat64(acc, in []byte) {
	for i := 0; i+8 <= len(acc) && i+8 <= len(in); i += 8 {
		a, b := le.Uint64(acc[i:]), le.Uint64(in[i:])
		if math.Float64frombits(a) < math.Float64frombits(b) {
			le.PutUint64(acc[i:], b)
		}
	}
}

func divideFloat64(buf []byte, n float64) {
	for i := 0; i+8 <= len(buf); i += 8 {
		a := math.Float64frombits(le.Uint64(buf[i:]))
		c := a / n
		if c != c {
			c = nan64(a, n)
		}
		le.PutUint64(buf[i:], math.Float64bits(c))
	}
}
