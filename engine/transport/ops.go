package transport

import (
	"lockstep/engine/failure"
	"lockstep/engine/sim"
)

// op is a posted send or receive that has not met its other half.
type op struct {
	buf     *Buffer
	slot    Slot
	order   int64 // of posting, among sends
	since   sim.Time
	off, n  int32
	msg     int32 // of a send: its message in the trace
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

func (s *opSlab) add(l *opList, o op) {
	o.next = none
	i := s.spare
	if i != none {
		s.spare = s.all[i].next
		s.all[i] = o
	} else {
		i = int32(len(s.all))
		s.all = append(s.all, o)
	}
	if l.tail == none {
		l.head = i
	} else {
		s.all[l.tail].next = i
	}
	l.tail = i
}

// take removes the first visible op of a slot.
func (s *opSlab) take(l *opList, slot Slot) (op, bool) {
	prev := none
	for i := l.head; i != none; i = s.all[i].next {
		o := &s.all[i]
		if o.slot == slot && o.visible {
			out := *o
			s.unlink(l, prev, i)
			return out, true
		}
		prev = i
	}
	return op{}, false
}

func (s *opSlab) unlink(l *opList, prev, i int32) {
	o := &s.all[i]
	if prev == none {
		l.head = o.next
	} else {
		s.all[prev].next = o.next
	}
	if l.tail == i {
		l.tail = prev
	}
	o.buf = nil
	o.next = s.spare
	s.spare = i
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
		o := s.all[l.head]
		s.unlink(l, none, l.head)
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
