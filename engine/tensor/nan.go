package tensor

import "math"

// Which NaN an operation gives is left open by IEEE 754 and by WebAssembly, yet
// the bits can be seen: under another dtype (a mismatch that Gloo does not
// notice) or in a trace hash. PyTorch's x86-64 build gives what SSE gives: the
// first operand if it is a NaN, else the second, made quiet; from two numbers
// (inf − inf, 0 · inf) the negative NaN without payload. So do these, on every
// platform; they stand behind a test of the result, off the fast path.

func nan32(a, b float32) float32 {
	switch {
	case a != a:
		return math.Float32frombits(math.Float32bits(a) | 0x00400000)
	case b != b:
		return math.Float32frombits(math.Float32bits(b) | 0x00400000)
	}
	return math.Float32frombits(0xffc00000)
}

func nan64(a, b float64) float64 {
	switch {
	case a != a:
		return math.Float64frombits(math.Float64bits(a) | 0x0008000000000000)
	case b != b:
		return math.Float64frombits(math.Float64bits(b) | 0x0008000000000000)
	}
	return math.Float64frombits(0xfff8000000000000)
}
