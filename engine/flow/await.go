package flow

import (
	"lockstep/engine/collective"
	"lockstep/engine/trace"
)

// Awaited is what a rank waits for in a collective: by its own plan, the next
// message of that peer. False where the wait is not for data of a collective.
func (r *Reader) Awaited(w *trace.Wait) (Part, *Collective, bool) {
	x := r.Of(w.Call)
	if x == nil || w.Kind != trace.WaitRecv || w.Peer == trace.None {
		return Part{}, nil, false
	}
	rank, peer := x.Rank(r.t, r.t.Calls[w.Call].Proc), x.Rank(r.t, w.Peer)
	if rank < 0 || peer < 0 || x.Segments == nil {
		return Part{}, nil, false
	}
	came := 0
	for i := r.t.EventsUntil(r.t.Calls[w.Call].Start - 1); i < r.events && i < r.t.EventsUntil(w.Start); i++ {
		e := r.t.Events[i]
		if e.Kind == trace.MsgArrive && r.t.Messages[e.Ref].RecvCall == w.Call && r.t.Messages[e.Ref].From == w.Peer {
			came++
		}
	}
	algorithm := r.t.Calls[w.Call].Algorithm
	for _, m := range collective.Plan(x.Op, algorithm, rank, x.Call()) {
		if m.Send || m.Peer != peer {
			continue
		}
		if came == 0 {
			p := x.place(Part{From: peer, To: rank, Off: m.Off, N: m.N, Combine: m.Combine})
			p.Phase = collective.PhaseOf(x.Op, algorithm, rank, x.Call(), m)
			return p, x, true
		}
		came--
	}
	return Part{}, nil, false
}
