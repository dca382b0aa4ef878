package script

import (
	"math"

	"go.starlark.net/starlark"

	"lockstep/engine/tensor"
)

// Type promotion as torch.result_type does it (c10/core/ScalarType.h,
// aten/src/ATen/native/TypeProperties.cpp): a tensor with dimensions decides before
// one without, that before a number; a weaker operand only counts if it is of a
// higher kind (bool < integer < float).

// operand is one side of an operation: a tensor, or a number of the language.
type operand struct {
	t *Tensor // nil: a number
	d tensor.DType
	i int64
	f float64
}

// operandOf takes a value as an operand.
func operandOf(v starlark.Value) (o operand, err error) {
	switch v := v.(type) {
	case *Tensor:
		return operand{t: v, d: v.dtype()}, nil
	case starlark.Bool:
		o.d = tensor.Bool
		if v {
			o.i, o.f = 1, 1
		}
		return o, nil
	case starlark.Int:
		i, ok := v.Int64()
		if !ok {
			// torch takes what fits 64 bits without a sign, too.
			u, fits := v.Uint64()
			if !fits {
				return o, exception("OverflowError", "int too big to convert")
			}
			i = int64(u)
		}
		f, _ := starlark.AsFloat(v)
		return operand{d: tensor.Int64, i: i, f: f}, nil
	case starlark.Float:
		return operand{d: tensor.Float32, i: truncate(float64(v)), f: float64(v)}, nil
	}
	return o, typeError("a tensor and %s do not go together", v.Type())
}

func truncate(f float64) int64 {
	if f >= math.MinInt64 && f < math.MaxInt64 {
		return int64(f)
	}
	return math.MinInt64
}

// rank of an operand in promotion: 2 a tensor with dimensions, 1 one without, 0 a
// number.
func (o operand) weight() int {
	switch {
	case o.t == nil:
		return 0
	case len(o.t.shape) == 0:
		return 1
	}
	return 2
}

// single reports whether the operand is one element: a kernel that takes it as a
// scalar does not round it first.
func (o operand) single() bool { return o.t == nil || o.t.length() == 1 }

func (o operand) shape() []int {
	if o.t == nil {
		return nil
	}
	return o.t.shape
}

// promote is the dtype in which two operands meet.
func promote(a, b operand) (tensor.DType, error) {
	if a.weight() == b.weight() {
		return join(a.d, b.d)
	}
	strong, weak := a, b
	if b.weight() > a.weight() {
		strong, weak = b, a
	}
	switch {
	case strong.d.IsFloat():
		return strong.d, nil
	case strong.d == tensor.Bool || weak.d.IsFloat():
		return join(strong.d, weak.d)
	}
	return strong.d, nil
}

// join is the least dtype that holds both (c10::promoteTypes).
func join(a, b tensor.DType) (tensor.DType, error) {
	if a == b {
		return a, nil
	}
	if order(a) > order(b) {
		a, b = b, a
	}
	switch {
	case a == tensor.UInt8 && b == tensor.Int8:
		return 0, exception("NotImplementedError", "uint8 and int8 together are int16 in PyTorch, a dtype that is not here")
	case a == tensor.Float16 && b == tensor.BFloat16:
		return tensor.Float32, nil
	}
	return b, nil
}

// order lists the dtypes from the least on.
func order(d tensor.DType) int {
	for i, e := range []tensor.DType{
		tensor.Bool, tensor.UInt8, tensor.Int8, tensor.Int32, tensor.Int64, tensor.Float16, tensor.BFloat16, tensor.Float32, tensor.Float64,
	} {
		if e == d {
			return i
		}
	}
	return -1
}

// kind of a dtype: bool 0, integers 1, floats 2. A result can be stored in a dtype
// of its own kind or a higher one.
func kind(d tensor.DType) int {
	switch {
	case d == tensor.Bool:
		return 0
	case d.IsFloat():
		return 2
	}
	return 1
}

// castable is torch.can_cast, for results that go into a tensor in place.
func castable(from, to tensor.DType) error {
	if kind(from) > kind(to) {
		return runtimeError("result type %s can't be cast to the desired output type %s", from.ScalarType(), to.ScalarType())
	}
	return nil
}

// ints returns the operand's elements, converted to d, in the given shape; one
// element if it has one only.
func (o operand) ints(d tensor.DType, shape []int) []int64 {
	var b [8]byte
	wrap := func(v int64) int64 {
		tensor.SetInt(d, b[:d.Size()], v)
		return tensor.Int(d, b[:d.Size()])
	}
	if o.t == nil {
		return []int64{wrap(o.i)}
	}
	t := o.view(shape)
	out := make([]int64, t.length())
	t.each(func(i, off int) { out[i] = wrap(tensor.Int(o.d, t.at(off))) })
	return out
}

// floats64 is ints for float64.
func (o operand) floats64(shape []int) []float64 {
	if o.t == nil {
		return []float64{o.f}
	}
	t := o.view(shape)
	out := make([]float64, t.length())
	t.each(func(i, off int) { out[i] = tensor.Float(o.d, t.at(off)) })
	return out
}

// floats32 is ints for float32 and the half types, whose elements are widened; exact
// says that those are not rounded to d first.
func (o operand) floats32(d tensor.DType, shape []int, exact bool) []float32 {
	var b [4]byte
	load := func(v float32) float32 {
		if exact || d == tensor.Float32 {
			return v
		}
		tensor.SetFloat(d, b[:2], float64(v))
		return float32(tensor.Float(d, b[:2]))
	}
	if o.t == nil {
		if o.d == tensor.Int64 {
			return []float32{load(float32(o.i))}
		}
		return []float32{load(float32(o.f))}
	}
	t := o.view(shape)
	out := make([]float32, t.length())
	t.each(func(i, off int) {
		if o.d.IsFloat() {
			out[i] = load(float32(tensor.Float(o.d, t.at(off))))
		} else {
			out[i] = load(float32(tensor.Int(o.d, t.at(off))))
		}
	})
	return out
}

// view is the operand's tensor in a shape; left as one element if it is one.
func (o operand) view(shape []int) *Tensor {
	if o.t.length() == 1 || sameShape(o.t.shape, shape) {
		return o.t
	}
	return o.t.expand(shape)
}
