package process

import (
	"lockstep/engine/collective"
	"lockstep/engine/failure"
	"lockstep/engine/group"
	"lockstep/engine/tensor"
	"lockstep/engine/trace"
	"lockstep/engine/transport"
)

// allReduce: torch.distributed.all_reduce, in place.
func allReduce(c *call) *failure.Failure {
	x := c.tensor()
	g, member, f := c.member()
	if !member {
		return f
	}
	if f := c.options("Allreduce"); f != nil {
		return f
	}
	if f := c.check(g, group.AllReduce, x); f != nil {
		return f
	}
	return c.run(g, c.allReduceWork(g, x), c.output)
}

// options sets the reduce operation in the call's options. PREMUL_SUM without a
// factor is none.
func (c *call) options(class string) *failure.Failure {
	if op, _ := tensor.ParseReduceOp(c.op.ReduceOp); op == tensor.PremulSum && c.op.Factor == nil {
		return failure.NoFactor(class + "Options")
	}
	return nil
}

// allReduceWork prepares an all-reduce of a tensor.
func (c *call) allReduceWork(g *group.Group, x *Array) *group.Work {
	algorithm := c.algorithm()
	w := c.work(g, transport.PrefixAllReduce, algorithm)
	op, combine, f := c.reduction(x.value.DType)
	if f != nil {
		w.Fail(f)
		return w
	}
	elem := x.value.DType.Size()
	out := w.Memory(x.value.Bytes, x.index, x.base)
	w.Run(collective.NewAllReduce(algorithm, g.Rank, g.Size, elem, out, w.Scratch), combine, average(op, x.value, out, g.Size))
	return w
}

// private is a copy that no program sees.
func private(x *Array) *Array { return &Array{value: x.clone(), index: trace.None, of: x.of} }

// average is the second half of AVG, on the work's thread: Gloo adds, then torch
// divides every element by the size of the group. Other operations need none.
func average(op tensor.ReduceOp, x *tensor.Tensor, out *transport.Buffer, size int) func() *failure.Failure {
	if op != tensor.Avg {
		return nil
	}
	return func() *failure.Failure {
		if err := tensor.Divide(x.DType, x.Bytes, size); err != nil {
			return failure.Runtime(err.Error())
		}
		out.Wrote(0, out.Len(), trace.None, false)
		return nil
	}
}

// reduce: torch.distributed.reduce, in place; ranks other than dst keep what the
// ring left there.
func reduce(c *call) *failure.Failure {
	x := c.tensor()
	g, dst, member, f := c.rooted(c.op.Dst)
	if !member {
		return f
	}
	if f := c.options("Reduce"); f != nil {
		return f
	}
	if f := c.check(g, group.Reduce, x); f != nil {
		return f
	}
	if dst < 0 || dst >= g.Size {
		return failure.BadRoot("reduce", dst)
	}
	w := c.work(g, transport.PrefixReduce, "ring")
	op, combine, f := c.reduction(x.value.DType)
	if f != nil {
		w.Fail(f)
		return c.run(g, w, nil)
	}
	elem := x.value.DType.Size()
	out := w.Memory(x.value.Bytes, x.index, x.base)
	scratch := w.Scratch(collective.ReduceScratch(out.Len(), g.Size, elem))
	w.Run(collective.NewRingReduce(g.Rank, g.Size, dst, elem, out, scratch), combine, average(op, x.value, out, g.Size))
	return c.run(g, w, x.copy)
}

// reduceScatter: torch.distributed.reduce_scatter. ProcessGroupGloo runs one
// all-reduce for each entry of the list: for this rank's in the result, for the
// others' on copies.
func reduceScatter(c *call) *failure.Failure {
	x, list := c.tensor(), c.arrays(c.op.List)
	if f := sameDType(append([]*Array{x}, list...)); f != nil {
		return c.outside(f)
	}
	g, member, f := c.member()
	if !member {
		return f
	}
	if f := c.options("ReduceScatter"); f != nil {
		return f
	}
	compared := []*Array{x}
	if !sameSizes(list) {
		compared = nil
	}
	if f := c.check(g, group.ReduceScatter, compared...); f != nil {
		return f
	}
	if len(list) != g.Size {
		return failure.Runtime("invalid input tensor list size, must be world size")
	}
	if own := list[g.Rank]; !sameShape(own.value, x.value) {
		return failure.CheckFailed("2262", "outputs[0].sizes().vec() == inputs[0][i].sizes().vec()", vector(x.value.Shape), vector(own.value.Shape), c.p.rank())
	}
	h := &works{lambda: true, value: x.copy}
	c.p.overwrite(x, list[g.Rank].value.Bytes)
	for i, in := range list {
		to := x
		if i != g.Rank {
			to = private(in)
		}
		w := c.allReduceWork(g, to)
		g.Enqueue(w)
		h.list = append(h.list, w)
	}
	return c.launch(h)
}

// reduceScatterTensor: reduce_scatter_tensor, one all-reduce of the whole input, on
// a copy, of which the call keeps its own part.
func reduceScatterTensor(c *call) *failure.Failure {
	x, in := c.tensor(), c.array(c.op.Input)
	g, member, f := c.member()
	if !member {
		return f
	}
	if f := c.options("ReduceScatter"); f != nil {
		return f
	}
	if f := c.check(g, group.ReduceScatterBase, in, x); f != nil {
		return f
	}
	if f := c.checkParts(g, x.value, in.value); f != nil {
		return f
	}
	flat := private(in)
	w := c.allReduceWork(g, flat)
	g.Enqueue(w)
	return c.launch(&works{lambda: true, value: x.copy, list: []*group.Work{w}, finish: func() *failure.Failure {
		return c.keepPart(g, x, flat.value)
	}})
}

// keepPart copies this rank's part of a reduced input to the result. Only now does
// a dimension show that the result does not have.
func (c *call) keepPart(g *group.Group, x *Array, flat *tensor.Tensor) *failure.Failure {
	part := append([]int{flat.Shape[0] / g.Size}, flat.Shape[1:]...)
	if f := copyable(x.value.Shape, part); f != nil {
		return f
	}
	n := len(x.value.Bytes)
	c.p.overwrite(x, flat.Bytes[g.Rank*n:(g.Rank+1)*n])
	return nil
}
