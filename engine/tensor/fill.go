package tensor

import (
	"bytes"
	"slices"
)

// New returns a tensor of zeros.
func New(d DType, shape []int) *Tensor {
	return &Tensor{DType: d, Shape: shape, Bytes: make([]byte, NumElements(shape)*d.Size())}
}

// At returns the bytes of element i in row-major order, shared with t.
func (t *Tensor) At(i int) []byte {
	size := t.DType.Size()
	return t.Bytes[i*size : (i+1)*size : (i+1)*size]
}

// Clone returns a copy that shares nothing with t.
func (t *Tensor) Clone() *Tensor {
	return &Tensor{DType: t.DType, Shape: append([]int(nil), t.Shape...), Bytes: append([]byte(nil), t.Bytes...)}
}

// Equal reports whether two tensors are the same bit for bit.
func (t *Tensor) Equal(o *Tensor) bool {
	return t.DType == o.DType && slices.Equal(t.Shape, o.Shape) && bytes.Equal(t.Bytes, o.Bytes)
}

// Fill sets every element to the one in element.
func (t *Tensor) Fill(element []byte) {
	n := copy(t.Bytes, element)
	for n > 0 && n < len(t.Bytes) {
		n += copy(t.Bytes[n:], t.Bytes[:n]) // doubling: memmove speed for large fills
	}
}

// FillInt sets every element to v, as torch.full(shape, v).to(dtype).
func (t *Tensor) FillInt(v int64) {
	var b [8]byte
	SetInt(t.DType, b[:], v)
	t.Fill(b[:t.DType.Size()])
}

// FillArange sets element i to i, as torch.arange(n).to(dtype): small integers
// wrap, bool is i ≠ 0.
func (t *Tensor) FillArange() {
	for i := range t.Len() {
		SetInt(t.DType, t.At(i), int64(i))
	}
}

// FillRandom sets the elements to pseudo-random values that depend on seed
// alone: floats of [−1, 1) in steps of 1/64 (short to read, exact in every float
// dtype), integers of −10 … 10 (uint8 of 0 … 20), fair bools.
func (t *Tensor) FillRandom(seed uint64) {
	for i := range t.Len() {
		r := splitMix(&seed)
		switch {
		case t.DType.IsFloat():
			SetFloat(t.DType, t.At(i), float64(r>>57)/64-1)
		case t.DType == Bool:
			t.At(i)[0] = byte(r >> 63)
		case t.DType == UInt8:
			SetInt(t.DType, t.At(i), int64(r>>32)*21>>32)
		default:
			SetInt(t.DType, t.At(i), int64(r>>32)*21>>32-10)
		}
	}
}

// Uniform is a pseudo-random number of [0, 1) that depends on seed alone.
func Uniform(seed uint64) float64 { return float64(splitMix(&seed)>>11) / (1 << 53) }

// splitMix is Steele, Lea and Flood's SplitMix64: small, and the same for ever,
// which a file that is shared needs.
func splitMix(state *uint64) uint64 {
	*state += 0x9e3779b97f4a7c15
	z := *state
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return z ^ z>>31
}
