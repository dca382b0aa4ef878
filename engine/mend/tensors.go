package mend

import (
	"slices"
	"strconv"

	"lockstep/engine/scenario"
	"lockstep/engine/tensor"
	"lockstep/engine/wording"
)

// tensors are the edits of what an op works on: the dtype or the shape that the
// same op has on other ranks, or their whole list.
func (b *bench) tensors(at spot, i int, a *scenario.Arg) {
	op := &at.ops(b.s)[i]
	rank := max(at.rank, 0)
	mine := valuesOf(op, a.Key)
	if at.rank != Everyone && a.Kind == scenario.KindTensor && len(mine) == 1 {
		b.otherNames(at, i, a, mine[0])
	}
	for other := range b.s.Processes() {
		scenario.Walk(b.s.ProgramOf(other), func(theirs *scenario.Op) {
			if theirs.Name != op.Name || theirs == op && other == at.rank {
				return
			}
			values := valuesOf(theirs, a.Key)
			if len(values) != len(mine) {
				b.wholeList(at, i, a, values)
				return
			}
			for k := range values {
				spec := b.spec(&values[k], other)
				if spec == nil {
					continue
				}
				b.shaped(at, i, a, k, b.spec(&mine[k], rank), spec.DType, spec.Shape)
			}
		})
	}
}

// shaped makes the k-th tensor of an argument one of that dtype and shape.
func (b *bench) shaped(at spot, i int, a *scenario.Arg, k int, mine *scenario.TensorSpec, d tensor.DType, shape []int) {
	if mine == nil || mine.DType == d && slices.Equal(mine.Shape, shape) {
		return
	}
	op := &at.ops(b.s)[i]
	spec := adapted(mine, d, shape)
	v := valuesOf(op, a.Key)[k]
	if v.Lit != nil {
		changed := *op
		list := slices.Clone(valuesOf(op, a.Key))
		list[k] = scenario.Value{Lit: &spec}
		put(&changed, a.Key, list)
		b.retensored(at, i, a, mine, &spec, at.with(i, changed))
		return
	}
	if at.rank == Everyone {
		return
	}
	b.retensored(at, i, a, mine, &spec, withTensor(at.rank, scenario.NamedTensor{Name: v.Name, Spec: spec}))
}

// retensored is an edit that gives op i a tensor of another dtype or shape.
func (b *bench) retensored(at spot, i int, a *scenario.Arg, old, now *scenario.TensorSpec, do func(*scenario.Scenario)) {
	b.add(Edit{
		Kind: SetTensor, Rank: at.rank, Op: at.place(i), key: "tensor",
		args: wording.Args{
			"call": callOf(&at.ops(b.s)[i]), "arg": wording.Word(a.Key),
			"old": kindOf(old), "new": kindOf(now),
		},
		do: do,
	}, b.cost(SetTensor, at, i, nil))
}

// otherNames are the other tensors that the rank has by name.
func (b *bench) otherNames(at spot, i int, a *scenario.Arg, now scenario.Value) {
	for _, t := range b.s.TensorsOf(at.rank) {
		if t.Name == now.Name {
			continue
		}
		changed := at.ops(b.s)[i]
		put(&changed, a.Key, []scenario.Value{{Name: t.Name}})
		b.set(at, i, a, changed)
	}
}

// wholeList takes over a list of another length.
func (b *bench) wholeList(at spot, i int, a *scenario.Arg, values []scenario.Value) {
	changed := at.ops(b.s)[i]
	put(&changed, a.Key, slices.Clone(values))
	b.set(at, i, a, changed)
}

// valuesOf are the tensors of an argument.
func valuesOf(op *scenario.Op, key string) []scenario.Value {
	one := func(v *scenario.Value) []scenario.Value {
		if v == nil {
			return nil
		}
		return []scenario.Value{*v}
	}
	switch key {
	case "tensor":
		return one(op.Tensor)
	case "input":
		return one(op.Input)
	case "out":
		return op.Out
	}
	return op.List
}

// put sets the tensors of an argument.
func put(op *scenario.Op, key string, values []scenario.Value) {
	switch key {
	case "tensor":
		op.Tensor = &values[0]
	case "input":
		op.Input = &values[0]
	case "out":
		op.Out = values
	default:
		op.List = values
	}
}

// adapted is a tensor as it would be with another dtype and shape: its numbers as
// far as they go and as far as the dtype can hold them, then zeros.
func adapted(t *scenario.TensorSpec, d tensor.DType, shape []int) scenario.TensorSpec {
	out := scenario.TensorSpec{DType: d, Shape: shape, Fill: t.Fill}
	if t.Fill != "" {
		return out
	}
	n := 1
	for _, k := range shape {
		n *= k
	}
	out.Data = make([]scenario.Num, n)
	zero := canonical(d, "0")
	for i := range out.Data {
		out.Data[i] = zero
		if i < len(t.Data) {
			out.Data[i] = canonical(d, string(t.Data[i]))
		}
	}
	return out
}

// canonical is a number as the dtype has it, zero where it cannot hold it.
func canonical(d tensor.DType, text string) scenario.Num {
	if c, err := tensor.Canonical(d, text); err == nil {
		return scenario.Num(c)
	}
	zero, err := tensor.Canonical(d, "0")
	if err != nil {
		zero, _ = tensor.Canonical(d, "false")
	}
	return scenario.Num(zero)
}

// kindOf writes dtype and shape as the page does.
func kindOf(t *scenario.TensorSpec) wording.Word {
	return wording.Word(t.DType.String() + shapeText(t.Shape))
}

func shapeText(shape []int) string {
	text := "["
	for i, n := range shape {
		if i > 0 {
			text += ","
		}
		text += strconv.Itoa(n)
	}
	return text + "]"
}
