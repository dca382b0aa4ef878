package transport

import (
	"fmt"

	"lockstep/engine/trace"
)

// flight is a message on its way into the memory of a posted receive.
type flight struct {
	end  *End // where it arrives
	buf  *Buffer
	slot Slot
	off  int32
	n    int32 // room at the receiver
	size int32 // bytes that come
	msg  int32
	next int32
	data []byte // the bytes, where the trace does not keep them
}

// transfer starts a message of this side's send o into the peer's receive r: the
// bytes leave the sender's memory now, and its send is complete.
func (e *End) transfer(o, r *op) {
	net, t := e.ctx.net, e.ctx.net.trace
	now := net.clock.Now()
	if o.buf.dead {
		e.sendStuck = true
		r.visible = false
		net.abort(o.msg)
		net.ops.add(&e.peer.recvs, *r)
		return
	}
	if r.buf.dead {
		e.peer.recvStuck = true
	}
	leave, arrive := e.out.carry(now, int(o.n))
	bytes := o.buf.bytes[o.off : o.off+o.n]
	m := &t.Messages[o.msg]
	m.Sent, m.RecvCall, m.Fate = leave, r.buf.call, trace.InFlight
	m.Data = t.Keep(bytes)
	t.Record(now, trace.MsgSend, m.From, o.msg)
	if o.n > r.n {
		o.buf.overrun = e
	}
	o.buf.sent()
	if net.OnLeave != nil {
		net.OnLeave(o.msg)
	}

	i := net.newFlight()
	f := &net.flights[i]
	f.end, f.buf, f.slot, f.off, f.n, f.size, f.msg, f.next = e.peer, r.buf, o.slot, r.off, r.n, o.n, o.msg, none
	if m.Data == trace.None {
		f.data = append(f.data[:0], bytes...)
	}
	if e.peer.inTail == none {
		e.peer.inHead = i
	} else {
		net.flights[e.peer.inTail].next = i
	}
	e.peer.inTail = i
	net.clock.At(arrive, net.arrive, i)
}

func (n *Network) newFlight() int32 {
	if i := n.spare; i != none {
		n.spare = n.flights[i].next
		return i
	}
	n.flights = append(n.flights, flight{})
	return int32(len(n.flights) - 1)
}

func (n *Network) arrived(i int32) {
	e := n.flights[i].end
	if e.cut && e.fault == nil {
		e.hold(i)
		return
	}
	if e.fault == nil && e.stopped() {
		h := e.ctx.host
		h.late = append(h.late, func() { e.deliver(i) })
		return
	}
	e.deliver(i)
}

// deliver reads a message out of the connection. The first on its way is the
// first to arrive, unless one before it blocks the connection.
func (e *End) deliver(i int32) {
	net, t := e.ctx.net, e.ctx.net.trace
	f := &net.flights[i]
	if e.fault != nil {
		net.abort(f.msg)
		e.land(i)
		return
	}
	if e.recvStuck || f.buf.dead {
		e.recvStuck = true
		return // it stays before this side until the connection is closed
	}
	m := &t.Messages[f.msg]
	if f.size > f.n {
		m.Fate = trace.Rejected
		t.Record(net.clock.Now(), trace.MsgAbort, e.ctx.host.ID, f.msg)
		size, room := f.size, f.n
		e.land(i)
		e.ctx.host.Abort(fmt.Sprintf("[enforce fail at pair.cc:464] op.preamble.length <= op.nbytes. %d vs %d. Received data size doesn't match expected size. Is there a distributed collective mismatch in your code?", size, room))
		return
	}
	into := f.buf.bytes[f.off : f.off+f.size]
	if m.Data == trace.None {
		copy(into, f.data)
	} else {
		copy(into, t.Arena[m.Data:])
	}
	m.Fate, m.Arrived = trace.Delivered, net.clock.Now()
	t.Record(m.Arrived, trace.MsgArrive, e.ctx.host.ID, f.msg)
	if f.buf.tensor != trace.None && f.size > 0 {
		net.wrote(f.buf, f.off, f.size, m.Data, f.msg, false)
	}
	buf, off, msg := f.buf, f.off, f.msg
	e.land(i)
	buf.received(off, msg, e.rank)
}

// land takes a flight out of the air.
func (e *End) land(i int32) {
	net := e.ctx.net
	prev := none
	for k := e.inHead; k != i; k = net.flights[k].next {
		prev = k
	}
	f := &net.flights[i]
	if prev == none {
		e.inHead = f.next
	} else {
		net.flights[prev].next = f.next
	}
	if e.inTail == i {
		e.inTail = prev
	}
	f.buf, f.end = nil, nil
	f.next = net.spare
	net.spare = i
}
