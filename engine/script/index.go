package script

import (
	"go.starlark.net/starlark"

	"lockstep/engine/tensor"
)

// Get is x[key]: a view, or with a list, an integer tensor or a mask, a copy.
func (t *Tensor) Get(key starlark.Value) (v starlark.Value, found bool, err error) {
	v, err = t.index(key)
	return v, err == nil, err
}

// SetKey is x[key] = value.
func (t *Tensor) SetKey(key, value starlark.Value) error {
	if rows, ok, err := t.selection(key); ok || err != nil {
		if err != nil {
			return err
		}
		return t.assignRows(rows, value)
	}
	v, err := t.index(key)
	if err != nil {
		return err
	}
	return v.(*Tensor).assign(value)
}

// assign writes a value over the whole of a view, converted and repeated.
func (t *Tensor) assign(value starlark.Value) error {
	o, err := operandOf(value)
	if err != nil {
		if o, err = t.session.nested(value); err != nil {
			return err
		}
	}
	if o.t != nil {
		o.t = o.t.withoutLeadingOnes()
	}
	if err := expandable(o, t.shape); err != nil {
		return err
	}
	t.session.work(t.length())
	t.mem.Changed = true
	t.store(o)
	return nil
}

// withoutLeadingOnes drops dimensions of size 1 in front, as an assignment does.
func (t *Tensor) withoutLeadingOnes() *Tensor {
	n := 0
	for n < len(t.shape) && t.shape[n] == 1 {
		n++
	}
	return t.view(t.off, t.shape[n:], t.stride[n:])
}

// expandable reports what Tensor.expand says of a value that does not fit a shape.
func expandable(o operand, shape []int) error {
	have := o.shape()
	if len(have) > len(shape) {
		return runtimeError("expand(torch.%sTensor{%s}, size=%s): the number of sizes provided (%d) must be greater or equal to the number of dimensions in the tensor (%d)",
			o.d.ScalarType(), list(have), list(shape), len(shape), len(have))
	}
	for i := 1; i <= len(have); i++ {
		if at := len(shape) - i; have[len(have)-i] != shape[at] && have[len(have)-i] != 1 {
			return runtimeError("The expanded size of the tensor (%d) must match the existing size (%d) at non-singleton dimension %d.  Target sizes: %s.  Tensor sizes: %s",
				shape[at], have[len(have)-i], at, list(shape), list(have))
		}
	}
	return nil
}

// store converts an operand's elements into those of t.
func (t *Tensor) store(o operand) {
	d := t.dtype()
	if o.d.IsFloat() {
		x := o.floats64(t.shape)
		by := step(x)
		t.each(func(i, off int) { tensor.SetFloat(d, t.at(off), x[i*by]) })
		return
	}
	x := o.ints(tensor.Int64, t.shape)
	by := step(x)
	t.each(func(i, off int) { tensor.SetInt(d, t.at(off), x[i*by]) })
}

// nested takes [1, 2] as the tensor that it would be.
func (s *Session) nested(v starlark.Value) (operand, error) {
	if _, ok := v.(starlark.Sequence); !ok {
		return operand{}, typeError("can't assign a %s to a tensor", v.Type())
	}
	x, err := s.fromData(v, nil)
	if err != nil {
		return operand{}, err
	}
	return operand{t: x, d: x.dtype()}, nil
}

// index is x[key] by integers, slices, None and tuples of them.
func (t *Tensor) index(key starlark.Value) (starlark.Value, error) {
	if rows, ok, err := t.selection(key); ok || err != nil {
		if err != nil {
			return nil, err
		}
		return t.pick(rows)
	}
	keys, ok := key.(starlark.Tuple)
	if !ok {
		keys = starlark.Tuple{key}
	}
	off := t.off
	var shape, stride []int
	d := 0
	for _, k := range keys {
		if k == starlark.None {
			shape, stride = append(shape, 1), append(stride, 0)
			continue
		}
		if d >= len(t.shape) {
			if len(t.shape) == 0 {
				return nil, exception("IndexError", "invalid index of a 0-dim tensor. Use `tensor.item()` in Python or `tensor.item<T>()` in C++ to convert a 0-dim tensor to a number")
			}
			return nil, exception("IndexError", "too many indices for tensor of dimension %d", len(t.shape))
		}
		if c, ok := k.(slice); ok {
			if c.step != nil && *c.step < 0 {
				return nil, valueError("step must be greater than zero")
			}
			lo, hi, by := c.bounds(t.shape[d])
			off += lo * t.stride[d]
			shape, stride = append(shape, (hi-lo+by-1)/by), append(stride, by*t.stride[d])
			d++
			continue
		}
		i, ok := indexOf(k)
		if !ok {
			return nil, exception("IndexError", "only integers, slices (`:`), ellipsis (`...`), None and long or byte Variables are valid indices (got %s)", k.Type())
		}
		at, err := inside(i, d, t.shape[d])
		if err != nil {
			return nil, err
		}
		off += at * t.stride[d]
		d++
	}
	shape, stride = append(shape, t.shape[d:]...), append(stride, t.stride[d:]...)
	return t.view(off, shape, stride), nil
}

