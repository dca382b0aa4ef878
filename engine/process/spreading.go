package process

import (
	"lockstep/engine/collective"
	"lockstep/engine/failure"
	"lockstep/engine/group"
	"lockstep/engine/transport"
)

// broadcast: torch.distributed.broadcast, in place.
func broadcast(c *call) *failure.Failure {
	x := c.tensor()
	g, src, member, f := c.rooted(c.op.Src)
	if !member {
		return f
	}
	return c.broadcastFrom(g, src, x)
}

func (c *call) broadcastFrom(g *group.Group, src int, x *Array) *failure.Failure {
	if f := c.check(g, group.Broadcast, x); f != nil {
		return f
	}
	if src < 0 || src >= g.Size {
		return failure.BadRoot("broadcast", src)
	}
	w := c.work(g, transport.PrefixBroadcast, c.algorithm())
	buf := w.Memory(x.value.Bytes, x.index, x.base)
	w.Run(collective.NewBroadcast(c.algorithm(), g.Rank, g.Size, src, buf), nil, nil)
	return c.run(g, w, x.copy)
}

// scatter: torch.distributed.scatter; the list is given at src only.
func scatter(c *call) *failure.Failure {
	x, list := c.tensor(), c.arrays(c.op.List)
	if f := sameDType(append([]*Array{x}, list...)); f != nil {
		return c.outside(f)
	}
	g, src, member, f := c.rooted(c.op.Src)
	if !member {
		return f
	}
	switch {
	case src == g.Rank && len(list) == 0:
		return failure.Value("Argument ``scatter_list`` must be specified on source rank.")
	case src != g.Rank && len(list) > 0:
		return failure.Value("Argument ``scatter_list`` must NOT be specified on non-source ranks.")
	}
	return c.scatterFrom(g, src, x, list)
}

func (c *call) scatterFrom(g *group.Group, src int, x *Array, list []*Array) *failure.Failure {
	if f := c.check(g, group.Scatter, x); f != nil {
		return f
	}
	if f := atRoot(g, "scatter", "input", src, x, list); f != nil {
		return f
	}
	w := c.work(g, transport.PrefixScatter, "direct")
	a := &collective.Scatter{Rank: g.Rank, Size: g.Size, Root: src, Out: w.Memory(x.value.Bytes, x.index, x.base)}
	for _, in := range list {
		a.In = append(a.In, w.Memory(in.value.Bytes, in.index, in.base))
	}
	w.Run(a, nil, nil)
	return c.run(g, w, x.copy)
}

// allToAll: torch.distributed.all_to_all, through flat memory.
func allToAll(c *call) *failure.Failure {
	in := c.arrays(c.op.List)
	out := c.arrays(c.op.Out)
	if c.op.Out == nil && len(in) > 0 {
		out = c.likes(in[0], len(in))
	}
	c.output = func() any { return copies(out) }
	g, member, f := c.member()
	if !member {
		return f
	}
	if f := sameDType(append(append([]*Array{}, out...), in...)); f != nil {
		return f
	}
	if f := c.check(g, group.AllToAll); f != nil {
		return f
	}
	if f := checkAllToAll(g, in, out); f != nil {
		return f
	}
	w := c.work(g, transport.PrefixAllToAll, "direct")
	n := len(in[0].value.Bytes)
	flatIn, flatOut := w.Scratch(g.Size*n), w.Scratch(g.Size*n)
	for i, x := range in {
		copy(flatIn.Bytes()[i*n:], x.value.Bytes)
	}
	parts := collective.EvenParts(g.Size*n, g.Size)
	w.Run(&collective.AllToAll{Rank: g.Rank, Size: g.Size, In: flatIn, Out: flatOut, Send: parts, Recv: parts}, nil, func() *failure.Failure {
		unpack(w, flatOut, out)
		return nil
	})
	return c.run(g, w, func() any { return copies(out) })
}

// allToAllSingle: torch.distributed.all_to_all_single, cut along the first
// dimension, evenly or by the given sizes.
func allToAllSingle(c *call) *failure.Failure {
	in := c.tensor()
	out := c.array(&c.op.Out[0])
	c.output = out.copy
	g, member, f := c.member()
	if !member {
		return f
	}
	if f := sameDType([]*Array{out, in}); f != nil {
		return f
	}
	if f := c.check(g, group.AllToAllBase); f != nil {
		return f
	}
	send, f := split(g, in.value, c.op.InputSplitSizes)
	if f != nil {
		return f
	}
	recv, f := split(g, out.value, c.op.OutputSplitSizes)
	if f != nil {
		return f
	}
	w := c.work(g, transport.PrefixAllToAll, "direct")
	if f := fits(g, in.value, out.value, send, recv, len(c.op.InputSplitSizes)+len(c.op.OutputSplitSizes) > 0); f != nil {
		w.Fail(f)
		return c.run(g, w, nil)
	}
	w.Run(&collective.AllToAll{
		Rank: g.Rank, Size: g.Size, In: w.Memory(in.value.Bytes, in.index, in.base), Out: w.Memory(out.value.Bytes, out.index, out.base), Send: send, Recv: recv,
	}, nil, nil)
	return c.run(g, w, out.copy)
}

// barrier: torch.distributed.barrier. It also waits for all earlier works of the
// group in this process.
func barrier(c *call) *failure.Failure {
	g, member, f := c.member()
	if !member {
		return f
	}
	if f := c.check(g, group.Barrier); f != nil {
		return f
	}
	prior := g.Unfinished()
	w := c.work(g, transport.PrefixBarrier, c.algorithm())
	w.After(prior)
	w.Run(collective.NewBarrier(c.algorithm(), g.Rank, g.Size, w.Scratch(0)), nil, nil)
	return c.run(g, w, nil)
}
