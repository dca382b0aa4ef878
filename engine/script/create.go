package script

import (
	"go.starlark.net/starlark"

	"lockstep/engine/tensor"
)

// tensorFunctions are tensor, zeros, ones, full, arange and random.
func (s *Session) tensorFunctions() map[string]function {
	return map[string]function{
		"tensor": s.named([]string{"data", "dtype?"}, func(a arguments) (starlark.Value, error) {
			d := tensor.Float32
			if a.given(1) {
				var err error
				if d, err = dtypeOf(a[1]); err != nil {
					return nil, err
				}
			}
			return s.fromData(a[0], &d)
		}),
		"zeros":      s.filled(starlark.MakeInt(0)),
		"ones":       s.filled(starlark.MakeInt(1)),
		"empty":      s.filled(starlark.MakeInt(0)),
		"zeros_like": s.filledLike(starlark.MakeInt(0)),
		"ones_like":  s.filledLike(starlark.MakeInt(1)),
		"empty_like": s.filledLike(starlark.MakeInt(0)),
		"full":       s.named([]string{"size", "fill_value", "dtype?"}, s.full),
		"arange":     s.named([]string{"start", "end?", "step?", "dtype?"}, s.arange),
		"random":     s.named([]string{"seed", "size?", "dtype?"}, s.random),
		"cat":        s.named([]string{"tensors", "dim?"}, s.cat),
		"stack":      s.named([]string{"tensors"}, s.stack),
	}
}

// named makes a function of one whose arguments have names.
func (s *Session) named(params []string, f func(arguments) (starlark.Value, error)) function {
	return func(_ *starlark.Thread, b *starlark.Builtin, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
		a, err := unpack(b.Name(), params, args, kwargs)
		if err != nil {
			return nil, err
		}
		return f(a)
	}
}

// filled is zeros(2, 3), zeros((2, 3)), dtype by name.
func (s *Session) filled(value starlark.Value) function {
	return func(_ *starlark.Thread, b *starlark.Builtin, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
		d := tensor.Float32
		for _, kv := range kwargs {
			var err error
			switch string(kv[0].(starlark.String)) {
			case "dtype":
				d, err = dtypeOf(kv[1])
			case "size":
				args = starlark.Tuple{kv[1]}
			default:
				err = typeError("%s() got an unexpected keyword argument %s", b.Name(), kv[0])
			}
			if err != nil {
				return nil, err
			}
		}
		if n := len(args); n > 1 { // zeros([2], "int64")
			if _, ok := args[n-1].(starlark.String); ok {
				var err error
				if d, err = dtypeOf(args[n-1]); err != nil {
					return nil, err
				}
				args = args[:n-1]
			}
		}
		shape, err := shapeOf(args)
		if err != nil {
			return nil, err
		}
		return s.constant(d, shape, value)
	}
}

func (s *Session) filledLike(value starlark.Value) function {
	return s.named([]string{"input", "dtype?"}, func(a arguments) (starlark.Value, error) {
		like, ok := a[0].(*Tensor)
		if !ok {
			return nil, typeError("want a tensor, not %s", a[0].Type())
		}
		d := like.dtype()
		if a.given(1) {
			var err error
			if d, err = dtypeOf(a[1]); err != nil {
				return nil, err
			}
		}
		return s.constant(d, like.shape, value)
	})
}

func (s *Session) constant(d tensor.DType, shape []int, value starlark.Value) (starlark.Value, error) {
	out, err := s.fresh(d, shape)
	if err != nil {
		return nil, err
	}
	if value == starlark.MakeInt(0) {
		return out, nil
	}
	o, err := operandOf(value)
	if err != nil {
		return nil, err
	}
	out.store(o)
	return out, nil
}

// full takes its dtype from the value, as torch does.
func (s *Session) full(a arguments) (starlark.Value, error) {
	shape, err := shapeOf(starlark.Tuple{a[0]})
	if err != nil {
		return nil, err
	}
	value := a[1]
	if t, ok := value.(*Tensor); ok {
		if value, err = t.item(); err != nil {
			return nil, err
		}
	}
	o, err := operandOf(value)
	if err != nil {
		return nil, err
	}
	d := o.d
	if a.given(2) {
		if d, err = dtypeOf(a[2]); err != nil {
			return nil, err
		}
	}
	return s.constant(d, shape, value)
}

