package app

import (
	"cmp"
	"slices"
	"sort"

	"lockstep/engine/scenario"
)

// Several ops can be chosen at once, to be moved, removed, copied or retuned as
// one. Selected is the one that the others were chosen with.

// SelectRange chooses everything between Selected and To: the ops between on one
// rank, or the same stretch of each rank between two.
type SelectRange struct{ To OpRef }

// SelectToggle adds an op to what is chosen, or takes it out.
type SelectToggle struct{ Ref OpRef }

// SelectSame chooses the same call on all ranks: the op of that name which comes
// as often after the beginning of its program.
type SelectSame struct{ Ref OpRef }

// SelectProgram chooses all ops of a rank.
type SelectProgram struct{ Rank int }

// StepTo moves the focus from an op to the next one in a direction; Extend
// chooses the stretch in between, as Shift does in a text.
type StepTo struct {
	From     OpRef
	By, Rank int // ops to the right, ranks down
	Extend   bool
}

func (SelectRange) action()   {}
func (SelectToggle) action()  {}
func (SelectSame) action()    {}
func (SelectProgram) action() {}
func (StepTo) action()        {}

// ChosenOps lists what is chosen, in the order of ranks and programs.
func (s *State) ChosenOps() []OpRef {
	switch {
	case len(s.Chosen) > 0:
		return s.Chosen
	case s.Selected != NoOp:
		return []OpRef{s.Selected}
	}
	return nil
}

// IsChosen reports whether an op is among what is chosen.
func (s *State) IsChosen(ref OpRef) bool {
	if len(s.Chosen) == 0 {
		return ref == s.Selected
	}
	_, found := slices.BinarySearchFunc(s.Chosen, ref, OpRef.compare)
	return found
}

func (r OpRef) compare(o OpRef) int {
	return cmp.Or(cmp.Compare(r.Rank, o.Rank), cmp.Compare(r.Op, o.Op))
}

// with is what an edit of one op means: all that is chosen if the op is among
// it, else the op alone.
func (s *State) with(ref OpRef) []OpRef {
	if len(s.Chosen) > 0 && s.IsChosen(ref) {
		return s.Chosen
	}
	if hasOp(s.Scenario, ref.Rank, ref.Op) {
		return []OpRef{ref}
	}
	return nil
}

// choose makes refs what is chosen, and anchor the one of them that was meant.
func (s *State) choose(anchor OpRef, refs []OpRef) {
	refs = slices.Clone(refs)
	sort.Slice(refs, func(i, j int) bool { return refs[i].compare(refs[j]) < 0 })
	refs = slices.Compact(refs)
	s.Selected, s.Chosen = anchor, refs
	switch len(refs) {
	case 0:
		s.Selected, s.Chosen = NoOp, nil
	case 1:
		s.Selected, s.Chosen = refs[0], nil
	}
}

func (a SelectRange) apply(s *State) []Effect {
	if !hasOp(s.Scenario, a.To.Rank, a.To.Op) {
		return nil
	}
	from := s.Selected
	if from == NoOp {
		from = a.To
	}
	var refs []OpRef
	for rank := min(from.Rank, a.To.Rank); rank <= max(from.Rank, a.To.Rank); rank++ {
		n := len(s.Scenario.ProgramOf(rank))
		for op := min(from.Op, a.To.Op); op <= max(from.Op, a.To.Op) && op < n; op++ {
			refs = append(refs, OpRef{rank, op})
		}
	}
	s.choose(from, refs)
	return nil
}

func (a SelectToggle) apply(s *State) []Effect {
	if !hasOp(s.Scenario, a.Ref.Rank, a.Ref.Op) {
		return nil
	}
	refs := slices.Clone(s.ChosenOps())
	if i, found := slices.BinarySearchFunc(refs, a.Ref, OpRef.compare); found {
		refs = slices.Delete(refs, i, i+1)
		anchor := s.Selected
		if anchor == a.Ref && len(refs) > 0 {
			anchor = refs[0]
		}
		s.choose(anchor, refs)
		return nil
	}
	s.choose(a.Ref, append(refs, a.Ref))
	return nil
}

func (a SelectSame) apply(s *State) []Effect {
	if !hasOp(s.Scenario, a.Ref.Rank, a.Ref.Op) {
		return nil
	}
	s.choose(a.Ref, sameCalls(s.Scenario, a.Ref))
	return nil
}

// sameCalls finds an op's counterpart in each program.
func sameCalls(s *scenario.Scenario, ref OpRef) []OpRef {
	program := s.ProgramOf(ref.Rank)
	name, before := program[ref.Op].Name, 0
	for i := range program[:ref.Op] {
		if program[i].Name == name {
			before++
		}
	}
	var refs []OpRef
	for rank := range s.Processes() {
		seen := 0
		for i, op := range s.ProgramOf(rank) {
			if op.Name != name {
				continue
			}
			if seen == before {
				refs = append(refs, OpRef{rank, i})
				break
			}
			seen++
		}
	}
	return refs
}

func (a SelectProgram) apply(s *State) []Effect {
	if a.Rank < 0 || a.Rank >= s.Scenario.Processes() {
		return nil
	}
	var refs []OpRef
	for i := range s.Scenario.ProgramOf(a.Rank) {
		refs = append(refs, OpRef{a.Rank, i})
	}
	anchor := s.Selected
	if !slices.Contains(refs, anchor) && len(refs) > 0 {
		anchor = refs[0]
	}
	s.choose(anchor, refs)
	return nil
}

func (a StepTo) apply(s *State) []Effect {
	to := OpRef{a.From.Rank + a.Rank, a.From.Op + a.By}
	if !hasOp(s.Scenario, a.From.Rank, a.From.Op) || to.Rank < 0 || to.Rank >= s.Scenario.Processes() {
		return nil
	}
	to.Op = min(to.Op, len(s.Scenario.ProgramOf(to.Rank))-1)
	if to.Op < 0 {
		return nil
	}
	switch {
	case a.Extend && s.Selected == NoOp:
		s.choose(a.From, []OpRef{a.From})
		fallthrough
	case a.Extend:
		SelectRange{to}.apply(s)
	default:
		s.choose(to, []OpRef{to})
	}
	return []Effect{Focus{OpID(to.Rank, to.Op)}}
}
