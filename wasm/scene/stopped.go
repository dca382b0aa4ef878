package scene

import "lockstep/engine/trace"

// A run can end while ranks still wait in two ways. Either nothing is left that
// could end their waiting: that is for ever. Or the run was ended from outside (by
// stop_after, a limit, or a person) while a timeout or a message was still to come:
// then nobody knows how it would have gone on, and "for ever" would be wrong.

// ends reports whether a wait that was open at the end would have ended by itself.
func (x *index) ends(w *trace.Wait) bool {
	return w.Kind == trace.WaitTime || x.t.Deadline(w) != trace.Never
}

// findStopped reports whether something was still to come when the run ended, and
// the earliest timeout of those (trace.Never: it was not a timeout).
func (x *index) findStopped(did func(units int)) (stopped bool, next trace.Time) {
	t := x.t
	next = trace.Never
	for i := range t.Waits {
		if i%looks == looks-1 {
			did(looksCost)
		}
		w := &t.Waits[i]
		if w.End != trace.Never || w.Call == trace.None || t.Calls[w.Call].End != trace.Never && t.Calls[w.Call].Done != trace.Never || !x.ends(w) {
			continue
		}
		stopped = true
		if limit := t.Deadline(w); limit != trace.Never && (next == trace.Never || limit < next) {
			next = limit
		}
	}
	for i := range t.Messages {
		if i%looks == looks-1 {
			did(looksCost)
		}
		stopped = stopped || t.Messages[i].Fate == trace.InFlight
	}
	return stopped, next
}

// stoppedAt is when the run was stopped.
func (d *sheet) stoppedAt() trace.Time {
	if s := d.s.Scenario.StopAfter; s > 0 && s >= d.index.t.End {
		return s
	}
	return d.index.t.End
}
