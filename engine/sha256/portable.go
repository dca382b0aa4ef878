package sha256

import (
	"encoding/binary"
	"math/bits"
)

const block = 64 // bytes that are mixed at once

// The first 32 bits of the fractional parts of the cube roots of the first 64
// primes (section 4.2.2).
var constants = [64]uint32{
	0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
	0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
	0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
	0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
	0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
	0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
	0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
	0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2,
}

// portable takes bytes in any portions.
type portable struct {
	state [8]uint32
	rest  [block]byte // what is not yet mixed
	kept  int         // bytes in rest
	total uint64      // bytes written
}

// newPortable starts with the first 32 bits of the fractional parts of the square roots of
// the first eight primes (section 5.3.3).
func newPortable() *portable {
	return &portable{state: [8]uint32{0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19}}
}

// Write takes more bytes.
func (h *portable) Write(data []byte) {
	h.total += uint64(len(data))
	if h.kept > 0 {
		n := copy(h.rest[h.kept:], data)
		h.kept += n
		data = data[n:]
		if h.kept < block {
			return
		}
		h.mix(h.rest[:])
		h.kept = 0
	}
	whole := len(data) / block * block
	h.mix(data[:whole])
	h.kept = copy(h.rest[:], data[whole:])
}

// Sum is the digest of what was written; nothing may be written after it.
func (h *portable) Sum() (out [Size]byte) {
	length := h.total * 8
	// A one, zeros up to the last eight bytes of a block, the length (section 5.1.1).
	var pad [block + 8]byte
	pad[0] = 0x80
	zeros := (block+block-9-h.kept)%block + 1
	h.Write(binary.BigEndian.AppendUint64(pad[:zeros], length))
	for i, v := range h.state {
		binary.BigEndian.PutUint32(out[4*i:], v)
	}
	return out
}

// mix takes whole blocks (section 6.2.2).
func (h *portable) mix(p []byte) {
	var w [64]uint32
	for ; len(p) >= block; p = p[block:] {
		for t := range 16 {
			w[t] = binary.BigEndian.Uint32(p[4*t:])
		}
		for t := 16; t < 64; t++ {
			x, y := w[t-2], w[t-15]
			w[t] = (bits.RotateLeft32(x, -17) ^ bits.RotateLeft32(x, -19) ^ x>>10) + w[t-7] +
				(bits.RotateLeft32(y, -7) ^ bits.RotateLeft32(y, -18) ^ y>>3) + w[t-16]
		}
		a, b, c, d, e, f, g, k := h.state[0], h.state[1], h.state[2], h.state[3], h.state[4], h.state[5], h.state[6], h.state[7]
		for t := range 64 {
			one := k + (bits.RotateLeft32(e, -6) ^ bits.RotateLeft32(e, -11) ^ bits.RotateLeft32(e, -25)) + (e&f ^ ^e&g) + constants[t] + w[t]
			two := (bits.RotateLeft32(a, -2) ^ bits.RotateLeft32(a, -13) ^ bits.RotateLeft32(a, -22)) + (a&b ^ a&c ^ b&c)
			k, g, f, e, d, c, b, a = g, f, e, d+one, c, b, a, one+two
		}
		for i, v := range [8]uint32{a, b, c, d, e, f, g, k} {
			h.state[i] += v
		}
	}
}