// inside checks an index into a dimension; negative ones count from its end.
func inside(i, dim, size int) (int, error) {
	if i < -size || i >= size {
		return 0, exception("IndexError", "index %d is out of bounds for dimension %d with size %d", i, dim, size)
	}
	if i < 0 {
		i += size
	}
	return i, nil
}

// indexOf reads an integer, or a tensor of one.
func indexOf(v starlark.Value) (int, bool) {
	switch v := v.(type) {
	case starlark.Int:
		i, err := starlark.AsInt32(v)
		return i, err == nil
	case *Tensor:
		if len(v.shape) == 0 && kind(v.dtype()) == 1 {
			return int(tensor.Int(v.dtype(), v.at(v.off))), true
		}
	}
	return 0, false
}

// selection reads a key that picks rows: a list of integers, a tensor of them, or
// a mask over the first dimension or over all.
func (t *Tensor) selection(key starlark.Value) (rows []int, ok bool, err error) {
	switch k := key.(type) {
	case *starlark.List:
		x, err := t.session.fromData(k, nil)
		if err != nil {
			return nil, true, err
		}
		if x.length() == 0 {
			return nil, true, nil
		}
		return t.selection(x)
	case *Tensor:
		switch {
		case k.dtype() == tensor.Bool:
			rows, err = t.masked(k)
			return rows, true, err
		case k.dtype().IsFloat():
			return nil, true, exception("IndexError", "tensors used as indices must be long, int, byte or bool tensors")
		case len(k.shape) == 0:
			return nil, false, nil
		case len(k.shape) > 1:
			return nil, true, exception("IndexError", "an index tensor has one dimension here, not %d", len(k.shape))
		}
		k.each(func(_, off int) {
			i, bad := inside(int(tensor.Int(k.dtype(), k.at(off))), 0, t.size0())
			if bad != nil && err == nil {
				err = bad
			}
			rows = append(rows, i)
		})
		return rows, true, err
	}
	return nil, false, nil
}

func (t *Tensor) size0() int {
	if len(t.shape) == 0 {
		return 0
	}
	return t.shape[0]
}

// masked lists where a mask over the first dimension is true.
func (t *Tensor) masked(mask *Tensor) (rows []int, err error) {
	if len(mask.shape) != 1 || len(t.shape) == 0 || mask.shape[0] != t.shape[0] {
		return nil, exception("IndexError", "The shape of the mask %s at index 0 does not match the shape of the indexed tensor %s at index 0", list(mask.shape), list(t.shape))
	}
	rows = []int{}
	mask.each(func(i, off int) {
		if mask.at(off)[0] != 0 {
			rows = append(rows, i)
		}
	})
	return rows, nil
}

func (t *Tensor) row(i int) *Tensor {
	return t.view(t.off+i*t.stride[0], t.shape[1:], t.stride[1:])
}

// pick copies rows.
func (t *Tensor) pick(rows []int) (starlark.Value, error) {
	if len(t.shape) == 0 {
		return nil, exception("IndexError", "too many indices for tensor of dimension 0")
	}
	out, err := t.session.fresh(t.dtype(), append([]int{len(rows)}, t.shape[1:]...))
	if err != nil {
		return nil, err
	}
	for k, i := range rows {
		out.row(k).store(operand{t: t.row(i), d: t.dtype()})
	}
	return out, nil
}

// assignRows writes to the picked rows.
func (t *Tensor) assignRows(rows []int, value starlark.Value) error {
	o, err := operandOf(value)
	if err != nil {
		if o, err = t.session.nested(value); err != nil {
			return err
		}
	}
	shape := append([]int{len(rows)}, t.shape[min(1, len(t.shape)):]...)
	common, err := broadcast(shape, o.shape())
	if err != nil || !sameShape(common, shape) {
		return runtimeError("shape mismatch: value tensor of shape %s cannot be broadcast to indexing result of shape %s", list(o.shape()), list(shape))
	}
	t.mem.Changed = true
	for k, i := range rows {
		part := o
		if o.t != nil && o.t.length() > 1 {
			part.t = o.t.expand(shape).row(k)
		}
		t.row(i).store(part)
	}
	return nil
}
