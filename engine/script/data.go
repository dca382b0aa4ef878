package script

import (
	"strconv"

	"go.starlark.net/starlark"

	"lockstep/engine/tensor"
)

// fromData makes a tensor of a number, nested lists of them, or a tensor. Without
// a dtype it is what torch.tensor makes of the numbers.
func (s *Session) fromData(v starlark.Value, dtype *tensor.DType) (*Tensor, error) {
	if t, ok := v.(*Tensor); ok {
		d := t.dtype()
		if dtype != nil {
			d = *dtype
		}
		out, err := s.fresh(d, t.shape)
		if err == nil {
			out.store(operand{t: t, d: t.dtype()})
		}
		return out, err
	}
	if err := s.scanned(v); err != nil {
		return nil, err
	}
	b := &builder{}
	if err := b.add(v, 0); err != nil {
		return nil, err
	}
	d := tensor.Float32
	switch {
	case dtype != nil:
		d = *dtype
	case len(b.items) > 0 && b.kind < 2:
		d = []tensor.DType{tensor.Bool, tensor.Int64}[b.kind]
	}
	out, err := s.fresh(d, b.shape)
	if err != nil {
		return nil, err
	}
	for i, o := range b.items {
		if err := overflow(o, d); err != nil {
			return nil, err
		}
		out.view(i, nil, nil).store(o)
	}
	return out, nil
}

// overflow refuses an integer that the dtype has not, as torch.tensor does.
func overflow(o operand, d tensor.DType) error {
	if d.IsFloat() || d == tensor.Bool || d == tensor.UInt8 || o.d.IsFloat() {
		return nil
	}
	var b [8]byte
	tensor.SetInt(d, b[:d.Size()], o.i)
	if tensor.Int(d, b[:d.Size()]) != o.i {
		return runtimeError("value cannot be converted to type %s without overflow", d)
	}
	return nil
}

// builder gathers the numbers of nested lists, row by row.
type builder struct {
	shape []int
	items []operand
	kind  int
	leaf  int // the depth of numbers, + 1
}

func (b *builder) add(v starlark.Value, depth int) error {
	if x, ok := v.(*Tensor); ok {
		n, err := x.item()
		if err != nil {
			return valueError("only one element tensors can be converted to Python scalars")
		}
		v = n
	}
	seq, ok := v.(starlark.Sequence)
	if _, text := v.(starlark.String); !ok || text {
		o, err := operandOf(v)
		if text {
			o, err = specialNumber(v)
		}
		if err != nil {
			return typeError("a tensor is made of numbers, not %s", v.Type())
		}
		if b.leaf == 0 {
			b.leaf = depth + 1
		}
		if b.leaf != depth+1 {
			return valueError("a tensor's lists differ in depth")
		}
		b.kind = max(b.kind, kind(o.d))
		b.items = append(b.items, o)
		return nil
	}
	if depth >= 8 {
		return valueError("too many dimensions")
	}
	if b.leaf != 0 && depth >= b.leaf-1 {
		return valueError("a tensor's lists differ in depth")
	}
	if depth == len(b.shape) {
		b.shape = append(b.shape, seq.Len())
	}
	if b.shape[depth] != seq.Len() {
		return valueError("expected sequence of length %d at dim %d (got %d)", b.shape[depth], depth, seq.Len())
	}
	iter := seq.Iterate()
	defer iter.Done()
	for x := starlark.Value(nil); iter.Next(&x); {
		if err := b.add(x, depth+1); err != nil {
			return err
		}
	}
	return nil
}

// specialNumber reads "nan", "inf" and "-inf", as a scenario's tensors have them.
func specialNumber(v starlark.Value) (operand, error) {
	text, _ := starlark.AsString(v)
	switch text {
	case "nan", "inf", "-inf":
		f, err := strconv.ParseFloat(text, 64)
		return operand{d: tensor.Float32, f: f}, err
	}
	return operand{}, typeError("not a number")
}
