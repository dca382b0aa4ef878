package collective

import "lockstep/engine/transport"

// Move is one message in one rank's part of an algorithm, for whoever looks at a
// run from outside and wants to know what a message was for.
type Move struct {
	Peer int // group rank
	Send bool
	// Off and N are bytes of what the call is about: the tensor of all_reduce,
	// reduce and broadcast; else the blocks of all ranks one behind the other, by
	// source (of scatter by destination).
	Off, N  int
	Round   int
	Combine bool // what is received is combined with what is there
}

// Plan is what rank sends and receives when it calls op by the named algorithm, in
// the order in which it posts it. It is read off the algorithm itself. It is nil
// where a call is made of several, as a reduce_scatter is.
func Plan(op, algorithm string, rank int, c Call) []Move {
	m, ok := ModelOf(op, algorithm)
	if !ok || c.Ranks < 2 {
		return nil
	}
	p := &planner{rank: rank, c: c, model: m, open: map[place]int{}}
	a := p.algorithm()
	if a == nil {
		return nil
	}
	for round, more := 0, true; more; round++ {
		program := Program{waiting: true} // nothing is taken, so all is kept
		more = a.Round(round, &program)
		for i := range program.room[:program.kept] {
			p.step(round, &program.room[i])
		}
	}
	return p.moves
}

// planner lists the messages of an algorithm. open are receives into memory that
// no program sees, whose place shows when they are combined.
type planner struct {
	rank  int
	c     Call
	model *Model
	in    []*transport.Buffer // of scatter, by destination
	moves []Move
	open  map[place]int
}

type place struct {
	buf *transport.Buffer
	off int32
}

// memory is a buffer of a length; what is in it does not matter.
func memory(n int) *transport.Buffer {
	return transport.Unbound(n)
}

func (p *planner) algorithm() Algorithm {
	c, rank := p.c, p.rank
	elem := max(1, c.Elem)
	switch p.model.Op {
	case "all_reduce":
		return NewAllReduce(p.model.Name, rank, c.Ranks, elem, memory(c.Bytes), memory)
	case "reduce":
		return NewRingReduce(rank, c.Ranks, c.Root, elem, memory(c.Bytes), memory(ReduceScratch(c.Bytes, c.Ranks, elem)))
	case "broadcast":
		return NewBroadcast(p.model.Name, rank, c.Ranks, c.Root, memory(c.Bytes))
	case "all_gather":
		return NewAllGather(p.model.Name, rank, c.Ranks, memory(c.Ranks*c.Bytes), memory)
	case "barrier":
		return NewBarrier(p.model.Name, rank, c.Ranks, memory(0))
	case "gather":
		return &Gather{Rank: rank, Size: c.Ranks, Root: c.Root, In: memory(c.Bytes), Out: memory(c.Ranks * c.Bytes)}
	case "scatter":
		for range c.Ranks {
			p.in = append(p.in, memory(c.Bytes))
		}
		return &Scatter{Rank: rank, Size: c.Ranks, Root: c.Root, In: p.in, Out: memory(c.Bytes)}
	case "all_to_all":
		parts := EvenParts(c.Ranks*c.Bytes, c.Ranks)
		return &AllToAll{Rank: rank, Size: c.Ranks, In: memory(c.Ranks * c.Bytes), Out: memory(c.Ranks * c.Bytes), Send: parts, Recv: parts}
	}
	return nil
}

func (p *planner) step(round int, s *step) {
	switch s.kind {
	case postSend:
		p.moves = append(p.moves, Move{Peer: int(s.peer), Send: true, Off: p.sendsFrom(s), N: int(s.n), Round: round})
	case postRecv:
		p.open[place{s.buf, s.off}] = len(p.moves)
		p.moves = append(p.moves, Move{Peer: int(s.peer), Off: p.takesTo(s), N: int(s.n), Round: round})
	case combine:
		if i, ok := p.open[place{s.src, s.srcOff}]; ok {
			p.moves[i].Off, p.moves[i].Combine = int(s.off), true
		}
	}
}

// sendsFrom is where the bytes of a send stand in what the call is about.
func (p *planner) sendsFrom(s *step) int {
	switch p.model.Op {
	case "gather", "all_to_all": // at the receiver, a block stands by its source
		return p.rank * p.c.Bytes
	case "scatter":
		for i, in := range p.in {
			if in == s.buf {
				return i * p.c.Bytes
			}
		}
	case "all_gather":
		return p.turned(int(s.off))
	}
	return int(s.off)
}

func (p *planner) takesTo(s *step) int {
	switch p.model.Op {
	case "scatter":
		return p.rank * p.c.Bytes
	case "all_gather":
		return p.turned(int(s.off))
	}
	return int(s.off)
}

// turned undoes Bruck's order, in which a rank's own block stands first.
func (p *planner) turned(off int) int {
	if total := p.c.Ranks * p.c.Bytes; p.model == &bruckAllGather && total > 0 {
		return (p.rank*p.c.Bytes + off) % total
	}
	return off
}
