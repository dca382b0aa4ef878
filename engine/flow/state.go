package flow

import (
	"lockstep/engine/collective"
	"lockstep/engine/trace"
)

// Set is a set of group ranks.
type Set uint64

// Has reports whether a rank is in the set.
func (s Set) Has(rank int) bool { return s>>rank&1 != 0 }

// Held is what a rank holds of a segment.
type Held struct {
	From Set // whose contributions are in it
	Have int // bytes of it that have come; all of them but in a block that is still on its way
}

// State is what one rank holds at a moment.
type State struct {
	Begun, Ended bool
	Bytes        []byte // of what the call is about; nil: not recorded
	Segments     []Held
	Took         *Taking // what it took in last; nil: nothing yet
}

// Taking is a message that a rank took in, or what it did to its tensor alone.
type Taking struct {
	Part                // of the message; of no message: the whole tensor
	Message       int32 // trace.None: none
	Event         int
	Before, After []byte // of the rank's bytes there
	Came          []byte // the message's; nil: not recorded
}

// At tells what each rank holds after the first events of the trace; nil where the
// collective was not read.
func (r *Reader) At(x *Collective, events int) []State {
	if x = r.read(x); x == nil || x.Segments == nil {
		return nil
	}
	return r.Replay(x).To(events, func(int) {})
}

// Replay goes through what happened in a collective that was read. To go on from where
// it is costs what happened since; to go back, all of it.
type Replay struct {
	r      *Reader
	x      *Collective
	states []State
	took   []Taking // what each rank took in last
	left   []int32  // by message, where in carried is what it carries, if it has left; −1: it has not
	// carried is whose contributions the messages carry that have left.
	carried []Held
	next    int // of what happened
}

// Replay is one that stands before the first event.
func (r *Reader) Replay(x *Collective) *Replay { return &Replay{r: r, x: x} }

// Of is the collective.
func (p *Replay) Of() *Collective { return p.x }

// To tells what each rank holds after the first events of the trace: what is given
// back holds until the next call. did is told of the work, as with ReadWith.
func (p *Replay) To(events int, did func(units int)) []State {
	x := p.x
	if x.Segments == nil {
		return nil
	}
	if p.states == nil || p.next > 0 && int(x.happened[p.next-1].event) >= events {
		p.states, p.took, p.next = make([]State, x.Ranks), make([]Taking, x.Ranks), 0
		p.left, p.carried = make([]int32, len(x.messages)), p.carried[:0]
		for i := range p.left {
			p.left[i] = -1
		}
		for rank := range p.states {
			p.begin(rank)
		}
	}
	for p.next < len(x.happened) && int(x.happened[p.next].event) < events {
		p.happen(&x.happened[p.next])
		p.next++
		if p.next%looks == 0 {
			did(looks)
		}
	}
	for rank := range p.states {
		p.stand(rank, events)
	}
	return p.states
}

// stand tells whether a rank is in its call.
func (p *Replay) stand(rank, events int) {
	at := trace.Time(-1)
	if events > 0 {
		at = p.r.t.EventTime(events - 1)
	}
	if id, s := p.x.Calls[rank], &p.states[rank]; id != trace.None {
		c := &p.r.t.Calls[id]
		s.Begun = c.Start <= at
		s.Ended = c.Done != trace.Never && c.Done <= at && c.End != trace.Never && c.End <= at
	}
}

// begin sets what a rank brings along.
func (p *Replay) begin(rank int) {
	x, s := p.x, &p.states[rank]
	s.Segments = make([]Held, len(x.Segments))
	s.Bytes = make([]byte, x.Length())
	own := x.initial[rank]
	switch {
	case len(own) == 0 && x.Length() > 0:
		s.Bytes = nil
	case x.shared(), x.Op == "scatter" && rank == x.Root:
		copy(s.Bytes, own)
	case x.Op != "scatter":
		copy(s.Bytes[rank*x.Bytes:], own)
	}
	for i, seg := range x.Segments {
		h := &s.Segments[i]
		switch {
		case x.shared(), x.Op != "scatter" && i == rank:
			*h = Held{1 << rank, seg.N}
		case x.Op == "scatter" && rank == x.Root:
			*h = Held{1 << rank, seg.N}
		}
	}
}

