package app

import (
	"lockstep/engine/result"
	"lockstep/engine/trace"
)

// A run that stop_after ended went on until then, though the last thing that
// happened in it may lie long before: ranks were waiting, and a timeout or a message
// was still to come. Where nothing was, they wait for ever, and the run was over when
// the last thing had happened.

// End is when the run was over, or the last thing that happened in it so far.
func (r *Run) End() trace.Time { return max(r.Trace.End, r.Stop) }

// stop finds out whether stop_after ended the run, and lets its course go on until
// then.
func (r *Run) stop() {
	if at := r.Of.StopAfter; at > r.Trace.End && r.Result != nil && r.Result.Outcome == result.Hung && comes(r.Trace) {
		r.Stop, r.course = at, r.course.Until(at)
	}
}

func comes(t *trace.Trace) bool { some, _ := ToCome(t, func(int) {}); return some }

// looks is how much of a trace is looked at before a caller is told, and what that
// costs in events of a run.
const (
	looks     = 4096
	looksCost = looks / 8
)

// ToCome reports whether something was still to come by itself when a run that hangs
// ended: a message would have arrived, a time been over, a timeout struck; and when the
// earliest timeout of those would have been (trace.Never: there was none). did is told
// of the work, in events' worth.
func ToCome(t *trace.Trace, did func(units int)) (some bool, timeout trace.Time) {
	timeout = trace.Never
	look := func(i int) {
		if i%looks == looks-1 {
			did(looksCost)
		}
	}
	frozen := map[int32]bool{}
	for i := range t.Waits {
		look(i)
		w := &t.Waits[i]
		if w.End != trace.Never {
			continue
		}
		if w.Kind == trace.WaitStopped {
			frozen[w.Proc] = true
		}
		if w.Call == trace.None || t.Calls[w.Call].End != trace.Never && t.Calls[w.Call].Done != trace.Never {
			continue
		}
		limit := t.Deadline(w)
		some = some || w.Kind == trace.WaitTime || limit != trace.Never
		if limit != trace.Never && (timeout == trace.Never || limit < timeout) {
			timeout = limit
		}
	}
	for i := range t.Messages {
		look(i)
		some = some || t.Messages[i].Fate == trace.InFlight
	}
	for i := range t.Calls {
		look(i)
		c := &t.Calls[i]
		some = some || c.End == trace.Never && c.Step >= 0 && passes(c.Op) && !frozen[c.Proc]
	}
	return some, timeout
}

// passes holds for the ops that are over when their time is.
func passes(op string) bool { return op == "sleep" || op == "compute" || op == "load_data" }
