package lesson

import (
	"lockstep/engine/trace"
)

// Look is a moment of a run that shows something: a call's beginning or end, the
// n-th message with data, the middle of one rank's longest wait for another, or the end.
type Look struct {
	Rank    *int   `json:"rank"`
	Op      *int   `json:"op"`
	At      string `json:"at"` // begin or end of the call, sent or arrived of the message
	Message *int   `json:"message"`
	For     *int   `json:"for"` // the rank that Rank waits for
}

// Moment finds it; false where the run has no such thing.
func (r Run) Moment(l *Look) (at trace.Time, ok bool) {
	_, from := r.last()
	switch {
	case l.Message != nil:
		return r.message(*l.Message, l.At)
	case l.Rank != nil && l.For != nil:
		longest := trace.Time(0)
		for i := range r.Trace.Waits {
			w := &r.Trace.Waits[i]
			end := w.End
			if end == trace.Never {
				end = r.Trace.End
			}
			if int(w.Proc) == from+*l.Rank && int(w.Peer) == from+*l.For && end-w.Start > longest {
				longest = end - w.Start
				at = w.Start + longest/2
			}
		}
		return at, longest > 0
	case l.Rank != nil && l.Op != nil:
		for i := range r.Trace.Calls {
			c := &r.Trace.Calls[i]
			if int(c.Proc) != from+*l.Rank || int(c.Step) != *l.Op {
				continue
			}
			if l.At == "end" && c.End != trace.Never {
				return c.End, true
			}
			return c.Start, true
		}
		return 0, false
	}
	return r.Trace.End, true
}

// message is the n-th one with data, counted as they were posted.
func (r Run) message(n int, at string) (trace.Time, bool) {
	for i := range r.Trace.Messages {
		m := &r.Trace.Messages[i]
		if m.Bytes == 0 || m.Sent == trace.Never {
			continue
		}
		if n--; n >= 0 {
			continue
		}
		if at == "arrived" && m.Arrived != trace.Never {
			return m.Arrived, true
		}
		return m.Sent, true
	}
	return 0, false
}
