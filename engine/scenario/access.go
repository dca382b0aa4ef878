package scenario

import "fmt"

// Processes returns how many processes the scenario starts: WorldSize, or with
// auto_init off the length of Ranks, which may differ from it.
func (s *Scenario) Processes() int {
	if !s.AutoInit && len(s.Ranks) > 0 {
		return len(s.Ranks)
	}
	return s.WorldSize
}

// ProgramOf returns the ops of process i.
func (s *Scenario) ProgramOf(i int) []Op {
	if i < len(s.Ranks) && s.Ranks[i].HasProgram {
		return s.Ranks[i].Program
	}
	return s.Program
}

// TensorsOf returns the named tensors of process i in name order: the shared
// ones, overridden and extended by its own.
func (s *Scenario) TensorsOf(i int) []NamedTensor {
	if i >= len(s.Ranks) || len(s.Ranks[i].Tensors) == 0 {
		return s.Tensors
	}
	own := s.Ranks[i].Tensors
	merged := make([]NamedTensor, 0, len(s.Tensors)+len(own))
	a, b := s.Tensors, own
	for len(a) > 0 || len(b) > 0 {
		switch {
		case len(b) == 0 || len(a) > 0 && a[0].Name < b[0].Name:
			merged = append(merged, a[0])
			a = a[1:]
		case len(a) > 0 && a[0].Name == b[0].Name:
			a = a[1:]
			fallthrough
		default:
			merged = append(merged, b[0])
			b = b[1:]
		}
	}
	return merged
}

// EachOp calls f with every op of the file, those in bodies of repeat included. It ends
// with the first error of f, and returns it with the place of the field that f names.
func (s *Scenario) EachOp(f func(op *Op) (field string, err error)) error {
	if place, err := eachOp(s.Program, f); err != nil {
		return fmt.Errorf("program%s: %w", place, err)
	}
	for i := range s.Ranks {
		if place, err := eachOp(s.Ranks[i].Program, f); err != nil {
			return fmt.Errorf("ranks[%d].program%s: %w", i, place, err)
		}
	}
	return nil
}

// eachOp puts the place together when there is an error: each edit goes through all ops.
func eachOp(ops []Op, f func(op *Op) (string, error)) (place string, err error) {
	for i := range ops {
		if field, err := f(&ops[i]); err != nil {
			return fmt.Sprintf("[%d].%s", i, field), err
		}
		if place, err := eachOp(ops[i].Body, f); err != nil {
			return fmt.Sprintf("[%d].body%s", i, place), err
		}
	}
	return "", nil
}

// Walk calls f with every op of a program, those in bodies of repeat included.
func Walk(ops []Op, f func(*Op)) {
	for i := range ops {
		f(&ops[i])
		Walk(ops[i].Body, f)
	}
}

// OpAt finds the op of a call: the step-th of a program or, inner counting from 1,
// the inner-th within its body, where ops count as they are written. It is nil
// where there is none: in a script, and for what runs unasked.
func OpAt(program []Op, step, inner int) *Op {
	if step < 0 || step >= len(program) {
		return nil
	}
	op := &program[step]
	if inner == 0 {
		return op
	}
	left := inner
	return within(op.Body, &left)
}

func within(body []Op, left *int) *Op {
	for i := range body {
		if *left--; *left == 0 {
			return &body[i]
		}
		if op := within(body[i].Body, left); op != nil {
			return op
		}
	}
	return nil
}
