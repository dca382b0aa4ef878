package mend

import (
	"cmp"
	"slices"
	"sort"

	"lockstep/engine/result"
	"lockstep/engine/scenario"
	"lockstep/engine/trace"
	"lockstep/engine/wording"
)

// bench is where candidates are made: the scenario, and what its run says about
// where to look.
type bench struct {
	s       *scenario.Scenario
	model   model
	blamed  []int // ranks that the first cause names
	codes   []string
	where   []int // of each process: the op at which its trouble began
	all     []candidate
	already map[string]bool
}

// candidates lists the single edits of s, the likeliest first, and those that are
// a last resort.
func candidates(s *scenario.Scenario, t *trace.Trace, findings []result.Finding) (likely, last []candidate) {
	b := &bench{s: s, model: modelOf(s), where: troubles(s, t, findings), already: map[string]bool{}}
	for _, f := range findings {
		if f.Cause == nil {
			b.codes = append(b.codes, f.Code)
		}
	}
	b.blamed = findings[0].Ranks
	b.surroundings()
	if s.Script == "" {
		b.programs()
	}
	byCost(b.all)
	n, _ := slices.BinarySearchFunc(b.all, costLast, func(c candidate, cost float64) int { return cmp.Compare(c.cost, cost) })
	return b.all[:n], b.all[n:]
}

func byCost(list []candidate) {
	sort.SliceStable(list, func(i, j int) bool { return list[i].cost < list[j].cost })
}

// troubles is where in its program each process's trouble began: at the call that
// the first cause names, or else at the first that went wrong.
func troubles(s *scenario.Scenario, t *trace.Trace, findings []result.Finding) []int {
	where := make([]int, s.Processes())
	found := make([]bool, len(where))
	for i := range where {
		where[i] = len(s.ProgramOf(i)) // it came to its end
	}
	seq := findings[0].Call
	for i := range t.Calls {
		c := &t.Calls[i]
		p := int(c.Proc)
		if p >= len(where) || found[p] || c.Step < 0 {
			continue
		}
		if seq != nil && int(c.Seq) == *seq && agreed(c.Op) || seq == nil && c.Status != trace.OK {
			where[p], found[p] = int(c.Step), true
		}
	}
	return where
}

// add makes a candidate of an edit, unless it is known. The same thing done in
// two ways has one sentence.
func (b *bench) add(e Edit, cost float64) {
	text := words.Say("en", "one", wording.Args{"edit": phraseOf(e)})
	if b.already[text] {
		return
	}
	b.already[text] = true
	b.all = append(b.all, candidate{edits: []Edit{e}, cost: cost})
}

// programs are the edits of the ranks' programs.
func (b *bench) programs() {
	for rank := range b.s.Processes() {
		b.programOf(spot{rank, -1})
		b.follow(spot{rank, -1})
		for i, op := range b.s.ProgramOf(rank) {
			if op.Name == "repeat" {
				b.programOf(spot{rank, i})
			}
		}
	}
	if b.shared() > 1 {
		for i := range b.s.Program {
			at := spot{Everyone, -1}
			b.arguments(at, i)
			b.swap(at, i)
			if !communicates(b.s.Program[i].Name) { // a call that nobody makes is no lesson learnt
				b.leave(at, i)
			}
		}
	}
}

// shared is how many ranks run the shared program.
func (b *bench) shared() int {
	n := 0
	for i := range b.s.Processes() {
		if i >= len(b.s.Ranks) || !b.s.Ranks[i].HasProgram {
			n++
		}
	}
	return n
}

func (b *bench) programOf(at spot) {
	ops := at.ops(b.s)
	for i := range ops {
		b.arguments(at, i)
		b.leave(at, i)
		b.swap(at, i)
		b.replace(at, i)
	}
	for i := 0; i <= len(ops); i++ {
		b.insert(at, i)
	}
}

func (b *bench) leave(at spot, i int) {
	op := &at.ops(b.s)[i]
	b.add(Edit{
		Kind: Remove, Rank: at.rank, Op: at.place(i), key: "remove",
		args: wording.Args{"old": callOf(op)},
		do:   at.changed(func(ops []scenario.Op) []scenario.Op { return slices.Delete(ops, i, i+1) }),
	}, b.cost(Remove, at, i, slices.Delete(slices.Clone(at.ops(b.s)), i, i+1))+b.ofRemoving(op))
}

func (b *bench) swap(at spot, i int) {
	ops := at.ops(b.s)
	if i+1 >= len(ops) || sameOps(&ops[i], &ops[i+1]) {
		return
	}
	turned := slices.Clone(ops)
	turned[i], turned[i+1] = turned[i+1], turned[i]
	cost := b.cost(Swap, at, i, turned)
	if !communicates(ops[i].Name) || !communicates(ops[i+1].Name) {
		cost += costAmiss
	}
	b.add(Edit{
		Kind: Swap, Rank: at.rank, Op: at.place(i), key: "swap",
		args: wording.Args{"first": callOf(&ops[i]), "second": callOf(&ops[i+1])},
		do: at.changed(func(ops []scenario.Op) []scenario.Op {
			ops[i], ops[i+1] = ops[i+1], ops[i]
			return ops
		}),
	}, cost)
}

func (b *bench) replace(at spot, i int) {
	old := &at.ops(b.s)[i]
	for _, op := range b.lendable(at, i) {
		if sameOps(&op, old) || !communicates(old.Name) {
			continue
		}
		turned := slices.Clone(at.ops(b.s))
		turned[i] = op
		b.add(Edit{
			Kind: Replace, Rank: at.rank, Op: at.place(i), key: "replace",
			args: wording.Args{"old": callOf(old), "new": callOf(&op)},
			do:   at.with(i, op),
		}, b.cost(Replace, at, i, turned))
	}
}

func (b *bench) insert(at spot, i int) {
	for _, op := range b.lendable(at, i) {
		key := "insert"
		args := wording.Args{"new": callOf(&op)}
		if ops := at.ops(b.s); i < len(ops) {
			args["next"] = callOf(&ops[i])
		} else {
			key = "insert.end"
		}
		b.add(Edit{
			Kind: Insert, Rank: at.rank, Op: at.place(i), key: key, args: args,
			do: at.changed(func(ops []scenario.Op) []scenario.Op { return slices.Insert(ops, i, op) }),
		}, b.cost(Insert, at, i, slices.Insert(slices.Clone(at.ops(b.s)), i, op)))
	}
}

// follow lets a rank that leaves its program go on as another one does: the one
// edit for a rank that is missing in several calls.
func (b *bench) follow(at spot) {
	ops := at.ops(b.s)
	for other := range b.s.Processes() {
		theirs := b.s.ProgramOf(other)
		if other == at.rank || slices.ContainsFunc(theirs, func(op scenario.Op) bool { return pointToPoint(op.Name) || !b.usable(&op, at.rank) }) {
			continue
		}
		for i := range ops {
			if i >= len(theirs) || sameOps(&ops[i], &theirs[i]) {
				continue
			}
			turned := append(slices.Clone(ops[:i]), theirs[i:]...)
			b.add(Edit{
				Kind: Follow, Rank: at.rank, Op: i, key: "follow",
				args: wording.Args{"who": wording.Ranks{at.rank}, "other": wording.Ranks{other}},
				do:   at.changed(func([]scenario.Op) []scenario.Op { return scenario.CloneOps(turned) }),
			}, b.cost(Follow, at, i, turned))
		}
	}
}
