package app

import (
	"fmt"
	"slices"

	"lockstep/engine/scenario"
)

// These act on all that is chosen when At is among it, else on At alone. Each is
// one step of the history.

// RemoveChosen takes ops out of their programs.
type RemoveChosen struct{ At OpRef }

// MoveChosen moves ops By places later (earlier when negative), or ByRank ranks
// down.
type MoveChosen struct {
	At         OpRef
	By, ByRank int
}

// DuplicateChosen puts a copy of the ops of each rank behind the last of them.
type DuplicateChosen struct{ At OpRef }

// SetChosenName makes other ops of them.
type SetChosenName struct {
	At   OpRef
	Text string
}

// SetChosenArg sets one argument of all of them that are the same op as At.
type SetChosenArg struct {
	At        OpRef
	Arg, Text string
}

func (RemoveChosen) action()    {}
func (MoveChosen) action()      {}
func (DuplicateChosen) action() {}
func (SetChosenName) action()   {}
func (SetChosenArg) action()    {}

// With gives the action its text.
func (a SetChosenName) With(text string) Action { a.Text = text; return a }

// With gives the action its text.
func (a SetChosenArg) With(text string) Action { a.Text = text; return a }

func (a RemoveChosen) of(s *State) edit { return &removing{s.with(a.At)} }

func (a MoveChosen) of(s *State) edit {
	refs := s.with(a.At)
	m := &moving{refs: refs, anchor: a.At, toRank: a.At.Rank + a.ByRank, toOp: a.At.Op}
	first, last := -1, -1
	for _, r := range refs {
		if r.Rank == a.At.Rank {
			last = r.Op
			if first < 0 {
				first = r.Op
			}
		}
	}
	switch {
	case a.By > 0:
		m.toOp = last + 1 + a.By
		if m.toOp > len(s.Scenario.ProgramOf(max(a.At.Rank, 0))) {
			return nil
		}
	case a.By < 0:
		if m.toOp = first + a.By; m.toOp < 0 {
			return nil
		}
	default:
		m.toOp = first
	}
	return m
}

func (a DuplicateChosen) of(s *State) edit { return &duplicating{refs: s.with(a.At), anchor: a.At} }

func (a SetChosenName) of(s *State) edit {
	if refs := s.with(a.At); len(refs) > 1 {
		return &retuning{refs, SetOpName{a.At.Rank, a.At.Op, a.Text}, func(r OpRef) edit { return SetOpName{r.Rank, r.Op, a.Text} }}
	}
	return SetOpName{a.At.Rank, a.At.Op, a.Text}
}

func (a SetChosenArg) of(s *State) edit {
	one := SetOpArg{a.At.Rank, a.At.Op, a.Arg, a.Text}
	refs := s.with(a.At)
	if len(refs) < 2 {
		return one
	}
	name := s.Scenario.ProgramOf(a.At.Rank)[a.At.Op].Name
	var same []OpRef
	for _, r := range refs {
		if s.Scenario.ProgramOf(r.Rank)[r.Op].Name == name {
			same = append(same, r)
		}
	}
	return &retuning{same, one, func(r OpRef) edit { return SetOpArg{r.Rank, r.Op, a.Arg, a.Text} }}
}

// removing takes several ops out.
type removing struct{ refs []OpRef }

func (*removing) action() {}

func (r *removing) edit(s *scenario.Scenario) (*scenario.Scenario, error) {
	if len(r.refs) == 0 {
		return s, nil
	}
	j := unpack(s)
	j.take(r.refs)
	return j.pack(), nil
}

// settle leaves the focus on the op that took the first one's place, or on the
// end of its program.
func (r *removing) settle(s *State) []Effect {
	s.Open, s.Chosen, s.Selected = Open{}, nil, NoOp
	first := r.refs[0]
	if n := len(s.Scenario.ProgramOf(first.Rank)); first.Op < n {
		s.Selected = first
		return []Effect{Focus{OpID(first.Rank, first.Op)}}
	}
	return []Effect{Focus{fmt.Sprintf("rank-%d.add-op", first.Rank)}}
}

// duplicating copies several ops, those of each rank behind the last of them.
type duplicating struct {
	refs, copies []OpRef
	anchor       OpRef
}

func (*duplicating) action() {}

func (d *duplicating) edit(s *scenario.Scenario) (*scenario.Scenario, error) {
	if len(d.refs) == 0 {
		return s, nil
	}
	j := unpack(s)
	d.copies = nil
	for i := 0; i < len(d.refs); {
		rank := d.refs[i].Rank
		var ops []scenario.Op
		at := 0
		for ; i < len(d.refs) && d.refs[i].Rank == rank; i++ {
			ops = append(ops, cloneOp(j.programs[rank][d.refs[i].Op]))
			at = d.refs[i].Op + 1
		}
		j.splice(rank, at, 0, ops, nil)
		for k := range ops {
			d.copies = append(d.copies, OpRef{rank, at + k})
		}
	}
	return j.pack(), nil
}

func (d *duplicating) settle(s *State) []Effect {
	anchor := d.copies[max(0, slices.Index(d.refs, d.anchor))]
	s.choose(anchor, d.copies)
	return s.follow(d.anchor, anchor)
}

// retuning does to several ops what one edit does to one; what the text says
// must hold for all, and the field is that of the one.
type retuning struct {
	refs []OpRef
	one  fielded
	each func(OpRef) edit
}

func (*retuning) action()         {}
func (r *retuning) field() string { return r.one.field() }
func (r *retuning) text() string  { return r.one.text() }

func (r *retuning) edit(s *scenario.Scenario) (*scenario.Scenario, error) {
	next := s
	for _, ref := range r.refs {
		var err error
		if next, err = r.each(ref).edit(next); err != nil {
			return nil, err
		}
	}
	return next, nil
}
