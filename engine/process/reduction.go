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
	if f := c.check(g, group.AllReduce, x); f != nil {
		return f
	}
	return c.run(g, c.allReduceWork(g, x.value, x.index), x.copy)
}

// allReduceWork prepares a ring over a tensor; index is its place in the trace.
func (c *call) allReduceWork(g *group.Group, x *tensor.Tensor, index int32) *group.Work {
	w := c.work(g, transport.PrefixAllReduce, "ring")
	op, combine, f := c.reduction(x.DType)
	if f != nil {
		w.Fail(f)
		return w
	}
	elem := x.DType.Size()
	out := w.Memory(x.Bytes, index, 0)
	scratch := w.Scratch(collective.RingScratch(out.Len(), g.Size, elem))
	w.Run(collective.NewRingAllReduce(g.Rank, g.Size, elem, out, scratch), combine, average(op, x, out, g.Size))
	return w
}

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
	g, member, f := c.member()
	if !member {
		return f
	}
	dst, f := root(g, c.op.Dst)
	if f != nil {
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
// all-reduce for each entry of the list, on copies, and keeps its own.
func reduceScatter(c *call) *failure.Failure {
	x, list := c.tensor(), c.arrays(c.op.List)
	if f := sameDType(append([]*Array{x}, list...)); f != nil {
		return f
	}
	g, member, f := c.member()
	if !member {
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
	h := &works{lambda: true, value: nil}
	copies := make([]*tensor.Tensor, g.Size)
	for i, in := range list {
		if !sameShape(in.value, x.value) {
			return failure.CheckFailed("2262", "outputs[0].sizes().vec() == inputs[0][i].sizes().vec()", vector(x.value.Shape), vector(in.value.Shape), c.p.rank())
		}
		copies[i] = in.value.Clone()
	}
	for _, in := range copies {
		w := c.allReduceWork(g, in, trace.None)
		g.Enqueue(w)
		h.list = append(h.list, w)
	}
	h.finish = func() *failure.Failure {
		c.p.overwrite(x, copies[g.Rank].Bytes)
		return nil
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
	if f := c.check(g, group.ReduceScatterBase, in, x); f != nil {
		return f
	}
	if f := c.checkParts(g, x.value, in.value); f != nil {
		return f
	}
	flat := in.value.Clone()
	w := c.allReduceWork(g, flat, trace.None)
	g.Enqueue(w)
	return c.launch(&works{lambda: true, list: []*group.Work{w}, finish: func() *failure.Failure {
		n := len(x.value.Bytes)
		c.p.overwrite(x, flat.Bytes[g.Rank*n:(g.Rank+1)*n])
		return nil
	}})
}
