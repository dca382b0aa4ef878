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
	to      *End // of a flight: where it arrives
	next    *op
	slot    Slot
	since   sim.Time // of a receive: when it was posted
	off, n  int32    // where in buf and how many bytes; of a receive, for how many there is room
	msg     int32    // of a send and a flight: its message in the trace
	size    int32    // of a flight: the bytes that come
	id      int32    // by which an event names it
	visible bool     // the peer knows of it
}

// opList is a queue: first posted, first matched.
type opList struct{ head, tail *op }

// opSlab keeps all ops of a run, so that posting allocates nothing.
type opSlab struct {
	slabs [][]op
	spare *op
}

const slabSize = 64 // ops

func (s *opSlab) byID(id int32) *op { return &s.slabs[uint32(id)/slabSize][uint32(id)%slabSize] }

// fresh returns an entry whose fields are those of whoever had it last.
func (s *opSlab) fresh() *op {
	if s.spare == nil {
		s.grow()
	}
	o := s.spare
	s.spare = o.next
	return o
}

func (s *opSlab) grow() {
	slab := make([]op, slabSize)
	for i := range slab {
		slab[i].id = int32(len(s.slabs)*slabSize + i)
		s.free(&slab[i])
	}
	s.slabs = append(s.slabs, slab)
}

// free gives an entry back that is in no list.
func (s *opSlab) free(o *op) {
	o.next = s.spare
	s.spare = o
}

// push puts an entry at the end of a list.
func (l *opList) push(o *op) {
	o.next = nil
	if l.head == nil {
		l.head = o
	} else {
		l.tail.next = o
	}
	l.tail = o
}

// take removes the first visible op of a slot from a list and returns it, or nil.
func (l *opList) take(slot Slot) *op {
	var prev *op
	for o := l.head; o != nil; o = o.next {
		if o.slot == slot && o.visible {
			l.unlink(prev, o)
			return o
		}
		prev = o
	}
	return nil
}

// remove takes an entry out of a list, wherever it stands.
func (l *opList) remove(o *op) {
	var prev *op
	for k := l.head; k != o; k = k.next {
		prev = k
	}
	l.unlink(prev, o)
}

// unlink leaves the tail of an empty list where it was: push looks at the head.
func (l *opList) unlink(prev, o *op) {
	if prev == nil {
		l.head = o.next
		return
	}
	prev.next = o.next
	if l.tail == o {
		l.tail = prev
	}
}

// first returns the earliest visible op of a slot without removing it.
func (l *opList) first(slot Slot) *op {
	for o := l.head; o != nil; o = o.next {
		if o.slot == slot && o.visible {
			return o
		}
	}
	return nil
}

// failAll empties the list, telling every buffer, and each to do more with it.
func (s *opSlab) failAll(l *opList, f *failure.Failure, each func(*op)) {
	for l.head != nil {
		o := l.head
		l.head = o.next
		gone := *o
		s.free(o)
		if each != nil {
			each(&gone)
		}
		gone.buf.fail(f)
	}
}

// showAll makes every op of the list known to the peer.
func (l *opList) showAll() {
	for o := l.head; o != nil; o = o.next {
		o.visible = true
	}
}
