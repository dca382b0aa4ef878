package process

import (
	"lockstep/engine/collective"
	"lockstep/engine/failure"
	"lockstep/engine/group"
	"lockstep/engine/scenario"
	"lockstep/engine/tensor"
	"lockstep/engine/transport"
)

// allGather: torch.distributed.all_gather, into a list of tensors.
func allGather(c *call) *failure.Failure {
	x := c.tensor()
	var out []*Array
	if c.op.Out == nil {
		out = c.likes(x, c.groupSize())
	} else {
		out = c.arrays(c.op.Out)
	}
	c.output = func() any { return copies(out) }
	if f := sameDType(append(append([]*Array{}, out...), x)); f != nil {
		return c.outside(f)
	}
	g, member, f := c.member()
	if !member {
		return f
	}
	return c.allGatherOf(g, x, out, c.output)
}

// allGatherOf is all_gather with its arguments checked by torch.
func (c *call) allGatherOf(g *group.Group, x *Array, out []*Array, value func() any) *failure.Failure {
	compared := []*Array{x}
	if !sameSizes(out) {
		compared = nil
	}
	if f := c.check(g, group.AllGather, compared...); f != nil {
		return f
	}
	return c.gatherAll(g, x, out, value)
}

// gatherAll is ProcessGroupGloo's allgather: through flat memory, copied to the
// outputs at the end, so that a call that fails leaves them as they were.
func (c *call) gatherAll(g *group.Group, x *Array, out []*Array, value func() any) *failure.Failure {
	if len(out) != g.Size {
		return failure.Runtime("ProcessGroupGloo::allgather: " + failure.OutputListLength(g.Size, len(out)))
	}
	for i, y := range out {
		if f := matches("allgather", i, x.value, y.value); f != nil {
			return f
		}
	}
	w := c.work(g, transport.PrefixAllGather, c.algorithm())
	n := len(x.value.Bytes)
	flat := w.Scratch(g.Size * n)
	copy(flat.Bytes()[g.Rank*n:], x.value.Bytes)
	w.Run(collective.NewAllGather(c.algorithm(), g.Rank, g.Size, flat, w.Scratch), nil, func() *failure.Failure {
		unpack(w, flat, out)
		return nil
	})
	return c.run(g, w, value)
}

// allGatherIntoTensor: all_gather_into_tensor: the output is cut along its first
// dimension, and the rest is all_gather.
func allGatherIntoTensor(c *call) *failure.Failure {
	x := c.tensor()
	out := c.array(&c.op.Out[0])
	c.output = out.copy
	g, member, f := c.member()
	if !member {
		return f
	}
	if f := c.check(g, group.AllGatherBase, x); f != nil {
		return f
	}
	if len(out.value.Shape) == 0 {
		return failure.Runtime("chunk expects at least a 1-dimensional tensor")
	}
	return c.gatherAll(g, x, chunk(out, g.Size), out.copy)
}

// gather: torch.distributed.gather. As programs do, only dst gives a list, unless
// give_list says otherwise.
func gather(c *call) *failure.Failure {
	x := c.tensor()
	c.output = nil
	give := named(c.op.Dst) == c.p.rank()
	if c.op.GiveList != nil {
		give = *c.op.GiveList
	}
	var out []*Array
	switch {
	case give && c.op.Out != nil:
		out = c.arrays(c.op.Out)
	case give:
		out = c.likes(x, c.groupSize())
	}
	if f := sameDType(append([]*Array{x}, out...)); f != nil {
		return c.outside(f)
	}
	g, member, f := c.member()
	if !member {
		return f
	}
	dst, f := root(g, c.op.Dst)
	if f != nil {
		return f
	}
	if f := listOfRoot(g, dst, len(out)); f != nil {
		return f
	}
	return c.gatherTo(g, dst, x, out)
}

func (c *call) gatherTo(g *group.Group, dst int, x *Array, out []*Array) *failure.Failure {
	if f := c.check(g, group.Gather, x); f != nil {
		return f
	}
	if f := atRoot(g, "gather", "output", dst, x, out); f != nil {
		return f
	}
	w := c.work(g, transport.PrefixGather, "direct")
	a := &collective.Gather{Rank: g.Rank, Size: g.Size, Root: dst, In: w.Memory(x.value.Bytes, x.index, x.base)}
	var finish func() *failure.Failure
	if dst == g.Rank {
		a.Out = w.Scratch(g.Size * len(x.value.Bytes))
		finish = func() *failure.Failure {
			unpack(w, a.Out, out)
			return nil
		}
		c.output = func() any { return copies(out) }
	}
	w.Run(a, nil, finish)
	return c.run(g, w, c.output)
}

// likes makes n zero tensors like x, as a program prepares them for its outputs.
func (c *call) likes(x *Array, n int) []*Array {
	c.p.spend(n * (bytesOfTensor + len(x.value.Bytes)))
	out := make([]*Array, n)
	for i := range out {
		out[i] = c.uses(c.p.adopt("", c.index, tensor.New(x.value.DType, x.value.Shape)))
	}
	return out
}

// arrays returns the tensors of a list argument.
func (c *call) arrays(list []scenario.Value) []*Array {
	out := make([]*Array, len(list))
	for i := range list {
		out[i] = c.array(&list[i])
	}
	return out
}

// groupSize is how many members the op's group has, 0 in a process outside it.
func (c *call) groupSize() int {
	if g := c.p.groups[c.op.Group]; g != nil {
		return g.Size
	}
	return 0
}
