package scene

import (
	"slices"

	"lockstep/engine/trace"
)

// crossing is what some messages of one sender have in common: before the first byte of
// the first of them left, and after the last of the last came, none of them is on the
// wire.
type crossing struct {
	from, to trace.Time
	// Those that never left were handed over from the one time to the other.
	posted, kept trace.Time
	settled      bool // they will never be any other
}

// together is how many messages that is.
const together = 64

// still is later than every time: a message that has not arrived.
const still = trace.Time(1<<63 - 1)

// flightsOf are those of a process, as far as its messages have been read.
func (x *index) flightsOf(p int) []crossing {
	n := (len(x.sent[p]) + together - 1) / together
	for len(x.flight) < len(x.sent) {
		x.flight, x.landed = append(x.flight, nil), append(x.landed, -1)
	}
	list := x.flight[p]
	if x.landed[p] == len(x.sent[p]) {
		return list
	}
	for len(list) < n {
		list = append(list, crossing{})
	}
	for k := range list {
		if !list[k].settled {
			list[k] = x.flightOver(x.sent[p][k*together : min((k+1)*together, len(x.sent[p]))])
		}
	}
	if x.flight[p] = list; x.over {
		x.landed[p] = len(x.sent[p])
	}
	return list
}

func (x *index) flightOver(ids []int32) crossing {
	f := crossing{from: still, posted: still, settled: len(ids) == together}
	for _, id := range ids {
		m := &x.t.Messages[id]
		if m.Sent == trace.Never {
			f.posted, f.kept = min(f.posted, m.Posted), max(f.kept, m.Posted)
			f.settled = f.settled && m.Fate != trace.Posted
			continue
		}
		f.from, f.to = min(f.from, m.Sent), max(f.to, x.arrival(id))
		f.settled = f.settled && m.Fate != trace.InFlight
	}
	f.settled = f.settled || x.over
	return f
}

// arrival is until when a message that left is on the wire.
func (x *index) arrival(id int32) trace.Time {
	m := &x.t.Messages[id]
	switch {
	case m.Arrived != trace.Never:
		return m.Arrived
	case m.Fate == trace.InFlight:
		return still
	}
	return m.Sent
}

// inFlight lists the messages that are on the wire.
func (n *moment) inFlight() []int32 {
	if n.asked {
		return n.flying
	}
	n.asked = true
	for p := range n.x.sent {
		for k, f := range n.x.flightsOf(p) {
			if f.from > n.at || f.to <= n.at {
				continue
			}
			for _, id := range n.x.sent[p][k*together : min((k+1)*together, len(n.x.sent[p]))] {
				if m := &n.x.t.Messages[id]; m.Sent != trace.Never && m.Sent <= n.at && n.x.arrival(id) > n.at {
					n.flying = append(n.flying, id)
				}
			}
		}
	}
	slices.Sort(n.flying)
	return n.flying
}

// takenBy lists the messages that a call took in. What a run that goes on has
// begun since the index was made is not known yet.
func (x *index) takenBy(call int32) []int32 {
	if int(call) >= len(x.taken) {
		return nil
	}
	return x.taken[call]
}
