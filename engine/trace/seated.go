package trace

import "slices"

// Seated returns the trace as seen from the places in the scenario: the processes
// of all attempts that sat at a place are one, which began when the first did and
// ended as the last did, so that whoever draws a lane for each place need not know
// of restarts. Calls, messages and all else keep their indices; what refers to
// processes refers to places. Lives tells which process it was when. The trace of
// a run without restarts is given back as it is.
func (t *Trace) Seated() *Trace { return t.SeatedWith(nil) }

// SeatedWith is Seated for a caller that wants to be told how far it has come: did is
// called again and again with the work done since, in events' worth. The trace must not
// grow meanwhile.
func (t *Trace) SeatedWith(did func(units int)) *Trace {
	if t.Attempts() == 1 {
		return t
	}
	out := *t
	seat := func(p *int32) {
		if *p >= 0 {
			*p %= int32(t.Seats)
		}
	}
	out.Procs = slices.Clone(t.Procs[len(t.Procs)-t.Seats:])
	for i := range out.Procs {
		for _, life := range t.Lives(i) {
			if life.Started != Never {
				out.Procs[i].Started = life.Started
				break
			}
		}
	}
	out.Groups = slices.Clone(t.Groups)
	for i := range out.Groups {
		g := &out.Groups[i]
		g.Members = slices.Clone(g.Members)
		for m := range g.Members {
			seat(&g.Members[m])
		}
	}
	each(&out.Tensors, did, func(x *Tensor) { seat(&x.Proc) })
	each(&out.Calls, did, func(c *Call) { seat(&c.Proc) })
	each(&out.Waits, did, func(w *Wait) { seat(&w.Proc); seat(&w.Peer) })
	each(&out.Messages, did, func(m *Message) { seat(&m.From); seat(&m.To) })
	each(&out.Logs, did, func(l *Log) { seat(&l.Proc) })
	each(&out.Saves, did, func(s *Save) { seat(&s.Proc) })
	each(&out.Events, did, func(e *Event) {
		e.Proc %= int16(t.Seats)
		if e.Kind == Connected || e.Kind == Closed {
			seat(&e.Ref)
		}
	})
	return &out
}

// each changes a copy of a list.
func each[T any](list *[]T, did func(units int), change func(*T)) {
	const seatedAtOnce = 4096
	from := *list
	*list = make([]T, len(from))
	for i := range from {
		(*list)[i] = from[i]
		change(&(*list)[i])
		if did != nil && i%seatedAtOnce == seatedAtOnce-1 {
			did(seatedAtOnce / 8)
		}
	}
}

// Lives lists the processes that sat at a place, one for each attempt.
func (t *Trace) Lives(seat int) []Proc {
	var out []Proc
	for p := seat; p < len(t.Procs); p += max(t.Seats, 1) {
		out = append(out, t.Procs[p])
		if t.Seats == 0 {
			break
		}
	}
	return out
}
