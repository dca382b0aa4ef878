package transport

import (
	"time"

	"lockstep/engine/failure"
	"lockstep/engine/sim"
	"lockstep/engine/trace"
)

// End is one side of a connection (gloo's Pair). Its queues hold what this side
// has posted and the other has not met.
type End struct {
	ctx  *Context
	net  *Network
	gate *sim.Gate // of this side's process
	proc int32     // this side's process

	peer *End
	out  *Link
	host int32 // the peer's process
	rank int32 // the peer's group rank
	id   int32

	sends, recvs opList
	coming       opList // flights on their way to this side
	fault        *failure.Failure
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
	net := e.net
	b.aim(failure.Send, e, slot)
	msg, visible := e.post(b, slot, off, n), e.reaches()
	if visible {
		// Whoever posted first was told: a receive that was posted before its
		// process was stopped is as good as any.
		peer := e.peer
		if r := net.ops.take(&peer.recvs, slot); r != none {
			// The receiver's notice was there already, so the bytes went at once;
			// else they go when it comes, and only whoever waits for them knows.
			o := &net.ops.all[r]
			fatal := n > o.n && o.since+peer.out.Latency <= net.clock.Now()
			e.transfer(b, off, n, msg, r)
			if fatal {
				e.fatal = true
			}
			return
		}
		if peer.stopped() {
			peer.ctx.host.late = append(peer.ctx.host.late, func() { peer.meetAny(slot) })
		} else if len(peer.ctx.any) > 0 {
			if r := peer.takeAny(slot); r != none {
				e.transfer(b, off, n, msg, r)
				return
			}
		}
	}
	net.fresh = append(net.fresh, msg)
	i := net.ops.fresh()
	o := &net.ops.all[i]
	o.buf, o.slot, o.off, o.n, o.msg, o.visible = b, slot, off, n, msg, visible
	net.ops.push(&e.sends, i)
}

// meetAny gives a send that was announced while this side was stopped to a
// receive from any source.
func (e *End) meetAny(slot Slot) {
	if e.fault != nil || e.net.ops.first(&e.peer.sends, slot) == nil {
		return
	}
	if r := e.takeAny(slot); r != none {
		e.peer.take(slot, r)
	}
}

// takeAny makes a receive of this end of one from any source.
func (e *End) takeAny(slot Slot) int32 {
	a, ok := e.ctx.takeAny(slot)
	if !ok {
		return none
	}
	r := e.net.ops.fresh()
	o := &e.net.ops.all[r]
	o.buf, o.slot, o.off, o.n, o.visible = a.buf, slot, a.off, a.n, true
	return r
}

// take lets this side's first send of a slot go to receive r of the peer.
func (e *End) take(slot Slot, r int32) {
	i := e.net.ops.take(&e.sends, slot)
	o := e.net.ops.all[i]
	e.net.ops.free(i)
	e.transfer(o.buf, o.off, o.n, o.msg, r)
}

func (e *End) recv(b *Buffer, slot Slot, off, n int32) {
	net := e.net
	b.aim(failure.Recv, e, slot)
	visible := e.reaches() && !e.fatal
	if visible {
		peer := e.peer
		if peer.stopped() {
			// A stopped process answers when it goes on.
			peer.ctx.host.late = append(peer.ctx.host.late, func() { peer.answer(slot) })
		} else if i := net.ops.take(&peer.sends, slot); i != none {
			o := &net.ops.all[i]
			from, start, size, msg := o.buf, o.off, o.n, o.msg
			o.buf, o.off, o.n = b, off, n
			peer.transfer(from, start, size, msg, i)
			return
		}
	}
	i := net.ops.fresh()
	o := &net.ops.all[i]
	o.buf, o.slot, o.since, o.off, o.n, o.visible = b, slot, net.clock.Now(), off, n, visible
	net.ops.push(&e.recvs, i)
}

// answer sends what the peer has asked for while this side was stopped.
func (e *End) answer(slot Slot) {
	ops := &e.net.ops
	if e.fault != nil || ops.first(&e.peer.recvs, slot) == nil || ops.first(&e.sends, slot) == nil {
		return
	}
	e.take(slot, ops.take(&e.peer.recvs, slot))
}

func (e *End) stopped() bool { return e.gate.IsShut() }

// post makes the message of a send in the trace.
func (e *End) post(b *Buffer, slot Slot, off, n int32) int32 {
	t := e.net.trace
	t.Messages = append(t.Messages, trace.Message{
		From: e.proc, To: e.host, SendCall: b.call, RecvCall: trace.None, Slot: uint64(slot),
		Bytes: n, Offset: b.base + off, Posted: e.net.clock.Now(), Sent: trace.Never, Arrived: trace.Never, Data: trace.None,
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
	for i := e.coming.head; i != none; i = net.ops.all[i].next {
		net.ops.all[i].buf.fail(f)
	}
	for _, i := range e.held {
		net.abort(net.ops.all[i].msg)
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
