package scene

import (
	"slices"
	"sort"

	"lockstep/engine/trace"
)

// span is a stretch of time; Peer is whom one stood still for, or −1.
type span struct {
	From, To trace.Time
	Peer     int
}

// motion lists when data of a call was on the wire, to it or from it, in order
// and without overlap. The list is good until the next one is asked for: there is one
// of each call in most pictures of a run that is new.
func (x *index) motion(call int32) []span {
	c := &x.t.Calls[call]
	list := x.moving[:0]
	ids := x.sent[c.Proc]
	k := sort.Search(len(ids), func(k int) bool { return x.t.Messages[ids[k]].Posted >= c.Start })
	for ; k < len(ids); k++ {
		m := &x.t.Messages[ids[k]]
		if c.Done != trace.Never && m.Posted > c.Done {
			break
		}
		if m.SendCall != call || m.Sent == trace.Never {
			continue
		}
		to := m.Arrived
		if to == trace.Never {
			to = x.t.End
		}
		list = append(list, span{m.Sent, to, -1})
	}
	// What a call takes in can have been posted long before it began.
	for _, id := range x.takenBy(call) {
		if m := &x.t.Messages[id]; m.Sent != trace.Never && m.Arrived != trace.Never {
			list = append(list, span{m.Sent, m.Arrived, -1})
		}
	}
	x.moving = list
	return join(list)
}

// join sorts spans and makes one of those that touch, where they stand.
func join(list []span) []span {
	slices.SortFunc(list, func(a, b span) int { return int(a.From - b.From) })
	out := list[:0]
	for _, s := range list {
		if n := len(out); n > 0 && s.From <= out[n-1].To {
			if s.To > out[n-1].To {
				out[n-1].To = s.To
			}
			continue
		}
		out = append(out, s)
	}
	return out
}

// idle lists when a call stood still: it waited, and nothing of it was on the
// wire. It is found once for each call.
func (x *index) idle(call int32) []span {
	known, ok := x.knownIdle(call)
	if !ok {
		known, _ = x.learnIdle(call)
	}
	return known
}

func (x *index) knownIdle(call int32) (list []span, known bool) {
	if list, known = x.settled[call]; !known {
		list, known = x.idles[call]
	}
	return list, known
}

// learnIdle finds it and keeps it, that of a call that is over for good: the next index
// need not find it again. It tells how much it has looked at.
func (x *index) learnIdle(call int32) (list []span, looked int) {
	list, looked = x.findIdle(call)
	if !x.over && x.isSettled(call) { // of a run that is over there is no next one
		if x.settled == nil {
			x.settled = map[int32][]span{}
		}
		x.settled[call] = list
	} else {
		x.idles[call] = list
	}
	return list, looked
}

// isSettled tells of a call that nothing more will be heard of it: all of it had been
// read when time went on, and nothing that it sent is still on its way.
func (x *index) isSettled(call int32) bool {
	c := &x.t.Calls[call]
	if c.Done == trace.Never || c.Done >= x.read.until {
		return false
	}
	for _, w := range x.waitsOf(call) {
		if w.End == trace.Never {
			return false
		}
	}
	ids := x.sent[c.Proc]
	k := sort.Search(len(ids), func(k int) bool { return x.t.Messages[ids[k]].Posted >= c.Start })
	for ; k < len(ids) && x.t.Messages[ids[k]].Posted <= c.Done; k++ {
		if m := &x.t.Messages[ids[k]]; m.SendCall == call && (m.Fate == trace.Posted || m.Sent != trace.Never && m.Arrived == trace.Never) {
			return false
		}
	}
	return true
}

// idleNow is idle as far as there is room for more of it in this picture.
func (x *index) idleNow(call int32) (list []span, known bool) {
	if list, known = x.knownIdle(call); known {
		return list, true
	}
	if x.room <= 0 {
		x.lacking = append(x.lacking, call)
		return nil, false
	}
	list, looked := x.learnIdle(call)
	if x.long() || !x.over {
		x.room -= looked
	}
	return list, true
}

// findIdle finds it, and tells how much it has looked at.
func (x *index) findIdle(call int32) (out []span, looked int) {
	c := &x.t.Calls[call]
	moving := x.motion(call)
	waits := x.waitsOf(call)
	for _, w := range waits {
		if w.Kind == trace.WaitTime {
			continue
		}
		end := w.End
		if end == trace.Never {
			end = x.last
		}
		out = appendIdle(out, span{w.Start, end, int(w.Peer)}, moving)
	}
	if len(waits) == 0 && c.Step < 0 && c.Status == trace.Error {
		// The store's host waits for its clients without parking on a key.
		out = append(out, span{c.Start, x.endOf(c), -1})
	}
	return out, 16 + len(waits) + 4*len(moving)
}

// appendIdle appends s without the moving stretches in it.
func appendIdle(out []span, s span, moving []span) []span {
	from := s.From
	for _, m := range moving {
		if m.To <= from {
			continue
		}
		if m.From >= s.To {
			break
		}
		if m.From > from {
			out = append(out, span{from, m.From, s.Peer})
		}
		from = max(from, m.To)
	}
	if from < s.To {
		out = append(out, span{from, s.To, s.Peer})
	}
	return out
}

// idleAt tells whether a call stands still at a time, and for whom.
func (x *index) idleAt(call int32, at trace.Time) (peer int, idle bool) {
	for _, s := range x.idle(call) {
		if s.From <= at && at < s.To {
			return s.Peer, true
		}
	}
	return -1, false
}

// longestIdle is the longest stretch that a call stood still; ok is false when
// it never did.
func (x *index) longestIdle(call int32) (s span, ok bool) {
	for _, i := range x.idle(call) {
		if !ok || i.To-i.From > s.To-s.From {
			s, ok = i, true
		}
	}
	return s, ok
}
