package transport

import (
	"time"

	"lockstep/engine/failure"
	"lockstep/engine/trace"
)

// End is one side of a connection (gloo's Pair). Its queues hold what this side
// has posted and the other has not met.
type End struct {
	ctx  *Context
	peer *End
	out  *Link
	host int32 // the peer's process
	rank int32 // the peer's group rank
	id   int32

	sends, recvs   opList
	inHead, inTail int32 // flights on their way to this side
	fault          *failure.Failure
	// A message whose memory is gone (its call failed and returned) blocks the
	// connection for good: in sendStuck nothing posted later goes out, in
	// recvStuck nothing later is read, not even the peer's end.
	sendStuck, recvStuck bool
	// A message that its receiver will die of has been written: what this side
	// asks for from now on stands behind it in the stream, and is not read any more.
	fatal bool

	// While the link is cut, nothing that is posted is announced, and what should
	// arrive is held: flights, and the end of the stream.
	cut     bool
	held    []int32
	heldEnd bool
}

// reaches reports whether the peer learns of what this side posts now.
func (e *End) reaches() bool { return e.peer != nil && !e.cut && !e.sendStuck && !e.peer.recvStuck }

func (e *End) send(b *Buffer, slot Slot, off, n int32) {
	net := e.ctx.net
	b.aim(failure.Send, e, slot)
	net.posted++
	o := op{buf: b, slot: slot, order: net.posted, off: off, n: n, msg: e.post(b, slot, off, n), visible: e.reaches()}
	if o.visible {
		// Whoever posted first was told: a receive that was posted before its
		// process was stopped is as good as any.
		if r, ok := net.ops.take(&e.peer.recvs, slot); ok {
			e.transfer(&o, &r)
			// The receiver's notice was there already, so the bytes went at once;
			// else they go when it comes, and only whoever waits for them knows.
			if o.n > r.n && r.since+e.peer.out.Latency <= net.clock.Now() {
				e.fatal = true
			}
			return
		}
		if peer := e.peer; peer.stopped() {
			peer.ctx.host.late = append(peer.ctx.host.late, func() { peer.meetAny(slot) })
		} else if a, ok := peer.ctx.takeAny(slot); ok {
			e.transfer(&o, &op{buf: a.buf, slot: slot, off: a.off, n: a.n, visible: true})
			return
		}
	}
	net.fresh = append(net.fresh, o.msg)
	net.ops.add(&e.sends, o)
}

// meetAny gives a send that was announced while this side was stopped to a
// receive from any source.
func (e *End) meetAny(slot Slot) {
	if e.fault != nil || e.ctx.net.ops.first(&e.peer.sends, slot) == nil {
		return
	}
	if a, ok := e.ctx.takeAny(slot); ok {
		o, _ := e.ctx.net.ops.take(&e.peer.sends, slot)
		e.peer.transfer(&o, &op{buf: a.buf, slot: slot, off: a.off, n: a.n, visible: true})
	}
}

func (e *End) recv(b *Buffer, slot Slot, off, n int32) {
	net := e.ctx.net
	b.aim(failure.Recv, e, slot)
	r := op{buf: b, slot: slot, since: net.clock.Now(), off: off, n: n, visible: e.reaches() && !e.fatal}
	if r.visible {
		if e.peer.stopped() {
			// A stopped process answers when it goes on.
			peer := e.peer
			peer.ctx.host.late = append(peer.ctx.host.late, func() { peer.answer(slot) })
		} else if o, ok := net.ops.take(&e.peer.sends, slot); ok {
			e.peer.transfer(&o, &r)
			return
		}
	}
	net.ops.add(&e.recvs, r)
}

// answer sends what the peer has asked for while this side was stopped.
func (e *End) answer(slot Slot) {
	net := e.ctx.net
	if e.fault != nil || net.ops.first(&e.peer.recvs, slot) == nil {
		return
	}
	if o, ok := net.ops.take(&e.sends, slot); ok {
		r, _ := net.ops.take(&e.peer.recvs, slot)
		e.transfer(&o, &r)
	}
}

func (e *End) stopped() bool { return e.ctx.host.Gate.IsShut() }

// post makes the message of a send in the trace.
func (e *End) post(b *Buffer, slot Slot, off, n int32) int32 {
	t := e.ctx.net.trace
	t.Messages = append(t.Messages, trace.Message{
		From: e.ctx.host.ID, To: e.host, SendCall: b.call, RecvCall: trace.None, Slot: uint64(slot),
		Bytes: n, Offset: b.base + off, Posted: e.ctx.net.clock.Now(), Sent: trace.Never, Arrived: trace.Never, Data: trace.None,
	})
	return int32(len(t.Messages) - 1)
}

// close ends this side: everything open fails with f, and the peer will notice.
func (e *End) close(f *failure.Failure) {
	if e.fault != nil {
		return
	}
	e.fault = f
	net := e.ctx.net
	net.trace.Record(net.clock.Now(), trace.Closed, e.ctx.host.ID, e.host)
	net.ops.failAll(&e.sends, f, func(o *op) { net.abort(o.msg) })
	net.ops.failAll(&e.recvs, f, nil)
	for i := e.inHead; i != none; i = net.flights[i].next {
		net.flights[i].buf.fail(f)
	}
	for _, i := range e.held {
		net.abort(net.flights[i].msg)
	}
	if e.peer != nil && e.peer.fault == nil {
		net.clock.At(e.out.after(net.clock.Now()+e.turn()), net.notice, e.peer.id)
	}
}

// turn is how long this connection has to wait until a process that closes all of
// its group comes to it: it goes from rank to rank.
func (e *End) turn() time.Duration {
	before := e.rank
	if int(before) > e.ctx.Rank {
		before--
	}
	return time.Duration(before) * closing
}

// learn is for an end that has just come to be. The connection is as old as the
// group: where the other side has closed all of its own before, this one notices,
// or has noticed, even if neither has used it.
func (e *End) learn() {
	if e.fault != nil || e.peer.ctx.fault == nil {
		return
	}
	if e.cut {
		e.heldEnd = true
		return
	}
	clock := e.ctx.net.clock
	at := e.peer.out.after(e.peer.ctx.closed + e.peer.turn())
	if at > clock.Now() || e.stopped() {
		clock.At(at, e.ctx.net.notice, e.id)
		return
	}
	e.fault = failure.ClosedByPeer
}

// noticed is the end of the stream from the peer, read after all data before it.
func (e *End) noticed() {
	if e.fault != nil || e.recvStuck {
		return
	}
	if e.cut {
		e.heldEnd = true
		return
	}
	if e.stopped() {
		e.ctx.host.late = append(e.ctx.host.late, e.noticed)
		return
	}
	e.close(failure.ClosedByPeer)
}

// abort gives a message up.
func (n *Network) abort(msg int32) {
	m := &n.trace.Messages[msg]
	if m.Fate == trace.Posted || m.Fate == trace.InFlight {
		m.Fate = trace.Aborted
		n.trace.Record(n.clock.Now(), trace.MsgAbort, m.From, msg)
	}
}
