package transport

import (
	"fmt"

	"lockstep/engine/trace"
)

// transfer starts message msg, n bytes of b from off, into the peer's receive r: the
// bytes leave the sender's memory now, and its send is complete. The receive is in
// no list any more.
func (e *End) transfer(b *Buffer, off, n, msg, r int32) {
	net, peer := e.net, e.peer
	if b.dead {
		e.sendStuck = true
		net.abort(msg)
		net.ops.all[r].visible = false
		net.ops.push(&peer.recvs, r)
		return
	}
	f := &net.ops.all[r]
	if f.buf.dead {
		peer.recvStuck = true
	}
	t, now := net.trace, net.clock.Now()
	leave, arrive := e.out.carry(now, int(n))
	bytes := b.bytes[off : off+n]
	m := &t.Messages[msg]
	m.Sent, m.RecvCall, m.Fate = leave, f.buf.call, trace.InFlight
	m.Data = t.Keep(bytes)
	t.Record(now, trace.MsgSend, m.From, msg)
	if m.Data == trace.None {
		net.carry(r, bytes)
	}
	if n > f.n {
		b.overrun = e
	}
	f.msg, f.size, f.end = msg, n, peer.id
	net.ops.push(&peer.coming, r)
	net.clock.At(arrive, net.arrive, r)
	b.sent()
	if net.OnLeave != nil {
		net.OnLeave(msg)
	}
}

// carry keeps the bytes of a flight, where the trace does not.
func (n *Network) carry(flight int32, bytes []byte) {
	for len(n.carried) <= int(flight) {
		n.carried = append(n.carried, nil)
	}
	n.carried[flight] = append(n.carried[flight][:0], bytes...)
}

func (n *Network) arrived(i int32) {
	e := n.ends[n.ops.all[i].end]
	if e.fault == nil {
		if e.cut {
			e.hold(i)
			return
		}
		if e.stopped() {
			h := e.ctx.host
			h.late = append(h.late, func() { e.deliver(i) })
			return
		}
	}
	e.deliver(i)
}

// deliver reads a message out of the connection. The first on its way is the
// first to arrive, unless one before it blocks the connection.
func (e *End) deliver(i int32) {
	net, t := e.net, e.net.trace
	f := &net.ops.all[i]
	msg, buf := f.msg, f.buf
	if e.fault != nil {
		net.abort(msg)
		e.land(i)
		return
	}
	if e.recvStuck || buf.dead {
		e.recvStuck = true
		return // it stays before this side until the connection is closed
	}
	m, off, size := &t.Messages[msg], f.off, f.size
	if room := f.n; size > room {
		m.Fate = trace.Rejected
		t.Record(net.clock.Now(), trace.MsgAbort, e.proc, msg)
		e.land(i)
		e.ctx.host.Abort(fmt.Sprintf("[enforce fail at pair.cc:464] op.preamble.length <= op.nbytes. %d vs %d. Received data size doesn't match expected size. Is there a distributed collective mismatch in your code?", size, room))
		return
	}
	bytes := t.Arena
	if m.Data == trace.None {
		bytes = net.carried[i]
	} else {
		bytes = bytes[m.Data:]
	}
	copy(buf.bytes[off:off+size], bytes)
	now := net.clock.Now()
	m.Fate, m.Arrived = trace.Delivered, now
	t.Record(now, trace.MsgArrive, e.proc, msg)
	if buf.tensor != trace.None && size > 0 {
		net.wrote(buf, off, size, m.Data, msg, false)
	}
	e.land(i)
	buf.received(off, msg, e.rank)
}

// land takes a flight out of the air.
func (e *End) land(i int32) {
	e.net.ops.remove(&e.coming, i)
	e.net.ops.free(i)
}
