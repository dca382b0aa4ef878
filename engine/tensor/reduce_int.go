package tensor

// Integers wrap, as two's complement does; sums and products of int8 and uint8
// therefore share a loop, and the bit operations need no element size at all.

func sumInt8(acc, in []byte) {
	for i := 0; i < len(acc) && i < len(in); i++ {
		acc[i] += in[i]
	}
}

func productInt8(acc, in []byte) {
	for i := 0; i < len(acc) && i < len(in); i++ {
		acc[i] *= in[i]
	}
}

func minInt8(acc, in []byte) {
	for i := 0; i < len(acc) && i < len(in); i++ {
		if int8(in[i]) < int8(acc[i]) {
			acc[i] = in[i]
		}
	}
}

func maxInt8(acc, in []byte) {
	for i := 0; i < len(acc) && i < len(in); i++ {
		if int8(acc[i]) < int8(in[i]) {
			acc[i] = in[i]
		}
	}
}

func minUInt8(acc, in []byte) {
	for i := 0; i < len(acc) && i < len(in); i++ {
		acc[i] = min(acc[i], in[i])
	}
}

func maxUInt8(acc, in []byte) {
	for i := 0; i < len(acc) && i < len(in); i++ {
		acc[i] = max(acc[i], in[i])
	}
}

func sumInt32(acc, in []byte) {
	for i := 0; i+4 <= len(acc) && i+4 <= len(in); i += 4 {
		le.PutUint32(acc[i:], le.Uint32(acc[i:])+le.Uint32(in[i:]))
	}
}

func productInt32(acc, in []byte) {
	for i := 0; i+4 <= len(acc) && i+4 <= len(in); i += 4 {
		le.PutUint32(acc[i:], le.Uint32(acc[i:])*le.Uint32(in[i:]))
	}
}

func minInt32(acc, in []byte) {
	for i := 0; i+4 <= len(acc) && i+4 <= len(in); i += 4 {
		le.PutUint32(acc[i:], uint32(min(int32(le.Uint32(acc[i:])), int32(le.Uint32(in[i:])))))
	}
}

func maxInt32(acc, in []byte) {
	for i := 0; i+4 <= len(acc) && i+4 <= len(in); i += 4 {
		le.PutUint32(acc[i:], uint32(max(int32(le.Uint32(acc[i:])), int32(le.Uint32(in[i:])))))
	}
}

func sumInt64(acc, in []byte) {
	for i := 0; i+8 <= len(acc) && i+8 <= len(in); i += 8 {
		le.PutUint64(acc[i:], le.Uint64(acc[i:])+le.Uint64(in[i:]))
	}
}

func productInt64(acc, in []byte) {
	for i := 0; i+8 <= len(acc) && i+8 <= len(in); i += 8 {
		le.PutUint64(acc[i:], le.Uint64(acc[i:])*le.Uint64(in[i:]))
	}
}

func minInt64(acc, in []byte) {
	for i := 0; i+8 <= len(acc) && i+8 <= len(in); i += 8 {
		le.PutUint64(acc[i:], uint64(min(int64(le.Uint64(acc[i:])), int64(le.Uint64(in[i:])))))
	}
}

func maxInt64(acc, in []byte) {
	for i := 0; i+8 <= len(acc) && i+8 <= len(in); i += 8 {
		le.PutUint64(acc[i:], uint64(max(int64(le.Uint64(acc[i:])), int64(le.Uint64(in[i:])))))
	}
}

func bitAnd(acc, in []byte) {
	for i := 0; i < len(acc) && i < len(in); i++ {
		acc[i] &= in[i]
	}
}

func bitOr(acc, in []byte) {
	for i := 0; i < len(acc) && i < len(in); i++ {
		acc[i] |= in[i]
	}
}

func bitXor(acc, in []byte) {
	for i := 0; i < len(acc) && i < len(in); i++ {
		acc[i] ^= in[i]
	}
}
