package mend

import (
	"reflect"
	"slices"

	"lockstep/engine/scenario"
)

// lendable are ops that may be missing at a place: what other ranks call
// thereabouts, and the other end of their messages.
func (b *bench) lendable(at spot, i int) []scenario.Op {
	const near = 2
	var list []scenario.Op
	put := func(op scenario.Op) {
		if !slices.ContainsFunc(list, func(o scenario.Op) bool { return sameOps(&o, &op) }) {
			list = append(list, op)
		}
	}
	for other := range b.s.Processes() {
		if other == at.rank {
			continue
		}
		ops := b.s.ProgramOf(other)
		if at.body >= 0 {
			if at.body >= len(ops) || ops[at.body].Name != "repeat" {
				continue
			}
			ops = ops[at.body].Body
		}
		for k := range ops {
			op := &ops[k]
			switch end := b.otherEnd(op, other, at.rank); {
			case end != nil:
				put(*end)
			case !communicates(op.Name) || pointToPoint(op.Name):
			case k >= i-near && k <= i+near && b.usable(op, at.rank):
				put(*op)
			}
		}
	}
	return list
}

// usable reports whether the tensors that op names are there on a rank.
func (b *bench) usable(op *scenario.Op, rank int) bool {
	has := func(v *scenario.Value) bool {
		return v == nil || v.Lit != nil || slices.ContainsFunc(b.s.TensorsOf(rank), func(t scenario.NamedTensor) bool { return t.Name == v.Name })
	}
	for _, list := range [][]scenario.Value{op.Out, op.List} {
		for k := range list {
			if !has(&list[k]) {
				return false
			}
		}
	}
	return has(op.Tensor) && has(op.Input)
}

// otherEnd is what rank me has to call for op of rank other to have its partner;
// nil if op is no message to or from me.
func (b *bench) otherEnd(op *scenario.Op, other, me int) *scenario.Op {
	spec := b.spec(op.Tensor, other)
	if spec == nil || op.Group != "" {
		return nil
	}
	end := scenario.Op{Tag: op.Tag}
	partner := other
	switch {
	case (op.Name == "send" || op.Name == "isend") && op.Dst != nil && *op.Dst == me:
		end.Name, end.Src = "recv", &partner
		spec = &scenario.TensorSpec{DType: spec.DType, Shape: spec.Shape, Fill: "0"}
	case (op.Name == "recv" || op.Name == "irecv") && (op.Src == nil || *op.Src == me):
		end.Name, end.Dst = "send", &partner
		spec = &scenario.TensorSpec{DType: spec.DType, Shape: spec.Shape, Fill: scenario.FillRank}
	default:
		return nil
	}
	end.Tensor = b.like(spec, me)
	return &end
}

// like is a tensor of a rank of that dtype and shape: one that it has by name, or
// else a literal.
func (b *bench) like(spec *scenario.TensorSpec, rank int) *scenario.Value {
	for _, t := range b.s.TensorsOf(rank) {
		if t.Spec.DType == spec.DType && slices.Equal(t.Spec.Shape, spec.Shape) {
			return &scenario.Value{Name: t.Name}
		}
	}
	return &scenario.Value{Lit: spec}
}

// spec of a tensor as a rank has it.
func (b *bench) spec(v *scenario.Value, rank int) *scenario.TensorSpec {
	switch {
	case v == nil:
		return nil
	case v.Lit != nil:
		return v.Lit
	}
	tensors := b.s.TensorsOf(rank)
	for i := range tensors {
		if tensors[i].Name == v.Name {
			return &tensors[i].Spec
		}
	}
	return nil
}

func sameOps(a, b *scenario.Op) bool { return a.Name == b.Name && reflect.DeepEqual(a, b) }

// communicates reports whether an op needs others.
func communicates(op string) bool {
	spec, ok := scenario.SpecOf(op)
	if !ok {
		return false
	}
	switch spec.Family {
	case scenario.Collectives, scenario.PointToPoint, scenario.Groups, scenario.Store:
		return true
	}
	return false
}

func pointToPoint(op string) bool {
	spec, ok := scenario.SpecOf(op)
	return ok && spec.Family == scenario.PointToPoint
}
