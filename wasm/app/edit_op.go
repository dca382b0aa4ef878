package app

import (
	"fmt"
	"slices"
	"strconv"

	"lockstep/engine/scenario"
)

// InsertOp puts a new op before index At of a rank's program. To all ranks when
// Everyone is set: behind the op that stands before it there, or at the end
// where a program is shorter.
type InsertOp struct {
	Rank, At int
	Name     string
	Everyone bool
}

// RemoveOp takes an op out of one rank's program.
type RemoveOp struct{ Rank, Op int }

// MoveOp moves an op By places later (earlier when negative) on its rank.
type MoveOp struct{ Rank, Op, By int }

// MoveOpTo moves an op to a place in the same or another rank's program.
type MoveOpTo struct{ Rank, Op, ToRank, ToOp int }

// DuplicateOp puts a copy of an op behind it.
type DuplicateOp struct{ Rank, Op int }

// SetOpName makes another op of one, keeping the arguments that both take.
type SetOpName struct {
	Rank, Op int
	Text     string
}

// SetOpArg sets one argument of an op by its name in the file.
type SetOpArg struct {
	Rank, Op  int
	Arg, Text string
}

func (InsertOp) action()    {}
func (RemoveOp) action()    {}
func (MoveOp) action()      {}
func (MoveOpTo) action()    {}
func (DuplicateOp) action() {}
func (SetOpName) action()   {}
func (SetOpArg) action()    {}

// With gives the action its text: the op's name.
func (a InsertOp) With(text string) Action { a.Name = text; return a }

// With gives the action its text.
func (a SetOpName) With(text string) Action { a.Text = text; return a }

// With gives the action its text.
func (a SetOpArg) With(text string) Action { a.Text = text; return a }

// OpID is the control's ID of an op block.
func OpID(rank, op int) string { return "rank-" + strconv.Itoa(rank) + ".op-" + strconv.Itoa(op) }

func (a SetOpName) field() string { return OpID(a.Rank, a.Op) + ".op" }
func (a SetOpName) text() string  { return a.Text }
func (a SetOpArg) field() string  { return OpID(a.Rank, a.Op) + "." + a.Arg }
func (a SetOpArg) text() string   { return a.Text }

// hasOp reports whether there is such an op.
func hasOp(s *scenario.Scenario, rank, op int) bool {
	return rank >= 0 && rank < s.Processes() && op >= 0 && op < len(s.ProgramOf(rank))
}

func (a InsertOp) edit(s *scenario.Scenario) (*scenario.Scenario, error) {
	if a.Rank < 0 || a.Rank >= s.Processes() {
		return s, nil
	}
	if FamilyOf(a.Name) == "" {
		return nil, no("op.not", "text", a.Name)
	}
	j := unpack(s)
	for r := range j.programs {
		if r != a.Rank && !a.Everyone {
			continue
		}
		at := min(max(a.At, 0), len(j.programs[r]))
		j.splice(r, at, 0, []scenario.Op{freshOp(a.Name, place{s, r, at})}, nil)
	}
	return j.pack(), nil
}

func (a InsertOp) settle(s *State) []Effect {
	at := min(max(a.At, 0), len(s.Scenario.ProgramOf(a.Rank))-1)
	s.Selected, s.Chosen = OpRef{a.Rank, at}, nil
	s.Open = Open{}
	return []Effect{Focus{OpID(a.Rank, at)}}
}

func (a RemoveOp) edit(s *scenario.Scenario) (*scenario.Scenario, error) {
	if !hasOp(s, a.Rank, a.Op) {
		return s, nil
	}
	j := unpack(s)
	j.splice(a.Rank, a.Op, 1, nil, nil)
	return j.pack(), nil
}

// settle leaves the focus on the op that took the place, or on the end.
func (a RemoveOp) settle(s *State) []Effect {
	s.Open, s.Selected, s.Chosen = Open{}, NoOp, nil
	if n := len(s.Scenario.ProgramOf(a.Rank)); a.Op < n {
		s.Selected = OpRef(a)
		return []Effect{Focus{OpID(a.Rank, a.Op)}}
	}
	return []Effect{Focus{fmt.Sprintf("rank-%d.add-op", a.Rank)}}
}

func (a MoveOp) edit(s *scenario.Scenario) (*scenario.Scenario, error) {
	to := a.Op + a.By
	if !hasOp(s, a.Rank, a.Op) || !hasOp(s, a.Rank, to) || a.By == 0 {
		return s, nil
	}
	j := unpack(s)
	moved := j.take([]OpRef{{a.Rank, a.Op}})[0]
	j.splice(a.Rank, to, 0, moved.ops, moved.from)
	return j.pack(), nil
}

