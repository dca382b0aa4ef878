package script

import (
	"go.starlark.net/starlark"
	"go.starlark.net/syntax"

	"lockstep/engine/tensor"
)

// Tensor is a torch.Tensor on the CPU: a view of memory that it may share with
// others, by shape and strides, both in elements.
type Tensor struct {
	session *Session
	mem     *Memory
	shape   []int
	stride  []int
	off     int
}

// maxElements bounds one tensor, as it does in a file.
const maxElements = 1 << 24

// NewTensor wraps a value, whose bytes it takes over.
func (s *Session) NewTensor(x *tensor.Tensor) *Tensor {
	return s.wrap(&Memory{Whole: x})
}

// Wrap makes the tensor that is the whole of a memory.
func (s *Session) Wrap(m *Memory) *Tensor { return s.wrap(m) }

func (s *Session) wrap(m *Memory) *Tensor {
	return &Tensor{session: s, mem: m, shape: m.Whole.Shape, stride: contiguous(m.Whole.Shape)}
}

// fresh makes a tensor of zeros, charged for.
func (s *Session) fresh(d tensor.DType, shape []int) (*Tensor, error) {
	n, err := elements(shape)
	if err != nil {
		return nil, err
	}
	s.work(n)
	if err := s.meter.charge(n*d.Size() + 160); err != nil {
		return nil, err
	}
	return s.wrap(&Memory{Whole: tensor.New(d, append([]int{}, shape...))}), nil
}

func elements(shape []int) (int, error) {
	n := 1
	for _, d := range shape {
		switch {
		case d < 0:
			return 0, runtimeError("Trying to create tensor with negative dimension %d: %s", d, list(shape))
		case d > 0 && n > maxElements/d:
			return 0, &Limit{Message: "a tensor of more than 16777216 elements"}
		}
		n *= d
	}
	return n, nil
}

// contiguous returns the strides of a row-major tensor.
func contiguous(shape []int) []int {
	stride := make([]int, len(shape))
	n := 1
	for i := len(shape) - 1; i >= 0; i-- {
		stride[i] = n
		n *= shape[i]
	}
	return stride
}

// Memory is what the tensor shares with its views.
func (t *Tensor) Memory() *Memory { return t.mem }

// InPlace is the tensor's value in the memory that it is a view of, and where there
// it begins, in bytes; ok tells whether its elements are contiguous.
func (t *Tensor) InPlace() (value *tensor.Tensor, offset int, ok bool) {
	if !t.isContiguous() {
		return nil, 0, false
	}
	return t.flat(), t.off * t.dtype().Size(), true
}

func (t *Tensor) dtype() tensor.DType { return t.mem.Whole.DType }
func (t *Tensor) length() int         { return tensor.NumElements(t.shape) }

// isContiguous reports whether the elements stand one after the other.
func (t *Tensor) isContiguous() bool {
	n := 1
	for i := len(t.shape) - 1; i >= 0; i-- {
		if t.shape[i] != 1 && t.stride[i] != n {
			return false
		}
		n *= t.shape[i]
	}
	return true
}

// at returns the bytes of the element at an offset, shared.
func (t *Tensor) at(off int) []byte {
	size := t.dtype().Size()
	return t.mem.Whole.Bytes[off*size : (off+1)*size]
}

// each calls f with the offset of every element, in row-major order.
func (t *Tensor) each(f func(i, off int)) {
	n := t.length()
	if t.isContiguous() {
		for i := range n {
			f(i, t.off+i)
		}
		return
	}
	index, off := make([]int, len(t.shape)), t.off
	for i := range n {
		f(i, off)
		for d := len(t.shape) - 1; d >= 0; d-- {
			index[d]++
			off += t.stride[d]
			if index[d] < t.shape[d] {
				break
			}
			off -= index[d] * t.stride[d]
			index[d] = 0
		}
	}
}

// Value is the tensor's value now, in memory of its own.
func (t *Tensor) Value() *tensor.Tensor {
	out := tensor.New(t.dtype(), append([]int{}, t.shape...))
	t.each(func(i, off int) { copy(out.At(i), t.at(off)) })
	return out
}

