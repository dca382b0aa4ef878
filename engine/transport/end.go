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
	// What each message needs stands first, and so together in the processor's cache.
	net   *Network
	peer  *End
	out   *Link
	fault *failure.Failure
	ctx   *Context
	proc  int32 // this side's process
	host  int32 // the peer's process
	rank  int32 // the peer's group rank
	id    int32

	sends, recvs opList
	coming       opList // flights on their way to this side
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
	heldEnd bool
	held    []*op
	gate    *sim.Gate // of this side's process
}

// reaches reports whether the peer learns of what this side posts now.
func (e *End) reaches() bool { return e.peer != nil && !e.cut && !e.sendStuck && !e.peer.recvStuck }

// meetAny gives a send that was announced while this side was stopped to a
// receive from any source.
func (e *End) meetAny(slot Slot) {
	if e.fault != nil || e.peer.sends.first(slot) == nil {
		return
	}
	if r := e.takeAny(slot); r != nil {
		e.peer.take(slot, r)
	}
}

// takeAny makes a receive of this end of one from any source.
func (e *End) takeAny(slot Slot) *op {
	a, ok := e.ctx.takeAny(slot)
	if !ok {
		return nil
	}
	o := e.net.ops.fresh()
	o.buf, o.slot, o.off, o.n, o.visible = a.buf, slot, a.off, a.n, true
	return o
}

// take lets this side's first send of a slot go to receive r of the peer.
func (e *End) take(slot Slot, r *op) {
	o := e.sends.take(slot)
	e.net.ops.free(o)
	e.transfer(o.buf, o.off, o.n, o.msg, r)
}

// answer sends what the peer has asked for while this side was stopped.
func (e *End) answer(slot Slot) {
	if e.fault != nil || e.peer.recvs.first(slot) == nil || e.sends.first(slot) == nil {
		return
	}
	e.take(slot, e.peer.recvs.take(slot))
}

func (e *End) stopped() bool { return e.net.clock.AnyShut() && e.gate.IsShut() }

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
	for o := e.coming.head; o != nil; o = o.next {
		o.buf.fail(f)
	}
	for _, o := range e.held {
		net.abort(o.msg)
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