func (a MoveOp) settle(s *State) []Effect {
	return s.follow(OpRef{a.Rank, a.Op}, OpRef{a.Rank, a.Op + a.By})
}

func (a MoveOpTo) edit(s *scenario.Scenario) (*scenario.Scenario, error) {
	if !hasOp(s, a.Rank, a.Op) || a.ToRank < 0 || a.ToRank >= s.Processes() {
		return s, nil
	}
	if a.Rank == a.ToRank && (a.ToOp == a.Op || a.ToOp == a.Op+1) {
		return s, nil
	}
	j := unpack(s)
	to := a.landing(len(j.programs[a.ToRank]))
	moved := j.take([]OpRef{{a.Rank, a.Op}})[0]
	j.splice(a.ToRank, to, 0, moved.ops, moved.from)
	if a.Rank != a.ToRank {
		j.lend(a.Rank, a.ToRank, moved.ops[0])
	}
	return j.pack(), nil
}

// landing is the index of the op after the move, in a program that had n ops.
func (a MoveOpTo) landing(n int) int {
	to := min(max(a.ToOp, 0), n)
	if a.Rank == a.ToRank && to > a.Op {
		to--
	}
	return to
}

func (a MoveOpTo) settle(s *State) []Effect {
	n := len(s.Scenario.ProgramOf(a.ToRank))
	if a.Rank != a.ToRank {
		n--
	}
	return s.follow(OpRef{a.Rank, a.Op}, OpRef{a.ToRank, a.landing(n)})
}

// lend gives rank to the tensors of rank from that op uses and to has not.
func (j *job) lend(from, to int, op scenario.Op) {
	for i := range op.Body {
		j.lend(from, to, op.Body[i])
	}
	for _, v := range values(&op) {
		k, has := findTensor(j.tensors[to], v.Name)
		f, given := findTensor(j.tensors[from], v.Name)
		if v.Name == "" || has || !given {
			continue
		}
		j.tensors[to] = slices.Insert(slices.Clone(j.tensors[to]), k, j.tensors[from][f])
	}
}

// follow moves the selection and the focus along with an op.
func (s *State) follow(was, now OpRef) []Effect {
	if !s.IsChosen(now) {
		s.Chosen = nil
	}
	s.Selected = now
	if s.Open.Kind == OpenOp && s.Open.Rank == was.Rank && s.Open.Op == was.Op {
		s.Open.Rank, s.Open.Op = now.Rank, now.Op
	}
	return []Effect{Focus{OpID(now.Rank, now.Op)}}
}

func (a DuplicateOp) edit(s *scenario.Scenario) (*scenario.Scenario, error) {
	if !hasOp(s, a.Rank, a.Op) {
		return s, nil
	}
	j := unpack(s)
	j.splice(a.Rank, a.Op+1, 0, []scenario.Op{cloneOp(j.programs[a.Rank][a.Op])}, nil)
	return j.pack(), nil
}

func (a DuplicateOp) settle(s *State) []Effect {
	return s.follow(OpRef(a), OpRef{a.Rank, a.Op + 1})
}

// changeOp makes a scenario in which one op of one rank is another.
func changeOp(s *scenario.Scenario, rank, op int, change func(*scenario.Op) error) (*scenario.Scenario, error) {
	if !hasOp(s, rank, op) {
		return s, nil
	}
	j := unpack(s)
	was := j.programs[rank]
	program := slices.Clone(was)
	program[op] = cloneOp(program[op])
	if err := change(&program[op]); err != nil {
		return nil, err
	}
	if samePrograms(was, program) {
		return s, nil
	}
	j.programs[rank] = program
	return j.pack(), nil
}

func (a SetOpName) edit(s *scenario.Scenario) (*scenario.Scenario, error) {
	name := halfWidth(a.Text)
	if FamilyOf(name) == "" {
		return nil, no("op.not", "text", a.Text)
	}
	return changeOp(s, a.Rank, a.Op, func(op *scenario.Op) error {
		if op.Name != name {
			*op = turned(*op, name, place{s, a.Rank, a.Op})
		}
		return nil
	})
}

func (a SetOpArg) edit(s *scenario.Scenario) (*scenario.Scenario, error) {
	return changeOp(s, a.Rank, a.Op, func(op *scenario.Op) error {
		spec, ok := scenario.SpecOf(op.Name)
		if !ok {
			return nil
		}
		arg, ok := spec.Arg(a.Arg)
		if !ok {
			return nil
		}
		next, err := setArg(arg, *op, a.Text, place{s, a.Rank, a.Op})
		if err == nil {
			*op = next
		}
		return err
	})
}
