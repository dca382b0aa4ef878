package tensor

// float16 and bfloat16: widen, one operation in float32, round. MIN and MAX
// compare widened values and keep the element itself.

func add32(a, b float32) float32 {
	c := a + b
	if c != c {
		return nan32(a, b)
	}
	return c
}

func mul32(a, b float32) float32 {
	c := a * b
	if c != c {
		return nan32(a, b)
	}
	return c
}

func sumFloat16(acc, in []byte) {
	for i := 0; i+2 <= len(acc) && i+2 <= len(in); i += 2 {
		c := add32(float16ToFloat32(le.Uint16(acc[i:])), float16ToFloat32(le.Uint16(in[i:])))
		le.PutUint16(acc[i:], float16FromFloat32(c))
	}
}

func productFloat16(acc, in []byte) {
	for i := 0; i+2 <= len(acc) && i+2 <= len(in); i += 2 {
		c := mul32(float16ToFloat32(le.Uint16(acc[i:])), float16ToFloat32(le.Uint16(in[i:])))
		le.PutUint16(acc[i:], float16FromFloat32(c))
	}
}

func minFloat16(acc, in []byte) {
	for i := 0; i+2 <= len(acc) && i+2 <= len(in); i += 2 {
		a, b := le.Uint16(acc[i:]), le.Uint16(in[i:])
		if float16ToFloat32(b) < float16ToFloat32(a) {
			le.PutUint16(acc[i:], b)
		}
	}
}

func maxFloat16(acc, in []byte) {
	for i := 0; i+2 <= len(acc) && i+2 <= len(in); i += 2 {
		a, b := le.Uint16(acc[i:]), le.Uint16(in[i:])
		if float16ToFloat32(a) < float16ToFloat32(b) {
			le.PutUint16(acc[i:], b)
		}
	}
}

// divideFloat16 keeps a NaN's payload: PyTorch divides with the F16C
// instructions, which do, while Gloo's loops convert in software, which does not.
func divideFloat16(buf []byte, n float32) {
	for i := 0; i+2 <= len(buf); i += 2 {
		a := le.Uint16(buf[i:])
		c := float16FromFloat32(float16ToFloat32(a) / n)
		if a&0x7fff > 0x7c00 {
			c = a | 0x0200
		}
		le.PutUint16(buf[i:], c)
	}
}

func sumBFloat16(acc, in []byte) {
	for i := 0; i+2 <= len(acc) && i+2 <= len(in); i += 2 {
		c := bfloat16ToFloat32(le.Uint16(acc[i:])) + bfloat16ToFloat32(le.Uint16(in[i:]))
		le.PutUint16(acc[i:], bfloat16FromFloat32(c)) // one NaN only: nan32 has no say
	}
}

func productBFloat16(acc, in []byte) {
	for i := 0; i+2 <= len(acc) && i+2 <= len(in); i += 2 {
		c := bfloat16ToFloat32(le.Uint16(acc[i:])) * bfloat16ToFloat32(le.Uint16(in[i:]))
		le.PutUint16(acc[i:], bfloat16FromFloat32(c))
	}
}

func minBFloat16(acc, in []byte) {
	for i := 0; i+2 <= len(acc) && i+2 <= len(in); i += 2 {
		a, b := le.Uint16(acc[i:]), le.Uint16(in[i:])
		if bfloat16ToFloat32(b) < bfloat16ToFloat32(a) {
			le.PutUint16(acc[i:], b)
		}
	}
}

func maxBFloat16(acc, in []byte) {
	for i := 0; i+2 <= len(acc) && i+2 <= len(in); i += 2 {
		a, b := le.Uint16(acc[i:]), le.Uint16(in[i:])
		if bfloat16ToFloat32(a) < bfloat16ToFloat32(b) {
			le.PutUint16(acc[i:], b)
		}
	}
}

// divideBFloat16 has one NaN, 0x7fc0, as PyTorch's scalar loop; its AVX-512 loop
// writes 0xffff in whole groups of 32 elements, which no machine is bound to do.
func divideBFloat16(buf []byte, n float32) {
	for i := 0; i+2 <= len(buf); i += 2 {
		le.PutUint16(buf[i:], bfloat16FromFloat32(bfloat16ToFloat32(le.Uint16(buf[i:]))/n))
	}
}
