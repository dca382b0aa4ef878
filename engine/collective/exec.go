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
		for x.pc < len(x.program.steps) {
			s := &x.program.steps[x.pc]
			switch s.Kind {
			case PostSend:
				f = s.Buf.Send(int(s.Peer), x.Slot, int(s.Off), int(s.N))
			case PostRecv:
				f = s.Buf.Recv(int(s.Peer), x.Slot, int(s.Off), int(s.N))
			case WaitSend, WaitRecv:
				done, failed := x.awaited(s.Buf, failure.Direction(s.Kind == WaitSend), w)
				if !done && failed == nil {
					return false, nil, x.deadline
				}
				f = failed
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
			x.pc++
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

// awaited polls for one completion, and keeps the books of the wait.
func (x *Exec) awaited(b *transport.Buffer, d failure.Direction, w transport.Waiter) (bool, *failure.Failure) {
	done, f := b.Poll(d, w)
	if done && d == failure.Recv && x.wait != trace.None {
		x.Trace.MetWait(x.Clock.Now(), x.wait)
		x.wait = trace.None
		return true, nil
	}
	if done || f != nil {
		x.endWait()
		return done, f
	}
	if x.wait == trace.None {
		x.beginWait(b, d)
		return false, nil
	}
	if x.Clock.Now() >= x.deadline {
		f = b.TimeOut(d, x.Timeout)
		x.endWait()
	}
	return false, f
}

func (x *Exec) beginWait(b *transport.Buffer, d failure.Direction) {
	now := x.Clock.Now()
	x.deadline = now + x.Timeout
	peer, slot := b.Blocked(d)
	kind := trace.WaitRecv
	if d == failure.Send {
		kind = trace.WaitSend
	}
	x.wait = x.Trace.BeginWait(now, trace.Wait{Proc: x.Proc, Call: x.Call, Peer: peer, Kind: kind, Slot: uint64(slot), Deadline: x.deadline})
}

func (x *Exec) endWait() {
	if x.wait != trace.None {
		x.Trace.EndWait(x.Clock.Now(), x.wait)
		x.wait = trace.None
	}
}

// Stop gives the algorithm up where it stands: its process has ended.
func (x *Exec) Stop() { x.endWait() }
