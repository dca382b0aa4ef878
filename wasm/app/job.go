package app

import (
	"cmp"
	"reflect"
	"slices"

	"lockstep/engine/scenario"
)

// job is a scenario with every process's program and tensors spelled out, so
// that an edit of one rank need not know what the file shares. pack writes it
// back the shortest way: shared where all agree.
type job struct {
	of       *scenario.Scenario
	programs [][]scenario.Op
	tensors  [][]scenario.NamedTensor
	ranks    []scenario.Rank // the rest of each rank
	origins  [][]OpRef       // where each op stood before; nil until ops change their places
	heirs    map[OpRef]OpRef // of an op that went into the body of a repeat: where the repeat is
}

// unpack spells s out. The slices still belong to s: replace, never write into.
func unpack(s *scenario.Scenario) job {
	n := s.Processes()
	j := job{of: s, programs: make([][]scenario.Op, n), tensors: make([][]scenario.NamedTensor, n), ranks: make([]scenario.Rank, n)}
	for i := range n {
		j.programs[i], j.tensors[i] = s.ProgramOf(i), s.TensorsOf(i)
		if i < len(s.Ranks) {
			j.ranks[i] = s.Ranks[i]
		}
	}
	return j
}

// pack makes the scenario: the program that most ranks have is the shared one
// (of equals the first), a tensor is shared if all ranks have the same one.
func (j job) pack() *scenario.Scenario {
	s := *j.of
	shared := j.commonest()
	s.Program = j.programs[shared]
	s.Tensors = j.commonTensors()
	s.Ranks = slices.Clone(j.ranks)
	s.Faults = j.followed(s.Faults)
	for i := range s.Ranks {
		r := &s.Ranks[i]
		r.Program, r.HasProgram, r.Tensors = nil, false, nil
		if !samePrograms(j.programs[i], s.Program) {
			r.Program, r.HasProgram = j.programs[i], true
		}
		for _, t := range j.tensors[i] {
			if !slices.ContainsFunc(s.Tensors, func(c scenario.NamedTensor) bool { return c.Name == t.Name }) {
				r.Tensors = append(r.Tensors, t)
			}
		}
	}
	if s.AutoInit { // else the length of Ranks is the number of processes
		for len(s.Ranks) > 0 && plain(s.Ranks[len(s.Ranks)-1]) {
			s.Ranks = s.Ranks[:len(s.Ranks)-1]
		}
	}
	return &s
}

// plain reports whether the rank does nothing differently.
func plain(r scenario.Rank) bool {
	return !r.HasProgram && len(r.Tensors) == 0 && r.Start == 0 && !r.Never
}

// commonest is the first rank whose program most ranks have.
func (j job) commonest() int {
	best, most := 0, 0
	for i := range j.programs {
		if most >= len(j.programs)-i { // no program after it can have more
			break
		}
		n := 0
		for k := i; k < len(j.programs); k++ {
			if samePrograms(j.programs[i], j.programs[k]) {
				n++
			}
		}
		if n > most {
			best, most = i, n
		}
	}
	return best
}

func (j job) commonTensors() []scenario.NamedTensor {
	if len(j.tensors) == 0 {
		return j.of.Tensors
	}
	var common []scenario.NamedTensor
	for _, t := range j.tensors[0] {
		everywhere := true
		for _, other := range j.tensors[1:] {
			k, found := findTensor(other, t.Name)
			if !found || !sameSpec(other[k].Spec, t.Spec) {
				everywhere = false
				break
			}
		}
		if everywhere {
			common = append(common, t)
		}
	}
	return common
}

// findTensor finds name in the sorted tensors, or where it would stand.
func findTensor(tensors []scenario.NamedTensor, name string) (int, bool) {
	return slices.BinarySearchFunc(tensors, name, func(t scenario.NamedTensor, name string) int {
		return cmp.Compare(t.Name, name)
	})
}

// samePrograms is equality of what is written; programs that share their memory
// are equal without looking, which is the usual case.
func samePrograms(a, b []scenario.Op) bool {
	if len(a) != len(b) {
		return false
	}
	if len(a) == 0 || &a[0] == &b[0] {
		return true
	}
	for i := range a { // most that differ do so here, and looking at all that an op can have takes long
		x, y := &a[i], &b[i]
		if x.Name != y.Name || x.For != y.For || x.Group != y.Group || x.ReduceOp != y.ReduceOp || x.Timeout != y.Timeout || x.Tag != y.Tag || x.Async != y.Async {
			return false
		}
	}
	return reflect.DeepEqual(a, b)
}

func sameSpec(a, b scenario.TensorSpec) bool {
	return a.DType == b.DType && a.Fill == b.Fill && slices.Equal(a.Shape, b.Shape) && slices.Equal(a.Data, b.Data)
}
