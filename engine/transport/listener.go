package transport

import (
	"time"

	"lockstep/engine/failure"
)

// A side of a group has a port of its own, and a pair for each rank, numbered by
// the rank (gloo/transport/tcp: device.cc, listener.cc, pair.cc). Of two sides the
// one with the higher port connects to the other, says which of the other's pairs
// it means, and is content: nobody tells it who sits there, or whether anybody
// waits. The other waits until somebody names its pair. So two processes whose
// ideas of the group differ can meet as what they are not, and one can wait for a
// caller who has long gone on.

// listener is where the others find a side.
type listener struct {
	shut    bool
	callers []caller     // connections to pairs that did not wait, or are no pairs
	waiting map[int]wait // pairs that wait for theirs
	made    []bool       // pairs that have theirs, where they were made one by one
}

type caller struct {
	pair int
	end  *End
}

type wait struct{ waiter Waiter }

// calls reports whose part it is to connect. Real ports are drawn by the kernel and
// follow no order, so which of two sides connects is a matter of chance; here it is
// always the one whose process has the lower number, so that a run can be repeated.
func (c *Context) calls(to *Context) bool { return c.host.ID < to.host.ID }

// Fresh reports whether no connection of the side has been made or is being made.
func (c *Context) Fresh() bool {
	return c.peers == nil && c.made == nil && !c.shut && c.fault == nil
}

// Connected reports whether the connection with a rank has been made.
func (c *Context) Connected(rank int) bool {
	return c.peers != nil || c.made != nil && c.made[rank]
}

// Connect makes the pair of a rank from the address that was found under it. False
// means that the pair waits to be called, and that w is told when it is.
func (c *Context) Connect(rank int, to *Context, w Waiter) (bool, *failure.Failure) {
	if c.made == nil {
		c.made = make([]bool, c.Size)
	}
	if c.calls(to) {
		if to.shut {
			return false, failure.Refused(c.Rank)
		}
		e := c.pair(rank, to)
		to.called(c.Rank, e)
		return true, nil
	}
	for i, k := range c.callers {
		if k.pair == rank {
			c.callers = append(c.callers[:i], c.callers[i+1:]...)
			c.accept(rank, k.end)
			return true, nil
		}
	}
	if c.waiting == nil {
		c.waiting = map[int]wait{}
	}
	c.waiting[rank] = wait{w}
	return false, nil
}

// pair makes an end whose other half may never come to be.
func (c *Context) pair(rank int, to *Context) *End {
	e := c.newEnd(rank)
	e.host, e.out = to.host.ID, c.net.Link(c.host.ID, to.host.ID)
	e.cut = e.out.cuts > 0
	c.made[rank] = true
	return e
}

// called takes a connection to one of the side's pairs.
func (c *Context) called(pair int, from *End) {
	if w, ok := c.waiting[pair]; ok {
		delete(c.waiting, pair)
		c.accept(pair, from)
		w.waiter.Wake()
		return
	}
	for _, k := range c.callers {
		if k.pair == pair && pair < c.Size {
			c.drop(from) // one connection for a pair is kept, a second is not
			return
		}
	}
	c.callers = append(c.callers, caller{pair, from})
}

// accept joins a pair with the end that called it. What the caller has posted
// meanwhile is heard now.
func (c *Context) accept(rank int, from *End) {
	e := c.pair(rank, from.ctx)
	e.peer, from.peer = from, e
	if !e.cut { // else when the link is mended
		from.sends.showAll()
		from.recvs.showAll()
	}
	if from.fault != nil {
		c.net.clock.At(from.out.after(c.net.clock.Now()), c.net.notice, e.id)
	}
}

// drop closes a connection that nobody has taken: its caller notices.
func (c *Context) drop(from *End) {
	back := c.net.Link(c.host.ID, from.ctx.host.ID)
	c.net.clock.At(back.after(c.net.clock.Now()), c.net.notice, from.id)
}

// Leaving is how long a process waits for the own thread of a group that it closes.
// That thread looks up every ten milliseconds (gloo/transport/tcp/loop.cc, run,
// unregisterDescriptor and shutdown): half of that on average.
const Leaving = 5 * time.Millisecond

// Shut closes the side for good: its connections, those that nobody took, and
// the door.
func (c *Context) Shut(f *failure.Failure) {
	c.Close(f)
	if c.shut {
		return
	}
	c.shut = true
	for _, k := range c.callers {
		c.drop(k.end)
	}
	c.callers, c.waiting = nil, nil
}
