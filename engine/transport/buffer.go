package transport

import (
	"lockstep/engine/failure"
	"lockstep/engine/sim"
	"lockstep/engine/trace"
)

// Waiter is whoever waits on a buffer: it is told that something has changed.
type Waiter interface{ Wake() }

// Buffer is memory that sends and receives refer to, with counts of those that
// completed (gloo's UnboundBuffer). It is not bound to a peer: a wait is for any
// one completion.
type Buffer struct {
	bytes []byte
	ctx   *Context
	net   *Network
	proc  int32 // whose memory it is
	call  int32 // in the trace
	// tensor is where the bytes stand in the trace: a tensor and an offset in
	// it, or trace.None for memory that no program sees.
	tensor int32
	base   int32

	sends, recvs int32 // completed and not yet waited for
	source       int32 // group rank that the last receive came from
	fault        *failure.Failure
	overrun      *End // over which a send went that is larger than its receive
	dead         bool // its call has ended; an op that still refers to it goes nowhere
	waiter       Waiter
	waits        failure.Direction

	posted   [2]target  // whom the ops of each direction were posted to
	arrivals [4]arrival // which messages filled the memory last
	turn     uint8
}

// target remembers the peer and the slot of the last op, and whether all went to
// that one: then a wait needs no search to tell the trace what it stands before.
type target struct {
	end  *End
	slot Slot
	many bool
}

type arrival struct {
	off int32
	msg int32
}

// NewBuffer registers memory that no program sees: scratch space.
func (c *Context) NewBuffer(call int32, bytes []byte) *Buffer {
	return c.NewTensorBuffer(call, bytes, trace.None, 0)
}

// NewTensorBuffer registers memory of a tensor of the trace, from byte base on.
func (c *Context) NewTensorBuffer(call int32, bytes []byte, tensor int32, base int) *Buffer {
	b := new(Buffer)
	c.PutTensorBuffer(b, call, bytes, tensor, base)
	return b
}

// PutTensorBuffer is NewTensorBuffer in the caller's own memory, which no buffer was in
// before.
func (c *Context) PutTensorBuffer(b *Buffer, call int32, bytes []byte, tensor int32, base int) {
	b.ctx, b.net, b.proc = c, c.net, c.host.ID
	b.bytes, b.call, b.tensor, b.base = bytes, call, tensor, int32(base)
}

// Unbound is memory of n bytes in no process, for whoever only reads the steps of an
// algorithm: nothing can be posted with it.
func Unbound(n int) *Buffer {
	return &Buffer{bytes: make([]byte, n), call: trace.None, tensor: trace.None}
}

// Bytes returns the memory.
func (b *Buffer) Bytes() []byte { return b.bytes }

// Len returns its size in bytes.
func (b *Buffer) Len() int { return len(b.bytes) }

// Source returns the group rank that the last completed receive came from.
func (b *Buffer) Source() int { return int(b.source) }

// Release says that the call is over. What was posted stays posted, as in Gloo,
// and blocks its connection if the other half comes.
func (b *Buffer) Release() { b.dead = true }

// Poll takes one completion. Where there is none, it returns the failure that
// struck the buffer, or false: then the waiter is told of the next change.
func (b *Buffer) Poll(d failure.Direction, w Waiter) (bool, *failure.Failure) {
	if d == failure.Recv && b.TakeRecv() || d == failure.Send && b.TakeSend() {
		return true, nil
	}
	b.Await(d, w)
	return false, b.fault
}

// Await lets the waiter be told of the next change of a buffer that no failure has
// struck, and reports whether it is one.
func (b *Buffer) Await(d failure.Direction, w Waiter) bool {
	if b.fault != nil {
		return false
	}
	b.waiter, b.waits = w, d
	return true
}

// TakeRecv takes one completion of a receive, if there is one.
func (b *Buffer) TakeRecv() bool {
	if b.recvs == 0 {
		return false
	}
	b.recvs--
	return true
}

// TakeSend takes one completion of a send, if there is one.
func (b *Buffer) TakeSend() bool {
	if b.sends == 0 {
		return false
	}
	b.sends--
	if b.overrun != nil {
		b.overrun.fatal = true
	}
	return true
}

// TimeOut is what a waiter does when its limit has passed: it closes every
// connection of the group in this process, and raises (unbound_buffer.cc).
func (b *Buffer) TimeOut(d failure.Direction, limit sim.Time) *failure.Failure {
	b.waiter = nil
	b.ctx.Close(failure.TimeoutClosedPair)
	return failure.TimedOut(d, limit)
}

func (b *Buffer) fail(f *failure.Failure) {
	b.fault = f
	b.wake()
}

func (b *Buffer) wake() {
	if w := b.waiter; w != nil {
		b.waiter = nil
		w.Wake()
	}
}

// Arrival returns the message that last filled the memory at off, or trace.None.
func (b *Buffer) Arrival(off int) int32 {
	for i := uint8(1); i <= 4 && i <= b.turn; i++ {
		if a := b.arrivals[(b.turn-i)&3]; a.off == int32(off) {
			return a.msg
		}
	}
	return trace.None
}

// Wrote records that the program's side changed n bytes from off: by reduction
// with a message, or a copy within the process.
func (b *Buffer) Wrote(off, n int, msg int32, reduce bool) {
	if b.tensor == trace.None || n == 0 {
		return
	}
	net := b.net
	net.wrote(b, int32(off), int32(n), net.trace.Keep(b.bytes[off:off+n]), msg, reduce)
}

func (n *Network) wrote(b *Buffer, off, size, data, msg int32, reduce bool) {
	i, w := n.trace.NewWrite()
	w.Tensor, w.Offset, w.Len, w.Data, w.Msg, w.Reduce = b.tensor, b.base+off, size, data, msg, reduce
	n.trace.Record(n.clock.Now(), trace.Wrote, b.proc, i)
}

// aim remembers whom an op is posted to.
func (t *target) aim(e *End, slot Slot) {
	t.many = t.many || t.end != nil && t.end != e
	t.end, t.slot = e, slot
}

func index(d failure.Direction) int {
	if d == failure.Send {
		return 1
	}
	return 0
}

// Blocked tells what a waiter stands before: the peer's process and the slot of
// the earliest op of this direction that is still open; trace.None when any
// member may come.
func (b *Buffer) Blocked(d failure.Direction) (peer int32, slot Slot) {
	if t := &b.posted[index(d)]; t.end != nil && !t.many {
		return t.end.host, t.slot
	}
	return b.ctx.search(b, d)
}
