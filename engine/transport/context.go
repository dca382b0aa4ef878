package transport

import (
	"lockstep/engine/failure"
	"lockstep/engine/sim"
	"lockstep/engine/trace"
)

// Host is one process as its peers' kernels see it.
type Host struct {
	ID   int32
	Gate *sim.Gate // shut while the process is stopped
	// Abort ends the process when Gloo's own thread finds data that does not
	// fit: no exception can reach the program from there.
	Abort func(message string)

	contexts []*Context
	late     []func() // what arrived while the process was stopped
}

// Die closes every connection of the process: the kernel does, whatever the cause.
func (h *Host) Die() {
	for _, c := range h.contexts {
		c.Shut(failure.ClosedByPeer)
	}
	h.contexts = nil
	h.late = nil
}

// Continue handles what arrived while the process was stopped, in order.
func (h *Host) Continue() {
	late := h.late
	h.late = nil
	for _, f := range late {
		f()
	}
}

// Context is one process's side of one process group: its rank there, and a
// connection to each other member (gloo's transport context).
type Context struct {
	net  *Network
	host *Host
	Rank int
	Size int

	// Since is when all members were connected at once.
	Since sim.Time

	peers  []*Context       // by group rank, where all were connected at once
	ends   []*End           // those that were used, in that order
	byRank map[int]*End     // once they are many
	fault  *failure.Failure // every connection is closed …
	closed sim.Time         // … since then
	any    []anyRecv
	listener
}

// NewContext makes the side of rank in a group of size. It has no connections yet.
func (n *Network) NewContext(h *Host, rank, size int) *Context {
	c := &Context{net: n, host: h, Rank: rank, Size: size}
	h.contexts = append(h.contexts, c)
	return c
}

// Host returns the process.
func (c *Context) Host() *Host { return c.host }

// Process returns the process that is connected as a rank, trace.None for none.
func (c *Context) Process(rank int) int32 {
	switch {
	case rank == c.Rank:
		return c.host.ID
	case c.peers != nil:
		return c.peers[rank].host.ID
	}
	if e := c.used(rank); e != nil {
		return e.host
	}
	return trace.None
}

// ConnectMesh connects to all members at once: what comes of Connect where each
// has found the others, without its many steps. The slice is shared by them: a
// group of 1024 has half a million connections, of which a ring uses two a rank,
// so the two ends of one come to be when it is first used.
func (c *Context) ConnectMesh(members []*Context) {
	c.peers, c.Since = members, c.net.clock.Now()
}

// Itself is what a send to or a receive from this side's own rank meets: a pair
// that never connects.
func (c *Context) Itself() *failure.Failure {
	if c.fault != nil {
		return c.fault
	}
	return failure.NotConnected(c.Rank)
}

// few is how many ends are looked through one by one.
const few = 8

// used finds the end with a rank, if it came to be.
func (c *Context) used(rank int) *End {
	if c.byRank != nil {
		return c.byRank[rank]
	}
	for _, e := range c.ends {
		if e.rank == int32(rank) {
			return e
		}
	}
	return nil
}

// End returns this side's end of the connection with a rank.
func (c *Context) End(rank int) *End {
	if e := c.used(rank); e != nil {
		return e
	}
	var peer *Context
	if c.peers != nil {
		peer = c.peers[rank]
	}
	return c.open(rank, peer)
}

func (c *Context) open(rank int, peer *Context) *End {
	e := c.newEnd(rank)
	if peer == nil {
		return e
	}
	e.host = peer.host.ID
	e.out = c.net.Link(c.host.ID, peer.host.ID)
	p := peer.used(c.Rank)
	if p == nil {
		p = peer.newEnd(c.Rank)
		p.host, p.out = c.host.ID, c.net.Link(peer.host.ID, c.host.ID)
		p.peer = e
	}
	e.peer = p
	e.cut, p.cut = e.out.cuts > 0, e.out.cuts > 0
	e.learn()
	p.learn()
	return e
}

func (c *Context) newEnd(rank int) *End {
	e := &End{
		ctx: c, net: c.net, gate: c.host.Gate, proc: c.host.ID,
		rank: int32(rank), host: trace.None, id: int32(len(c.net.ends)), fault: c.fault,
	}
	c.net.ends = append(c.net.ends, e)
	c.ends = append(c.ends, e)
	if c.byRank != nil {
		c.byRank[rank] = e
	} else if len(c.ends) > few {
		c.byRank = make(map[int]*End, c.Size)
		for _, e := range c.ends {
			c.byRank[int(e.rank)] = e
		}
	}
	return e
}

// Close closes every connection of the group in this process, now and for good.
func (c *Context) Close(f *failure.Failure) {
	if c.fault != nil {
		return
	}
	c.fault, c.closed = f, c.net.clock.Now()
	for _, e := range c.ends {
		e.close(f)
	}
}

// anyRecv is a receive that takes the first sender of its slot.
type anyRecv struct {
	buf    *Buffer
	slot   Slot
	off, n int32
}

// RecvAny posts a receive from whichever member sends first; a send that waits
// already is taken in the order of posting. It belongs to no connection, so the
// end of one does not fail it.
func (b *Buffer) RecvAny(slot Slot, off, n int) *failure.Failure {
	c := b.ctx
	var from *End
	var earliest *op
	for rank := range c.Size {
		if rank == c.Rank {
			continue
		}
		e := c.End(rank)
		if e.peer == nil {
			continue
		}
		if o := e.peer.sends.first(slot); o != nil && (earliest == nil || o.msg < earliest.msg) {
			from, earliest = e, o
		}
	}
	if from != nil {
		return b.Recv(int(from.rank), slot, off, n)
	}
	b.posted[0].many = true
	c.net.anyRecvs++
	c.any = append(c.any, anyRecv{buf: b, slot: slot, off: int32(off), n: int32(n)})
	return nil
}

func (c *Context) takeAny(slot Slot) (anyRecv, bool) {
	for i, r := range c.any {
		if r.slot == slot && !r.buf.dead {
			c.any = append(c.any[:i], c.any[i+1:]...)
			c.net.anyRecvs--
			return r, true
		}
	}
	return anyRecv{}, false
}

// search finds an open op of b by looking at all connections.
func (c *Context) search(b *Buffer, d failure.Direction) (int32, Slot) {
	for _, e := range c.ends {
		list := &e.recvs
		if d == failure.Send {
			list = &e.sends
		}
		for o := list.head; o != nil; o = o.next {
			if o.buf == b {
				return e.host, o.slot
			}
		}
		if d == failure.Recv {
			for f := e.coming.head; f != nil; f = f.next {
				if f.buf == b {
					return e.host, f.slot
				}
			}
		}
	}
	for _, r := range c.any {
		if r.buf == b {
			return trace.None, r.slot
		}
	}
	return trace.None, 0
}
