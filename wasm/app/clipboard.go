package app

import (
	"bytes"
	"encoding/json"
	"errors"
	"slices"
	"strconv"
	"strings"

	"lockstep/engine/scenario"
)

// Ops are copied as the text that they have in a scenario file: a list of ops,
// or a list of such lists when the ranks' differ. A person can paste them into a
// file, and what stands in a file into a lane.

// CopyChosen puts the chosen ops on the clipboard; CutChosen removes them too. With
// an op in the body of a repeat they mean that one of each repeat that is chosen.
type (
	CopyChosen struct{ At InnerRef }
	CutChosen  struct{ At InnerRef }
)

// Paste puts ops behind an op in the body of a repeat, else behind the selected one,
// or at the end of rank 0's program; a whole scenario replaces the one that is shown.
type Paste struct {
	Text string
	At   InnerRef // In 0: none
}

// CopyText asks for a text on the clipboard.
type CopyText struct{ Text string }

func (CopyChosen) action() {}
func (CutChosen) action()  {}
func (Paste) action()      {}
func (CopyText) effect()   {}

// With gives the action its text.
func (a Paste) With(text string) Action { a.Text = text; return a }

func (a CopyChosen) apply(s *State) []Effect {
	refs := s.bodies(a.At, anyOp)
	if len(refs) == 0 {
		return nil
	}
	return []Effect{CopyText{opsText(s.Scenario, refs, a.At.In)}}
}

func (a CutChosen) of(s *State) edit {
	refs := s.bodies(a.At, anyOp)
	text := opsText(s.Scenario, refs, a.At.In)
	if e, inner := RemoveInner(a).of(s).(*rearranging); inner && len(refs) > 0 {
		e.copied = text
		return e
	}
	return &cutting{removing{refs}, text}
}

// cutting removes ops and hands their text to the clipboard.
type cutting struct {
	removing
	copied string
}

func (c *cutting) settle(s *State) []Effect {
	return append(c.removing.settle(s), CopyText{c.copied})
}

// opsText writes the chosen ops, or the in-th in the body of each, as a list for
// each rank, or as one where there is one rank.
func opsText(s *scenario.Scenario, refs []OpRef, in int) string {
	var lists [][]scenario.Op
	rank := -1
	for _, r := range refs {
		if r.Rank != rank {
			lists, rank = append(lists, nil), r.Rank
		}
		last := len(lists) - 1
		lists[last] = append(lists[last], *InnerRef{r.Rank, r.Op, in}.Find(s))
	}
	if len(lists) == 1 {
		return string(scenario.FormatOps(lists[0]))
	}
	var b bytes.Buffer
	for i, ops := range lists {
		b.WriteString(map[bool]string{true: "[", false: ",\n "}[i == 0])
		b.Write(scenario.FormatOps(ops))
	}
	return b.String() + "]"
}

func (a Paste) of(s *State) edit {
	if t := strings.TrimSpace(a.Text); strings.HasPrefix(t, "{") && strings.Contains(t, `"lockstep"`) {
		return SetText{a.Text}
	}
	if o := s.Open; a.At.In == 0 && o.Kind == OpenOp {
		a.At = o.Inner()
	}
	if a.At.In > 0 && a.At.Find(s.Scenario) != nil {
		return &pasting{text: a.Text, to: Behind(s.Scenario, a.At)}
	}
	at := OpRef{0, len(s.Scenario.ProgramOf(0))}
	if s.Selected != NoOp {
		at = OpRef{s.Selected.Rank, s.Selected.Op + 1}
		for _, r := range s.ChosenOps() {
			if r.Rank == at.Rank {
				at.Op = max(at.Op, r.Op+1)
			}
		}
	}
	return &pasting{text: a.Text, to: Slot{At: InnerRef{at.Rank, at.Op, 0}}}
}

// pasting puts ops from a text into one program or body, or into one of each rank
// from there on.
type pasting struct {
	text   string
	to     Slot
	landed []InnerRef
}

func (*pasting) action() {}

func (p *pasting) edit(s *scenario.Scenario) (*scenario.Scenario, error) {
	lists, err := splitOps(p.text)
	if err != nil {
		return nil, err
	}
	first := p.to.At.Rank
	if len(lists) > 1 && first+len(lists) > s.Processes() {
		first = max(0, s.Processes()-len(lists))
	}
	if len(lists) > s.Processes() {
		return nil, no("paste.ranks", "n", strconv.Itoa(len(lists)))
	}
	j := unpack(s)
	p.landed = nil
	for i, text := range lists {
		to := p.to
		to.At.Rank = first + i
		l := load{from: to.At.Rank, to: to.At.Rank, slot: to.way(s)}
		if l.slot == nil {
			return nil, no("move.no_body", "rank", strconv.Itoa(to.At.Rank))
		}
		if l.ops, err = parseOps(text, s, to.At.Rank); err != nil {
			return nil, err
		}
		p.landed = append(p.landed, l.put(&j)...)
	}
	if len(p.landed) == 0 {
		return s, nil
	}
	return j.pack(), nil
}

// settle leaves the focus on the first op; what is in bodies is chosen by its repeats.
func (p *pasting) settle(s *State) []Effect {
	var refs []OpRef
	for _, r := range p.landed {
		refs = append(refs, OpRef{r.Rank, r.Op})
	}
	s.choose(refs[0], refs)
	if at := p.landed[0]; p.to.Inside() && s.Open.Kind == OpenOp {
		s.Open = Open{Kind: OpenOp, Rank: at.Rank, Op: at.Op, In: at.In}
		return []Effect{Focus{at.ID() + ".op"}}
	}
	return []Effect{Focus{p.landed[0].ID()}}
}

// splitOps finds the lists of ops in a text: one, or one for each rank.
func splitOps(text string) ([]string, error) {
	t := strings.TrimSuffix(strings.TrimSpace(text), ",")
	if strings.HasPrefix(t, "{") {
		t = "[" + t + "]"
	}
	var items []json.RawMessage
	if !strings.HasPrefix(t, "[") || json.Unmarshal([]byte(t), &items) != nil {
		return nil, no("paste.not")
	}
	if len(items) == 0 || items[0][0] != '[' {
		return []string{t}, nil
	}
	var lists []string
	for _, item := range items {
		lists = append(lists, string(item))
	}
	return lists, nil
}

// parseOps reads a list of ops as rank's program in a file would be read, with
// the tensors that the rank has.
func parseOps(text string, s *scenario.Scenario, rank int) ([]scenario.Op, error) {
	around := scenario.New(s.WorldSize)
	around.Tensors = s.TensorsOf(rank)
	file := string(scenario.Format(around))
	read, err := scenario.Parse([]byte(strings.TrimSuffix(file, "}") + `,"program":` + text + `}`))
	var e *scenario.Error
	if errors.As(err, &e) {
		at := *e
		at.Line, at.Column, at.Offset = 0, 0, 0 // of a text that nobody sees
		return nil, &at
	}
	if err != nil {
		return nil, err
	}
	return slices.Clone(read.Program), nil
}