func (p *Replay) happen(h *happening) {
	if h.message == trace.None {
		p.alone(h)
		return
	}
	i, ok := p.x.part(h.message)
	if !ok {
		return
	}
	switch part := &p.x.parts[i]; {
	case h.send:
		p.left[i] = int32(len(p.carried))
		for k := part.First; k <= part.Last; k++ {
			p.carried = append(p.carried, p.states[h.rank].Segments[k%len(p.x.Segments)])
		}
	// What is combined counts when it is combined, not when it has come.
	case !(part.Combine && h.write == trace.None) && !p.again(h):
		p.take(h, i)
	}
}

// again: a message that is written where a program sees it comes up twice.
func (p *Replay) again(h *happening) bool {
	last := p.states[h.rank].Took
	return last != nil && last.Message == h.message
}

// take lets a rank take a message in.
func (p *Replay) take(h *happening, message int) {
	s, x, part := &p.states[h.rank], p.x, p.x.parts[message]
	m := &p.r.t.Messages[h.message]
	took := p.taking(h, part)
	if m.Data != trace.None {
		took.Came = p.r.t.Arena[m.Data : m.Data+m.Bytes]
	}
	new := took.Came
	if h.write != trace.None {
		new = p.written(h.write)
	}
	took.Before, took.After = s.put(took.Before, part.Off, part.N, new)
	if part.N == 0 || p.left[message] < 0 {
		return // it says only that it is there
	}
	carried := p.carried[p.left[message]:][:part.Last-part.First+1]
	for i, c := range carried {
		k := (part.First + i) % len(x.Segments)
		seg, held := x.Segments[k], &s.Segments[k]
		switch {
		case part.Combine:
			held.From |= c.From
		case x.Op == "all_to_all":
			held.From = 1 << part.From
		default:
			held.From = c.From
		}
		held.Have = min(seg.N, held.Have+min(part.N, seg.N))
	}
}

// alone: the rank changed its tensor without a message.
func (p *Replay) alone(h *happening) {
	s := &p.states[h.rank]
	w := &p.r.t.Writes[h.write]
	took := p.taking(h, Part{Phase: collective.Phase{Name: "local", Step: 1, Of: 1}, From: int(h.rank), To: int(h.rank), Off: int(w.Offset), N: int(w.Len), Last: len(p.x.Segments) - 1})
	took.Before, took.After = s.put(took.Before, int(w.Offset), int(w.Len), p.written(h.write))
}

// taking makes of a rank's last taking the next one.
func (p *Replay) taking(h *happening, part Part) *Taking {
	took := &p.took[h.rank]
	*took = Taking{Part: part, Message: h.message, Event: int(h.event), Before: took.Before[:0]}
	p.states[h.rank].Took = took
	return took
}

// written is what was written; nil: not recorded.
func (p *Replay) written(write int32) []byte {
	w := &p.r.t.Writes[write]
	if w.Data == trace.None {
		return nil
	}
	return p.r.t.Arena[w.Data : w.Data+w.Len]
}

// put changes a rank's bytes; what is not recorded makes all of them unknown. A
// block of Bruck's may go round the end. What was there before goes into before.
func (s *State) put(before []byte, off, n int, new []byte) (_, after []byte) {
	if new == nil && n > 0 {
		s.Bytes = nil
	}
	if len(s.Bytes) == 0 {
		return nil, new
	}
	for i := range n {
		at := (off + i) % len(s.Bytes)
		before = append(before, s.Bytes[at])
		if i < len(new) {
			s.Bytes[at] = new[i]
		}
	}
	return before, new
}
