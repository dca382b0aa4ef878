package collective

import (
	"time"

	"lockstep/engine/failure"
	"lockstep/engine/sim"
	"lockstep/engine/tensor"
	"lockstep/engine/trace"
	"lockstep/engine/transport"
)

// Exec takes the steps of an algorithm, as far as they go.
type Exec struct {
	Clock   *sim.Sim
	Trace   *trace.Trace
	Proc    int32
	Call    int32
	Slot    transport.Slot
	Timeout time.Duration // of each single wait, as in Gloo
	Combine tensor.Combine

	alg      Algorithm
	program  Program
	pc       int
	round    int
	more     bool
	deadline sim.Time
	wait     int32 // open wait in the trace, or trace.None
}

// Start sets the algorithm, from its first round on.
func (x *Exec) Start(a Algorithm) {
	x.alg, x.pc, x.round, x.more, x.wait = a, 0, 0, true, trace.None
	x.program.Reset()
}

// Advance takes steps until the algorithm has ended, with a failure or without,
// or until it has to wait: then w is told when something changes, and until says
// when the patience ends.
func (x *Exec) Advance(w transport.Waiter) (ended bool, f *failure.Failure, until sim.Time) {
	for {
		steps := x.program.Steps()
		for pc := x.pc; pc < len(steps); pc++ {
			s := &steps[pc]
			switch s.Kind {
			case PostSend:
				f = s.Buf.Send(int(s.Peer), x.Slot, int(s.Off), int(s.N))
			case PostRecv:
				f = s.Buf.Recv(int(s.Peer), x.Slot, int(s.Off), int(s.N))
			case WaitSend:
				if x.wait == trace.None && s.Buf.TakeSend() {
					continue
				}
				if ended, f = x.await(s.Buf, failure.Send, w); !ended {
					x.pc = pc
					return false, nil, x.deadline
				}
			case WaitRecv:
				if s.Buf.TakeRecv() {
					x.met()
					continue
				}
				if ended, f = x.await(s.Buf, failure.Recv, w); !ended {
					x.pc = pc
					return false, nil, x.deadline
				}
			case Combine:
				x.Combine(s.Buf.Bytes()[s.Off:s.Off+s.N], s.Src.Bytes()[s.SrcOff:s.SrcOff+s.N])
				s.Buf.Wrote(int(s.Off), int(s.N), s.Src.Arrival(int(s.SrcOff)), true)
			case Copy:
				copy(s.Buf.Bytes()[s.Off:s.Off+s.N], s.Src.Bytes()[s.SrcOff:s.SrcOff+s.N])
				s.Buf.Wrote(int(s.Off), int(s.N), trace.None, false)
			case Do:
				x.program.next()()
			}
			if f != nil {
				return true, f, sim.Never
			}
		}
		if !x.more {
			return true, nil, sim.Never
		}
		x.program.Reset()
		x.pc = 0
		x.more = x.alg.Round(x.round, &x.program)
		x.round++
	}
}

// met closes the books of a wait that the arrival of a message ends.
func (x *Exec) met() {
	if x.wait != trace.None {
		x.Trace.MetWait(x.Clock.Now(), x.wait)
		x.wait = trace.None
	}
}

// await polls for one completion and keeps the books of the wait. It reports
// whether the wait is over, well or with a failure.
func (x *Exec) await(b *transport.Buffer, d failure.Direction, w transport.Waiter) (over bool, f *failure.Failure) {
	done, f := b.Poll(d, w)
	switch {
	case done || f != nil:
		x.endWait()
		return true, f
	case x.wait == trace.None:
		x.beginWait(b, d)
		return false, nil
	case x.Clock.Now() < x.deadline:
		return false, nil
	}
	f = b.TimeOut(d, x.Timeout)
	x.endWait()
	return true, f
}

func (x *Exec) beginWait(b *transport.Buffer, d failure.Direction) {
	now := x.Clock.Now()
	x.deadline = now + x.Timeout
	peer, slot := b.Blocked(d)
	kind := trace.WaitRecv
	if d == failure.Send {
		kind = trace.WaitSend
	}
	x.wait = x.Trace.OpenWait(now, x.Proc)
	wait := &x.Trace.Waits[x.wait]
	wait.Call, wait.Peer, wait.Kind, wait.Slot, wait.Deadline = x.Call, peer, kind, uint64(slot), x.deadline
}

func (x *Exec) endWait() {
	if x.wait != trace.None {
		x.Trace.EndWait(x.Clock.Now(), x.wait)
		x.wait = trace.None
	}
}

// Stop gives the algorithm up where it stands: its process has ended.
func (x *Exec) Stop() { x.endWait() }
