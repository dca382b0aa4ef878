package process

import (
	"lockstep/engine/sim"
	"lockstep/engine/trace"
)

// A program stands still in one place at a time; where, is told to the trace here,
// so that the end of the process is the end of its wait. (The collectives' waits
// are those of the group's threads, and told by them.)

func (p *Proc) beginWait(w trace.Wait, slot uint64, deadline sim.Time) {
	w.Proc = p.ID
	p.waiting = p.job.Trace.BeginWait(p.job.Clock.Now(), w, slot, deadline)
}

func (p *Proc) endWait() {
	if p.waiting != trace.None {
		p.job.Trace.EndWait(p.job.Clock.Now(), p.waiting)
		p.waiting = trace.None
	}
}

// keyWait is a wait for a key of the store.
type keyWait struct {
	p    *Proc
	call int32
}

// BeginWait is for the store.
func (k keyWait) BeginWait(key string, deadline sim.Time) {
	k.p.beginWait(trace.Wait{Call: k.call, Peer: trace.None, Kind: trace.WaitStore}, uint64(k.p.job.Trace.Name(key)), deadline)
}

// EndWait is for the store.
func (k keyWait) EndWait() { k.p.endWait() }
