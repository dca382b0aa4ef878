package app

import (
	"slices"

	"lockstep/engine/collective"
	"lockstep/engine/scenario"
	"lockstep/engine/trace"
)

// Trials are the runs of one scenario with each algorithm that one of its calls
// can be told, to be seen side by side. Each is a run of the engine, one after the
// other in slices, when the run that is shown is over.
type Trials struct {
	Of   *scenario.Scenario
	Ref  OpRef  // the op, on this rank and its counterparts on the others
	Op   string // its name: of a repeat, that of the first op in it with a choice
	List []Trial

	run *Run // of the first of the list that is not over
}

// Trial is one algorithm, and what came of it.
type Trial struct {
	Algorithm string
	Over      bool
	Outcome   string     // as the result has it
	End       trace.Time // of the whole run
	Took      trace.Time // from when all had come to the call until all had gone; Never: they did not
	Messages  int        // of the call, all ranks
	Busiest   int64      // bytes that the busiest rank sent
	Cost      collective.Cost
	Model     *collective.Model
}

// CompareAlgorithms runs the scenario with each algorithm of an op.
type CompareAlgorithms struct{ Ref OpRef }

// UseAlgorithm tells an op, and its counterparts on the other ranks, which
// algorithm to use.
type UseAlgorithm struct {
	Ref  OpRef
	Name string
}

func (CompareAlgorithms) action() {}
func (UseAlgorithm) action()      {}

// AlgorithmsAt lists what an op can be told, Gloo's choice first, and the op's name; of
// a repeat, those of the first op in it that has a choice.
func AlgorithmsAt(s *scenario.Scenario, ref OpRef) (op *scenario.Op, names []string) {
	if !hasOp(s, ref.Rank, ref.Op) {
		return nil, nil
	}
	return choosing(&s.ProgramOf(ref.Rank)[ref.Op])
}

func choosing(op *scenario.Op) (*scenario.Op, []string) {
	if names := collective.Algorithms(op.Name); len(names) > 1 && chooses(op.Name) {
		return op, names
	}
	for i := range op.Body {
		if inner, names := choosing(&op.Body[i]); inner != nil {
			return inner, names
		}
	}
	return nil, nil
}

// chooses tells whether the file has a word for the op's algorithm.
func chooses(op string) bool {
	spec, ok := scenario.SpecOf(op)
	if !ok {
		return false
	}
	_, ok = spec.Arg("algorithm")
	return ok
}

// Running reports whether some trial is not over.
func (t *Trials) Running() bool {
	return t != nil && slices.ContainsFunc(t.List, func(x Trial) bool { return !x.Over })
}

func (a CompareAlgorithms) apply(s *State) []Effect {
	s.Trials = newTrials(s.Scenario, a.Ref)
	return nil
}

func newTrials(s *scenario.Scenario, ref OpRef) *Trials {
	op, names := AlgorithmsAt(s, ref)
	if op == nil {
		return nil
	}
	t := &Trials{Of: s, Ref: ref, Op: op.Name}
	for _, name := range names {
		t.List = append(t.List, Trial{Algorithm: name})
	}
	return t
}

// keepTrials begins them anew for a scenario that was edited, where the op is
// still what it was.
func (s *State) keepTrials() {
	if s.Trials == nil || s.Trials.Of == s.Scenario {
		return
	}
	if s.Trials.run != nil {
		s.Trials.run.cancelled()
	}
	next := newTrials(s.Scenario, s.Trials.Ref)
	if next != nil && next.Op != s.Trials.Op {
		next = nil
	}
	s.Trials = next
}

