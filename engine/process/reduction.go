package process

import (
	"lockstep/engine/collective"
	"lockstep/engine/failure"
	"lockstep/engine/group"
	"lockstep/engine/tensor"
	"lockstep/engine/transport"
)

// allReduce: torch.distributed.all_reduce, in place.
func allReduce(c *call) *failure.Failure {
	g, f := c.p.group(c.op.Group)
	if f != nil {
		return f
	}
	x := c.tensor()
	c.in(g, "ring")
	w, f := c.allReduceWork(g, x)
	if f != nil {
		return f
	}
	return c.complete(g, w)
}

// allReduceWork prepares a ring over an array.
func (c *call) allReduceWork(g *group.Group, x *Array) (*group.Work, *failure.Failure) {
	op, combine, f := c.reduction(x.value.DType)
	w := g.NewWork(c.index, transport.PrefixAllReduce)
	if f != nil {
		return nil, f
	}
	elem := x.value.DType.Size()
	out := w.Memory(x.value.Bytes, x.index)
	scratch := w.Scratch(collective.RingScratch(out.Len(), g.Size, elem))
	w.Run(collective.NewRingAllReduce(g.Rank, g.Size, elem, out, scratch), combine, func() *failure.Failure {
		if op != tensor.Avg {
			return nil
		}
		return c.divide(out, x, g.Size)
	})
	return w, nil
}

// divide is the second half of AVG: every element by the size of the group.
func (c *call) divide(out *transport.Buffer, x *Array, n int) *failure.Failure {
	if err := tensor.Divide(x.value.DType, x.value.Bytes, n); err != nil {
		return failure.Runtime(err.Error())
	}
	out.Wrote(0, out.Len(), -1, false)
	return nil
}

// barrier: torch.distributed.barrier. It also waits for all earlier works of the
// group in this process.
func barrier(c *call) *failure.Failure {
	g, f := c.p.group(c.op.Group)
	if f != nil {
		return f
	}
	c.in(g, "dissemination")
	prior := g.Unfinished()
	w := g.NewWork(c.index, transport.PrefixBarrier)
	w.After(prior)
	w.Run(&collective.Dissemination{Rank: g.Rank, Size: g.Size, Buf: w.Scratch(0)}, nil, nil)
	return c.complete(g, w)
}
