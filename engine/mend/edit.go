package mend

import (
	"reflect"
	"slices"

	"lockstep/engine/scenario"
	"lockstep/engine/wording"
)

// Kind is what an edit does.
type Kind string

// The kinds of edit.
const (
	SetArgument Kind = "set"     // one argument of one op
	SetTensor   Kind = "tensor"  // shape or dtype of a named tensor
	Swap        Kind = "swap"    // an op with the one behind it
	Replace     Kind = "replace" // an op by another
	Insert      Kind = "insert"
	Remove      Kind = "remove"
	Follow      Kind = "follow"  // from an op on what another rank runs
	Calm        Kind = "calm"    // takes a fault away
	Start       Kind = "start"   // lets a process start in time
	Wait        Kind = "timeout" // makes the timeout longer
	Debug       Kind = "debug"   // another debug level
)

// Everyone stands for the rank of an edit of what all ranks share.
const Everyone = -1

// Edit is one change of a scenario.
type Edit struct {
	Kind Kind
	Rank int // Everyone: the shared program, or the scenario itself
	Op   int // index in the program; −1: none

	key  string       // of its sentence
	args wording.Args // that go into it
	do   func(*scenario.Scenario)
}

// apply makes the edit on a copy.
func (e Edit) apply(s *scenario.Scenario) *scenario.Scenario {
	c := s.Clone()
	e.do(c)
	tidy(c)
	return c
}

// spot is a list of ops: the program of a rank or the shared one, or the body of
// the repeat that stands in it at body.
type spot struct {
	rank, body int // body −1: the program itself
}

// ops of a spot, to be read.
func (at spot) ops(s *scenario.Scenario) []scenario.Op {
	ops := s.Program
	if at.rank != Everyone {
		ops = s.ProgramOf(at.rank)
	}
	if at.body >= 0 {
		return ops[at.body].Body
	}
	return ops
}

// place is the index in the program of the i-th op of the spot.
func (at spot) place(i int) int {
	if at.body >= 0 {
		return at.body
	}
	return i
}

// changed is an edit of the ops of a spot. f gets a list that it may change.
func (at spot) changed(f func([]scenario.Op) []scenario.Op) func(*scenario.Scenario) {
	return func(s *scenario.Scenario) {
		program := &s.Program
		if at.rank != Everyone {
			r := own(s, at.rank)
			if !r.HasProgram {
				r.Program, r.HasProgram = scenario.CloneOps(s.Program), true
			}
			program = &r.Program
		}
		if at.body >= 0 {
			program = &(*program)[at.body].Body
		}
		*program = f(*program)
	}
}

// with puts op in place of the i-th.
func (at spot) with(i int, op scenario.Op) func(*scenario.Scenario) {
	return at.changed(func(ops []scenario.Op) []scenario.Op {
		ops[i] = op
		return ops
	})
}

// own is what rank i does differently, there to be changed.
func own(s *scenario.Scenario, i int) *scenario.Rank {
	for len(s.Ranks) <= i {
		s.Ranks = append(s.Ranks, scenario.Rank{})
	}
	return &s.Ranks[i]
}

// tidy takes away what says the same as what is shared: a rank that was mended is
// like the others again.
func tidy(s *scenario.Scenario) {
	for i := range s.Ranks {
		r := &s.Ranks[i]
		if r.HasProgram && len(s.Program) > 0 && reflect.DeepEqual(r.Program, s.Program) {
			r.Program, r.HasProgram = nil, false
		}
	}
	if !s.AutoInit { // else the number of ranks listed is that of the processes
		return
	}
	for n := len(s.Ranks); n > 0 && reflect.DeepEqual(s.Ranks[n-1], scenario.Rank{}); n-- {
		s.Ranks = s.Ranks[:n-1]
	}
}

// withTensor gives a rank its own version of a named tensor.
func withTensor(rank int, t scenario.NamedTensor) func(*scenario.Scenario) {
	return func(s *scenario.Scenario) {
		r := own(s, rank)
		i, found := slices.BinarySearchFunc(r.Tensors, t.Name, func(t scenario.NamedTensor, name string) int {
			switch {
			case t.Name < name:
				return -1
			case t.Name > name:
				return 1
			}
			return 0
		})
		if found {
			r.Tensors[i] = t
		} else {
			r.Tensors = slices.Insert(r.Tensors, i, t)
		}
	}
}
