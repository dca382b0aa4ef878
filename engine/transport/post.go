package transport

import (
	"lockstep/engine/failure"
	"lockstep/engine/trace"
)

// Posting stands in one piece, though it could be told in several: of a ring's message
// a third is calls, and in WebAssembly each costs as much as ten of these lines.

// Send posts a send of n bytes from off to a group rank: mostly the one that the last
// went to.
func (b *Buffer) Send(peer int, slot Slot, off, n int) *failure.Failure {
	t := &b.posted[1]
	e := t.end
	if e == nil || e.rank != int32(peer) {
		e = b.ctx.End(peer)
	}
	if e.fault != nil {
		return e.fault
	}
	if t.end != e || t.slot != slot {
		t.aim(e, slot)
	}
	net := e.net
	if net.slot != slot || !net.slotKnown {
		net.slot, net.slotKnown, net.terms = slot, true, net.trace.Refer(uint64(slot), trace.Never)
	}
	now := net.clock.Now()
	msg, m := net.trace.NewMessage()
	m.From, m.To, m.SendCall, m.RecvCall = e.proc, e.host, b.call, trace.None
	m.Bytes, m.Offset, m.Data, m.Fate, m.Terms = int32(n), b.base+int32(off), trace.None, trace.Posted, net.terms
	m.Posted, m.Sent, m.Arrived = now, trace.Never, trace.Never

	visible := e.reaches()
	if visible {
		// Whoever posted first was told: a receive that was posted before its
		// process was stopped is as good as any.
		other := e.peer
		if r := other.recvs.take(slot); r != nil {
			// The receiver's notice was there already, so the bytes went at once;
			// else they go when it comes, and only whoever waits for them knows.
			fatal := int32(n) > r.n && r.since+other.out.Latency <= now
			e.transfer(b, int32(off), int32(n), msg, r)
			if fatal {
				e.fatal = true
			}
			return nil
		}
		if other.stopped() {
			other.ctx.host.late = append(other.ctx.host.late, func() { other.meetAny(slot) })
		} else if net.anyRecvs > 0 {
			if r := other.takeAny(slot); r != nil {
				e.transfer(b, int32(off), int32(n), msg, r)
				return nil
			}
		}
	}
	net.fresh = append(net.fresh, msg)
	o := net.ops.fresh()
	o.buf, o.slot, o.off, o.n, o.msg, o.visible = b, slot, int32(off), int32(n), msg, visible
	e.sends.push(o)
	return nil
}

// Recv posts a receive of at most n bytes to off from a group rank.
func (b *Buffer) Recv(peer int, slot Slot, off, n int) *failure.Failure {
	t := &b.posted[0]
	e := t.end
	if e == nil || e.rank != int32(peer) {
		e = b.ctx.End(peer)
	}
	if e.fault != nil {
		return e.fault
	}
	if t.end != e || t.slot != slot {
		t.aim(e, slot)
	}
	net := e.net
	visible := e.reaches() && !e.fatal
	if visible {
		other := e.peer
		if other.stopped() {
			// A stopped process answers when it goes on.
			other.ctx.host.late = append(other.ctx.host.late, func() { other.answer(slot) })
		} else if o := other.sends.take(slot); o != nil {
			from, start, size, msg := o.buf, o.off, o.n, o.msg
			o.buf, o.off, o.n = b, int32(off), int32(n)
			other.transfer(from, start, size, msg, o)
			return nil
		}
	}
	o := net.ops.fresh()
	o.buf, o.slot, o.since, o.off, o.n, o.visible = b, slot, net.clock.Now(), int32(off), int32(n), visible
	e.recvs.push(o)
	return nil
}
