package script

import (
	"fmt"
	"math"
	"strings"

	"go.starlark.net/starlark"
	"go.starlark.net/syntax"

	"lockstep/engine/tensor"
)

// list writes a shape as Python writes a list.
func list(shape []int) string {
	parts := make([]string, len(shape))
	for i, d := range shape {
		parts[i] = fmt.Sprint(d)
	}
	return "[" + strings.Join(parts, ", ") + "]"
}

// reshapeCall is reshape(2, 3) or reshape((2, 3)).
func (t *Tensor) reshapeCall(_ *starlark.Thread, b *starlark.Builtin, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	if len(kwargs) > 0 {
		return nil, typeError("%s takes no named arguments", b.Name())
	}
	shape, err := shapeOf(args)
	if err != nil {
		return nil, err
	}
	if b.Name() == "view" && !t.isContiguous() {
		return nil, runtimeError("view size is not compatible with input tensor's size and stride (at least one dimension spans across two contiguous subspaces). Use .reshape(...) instead.")
	}
	return t.reshape(shape)
}

// shapeOf reads a shape: integers, or one list or tuple of them.
func shapeOf(args starlark.Tuple) ([]int, error) {
	var items starlark.Sequence = args
	if len(args) == 1 {
		if seq, ok := args[0].(starlark.Sequence); ok {
			items = seq
		}
	}
	if items.Len() > 8 {
		return nil, valueError("a tensor of more than 8 dimensions")
	}
	shape := make([]int, 0, items.Len())
	iter := items.Iterate()
	defer iter.Done()
	for v := starlark.Value(nil); iter.Next(&v); {
		i, ok := indexOf(v)
		if !ok {
			return nil, typeError("a shape is made of integers, not %s", v.Type())
		}
		shape = append(shape, i)
	}
	return shape, nil
}

// reshape gives the elements another shape: a view where they are contiguous.
func (t *Tensor) reshape(shape []int) (*Tensor, error) {
	shape = append([]int{}, shape...)
	n, open := 1, -1
	for i, d := range shape {
		switch {
		case d == -1 && open >= 0:
			return nil, runtimeError("only one dimension can be inferred")
		case d == -1:
			open = i
		case d < 0:
			return nil, runtimeError("invalid shape dimension %d", d)
		default:
			n *= d
		}
	}
	if open >= 0 && n > 0 && t.length()%n == 0 {
		shape[open] = t.length() / n
		n *= shape[open]
	}
	if n != t.length() || open >= 0 && shape[open] < 0 {
		return nil, runtimeError("shape '%s' is invalid for input of size %d", list(shape), t.length())
	}
	x := t
	if !t.isContiguous() {
		var err error
		if x, err = t.copy(); err != nil {
			return nil, err
		}
	}
	return x.view(x.off, shape, contiguous(shape)), nil
}

func (t *Tensor) unsqueeze(a arguments) (starlark.Value, error) {
	i, ok := indexOf(a[0])
	n := len(t.shape) + 1
	if !ok || i < -n || i >= n {
		return nil, exception("IndexError", "Dimension out of range (expected to be in range of [%d, %d], but got %s)", -n, n-1, a[0])
	}
	if i < 0 {
		i += n
	}
	shape := append(append(append([]int{}, t.shape[:i]...), 1), t.shape[i:]...)
	stride := append(append(append([]int{}, t.stride[:i]...), 0), t.stride[i:]...)
	return t.view(t.off, shape, stride), nil
}

func (t *Tensor) squeeze() *Tensor {
	var shape, stride []int
	for i, d := range t.shape {
		if d != 1 {
			shape, stride = append(shape, d), append(stride, t.stride[i])
		}
	}
	return t.view(t.off, shape, stride)
}

// convert is x.to(dtype): x itself where it has it.
func (t *Tensor) convert(v starlark.Value) (starlark.Value, error) {
	d, err := dtypeOf(v)
	if err != nil {
		return nil, err
	}
	if d == t.dtype() {
		return t, nil
	}
	out, err := t.session.fresh(d, t.shape)
	if err != nil {
		return nil, err
	}
	out.store(operand{t: t, d: t.dtype()})
	return out, nil
}

// dtypeOf reads "float32", as torch.float32 is here.
func dtypeOf(v starlark.Value) (tensor.DType, error) {
	name, ok := starlark.AsString(v)
	if !ok {
		return 0, typeError("a dtype is a name such as \"float32\", not %s", v.Type())
	}
	d, ok := tensor.ParseDType(strings.TrimPrefix(name, "torch."))
	if !ok {
		return 0, typeError("%q is not a dtype; these are: %s", name, strings.Join(tensor.DTypeNames(), ", "))
	}
	return d, nil
}

