package script

import (
	"math"

	"go.starlark.net/starlark"

	"lockstep/engine/tensor"
)

// matmul is x @ y of one or two dimensions each. PyTorch leaves it to a BLAS, which
// adds in whatever order suits the machine. Matrix times matrix is done here as
// MKL was seen to do it, term by term with one rounding for each; what has a vector
// in it, with a rounding for each product and each sum. For what a lesson multiplies
// the bits are those of PyTorch; in general they agree to rounding.
func (s *Session) matmul(x, y starlark.Value) (starlark.Value, error) {
	a, aok := x.(*Tensor)
	b, bok := y.(*Tensor)
	if !aok || !bok {
		return nil, typeError("unsupported operand type(s) for @: '%s' and '%s'", x.Type(), y.Type())
	}
	if len(a.shape) == 0 || len(b.shape) == 0 {
		return nil, runtimeError("both arguments to matmul need to be at least 1D, but they are %dD and %dD", len(a.shape), len(b.shape))
	}
	if len(a.shape) > 2 || len(b.shape) > 2 {
		return nil, exception("NotImplementedError", "@ takes tensors of one or two dimensions here")
	}
	if a.dtype() != b.dtype() {
		return nil, runtimeError("expected m1 and m2 to have the same dtype, but got: %s != %s", cType(a.dtype()), cType(b.dtype()))
	}
	if a.dtype() == tensor.Bool {
		return nil, exception("NotImplementedError", "\"addmm_impl_cpu_\" not implemented for 'Bool'")
	}
	left, right := a, b
	if len(a.shape) == 1 {
		left = a.view(a.off, []int{1, a.shape[0]}, []int{0, a.stride[0]})
	}
	if len(b.shape) == 1 {
		right = b.view(b.off, []int{b.shape[0], 1}, []int{b.stride[0], 0})
	}
	if left.shape[1] != right.shape[0] {
		return nil, mismatch(a, b, left, right)
	}
	return s.product(a, b, left, right)
}

func mismatch(a, b, left, right *Tensor) error {
	switch {
	case len(a.shape) == 1 && len(b.shape) == 1:
		return runtimeError("inconsistent tensor size, expected tensor %s and src %s to have the same number of elements, but got %d and %d elements respectively",
			list(a.shape), list(b.shape), a.shape[0], b.shape[0])
	case len(b.shape) == 1:
		return runtimeError("size mismatch, got input (%d), mat (%dx%d), vec (%d)", left.shape[0], left.shape[0], left.shape[1], b.shape[0])
	}
	return runtimeError("mat1 and mat2 shapes cannot be multiplied (%dx%d and %dx%d)", left.shape[0], left.shape[1], right.shape[0], right.shape[1])
}

func (s *Session) product(a, b, left, right *Tensor) (starlark.Value, error) {
	m, k, n := left.shape[0], left.shape[1], right.shape[1]
	var shape []int
	if len(a.shape) == 2 {
		shape = append(shape, m)
	}
	if len(b.shape) == 2 {
		shape = append(shape, n)
	}
	s.work(m * k * n)
	if s.Steps() > s.env.Limits.Steps {
		return nil, &Limit{Message: "a product of matrices takes more steps than the script has"}
	}
	out, err := s.fresh(a.dtype(), shape)
	if err != nil {
		return nil, err
	}
	fused := n > 1 || m == 1 && len(a.shape) == 2 && len(b.shape) == 2
	for i := range m {
		for j := range n {
			element(left, right, i, j, fused, out.at(i*n+j))
		}
	}
	return out, nil
}

// element is one row times one column.
func element(left, right *Tensor, i, j int, fused bool, to []byte) {
	d := left.dtype()
	x := func(k int) []byte { return left.at(left.off + i*left.stride[0] + k*left.stride[1]) }
	y := func(k int) []byte { return right.at(right.off + k*right.stride[0] + j*right.stride[1]) }
	size := left.shape[1]
	switch {
	case d == tensor.Float64:
		sum := 0.0
		for k := range size {
			p, q := tensor.Float(d, x(k)), tensor.Float(d, y(k))
			if fused {
				sum = math.FMA(p, q, sum)
			} else {
				sum += float64(p * q)
			}
		}
		tensor.SetFloat(d, to, sum)
	case d.IsFloat():
		var sum float32
		for k := range size {
			p, q := float32(tensor.Float(d, x(k))), float32(tensor.Float(d, y(k)))
			if fused {
				// The product is exact in float64.
				sum = float32(float64(p)*float64(q) + float64(sum))
			} else {
				sum += float32(p * q)
			}
		}
		tensor.SetFloat(d, to, float64(sum))
	default:
		var sum int64
		for k := range size {
			sum += tensor.Int(d, x(k)) * tensor.Int(d, y(k))
		}
		tensor.SetInt(d, to, sum)
	}
}

// cType is a dtype as C++ names it in messages.
func cType(d tensor.DType) string {
	return map[tensor.DType]string{
		tensor.Float32: "float", tensor.Float64: "double", tensor.Float16: "c10::Half", tensor.BFloat16: "c10::BFloat16",
		tensor.Int8: "signed char", tensor.Int32: "int", tensor.Int64: "long", tensor.UInt8: "unsigned char", tensor.Bool: "bool",
	}[d]
}
