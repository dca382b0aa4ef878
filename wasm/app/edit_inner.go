package app

import (
	"slices"
	"strconv"

	"lockstep/engine/scenario"
)

// InnerRef names an op in the body of a repeat: the In-th below op Op of a rank's
// program, counted from 1 as they are written, those of repeats within the repeat
// too. In 0 is the repeat itself.
type InnerRef struct{ Rank, Op, In int }

// These edit the bodies of repeats. Where the repeat is one of several that are
// chosen, all of their bodies are meant in which the same op stands there; each is
// one step of the history.
type (
	// InsertInner puts a new op before an op of a body, or, when Last, at the end of
	// the body that belongs to At. With Everyone it goes to each rank that has a
	// repeat at the same place of its program.
	InsertInner struct {
		At             InnerRef
		Last, Everyone bool
		Name           string
	}
	RemoveInner    struct{ At InnerRef }
	DuplicateInner struct{ At InnerRef }

	// MoveInner moves an op By places later (earlier when negative) within its body,
	// and out of it at its ends; or to the same place ByRank ranks down.
	MoveInner struct {
		At         InnerRef
		By, ByRank int
	}
	SetInnerName struct {
		At   InnerRef
		Text string
	}
	SetInnerArg struct {
		At        InnerRef
		Arg, Text string
	}
)

// StepIn moves the focus from op to op of a body, and out of it at its ends.
type StepIn struct {
	From InnerRef
	By   int
}

func (InsertInner) action()    {}
func (RemoveInner) action()    {}
func (DuplicateInner) action() {}
func (MoveInner) action()      {}
func (SetInnerName) action()   {}
func (SetInnerArg) action()    {}
func (StepIn) action()         {}

// With gives the action its text.
func (a SetInnerName) With(text string) Action { a.Text = text; return a }

// With gives the action its text.
func (a SetInnerArg) With(text string) Action { a.Text = text; return a }

// ID is the control's ID of an op in a body: "rank-0.op-2.body-1".
func (r InnerRef) ID() string {
	id := OpID(r.Rank, r.Op)
	if r.In > 0 {
		id += ".body-" + strconv.Itoa(r.In-1)
	}
	return id
}

// Find is the op, or nil where there is none.
func (r InnerRef) Find(s *scenario.Scenario) *scenario.Op {
	if !hasOp(s, r.Rank, r.Op) {
		return nil
	}
	return scenario.OpAt(s.ProgramOf(r.Rank), r.Op, r.In)
}

// Written counts the ops of a body, those of repeats in it too.
func Written(body []scenario.Op) int {
	n := 0
	scenario.Walk(body, func(*scenario.Op) { n++ })
	return n
}

// Siblings is how many ops of the same body stand before an op, and behind it.
func (r InnerRef) Siblings(s *scenario.Scenario) (before, behind int) {
	op := InnerRef{r.Rank, r.Op, 0}.Find(s)
	if op == nil {
		return 0, 0
	}
	inBody(*op, r.In, func(body []scenario.Op, i int) ([]scenario.Op, error) { //nolint:errcheck // it looks only
		before, behind = i, len(body)-1-i
		return body, nil
	})
	return before, behind
}

// inBody gives an op whose body, or that of a repeat in it, went through change
// with the place of its in-th op there. What belongs to op is not written into.
func inBody(op scenario.Op, in int, change func(body []scenario.Op, i int) ([]scenario.Op, error)) (scenario.Op, error) {
	op.Body = slices.Clone(op.Body)
	for i := range op.Body {
		if in--; in == 0 {
			body, err := change(op.Body, i)
			op.Body = body
			return op, err
		}
		n := Written(op.Body[i].Body)
		if in <= n {
			inner, err := inBody(op.Body[i], in, change)
			op.Body[i] = inner
			return op, err
		}
		in -= n
	}
	return op, nil
}

// bodyEdit is an edit of the bodies of several repeats.
type bodyEdit struct {
	at     InnerRef
	refs   []OpRef // of the repeats
	last   bool    // change gets the body that belongs to at, and its length
	change func(body []scenario.Op, i int, at place) ([]scenario.Op, error)
}

func (*bodyEdit) action() {}

func (e *bodyEdit) edit(s *scenario.Scenario) (*scenario.Scenario, error) {
	j := unpack(s)
	changed := false
	for _, ref := range e.refs {
		was := j.programs[ref.Rank]
		op, err := e.of(was[ref.Op], place{s, ref.Rank, ref.Op})
		if err != nil {
			return nil, err
		}
		program := slices.Clone(was)
		program[ref.Op] = op
		if !samePrograms(was, program) {
			j.programs[ref.Rank], changed = program, true
		}
	}
	if !changed {
		return s, nil
	}
	return j.pack(), nil
}

