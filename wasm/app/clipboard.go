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

// CopyChosen puts the chosen ops on the clipboard; CutChosen removes them too.
type (
	CopyChosen struct{ At OpRef }
	CutChosen  struct{ At OpRef }
)

// Paste puts ops behind the selected one, or at the end of rank 0's program; a
// whole scenario replaces the one that is shown.
type Paste struct{ Text string }

// CopyText asks for a text on the clipboard.
type CopyText struct{ Text string }

func (CopyChosen) action() {}
func (CutChosen) action()  {}
func (Paste) action()      {}
func (CopyText) effect()   {}

// With gives the action its text.
func (Paste) With(text string) Action { return Paste{text} }

func (a CopyChosen) apply(s *State) []Effect {
	refs := s.with(a.At)
	if len(refs) == 0 {
		return nil
	}
	return []Effect{CopyText{opsText(s.Scenario, refs)}}
}

func (a CutChosen) of(s *State) edit {
	return &cutting{removing{s.with(a.At)}, opsText(s.Scenario, s.with(a.At))}
}

// cutting removes ops and hands their text to the clipboard.
type cutting struct {
	removing
	copied string
}

func (c *cutting) settle(s *State) []Effect {
	return append(c.removing.settle(s), CopyText{c.copied})
}

// opsText writes the chosen ops: once if each rank's are alike.
func opsText(s *scenario.Scenario, refs []OpRef) string {
	var lists [][]scenario.Op
	rank := -1
	for _, r := range refs {
		if r.Rank != rank {
			lists, rank = append(lists, nil), r.Rank
		}
		last := len(lists) - 1
		lists[last] = append(lists[last], s.ProgramOf(r.Rank)[r.Op])
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
	at := OpRef{0, len(s.Scenario.ProgramOf(0))}
	if s.Selected != NoOp {
		at = OpRef{s.Selected.Rank, s.Selected.Op + 1}
		for _, r := range s.ChosenOps() {
			if r.Rank == at.Rank {
				at.Op = max(at.Op, r.Op+1)
			}
		}
	}
	if text := strings.TrimSpace(a.Text); strings.HasPrefix(text, "{") && strings.Contains(text, `"lockstep"`) {
		return SetText(a)
	}
	return &pasting{text: a.Text, at: at}
}

// pasting puts ops from a text into one program, or into one of each rank from
// there on.
type pasting struct {
	text   string
	at     OpRef
	landed []OpRef
}

func (*pasting) action() {}

func (p *pasting) edit(s *scenario.Scenario) (*scenario.Scenario, error) {
	lists, err := splitOps(p.text)
	if err != nil {
		return nil, err
	}
	first := p.at.Rank
	if len(lists) > 1 && first+len(lists) > s.Processes() {
		first = max(0, s.Processes()-len(lists))
	}
	if len(lists) > s.Processes() {
		return nil, no("paste.ranks", "n", strconv.Itoa(len(lists)))
	}
	j := unpack(s)
	p.landed = nil
	for i, text := range lists {
		rank := first + i
		ops, err := parseOps(text, s, rank)
		if err != nil {
			return nil, err
		}
		at := min(max(p.at.Op, 0), len(j.programs[rank]))
		j.splice(rank, at, 0, ops, nil)
		for k := range ops {
			p.landed = append(p.landed, OpRef{rank, at + k})
		}
	}
	if len(p.landed) == 0 {
		return s, nil
	}
	return j.pack(), nil
}

func (p *pasting) settle(s *State) []Effect {
	s.choose(p.landed[0], p.landed)
	return []Effect{Focus{OpID(p.landed[0].Rank, p.landed[0].Op)}}
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
