package app

import (
	"slices"

	"lockstep/engine/scenario"
)

// values lists the tensor arguments of an op, to be read or changed in place.
// Call it on an op that is yours (see cloneOp).
func values(op *scenario.Op) []*scenario.Value {
	var all []*scenario.Value
	if op.Tensor != nil {
		all = append(all, op.Tensor)
	}
	if op.Input != nil {
		all = append(all, op.Input)
	}
	for i := range op.Out {
		all = append(all, &op.Out[i])
	}
	for i := range op.List {
		all = append(all, &op.List[i])
	}
	return all
}

// cloneOp copies what an edit may write into. What no edit changes in place
// (JSON texts, literals' data) stays shared.
func cloneOp(op scenario.Op) scenario.Op {
	if op.Tensor != nil {
		v := *op.Tensor
		op.Tensor = &v
	}
	if op.Input != nil {
		v := *op.Input
		op.Input = &v
	}
	op.Out, op.List = slices.Clone(op.Out), slices.Clone(op.List)
	op.Ranks = slices.Clone(op.Ranks)
	op.Body = slices.Clone(op.Body)
	for i := range op.Body {
		op.Body[i] = cloneOp(op.Body[i])
	}
	return op
}

// mapOps makes a program whose ops, those inside repeat included, went through
// change.
func mapOps(program []scenario.Op, change func(*scenario.Op)) []scenario.Op {
	out := make([]scenario.Op, len(program))
	for i := range program {
		out[i] = cloneOp(program[i])
		change(&out[i])
		out[i].Body = mapBody(out[i].Body, change)
	}
	return out
}

func mapBody(body []scenario.Op, change func(*scenario.Op)) []scenario.Op {
	if body == nil {
		return nil
	}
	return mapOps(body, change)
}
