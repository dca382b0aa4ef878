package transport

import (
	"lockstep/engine/failure"
	"lockstep/engine/sim"
)

// op is a posted send or receive that has not met its other half. When a receive
// has met its send it goes on as the message's flight into the receive's memory:
// the same entry, so that nothing is copied on the way.
type op struct {
	buf     *Buffer
	slot    Slot
	since   sim.Time // of a receive: when it was posted
	off, n  int32    // where in buf and how many bytes; of a receive, for how many there is room
	msg     int32    // of a send and a flight: its message in the trace
	size    int32    // of a flight: the bytes that come
	end     int32    // of a flight: where it arrives
	next    int32
	visible bool // the peer knows of it
}

// opList is a queue in the slab: first posted, first matched.
type opList struct{ head, tail int32 }

// opSlab keeps all ops of a run, so that posting allocates nothing.
type opSlab struct {
	all   []op
	spare int32
}

// fresh returns an entry whose fields are those of whoever had it last.
func (s *opSlab) fresh() int32 {
	if i := s.spare; i != none {
		s.spare = s.all[i].next
		return i
	}
	s.all = append(s.all, op{})
	return int32(len(s.all) - 1)
}

// free gives an entry back that is in no list.
func (s *opSlab) free(i int32) {
	s.all[i].next = s.spare
	s.spare = i
}

// push puts an entry at the end of a list.
func (s *opSlab) push(l *opList, i int32) {
	s.all[i].next = none
	if l.tail == none {
		l.head = i
	} else {
		s.all[l.tail].next = i
	}
	l.tail = i
}

// take removes the first visible op of a slot from a list and returns its entry,
// or none.
func (s *opSlab) take(l *opList, slot Slot) int32 {
	prev := none
	for i := l.head; i != none; i = s.all[i].next {
		if o := &s.all[i]; o.slot == slot && o.visible {
			s.unlink(l, prev, i)
			return i
		}
		prev = i
	}
	return none
}

// remove takes an entry out of a list, wherever it stands.
func (s *opSlab) remove(l *opList, i int32) {
	prev := none
	for k := l.head; k != i; k = s.all[k].next {
		prev = k
	}
	s.unlink(l, prev, i)
}

func (s *opSlab) unlink(l *opList, prev, i int32) {
	if prev == none {
		l.head = s.all[i].next
	} else {
		s.all[prev].next = s.all[i].next
	}
	if l.tail == i {
		l.tail = prev
	}
}

// first returns the earliest visible op of a slot without removing it.
func (s *opSlab) first(l *opList, slot Slot) *op {
	for i := l.head; i != none; i = s.all[i].next {
		if o := &s.all[i]; o.slot == slot && o.visible {
			return o
		}
	}
	return nil
}

// failAll empties the list, telling every buffer, and each to do more with it.
func (s *opSlab) failAll(l *opList, f *failure.Failure, each func(*op)) {
	for l.head != none {
		i := l.head
		s.unlink(l, none, i)
		o := s.all[i]
		s.free(i)
		if each != nil {
			each(&o)
		}
		o.buf.fail(f)
	}
}

// showAll makes every op of the list known to the peer.
func (s *opSlab) showAll(l *opList) {
	for i := l.head; i != none; i = s.all[i].next {
		s.all[i].visible = true
	}
}
