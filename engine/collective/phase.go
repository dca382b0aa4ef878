package collective

// Phase is where in its algorithm a message belongs: the Step-th of Of, from 1.
type Phase struct {
	Name     string // "reduce_scatter", "all_gather", "reduce", "broadcast", "blocks", or the op
	Step, Of int
}

// PhaseOf tells the phase of a message by the move with which rank receives it.
func PhaseOf(op, algorithm string, rank int, c Call, m Move) Phase {
	model, ok := ModelOf(op, algorithm)
	if !ok {
		return Phase{}
	}
	steps := c.Ranks - 1
	log := log2Up(c.Ranks)
	switch model {
	case &ringAllReduce:
		return ringPhase(rank, c, m)
	case &halvingDoubling:
		return halvingPhase(rank, c, m)
	case &bcube:
		n := len(factors(c.Ranks))
		if m.Round < n {
			return Phase{"reduce_scatter", m.Round + 1, n}
		}
		return Phase{"all_gather", m.Round - n + 1, n}
	case &treeAllReduce:
		if m.Combine {
			return Phase{"reduce", m.Round + 1, log}
		}
		return Phase{"broadcast", m.Round - log + 1, log}
	case &naiveAllReduce:
		if m.Combine {
			return Phase{"reduce", m.Round + 1, steps}
		}
		return Phase{"broadcast", 1, 1}
	case &ringReduce:
		s := cutReduce(c.Bytes, c.Ranks, max(1, c.Elem))
		if m.Round == s.count {
			return Phase{"gather", 1, 1}
		}
		return Phase{"reduce_scatter", m.Round/s.perRank + 1, ceilDiv(s.count-2, s.perRank)}
	case &ringAllGather:
		return Phase{"all_gather", m.Round/2 + 1, steps}
	case &chainBroadcast:
		place := (rank + c.Ranks - c.Root) % c.Ranks
		return Phase{"broadcast", place + m.Off/chainSegment, steps + chainSegments(c.Bytes) - 1}
	case &binomialBroadcast, &bruckAllGather, &disseminationBarrier:
		return Phase{model.Op, m.Round + 1, log}
	case &allToOneBarrier:
		if rank == 0 {
			return Phase{"barrier", 1, 2}
		}
		return Phase{"barrier", 2, 2}
	}
	return Phase{model.Op, 1, 1}
}

// ringPhase: first a rank receives the chunk after the next of its own number, then
// the next; and each time the one behind it.
func ringPhase(rank int, c Call, m Move) Phase {
	s := cut(c.Bytes, c.Ranks, max(1, c.Elem), maxSegment)
	chunk := m.Off / max(1, s.perRank*s.bytes)
	behind := chunk - rank + 2*c.Ranks
	if m.Combine {
		return Phase{"reduce_scatter", (behind-2)%c.Ranks + 1, c.Ranks - 1}
	}
	return Phase{"all_gather", (behind-1)%c.Ranks + 1, c.Ranks - 1}
}

// halvingPhase: halving, between blocks where P is no power of two, doubling.
func halvingPhase(rank int, c Call, m Move) Phase {
	h := placeInBlocks(rank, c.Ranks, c.Bytes, max(1, c.Elem))
	switch {
	case m.Round < h.steps:
		return Phase{"reduce_scatter", m.Round + 1, h.steps}
	case m.Round == h.steps:
		return Phase{"blocks", 1, 1}
	}
	return Phase{"all_gather", m.Round - h.steps, h.steps}
}

// LeastFormula is the lower bound of bytes (see Cost.LeastBytes) as one reads of it.
func (m *Model) LeastFormula() string {
	switch m.Op {
	case "all_reduce":
		return "2n(P − 1)/P"
	case "reduce", "broadcast":
		return "n"
	case "barrier":
		return "0"
	}
	return "n(P − 1)"
}
