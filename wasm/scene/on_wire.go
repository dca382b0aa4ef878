package scene

import (
	"cmp"
	"slices"
	"sort"

	"lockstep/engine/trace"
)

// onWire is a message that left, among those of one sender in the order in which
// they did; latest is when the last of them up to here arrived, so that a search
// for what is on the wire knows where to stop.
type onWire struct {
	message int32
	sent    trace.Time
	latest  trace.Time
}

// still is later than every time: a message that has not arrived.
const still = trace.Time(1<<63 - 1)

// flights are the messages of each sender that left, in order.
func (x *index) flights() [][]onWire {
	if x.flight != nil {
		return x.flight
	}
	x.flight = make([][]onWire, len(x.sent))
	for p, ids := range x.sent {
		list := make([]onWire, 0, len(ids))
		for _, id := range ids {
			if m := &x.t.Messages[id]; m.Sent != trace.Never {
				list = append(list, onWire{message: id, sent: m.Sent})
			}
		}
		slices.SortStableFunc(list, func(a, b onWire) int { return cmp.Compare(a.sent, b.sent) })
		latest := trace.Time(0)
		for i := range list {
			latest = max(latest, x.arrival(list[i].message))
			list[i].latest = latest
		}
		x.flight[p] = list
	}
	return x.flight
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
	for _, list := range n.x.flights() {
		k := sort.Search(len(list), func(k int) bool { return list[k].sent > n.at })
		for k--; k >= 0 && list[k].latest > n.at; k-- {
			if n.x.arrival(list[k].message) > n.at {
				n.flying = append(n.flying, list[k].message)
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
