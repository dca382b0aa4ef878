package process

import (
	"lockstep/engine/failure"
	"lockstep/engine/group"
	"lockstep/engine/tensor"
	"lockstep/engine/transport"
)

// send: torch.distributed.send and isend. Nothing is buffered: it is complete when
// the receiver has posted its receive. The tag is the slot.
func send(c *call) *failure.Failure {
	x := c.tensor()
	c.output = nil
	g, dst, member, f := c.rooted(c.op.Dst)
	if !member {
		return c.sendOutside(f)
	}
	if dst == g.Rank && c.op.Name == "send" {
		return failure.Value("Invalid destination rank: destination rank should not be the same as the rank of the current process.")
	}
	buf := c.buffer(g, x)
	if f := c.reach(g, dst); f != nil {
		return f
	}
	if f := buf.Send(dst, transport.Slot(c.op.Tag), 0, buf.Len()); f != nil {
		buf.Release()
		return f
	}
	g.Posted()
	return c.transfer(g, x, buf, failure.Send)
}

// recv: torch.distributed.recv and irecv; without src from whoever sends first.
func recv(c *call) *failure.Failure {
	x := c.tensor()
	g, member, f := c.member()
	if !member {
		return c.recvOutside(x, f)
	}
	buf := c.buffer(g, x)
	slot := transport.Slot(c.op.Tag)
	if c.op.Src == nil {
		f = buf.RecvAny(slot, 0, buf.Len())
	} else {
		src, bad := root(g, c.op.Src)
		if bad != nil {
			return bad
		}
		if bad := c.reach(g, src); bad != nil {
			return bad
		}
		f = buf.Recv(src, slot, 0, buf.Len())
	}
	if f != nil {
		buf.Release()
		return f
	}
	g.Posted()
	c.output = func() any { return received{g.GlobalRank(buf.Source()), x.clone()} }
	return c.transfer(g, x, buf, failure.Recv)
}

// sendOutside ends a send in a group without this process: isend does nothing, but
// send asks the group for its rank, and there is none.
func (c *call) sendOutside(f *failure.Failure) *failure.Failure {
	switch g, known := c.p.groups[c.op.Group]; {
	case !known || g != nil:
		return f
	case c.op.Name == "send":
		return failure.InvalidGroup
	case f != nil: // isend's error does not go by way of the log
		return failure.NotInNoGroup(named(c.op.Dst))
	}
	return c.nothing()
}

// recvOutside ends a receive in a group without this process.
func (c *call) recvOutside(x *Array, f *failure.Failure) *failure.Failure {
	if f != nil {
		return f
	}
	if c.op.Name == "irecv" {
		return c.nothing()
	}
	c.output = func() any { return received{-1, x.clone()} }
	return nil
}

type received struct {
	Returned int            `json:"returned"`
	Tensor   *tensor.Tensor `json:"tensor"`
}

func (c *call) buffer(g *group.Group, x *Array) *transport.Buffer {
	c.record().Group = g.Index
	return g.Ctx.NewTensorBuffer(c.index, x.value.Bytes, x.index, x.base)
}

// transfer waits for the posted op, or gives a handle on it. When a failed call
// returns, its memory is gone.
func (c *call) transfer(g *group.Group, x *Array, buf *transport.Buffer, way failure.Direction) *failure.Failure {
	f := c.launch(&transfer{buf: buf, way: way, timeout: g.Timeout, value: x.copy})
	if f != nil {
		buf.Release()
	}
	return f
}

// reach makes sure that there is such a member. The connection to one that does
// not exist is looked for in the store, where its address never comes; Gloo then
// thinks that it has begun to connect, and the next call uses what is not there.
// A process has no connection with itself (gloo/transport/tcp/context.cc).
func (c *call) reach(g *group.Group, rank int) *failure.Failure {
	if rank == g.Rank {
		return g.Ctx.Itself()
	}
	if rank >= 0 && rank < g.Size {
		return nil
	}
	if g.Sought(rank) {
		c.p.die(sigSegv, true)
	}
	_, f := g.Store.Find(c.p.task, g.Store.Meet(g.Prefix), rank, g.Timeout, keyWait{c.p, c.index})
	return f
}
