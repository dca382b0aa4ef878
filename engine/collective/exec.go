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
	program  *Program
	pc       int // of the steps that were kept
	round    int
	more     bool
	deadline sim.Time
	wait     int32          // open wait in the trace, or trace.None
	terms    trace.TermsRef // of a wait in Slot
}

// Start sets the algorithm, from its first round on, and who takes its steps: nobody
// else may need p until the algorithm has ended.
func (x *Exec) Start(a Algorithm, p *Program) {
	x.alg, x.pc, x.round, x.more, x.wait = a, 0, 0, true, trace.None
	x.terms = x.Trace.Refer(uint64(x.Slot), x.Timeout)
	x.program = p
	p.exec, p.fault = x, nil
	p.reset()
}

// Advance takes steps until the algorithm has ended, with a failure or without,
// or until it has to wait: then w is told when something changes, and until says
// when the patience ends.
func (x *Exec) Advance(w transport.Waiter) (ended bool, f *failure.Failure, until sim.Time) {
	p := x.program
	for {
		for ; x.pc < p.kept; x.pc++ {
			s := &p.room[x.pc]
			if s.kind == waitRecv { // as it is mostly
				if s.buf.TakeRecv() {
					x.met()
					continue
				}
				if x.wait == trace.None && s.buf.Await(failure.Recv, w) {
					x.beginWait(s.buf, failure.Recv)
					return false, nil, x.deadline
				}
			}
			over, f := x.take(s, w)
			if f != nil {
				return true, f, sim.Never
			}
			if !over {
				return false, nil, x.deadline
			}
		}
		if !x.more {
			return true, nil, sim.Never
		}
		x.pc = 0
		p.reset()
		x.more = x.alg.Round(x.round, p)
		x.round++
		if p.fault != nil {
			return true, p.fault, sim.Never
		}
	}
}

// take takes a step that was kept, or reports that it still has to wait.
func (x *Exec) take(s *step, w transport.Waiter) (over bool, f *failure.Failure) {
	switch s.kind {
	case postSend:
		return true, s.buf.Send(int(s.peer), x.Slot, int(s.off), int(s.n))
	case postRecv:
		return true, s.buf.Recv(int(s.peer), x.Slot, int(s.off), int(s.n))
	case waitSend:
		if x.wait == trace.None && s.buf.TakeSend() {
			return true, nil
		}
		return x.await(s.buf, failure.Send, w)
	case waitRecv:
		return x.await(s.buf, failure.Recv, w)
	case combine:
		x.program.waiting = false
		x.program.Combine(s.buf, int(s.off), s.src, int(s.srcOff), int(s.n))
	case moved:
		x.program.waiting = false
		x.program.Copy(s.buf, int(s.off), s.src, int(s.srcOff), int(s.n))
	}
	return true, nil
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

// beginWait opens the books of a wait that has to be.
func (x *Exec) beginWait(b *transport.Buffer, d failure.Direction) {
	now := x.Clock.Now()
	x.deadline = now + x.Timeout
	peer, slot := b.Blocked(d)
	i, wait := x.Trace.OpenWait(now, x.Proc)
	x.wait = i
	wait.Call, wait.Peer, wait.Kind, wait.Terms = x.Call, peer, trace.WaitRecv, x.terms
	if d == failure.Send {
		wait.Kind = trace.WaitSend
	}
	if slot != x.Slot { // of another call that the memory is used for
		wait.Terms = x.Trace.Refer(uint64(slot), x.Timeout)
	}
}

func (x *Exec) endWait() {
	if x.wait != trace.None {
		x.Trace.EndWait(x.Clock.Now(), x.wait)
		x.wait = trace.None
	}
}

// Stop gives the algorithm up where it stands: its process has ended.
func (x *Exec) Stop() { x.endWait() }