// copy is a new tensor with the same value.
func (t *Tensor) copy() (*Tensor, error) {
	s := t.session
	if err := s.meter.charge(t.length()*t.dtype().Size() + 160); err != nil {
		return nil, err
	}
	s.work(t.length())
	return s.NewTensor(t.Value()), nil
}

// view is another tensor of the same memory.
func (t *Tensor) view(off int, shape, stride []int) *Tensor {
	return &Tensor{session: t.session, mem: t.mem, off: off, shape: shape, stride: stride}
}

// expand is a view with the given larger shape, by repeating dimensions of size 1.
func (t *Tensor) expand(shape []int) *Tensor {
	stride := make([]int, len(shape))
	for i := 1; i <= len(t.shape); i++ {
		if t.shape[len(t.shape)-i] != 1 {
			stride[len(shape)-i] = t.stride[len(t.shape)-i]
		}
	}
	return t.view(t.off, shape, stride)
}

// broadcast is the shape that two shapes have together.
func broadcast(a, b []int) ([]int, error) {
	out := make([]int, max(len(a), len(b)))
	for i := 1; i <= len(out); i++ {
		x, y := 1, 1
		if i <= len(a) {
			x = a[len(a)-i]
		}
		if i <= len(b) {
			y = b[len(b)-i]
		}
		if x != y && x != 1 && y != 1 {
			return nil, runtimeError("The size of tensor a (%d) must match the size of tensor b (%d) at non-singleton dimension %d", x, y, len(out)-i)
		}
		out[len(out)-i] = max(x, y)
		if x == 0 || y == 0 {
			out[len(out)-i] = 0
		}
	}
	return out, nil
}

func sameShape(a, b []int) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if a[i] != b[i] {
			return false
		}
	}
	return true
}

// What Starlark asks of a value.

func (t *Tensor) Type() string { return "tensor" }

// Freeze does nothing: values are never shared between threads here.
func (t *Tensor) Freeze() {}

// Hash is by identity, which has no number that is the same everywhere.
func (t *Tensor) Hash() (uint32, error) { return 0, typeError("unhashable type: tensor") }

// Truth is bool(x): of one element only.
func (t *Tensor) Truth() starlark.Bool {
	switch t.length() {
	case 1:
		return tensor.Float(t.dtype(), t.at(t.off)) != 0
	case 0:
		t.session.throw(runtimeError("Boolean value of Tensor with no values is ambiguous"))
	}
	t.session.throw(runtimeError("Boolean value of Tensor with more than one value is ambiguous"))
	return false
}

// Len is the size of the first dimension.
func (t *Tensor) Len() int {
	if len(t.shape) == 0 {
		t.session.throw(typeError("len() of a 0-d tensor"))
	}
	return t.shape[0]
}

// Iterate goes over the first dimension.
func (t *Tensor) Iterate() starlark.Iterator {
	if len(t.shape) == 0 {
		t.session.throw(typeError("iteration over a 0-d tensor"))
	}
	return &rows{t: t}
}

type rows struct {
	t *Tensor
	i int
}

func (r *rows) Next(p *starlark.Value) bool {
	if r.i >= r.t.shape[0] {
		return false
	}
	*p = r.t.view(r.t.off+r.i*r.t.stride[0], r.t.shape[1:], r.t.stride[1:])
	r.i++
	return true
}

func (r *rows) Done() {}

// Unary is -x, +x and ~x.
func (t *Tensor) Unary(op syntax.Token) (starlark.Value, error) {
	switch op {
	case syntax.PLUS:
		return t, nil
	case syntax.MINUS:
		return t.negative()
	case syntax.TILDE:
		return t.invert()
	}
	return nil, nil
}

// Binary is x[i] op= y alone, since other operators are rewritten: in place on the
// view that x[i] is.
func (t *Tensor) Binary(op syntax.Token, y starlark.Value, side starlark.Side) (starlark.Value, error) {
	if side == starlark.Right {
		return t.session.arithmetic(op, y, t)
	}
	return t.session.arithmeticInPlace(op, t, y)
}

var (
	_ starlark.Sequence  = (*Tensor)(nil)
	_ starlark.HasUnary  = (*Tensor)(nil)
	_ starlark.HasBinary = (*Tensor)(nil)
	_ starlark.HasSetKey = (*Tensor)(nil)
	_ starlark.HasAttrs  = (*Tensor)(nil)
)
