// Package tensor holds the data of a rank: dtypes bit-exact as PyTorch's on a
// little-endian CPU, shapes, and the reduce operations as Gloo computes them.
//
// It knows bytes and arithmetic. It must never know ranks, messages or time.
package tensor

// Tensor is a dense, contiguous, row-major tensor. Bytes holds the elements
// little-endian, DType.Size() bytes each, so that a chunk of a collective is a
// plain subslice, as it is in Gloo.
type Tensor struct {
	DType DType
	Shape []int
	Bytes []byte
}

// Len returns the number of elements; a scalar (empty shape) has one.
func (t *Tensor) Len() int { return NumElements(t.Shape) }

// NumElements returns the product of the dimensions of shape.
func NumElements(shape []int) int {
	n := 1
	for _, d := range shape {
		n *= d
	}
	return n
}