func (e *bodyEdit) of(op scenario.Op, at place) (scenario.Op, error) {
	switch {
	case e.last && e.at.In == 0:
		body, err := e.change(slices.Clone(op.Body), len(op.Body), at)
		op.Body = body
		return op, err
	case e.last:
		return inBody(op, e.at.In, func(body []scenario.Op, i int) ([]scenario.Op, error) {
			inside, err := e.change(slices.Clone(body[i].Body), len(body[i].Body), at)
			body[i].Body = inside
			return body, err
		})
	}
	return inBody(op, e.at.In, func(body []scenario.Op, i int) ([]scenario.Op, error) { return e.change(body, i, at) })
}

// rearranging is one that moves the focus to where it led.
type rearranging struct {
	bodyEdit
	to     InnerRef
	copied string // for the clipboard
}

// settle leaves the focus on the repeat where there is no such op any more; an
// editor that is open stays so.
func (e *rearranging) settle(s *State) []Effect {
	var effects []Effect
	if e.copied != "" {
		effects = append(effects, CopyText{e.copied})
	}
	s.Selected = OpRef{e.at.Rank, e.at.Op}
	if !s.IsChosen(s.Selected) {
		s.Chosen = nil
	}
	to := e.to
	if to.In < 0 || to.Find(s.Scenario) == nil {
		to.In = 0
	}
	if s.Open.Kind != OpenNothing {
		s.Open = Open{Kind: OpenOp, Rank: to.Rank, Op: to.Op, In: to.In}
		return append(effects, Focus{to.ID() + ".op"})
	}
	return append(effects, Focus{to.ID()})
}

// retouching is one of a field, which keeps what was typed and cannot be taken.
type retouching struct {
	bodyEdit
	id, typed string
}

func (e *retouching) field() string { return e.id }
func (e *retouching) text() string  { return e.typed }

// bodies are the repeats that an edit at a place means.
func (s *State) bodies(at InnerRef, fits func(*scenario.Op) bool) []OpRef {
	var refs []OpRef
	for _, ref := range s.with(OpRef{at.Rank, at.Op}) {
		if op := (InnerRef{ref.Rank, ref.Op, at.In}).Find(s.Scenario); op != nil && fits(op) {
			refs = append(refs, ref)
		}
	}
	return refs
}

func anyOp(*scenario.Op) bool { return true }

func isRepeat(op *scenario.Op) bool { return op.Name == "repeat" }

func (a InsertInner) of(s *State) edit {
	fits := anyOp
	if a.Last {
		fits = isRepeat
	}
	op := a.At.Find(s.Scenario)
	if op == nil || !fits(op) || !a.Last && a.At.In == 0 || FamilyOf(a.Name) == "" {
		return nil
	}
	refs := []OpRef{{a.At.Rank, a.At.Op}}
	if a.Everyone {
		refs = refs[:0]
		for rank := range s.Scenario.Processes() {
			if other := (InnerRef{rank, a.At.Op, a.At.In}).Find(s.Scenario); other != nil && fits(other) {
				refs = append(refs, OpRef{rank, a.At.Op})
			}
		}
	}
	to := a.At
	if a.Last {
		to.In += Written(op.Body) + 1
	}
	s.Open = Open{}
	return &rearranging{bodyEdit: bodyEdit{a.At, refs, a.Last, func(body []scenario.Op, i int, at place) ([]scenario.Op, error) {
		return slices.Insert(body, i, freshOp(a.Name, at)), nil
	}}, to: to}
}

func (a RemoveInner) of(s *State) edit {
	if a.At.In == 0 {
		return nil
	}
	to := a.At
	if _, behind := a.At.Siblings(s.Scenario); behind == 0 {
		to.In--
	}
	return &rearranging{bodyEdit: bodyEdit{a.At, s.bodies(a.At, anyOp), false, func(body []scenario.Op, i int, _ place) ([]scenario.Op, error) {
		return slices.Delete(body, i, i+1), nil
	}}, to: to}
}

func (a DuplicateInner) of(s *State) edit {
	op := a.At.Find(s.Scenario)
	if op == nil || a.At.In == 0 {
		return nil
	}
	to := a.At
	to.In += Written(op.Body) + 1
	return &rearranging{bodyEdit: bodyEdit{a.At, s.bodies(a.At, anyOp), false, func(body []scenario.Op, i int, _ place) ([]scenario.Op, error) {
		return slices.Insert(body, i+1, cloneOp(body[i])), nil
	}}, to: to}
}

