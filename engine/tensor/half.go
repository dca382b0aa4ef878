package tensor

import "math"

// The two 16-bit floats exist in memory alone: PyTorch converts to float32,
// computes, and rounds to nearest even after each single operation
// (c10/util/Half.h, c10/util/BFloat16.h). Their NaNs differ: Half keeps the sign
// and loses the payload, BFloat16 loses both.

// float16ToFloat32 widens IEEE binary16; exact, subnormals included.
func float16ToFloat32(h uint16) float32 {
	sign := uint32(h&0x8000) << 16
	exp := uint32(h>>10) & 0x1f
	frac := uint32(h & 0x3ff)
	switch {
	case exp == 0x1f:
		return math.Float32frombits(sign | 0x7f800000 | frac<<13)
	case exp != 0:
		return math.Float32frombits(sign | (exp+127-15)<<23 | frac<<13)
	}
	f := float32(frac) * (1.0 / (1 << 24)) // a subnormal counts units of 2⁻²⁴
	if sign != 0 {
		return -f
	}
	return f
}

// float16FromFloat32 rounds to nearest even; beyond 65504 and a half unit it
// gives infinity.
func float16FromFloat32(f float32) uint16 {
	bits := math.Float32bits(f)
	sign := uint16(bits>>16) & 0x8000
	abs := bits & 0x7fffffff
	switch {
	case abs > 0x7f800000:
		return sign | 0x7e00
	case abs >= 0x47800000: // 2¹⁶ and more
		return sign | 0x7c00
	case abs >= 0x38800000: // 2⁻¹⁴: a normal number
		// Rounding may carry into the exponent, up to infinity: that is what
		// adding to the bits does.
		abs -= (127 - 15) << 23
		return sign | uint16((abs+0xfff+(abs>>13&1))>>13)
	case abs <= 0x33000000: // 2⁻²⁵ is halfway to the least subnormal: even is zero
		return sign
	}
	frac := abs&0x7fffff | 0x800000
	shift := 126 - abs>>23 // 14 … 24
	half := uint32(1) << (shift - 1)
	return sign | uint16((frac+half-1+(frac>>shift&1))>>shift)
}

func bfloat16ToFloat32(h uint16) float32 { return math.Float32frombits(uint32(h) << 16) }

// bfloat16FromFloat32 rounds to nearest even.
func bfloat16FromFloat32(f float32) uint16 {
	bits := math.Float32bits(f)
	if bits&0x7fffffff > 0x7f800000 {
		return 0x7fc0
	}
	return uint16((bits + 0x7fff + (bits >> 16 & 1)) >> 16)
}