// tryOn runs one more slice of the trials.
func (s *State) tryOn() {
	if !s.Trials.Running() {
		return
	}
	i := slices.IndexFunc(s.Trials.List, func(x Trial) bool { return !x.Over })
	next := *s.Trials
	next.List = slices.Clone(next.List)
	if next.run == nil {
		other := withAlgorithm(s.Scenario, next.Ref, next.List[i].Algorithm)
		run, err := startRun(s.start, other, s.Room)
		if err != nil {
			next.List[i].Over, next.List[i].Outcome = true, "failed"
			s.Trials = &next
			return
		}
		next.run = run
	} else {
		next.run = next.run.advanced(s.Room)
	}
	if next.run.Over() {
		next.List[i] = next.run.trial(next.List[i].Algorithm, next.Ref, next.Op)
		next.run = nil
	}
	s.Trials = &next
}

// trial sums a finished run up for the table.
func (r *Run) trial(algorithm string, ref OpRef, name string) Trial {
	out := Trial{Algorithm: algorithm, Over: true, End: r.Trace.End, Took: trace.Never}
	if r.Result != nil {
		out.Outcome = r.Result.Outcome
	}
	calls := r.callsAt(ref, name)
	if len(calls) == 0 {
		return out
	}
	t := r.Trace
	out.Took = took(t, calls)
	sent, mine := map[int32]int64{}, map[int32]bool{}
	for _, id := range calls {
		mine[id] = true
	}
	for i := range t.Messages {
		m := &t.Messages[i]
		if m.Sent == trace.Never || !mine[m.SendCall] {
			continue
		}
		out.Messages++
		sent[m.From] += int64(m.Bytes)
		out.Busiest = max(out.Busiest, sent[m.From])
	}
	of := collective.Call{Ranks: len(calls)}
	if c := &t.Calls[calls[0]]; c.Tensor != trace.None {
		of.Bytes, of.Elem = t.Tensors[c.Tensor].Size(), t.Tensors[c.Tensor].DType.Size()
	}
	if m, ok := collective.ModelOf(name, algorithm); ok {
		out.Model, out.Cost = m, m.Cost(of)
	}
	return out
}

// callsAt are the first calls of an op and of its counterparts, one for each
// member of the group.
func (r *Run) callsAt(ref OpRef, name string) []int32 {
	at := map[OpRef]bool{}
	for _, same := range sameCalls(r.Of, ref) {
		at[same] = true
	}
	var calls []int32
	for i := range r.Trace.Calls {
		c := &r.Trace.Calls[i]
		place := OpRef{r.Trace.Seat(c.Proc), int(c.Step)}
		if c.Op == name && at[place] {
			calls = append(calls, int32(i))
			delete(at, place)
		}
	}
	return calls
}

func took(t *trace.Trace, calls []int32) trace.Time {
	from, to := trace.Time(0), trace.Time(0)
	for _, id := range calls {
		c := &t.Calls[id]
		if c.Status != trace.OK || c.Done == trace.Never {
			return trace.Never
		}
		from, to = max(from, c.Start), max(to, c.Done)
	}
	return to - from
}

// withAlgorithm is the scenario with another algorithm for an op and its
// counterparts.
func withAlgorithm(s *scenario.Scenario, ref OpRef, name string) *scenario.Scenario {
	j := unpack(s)
	for _, r := range sameCalls(s, ref) {
		program := slices.Clone(j.programs[r.Rank])
		op := cloneOp(program[r.Op])
		if choice, names := choosing(&op); choice != nil {
			if choice.Algorithm = name; name == names[0] {
				choice.Algorithm = "" // Gloo's own is what is meant unsaid
			}
		}
		program[r.Op] = op
		j.programs[r.Rank] = program
	}
	return j.pack()
}

func (a UseAlgorithm) edit(s *scenario.Scenario) (*scenario.Scenario, error) {
	op, names := AlgorithmsAt(s, a.Ref)
	if op == nil || !slices.Contains(names, a.Name) {
		return nil, no("op.not", "text", a.Name)
	}
	if op.Algorithm == a.Name || op.Algorithm == "" && a.Name == names[0] {
		return s, nil
	}
	return withAlgorithm(s, a.Ref, a.Name), nil
}