func (a MoveInner) of(s *State) edit {
	if a.At.Find(s.Scenario) == nil || a.At.In == 0 || a.By == 0 && a.ByRank == 0 {
		return nil
	}
	before, behind := a.At.Siblings(s.Scenario)
	switch {
	case a.ByRank != 0:
		return a.across(s)
	case -a.By > before:
		return Carry{a.At, Slot{At: a.At.parent(s.Scenario)}}.of(s)
	case a.By > behind:
		return Carry{a.At, Behind(s.Scenario, a.At.parent(s.Scenario))}.of(s)
	}
	return &rearranging{bodyEdit: bodyEdit{a.At, s.bodies(a.At, anyOp), false, func(body []scenario.Op, i int, _ place) ([]scenario.Op, error) {
		return shifted(body, i, a.By), nil
	}}, to: a.landing(s.Scenario)}
}

// across is the move to another rank: to the end of the body there if it is shorter.
func (a MoveInner) across(s *State) edit {
	to := a.At
	to.Rank += a.ByRank
	if to.Find(s.Scenario) != nil {
		return Carry{a.At, Slot{At: to}}.of(s)
	}
	up := a.At.parent(s.Scenario)
	up.Rank += a.ByRank
	return Carry{a.At, Slot{At: up, Last: true}}.of(s)
}

// shifted moves an op of a body; in one that is too short for it, nothing.
func shifted(body []scenario.Op, i, by int) []scenario.Op {
	if i+by < 0 || i+by >= len(body) {
		return body
	}
	op := body[i]
	return slices.Insert(slices.Delete(body, i, i+1), i+by, op)
}

// landing is where the op stands after the move.
func (a MoveInner) landing(s *scenario.Scenario) InnerRef {
	to := a.At
	inBody(*InnerRef{to.Rank, to.Op, 0}.Find(s), to.In, func(body []scenario.Op, i int) ([]scenario.Op, error) { //nolint:errcheck // it looks only
		to.In -= Written(body[:i])
		to.In += Written(shifted(slices.Clone(body), i, a.By)[:i+a.By])
		return body, nil
	})
	return to
}

func (a SetInnerName) of(s *State) edit {
	if a.At.In == 0 {
		return SetChosenName{OpRef{a.At.Rank, a.At.Op}, a.Text}.of(s)
	}
	name := halfWidth(a.Text)
	change := func(body []scenario.Op, i int, at place) ([]scenario.Op, error) {
		if FamilyOf(name) == "" {
			return nil, no("op.not", "text", a.Text)
		}
		if body[i].Name != name {
			body[i] = turned(body[i], name, at)
		}
		return body, nil
	}
	return &retouching{bodyEdit{a.At, s.bodies(a.At, anyOp), false, change}, a.At.ID() + ".op", a.Text}
}

func (a SetInnerArg) of(s *State) edit {
	if a.At.In == 0 {
		return SetChosenArg{OpRef{a.At.Rank, a.At.Op}, a.Arg, a.Text}.of(s)
	}
	op := a.At.Find(s.Scenario)
	if op == nil {
		return nil
	}
	spec, _ := scenario.SpecOf(op.Name)
	arg, takes := spec.Arg(a.Arg)
	if !takes {
		return nil
	}
	change := func(body []scenario.Op, i int, at place) ([]scenario.Op, error) {
		next, err := setArg(arg, cloneOp(body[i]), a.Text, at)
		if err != nil {
			return nil, err
		}
		body[i] = next
		return body, nil
	}
	same := func(other *scenario.Op) bool { return other.Name == op.Name }
	return &retouching{bodyEdit{a.At, s.bodies(a.At, same), false, change}, a.At.ID() + "." + a.Arg, a.Text}
}

func (a StepIn) apply(s *State) []Effect {
	op := InnerRef{a.From.Rank, a.From.Op, 0}.Find(s.Scenario)
	if op == nil {
		return nil
	}
	to := a.From
	if to.In += a.By; to.In > Written(op.Body) {
		return StepTo{From: OpRef{to.Rank, to.Op}, By: 1}.apply(s)
	}
	to.In = max(to.In, 0)
	s.choose(OpRef{to.Rank, to.Op}, []OpRef{{to.Rank, to.Op}})
	return []Effect{Focus{to.ID()}}
}
