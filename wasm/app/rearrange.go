package app

import (
	"slices"

	"lockstep/engine/scenario"
)

// Faults name an op by its index. While a job's programs are rearranged it keeps
// where each op stood before, so that faults stay with the op they strike.

// splice replaces n ops of a rank from at on by others; from says where each of
// those stood before (NoOp, or a nil list: it is new).
func (j *job) splice(rank, at, n int, ops []scenario.Op, from []OpRef) {
	if len(j.of.Faults) > 0 {
		j.remember()
		if from == nil {
			from = slices.Repeat([]OpRef{NoOp}, len(ops))
		}
		j.origins[rank] = slices.Replace(slices.Clone(j.origins[rank]), at, at+n, from...)
	}
	j.programs[rank] = slices.Replace(slices.Clone(j.programs[rank]), at, at+n, ops...)
}

func (j *job) remember() {
	if j.origins != nil {
		return
	}
	j.origins = make([][]OpRef, len(j.programs))
	for rank, program := range j.programs {
		for i := range program {
			j.origins[rank] = append(j.origins[rank], OpRef{rank, i})
		}
	}
}

// inherit lets a repeat be struck by what strikes ops that stood elsewhere and went
// into its body: a fault that names an op of a program cannot name one of a body.
func (j *job) inherit(origins []OpRef, repeat OpRef) {
	for _, was := range origins {
		if j.heirs == nil {
			j.heirs = map[OpRef]OpRef{}
		}
		j.heirs[was] = repeat
	}
}

// originsOf is where n ops of a rank from at on stood, for splice.
func (j *job) originsOf(rank, at, n int) []OpRef {
	if len(j.of.Faults) == 0 {
		return nil
	}
	j.remember()
	return slices.Clone(j.origins[rank][at : at+n])
}

// followed are the faults after the rearrangement: each with its op, without
// those whose op is gone.
func (j *job) followed(faults []scenario.Fault) []scenario.Fault {
	if j.origins == nil || j.of.Script != "" {
		return faults
	}
	now := map[OpRef]OpRef{}
	for rank, list := range j.origins {
		for i, was := range list {
			if was != NoOp {
				now[was] = OpRef{rank, i}
			}
		}
	}
	var kept []scenario.Fault
	for _, f := range faults {
		if f.At.Op != nil {
			was := OpRef{f.Rank, *f.At.Op}
			to, still := now[was]
			if heir, has := j.heirs[was]; has {
				to, still = heir, true
			}
			if !still {
				continue
			}
			f.Rank, f.At.Op = to.Rank, &to.Op
			if f.Peer != nil && *f.Peer == f.Rank {
				f.Peer = nil // the link to itself that a move would make
			}
		}
		kept = append(kept, f)
	}
	return kept
}

// take removes the chosen ops and gives them back by rank, in order.
func (j *job) take(refs []OpRef) []taken {
	var groups []taken
	for _, ref := range refs {
		if n := len(groups); n == 0 || groups[n-1].rank != ref.Rank {
			groups = append(groups, taken{rank: ref.Rank, first: ref.Op})
		}
		g := &groups[len(groups)-1]
		g.ops = append(g.ops, j.programs[ref.Rank][ref.Op])
		g.from = append(g.from, j.originsOf(ref.Rank, ref.Op, 1)...)
	}
	for _, ref := range slices.Backward(refs) {
		j.splice(ref.Rank, ref.Op, 1, nil, nil)
	}
	return groups
}

// taken is what was chosen of one rank.
type taken struct {
	rank, first int
	ops         []scenario.Op
	from        []OpRef
}

// moving moves chosen ops as one: those of the anchor's rank to a place, those
// of other ranks by as many ranks and ops.
type moving struct {
	refs         []OpRef
	anchor       OpRef
	toRank, toOp int // before which op of the rank it is put, as they stood before
	landed       []OpRef
	landedAnchor OpRef
}

func (*moving) action() {}

func (m *moving) edit(s *scenario.Scenario) (*scenario.Scenario, error) {
	if len(m.refs) == 0 || m.toRank < 0 || m.toRank >= s.Processes() {
		return s, nil
	}
	j := unpack(s)
	landing := m.toOp
	for _, ref := range m.refs {
		if ref.Rank == m.toRank && ref.Op < m.toOp {
			landing--
		}
	}
	groups := j.take(m.refs)
	landing = min(max(landing, 0), len(j.programs[m.toRank]))
	anchored := slices.IndexFunc(groups, func(g taken) bool { return g.rank == m.anchor.Rank })
	by, byRank := landing-groups[anchored].first, m.toRank-m.anchor.Rank
	m.landed = nil
	for _, g := range groups {
		rank := g.rank + byRank
		if rank < 0 || rank >= s.Processes() {
			return nil, no("move.outside")
		}
		at := min(max(g.first+by, 0), len(j.programs[rank]))
		j.splice(rank, at, 0, g.ops, g.from)
		for i := range g.ops {
			if rank != g.rank {
				j.lend(g.rank, rank, g.ops[i])
			}
			m.landed = append(m.landed, OpRef{rank, at + i})
		}
	}
	m.landedAnchor = m.landed[max(0, slices.Index(m.refs, m.anchor))]
	for rank := range j.programs {
		if !samePrograms(j.programs[rank], s.ProgramOf(rank)) {
			return j.pack(), nil
		}
	}
	return s, nil
}

func (m *moving) settle(s *State) []Effect {
	was := m.anchor
	s.choose(m.landedAnchor, m.landed)
	return s.follow(was, m.landedAnchor)
}
