package transport

import (
	"encoding/binary"
	"fmt"

	"lockstep/engine/failure"
	"lockstep/engine/trace"
)

// transfer starts message msg, n bytes of b from off, into the peer's receive f: the
// bytes leave the sender's memory now, and its send is complete. The receive is in
// no list any more.
func (e *End) transfer(b *Buffer, off, n, msg int32, f *op) {
	net, peer := e.net, e.peer
	if b.dead {
		e.sendStuck = true
		net.abort(msg)
		f.visible = false
		peer.recvs.push(f)
		return
	}
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
		net.carry(f.id, bytes)
	}
	if n > f.n {
		b.overrun = e
	}
	f.msg, f.size, f.to = msg, n, peer
	peer.coming.push(f)
	net.clock.At(arrive, net.arrive, f.id)
	b.sends++
	if b.waits == failure.Send {
		b.wake()
	}
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

// detain keeps a flight that cannot be read now: the link is cut, or the process
// stopped.
func (e *End) detain(f *op) {
	if e.cut {
		e.hold(f)
		return
	}
	h := e.ctx.host
	h.late = append(h.late, func() { e.deliver(f) })
}

// deliver reads a message out of the connection. The first on its way is the
// first to arrive, unless one before it blocks the connection.
func (e *End) deliver(f *op) {
	net, t := e.net, e.net.trace
	msg, buf := f.msg, f.buf
	if e.fault != nil {
		net.abort(msg)
		e.land(f)
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
		e.land(f)
		e.ctx.host.Abort(fmt.Sprintf("[enforce fail at pair.cc:464] op.preamble.length <= op.nbytes. %d vs %d. Received data size doesn't match expected size. Is there a distributed collective mismatch in your code?", size, room))
		return
	}
	bytes := t.Arena
	if m.Data == trace.None {
		bytes = net.carried[f.id]
	} else {
		bytes = bytes[m.Data:]
	}
	if to := buf.bytes[off : off+size]; size == 4 { // as often: a call would cost more than the bytes
		binary.LittleEndian.PutUint32(to, binary.LittleEndian.Uint32(bytes))
	} else {
		copy(to, bytes)
	}
	now := net.clock.Now()
	m.Fate, m.Arrived = trace.Delivered, now
	t.Record(now, trace.MsgArrive, e.proc, msg)
	if buf.tensor != trace.None && size > 0 {
		net.wrote(buf, off, size, m.Data, msg, false)
	}
	e.land(f)
	buf.recvs++
	buf.source = e.rank
	buf.arrivals[buf.turn&3] = arrival{off: off, msg: msg}
	buf.turn++
	if buf.waits == failure.Recv {
		buf.wake()
	}
}

// land takes a flight out of the air.
func (e *End) land(f *op) {
	e.coming.remove(f)
	e.net.ops.free(f)
}
