package mend

import (
	"slices"

	"lockstep/engine/scenario"
)

// The cost of an edit is how unlikely it is to be what a person would do. Smaller
// changes are likelier, so are those of a rank that is blamed, near the place of
// the trouble, and those after which the rank calls what most ranks call.
var costOf = map[Kind]float64{
	SetArgument: 1.0,
	SetTensor:   1.1,
	Swap:        1.2,
	Replace:     1.5,
	Insert:      1.6,
	Remove:      1.7,
	Follow:      costLast,
	Calm:        1.0,
	Start:       1.0,
	Wait:        1.4,
	Debug:       1.2,
}

const (
	costNotBlamed = 0.6
	costFarOff    = 0.15 // for each op between the place and the trouble
	costUnlike    = 0.5  // for each call in which the rank then differs from most
	costLast      = 100  // more than any other: tried when even pairs do not help
	costAmiss     = 2.0  // a change that has nothing to do with the findings
)

// cost of an edit that makes the ops at a spot what turned says.
func (b *bench) cost(kind Kind, at spot, i int, turned []scenario.Op) float64 {
	c := costOf[kind] + b.farOff(at, at.place(i))
	if at.rank != Everyone && turned != nil {
		ops := b.s.ProgramOf(at.rank)
		if at.body >= 0 {
			ops = slices.Clone(ops)
			ops[at.body].Body = turned
			turned = ops
		}
		c += costUnlike * float64(distance(keysOf(turned), b.model.most))
	}
	return c
}

// farOff is the part of the cost that tells whose program it is and how far from
// the trouble. Of ranks that are alike the last is changed: the first is what
// people compare with.
func (b *bench) farOff(at spot, place int) float64 {
	if at.rank == Everyone {
		return costNotBlamed / 2
	}
	c := 0.01 * float64(b.s.Processes()-1-at.rank)
	if len(b.blamed) > 0 && !slices.Contains(b.blamed, at.rank) {
		c += costNotBlamed
	}
	return c + costFarOff*float64(abs(place-b.where[at.rank]))
}

func abs(n int) int { return max(n, -n) }

// ofRemoving is how much likelier, below 0, it is that just this op has to go.
func (b *bench) ofRemoving(op *scenario.Op) float64 {
	switch op.Name {
	case "os_exit", "sigkill_self", "raise", "sigstop":
		if b.found("exited_rank", "crashed_rank", "late_rank", "missing_call") {
			return -0.8
		}
	case "sleep":
		if b.found("late_rank") {
			return -0.2
		}
		return costAmiss
	case "compute", "load_data", "local", "query":
		return costAmiss
	}
	return 0
}

// found reports whether a cause of one of these codes was found.
func (b *bench) found(codes ...string) bool {
	return slices.ContainsFunc(codes, func(c string) bool { return slices.Contains(b.codes, c) })
}