// arange is int64 for integers and float32 for floats, as torch's: element i is
// start + i·step.
func (s *Session) arange(a arguments) (starlark.Value, error) {
	if !a.given(1) {
		a[0], a[1] = starlark.MakeInt(0), a[0]
	}
	if !a.given(2) {
		a[2] = starlark.MakeInt(1)
	}
	var o [3]operand
	d := tensor.Int64
	for i := range o {
		var err error
		if o[i], err = operandOf(a[i]); err != nil {
			return nil, err
		}
		if o[i].t != nil {
			return nil, typeError("arange takes numbers, not tensors")
		}
		if o[i].d.IsFloat() {
			d = tensor.Float32
		}
	}
	if a.given(3) {
		var err error
		if d, err = dtypeOf(a[3]); err != nil {
			return nil, err
		}
	}
	start, end, by := o[0], o[1], o[2]
	if by.f == 0 {
		return nil, runtimeError("step must be nonzero")
	}
	if (end.f-start.f)*by.f < 0 {
		return nil, runtimeError("upper bound and lower bound inconsistent with step sign")
	}
	size := (end.f - start.f) / by.f
	if !(size <= maxElements) {
		return nil, &Limit{Message: "a tensor of more than 16777216 elements"}
	}
	n := int(size)
	if float64(n) < size {
		n++
	}
	out, err := s.fresh(d, []int{n})
	if err != nil {
		return nil, err
	}
	for i := range n {
		if d.IsFloat() {
			tensor.SetFloat(d, out.at(i), start.f+float64(float64(i)*by.f))
		} else {
			tensor.SetInt(d, out.at(i), start.i+int64(i)*by.i)
		}
	}
	return out, nil
}

// random depends on its seed alone: a number of [0, 1), or with a size a tensor as
// the fill "random" makes it.
func (s *Session) random(a arguments) (starlark.Value, error) {
	seed, ok := a[0].(starlark.Int)
	if !ok {
		return nil, typeError("random takes an integer as its seed, not %s", a[0].Type())
	}
	u := uint64(0)
	if i, fits := seed.Int64(); fits {
		u = uint64(i)
	} else if u, fits = seed.Uint64(); !fits {
		return nil, valueError("a seed has 64 bits")
	}
	if !a.given(1) {
		return starlark.Float(tensor.Uniform(u)), nil
	}
	shape, err := shapeOf(starlark.Tuple{a[1]})
	if err != nil {
		return nil, err
	}
	d := tensor.Float32
	if a.given(2) {
		if d, err = dtypeOf(a[2]); err != nil {
			return nil, err
		}
	}
	out, err := s.fresh(d, shape)
	if err != nil {
		return nil, err
	}
	out.mem.Whole.FillRandom(u)
	return out, nil
}

// cat joins tensors along a dimension.
func (s *Session) cat(a arguments) (starlark.Value, error) {
	parts, err := tensorsOf("cat", a[0])
	if err != nil {
		return nil, err
	}
	if len(parts) == 0 {
		return nil, runtimeError("torch.cat(): expected a non-empty list of Tensors")
	}
	dim := 0
	if a.given(1) {
		if dim, err = parts[0].dimension(a[1]); err != nil {
			return nil, err
		}
	}
	d, shape := parts[0].dtype(), append([]int{}, parts[0].shape...)
	if len(shape) == 0 {
		return nil, runtimeError("zero-dimensional tensor (at position 0) cannot be concatenated")
	}
	for i, p := range parts[1:] {
		if len(p.shape) != len(shape) {
			return nil, runtimeError("Tensors must have same number of dimensions: got %d and %d", len(shape), len(p.shape))
		}
		for k := range shape {
			if k != dim && p.shape[k] != parts[0].shape[k] {
				return nil, runtimeError("Sizes of tensors must match except in dimension %d. Expected size %d but got size %d for tensor number %d in the list.", dim, parts[0].shape[k], p.shape[k], i+1)
			}
		}
		shape[dim] += p.shape[dim]
		if d, err = join(d, p.dtype()); err != nil {
			return nil, err
		}
	}
	out, err := s.fresh(d, shape)
	if err != nil {
		return nil, err
	}
	at := 0
	for _, p := range parts {
		out.view(at*out.stride[dim], p.shape, out.stride).store(operand{t: p, d: p.dtype()})
		at += p.shape[dim]
	}
	return out, nil
}

// stack joins tensors along a new first dimension.
func (s *Session) stack(a arguments) (starlark.Value, error) {
	parts, err := tensorsOf("stack", a[0])
	if err != nil {
		return nil, err
	}
	rows := make([]starlark.Value, len(parts))
	for i, p := range parts {
		if !sameShape(p.shape, parts[0].shape) {
			return nil, runtimeError("stack expects each tensor to be equal size, but got %s at entry 0 and %s at entry %d", list(parts[0].shape), list(p.shape), i)
		}
		rows[i] = p.view(p.off, append([]int{1}, p.shape...), append([]int{0}, p.stride...))
	}
	return s.cat(arguments{starlark.NewList(rows), nil})
}

// tensorsOf reads a list of tensors.
func tensorsOf(what string, v starlark.Value) ([]*Tensor, error) {
	seq, ok := v.(starlark.Sequence)
	if _, one := v.(*Tensor); !ok || one {
		return nil, typeError("%s takes a list of tensors, not %s", what, v.Type())
	}
	var out []*Tensor
	iter := seq.Iterate()
	defer iter.Done()
	for x := starlark.Value(nil); iter.Next(&x); {
		t, ok := x.(*Tensor)
		if !ok {
			return nil, typeError("%s takes a list of tensors, with a %s at %d", what, x.Type(), len(out))
		}
		out = append(out, t)
	}
	return out, nil
}
