package process

import (
	"time"

	"lockstep/engine/failure"
	"lockstep/engine/group"
	"lockstep/engine/sim"
	"lockstep/engine/trace"
	"lockstep/engine/transport"
)

// handle is what an asynchronous call gives back (torch.distributed.Work), and
// what one that is not waits on at once.
type handle interface {
	// wait lets the program wait for the end; limit 0 is none of its own.
	wait(c *call, limit time.Duration) *failure.Failure
	completed() bool
	// result is what Work.result() shows: the call's tensors.
	result() any
}

// launched is a handle under the name that the program gave it.
type launched struct {
	handle
	call  int32
	group *group.Group // that its work keeps alive
}

// waits reports whether the call comes back only when all is done.
func (c *call) waits() bool {
	return !c.op.Async && c.op.Name != "isend" && c.op.Name != "irecv"
}

// launch ends a call: with a handle if it is asynchronous, else by waiting.
func (c *call) launch(h handle) *failure.Failure {
	if c.waits() {
		return h.wait(c, 0)
	}
	if c.op.As != "" {
		c.p.handles[c.op.As] = launched{h, c.index, c.p.groups[c.op.Group]}
	}
	c.output = func() any { return returned{"Work"} }
	return nil
}

// returned is an output that tells only the type.
type returned struct {
	Returned string `json:"returned"`
}

// works is a handle on collectives that run on the group's threads: usually one.
// Those that follow each other are awaited in order, and finish runs on the
// program's thread when the last has ended (LambdaWork in ProcessGroupGloo.cpp).
type works struct {
	list   []*group.Work
	finish func() *failure.Failure
	lambda bool
	value  func() any
}

func (h *works) completed() bool { return !h.lambda && h.list[0].Done() }

func (h *works) result() any {
	if h.value == nil {
		return nil
	}
	return h.value()
}

func (h *works) wait(c *call, limit time.Duration) *failure.Failure {
	deadline := never
	if limit > 0 && !h.lambda {
		deadline = c.p.job.Clock.Now() + limit
	}
	for _, w := range h.list {
		if f := c.p.await(w, deadline); f != nil {
			return f
		}
	}
	if h.finish != nil {
		return h.finish()
	}
	return nil
}

// await lets the program wait for the end of a work, and returns how it failed.
func (p *Proc) await(w *group.Work, deadline sim.Time) *failure.Failure {
	for !w.Await(p.task) {
		if p.job.Clock.Now() >= deadline {
			return failure.WaitTimedOut
		}
		p.task.Park(deadline)
	}
	return w.Fault()
}

// transfer is a handle on one send or receive, which no thread of the group runs.
type transfer struct {
	buf     *transport.Buffer
	way     failure.Direction
	timeout time.Duration
	done    bool
	fault   *failure.Failure
	value   func() any
}

func (h *transfer) completed() bool { return h.done }
func (h *transfer) result() any     { return h.value() }

func (h *transfer) wait(c *call, limit time.Duration) *failure.Failure {
	if limit <= 0 {
		limit = h.timeout
	}
	h.fault = c.p.awaitBuffer(c.index, h.buf, h.way, limit)
	h.done = true
	return h.fault
}

// awaitBuffer lets the program itself wait for one completion on a buffer.
func (p *Proc) awaitBuffer(call int32, b *transport.Buffer, way failure.Direction, limit time.Duration) *failure.Failure {
	clock := p.job.Clock
	deadline := clock.Now() + limit
	for {
		done, f := b.Poll(way, p.task)
		if !done && f == nil && clock.Now() >= deadline {
			f = b.TimeOut(way, limit)
		}
		if done || f != nil {
			p.endWait()
			return f
		}
		if p.waiting == trace.None {
			peer, slot := b.Blocked(way)
			kind := trace.WaitRecv
			if way == failure.Send {
				kind = trace.WaitSend
			}
			p.beginWait(trace.Wait{Call: call, Peer: peer, Kind: kind}, uint64(slot), deadline)
		}
		p.task.Park(deadline)
	}
}

// wait: Work.wait(timeout). The operation goes on when the wait gives up.
func wait(c *call) *failure.Failure {
	h, ok := c.p.handles[c.op.ID]
	if !ok {
		return failure.NoHandle(c.op.ID)
	}
	if h.handle == nil {
		return failure.NoneHasNoWait
	}
	c.record().Handle = h.call
	if _, itself := h.handle.(*transfer); !itself && !h.completed() {
		deadline := trace.Never
		if c.op.Timeout > 0 {
			deadline = c.p.job.Clock.Now() + c.op.Timeout
		}
		c.p.beginWait(trace.Wait{Call: c.index, Peer: trace.None, Kind: trace.WaitHandle}, uint64(h.call), deadline)
	}
	c.output = func() any { return waited{true, h.result()} }
	f := h.wait(c, c.op.Timeout)
	c.p.endWait()
	return f
}

type waited struct {
	Returned bool `json:"returned"`
	Result   any  `json:"result"`
}

// poll: Work.is_completed.
func poll(c *call) *failure.Failure {
	h, ok := c.p.handles[c.op.ID]
	if !ok {
		return failure.NoHandle(c.op.ID)
	}
	c.record().Handle = h.call
	c.output = func() any {
		return struct {
			IsCompleted bool `json:"is_completed"`
		}{h.completed()}
	}
	return nil
}