// mapped makes a tensor of f of each element.
func (t *Tensor) mapped(d tensor.DType, f func(to, from []byte)) (*Tensor, error) {
	out, err := t.session.fresh(d, t.shape)
	if err != nil {
		return nil, err
	}
	t.each(func(i, off int) { f(out.at(i), t.at(off)) })
	return out, nil
}

func (t *Tensor) negative() (starlark.Value, error) {
	d := t.dtype()
	if d == tensor.Bool {
		return nil, exception("NotImplementedError", "Negation, the `-` operator, on a bool tensor is not supported. If you are trying to invert a mask, use the `~` or `logical_not()` operator instead.")
	}
	return t.mapped(d, func(to, from []byte) {
		if d.IsFloat() {
			tensor.SetFloat(d, to, -tensor.Float(d, from))
		} else {
			tensor.SetInt(d, to, -tensor.Int(d, from))
		}
	})
}

func (t *Tensor) invert() (starlark.Value, error) {
	d := t.dtype()
	if d.IsFloat() {
		return nil, exception("NotImplementedError", "\"bitwise_not_cpu\" not implemented for '%s'", d.ScalarType())
	}
	return t.mapped(d, func(to, from []byte) {
		v := ^tensor.Int(d, from)
		if d == tensor.Bool {
			v = 1 - tensor.Int(d, from)
		}
		tensor.SetInt(d, to, v)
	})
}

func (t *Tensor) abs() (starlark.Value, error) {
	d := t.dtype()
	return t.mapped(d, func(to, from []byte) {
		if d.IsFloat() {
			tensor.SetFloat(d, to, math.Abs(tensor.Float(d, from)))
		} else {
			tensor.SetInt(d, to, max(tensor.Int(d, from), -tensor.Int(d, from)))
		}
	})
}

// sqrt is rounded correctly, in float32 for float32 and the half types.
func (t *Tensor) sqrt() (starlark.Value, error) {
	d := t.dtype()
	if !d.IsFloat() {
		d = tensor.Float32
	}
	from := t.dtype()
	return t.mapped(d, func(to, b []byte) {
		v := tensor.Float(from, b)
		if d == tensor.Float64 {
			tensor.SetFloat(d, to, math.Sqrt(v))
			return
		}
		tensor.SetFloat(d, to, float64(float32(math.Sqrt(float64(float32(v))))))
	})
}

// pow is x ** n for what needs no logarithm, whose last bit nobody agrees on.
func (t *Tensor) pow(v starlark.Value) (starlark.Value, error) {
	if f, ok := v.(starlark.Float); ok {
		if f == 0.5 && t.dtype().IsFloat() {
			return t.sqrt()
		}
		if f != starlark.Float(int(f)) || !t.dtype().IsFloat() {
			return nil, exception("NotImplementedError", "a tensor to the power of %s: only whole exponents and 0.5 are here", v)
		}
		v = starlark.MakeInt(int(f))
	}
	n, ok := indexOf(v)
	if !ok || n < 0 || n > 3 {
		return nil, exception("NotImplementedError", "a tensor to the power of %s: only 0, 1, 2, 3 and 0.5 are here", v)
	}
	if n == 0 {
		out, err := t.session.fresh(t.dtype(), t.shape)
		if err != nil {
			return nil, err
		}
		return out, out.assign(starlark.MakeInt(1))
	}
	out := t
	for range n - 1 {
		o := operand{t: out, d: out.dtype()}
		next, err := t.session.compute(syntax.STAR, o, operand{t: t, d: t.dtype()}, nil)
		if err != nil {
			return nil, err
		}
		out = next
	}
	if n == 1 {
		return t.copy()
	}
	return out, nil
}

// powerOf is the method that stands for ** behind a value.
func (s *Session) powerOf(x starlark.Value) *starlark.Builtin {
	return starlark.NewBuiltin("**", func(_ *starlark.Thread, _ *starlark.Builtin, args starlark.Tuple, _ []starlark.Tuple) (starlark.Value, error) {
		if t, ok := x.(*Tensor); ok {
			return t.pow(args[0])
		}
		n, ok := indexOf(args[0])
		if !ok || n < 0 {
			return nil, typeError("** takes a whole exponent that is not negative, not %s", args[0])
		}
		out := starlark.Value(starlark.MakeInt(1))
		base := x
		for ; n > 0; n >>= 1 { // square and multiply
			var err error
			if n&1 == 1 {
				if out, err = s.binary(syntax.STAR, out, base); err != nil {
					return nil, err
				}
			}
			if n > 1 {
				if base, err = s.binary(syntax.STAR, base, base); err != nil {
					return nil, err
				}
			}
		}
		return out, nil
	})
}
