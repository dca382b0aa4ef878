package script

import (
	"fmt"

	"go.starlark.net/starlark"
)

// Starlark counts steps, and one step may do much: list(range(10**7)), s + s. What
// such a step does is charged here, in steps and in bytes, before it is done. All
// of it is counting, none of it measuring, so that a limit is reached at the same
// place on every machine.

const (
	// sliceSteps is how long a script calculates before others may go on.
	sliceSteps = 20_000
	// stepBytes is what a step may allocate unseen: a cell of a list, a small
	// number, a frame.
	stepBytes = 48
	// maxTree bounds how many values a tuple or a comparison may go through,
	// shared ones counted each time they are met.
	maxTree = 1_000_000
	// maxRange bounds the length of a range: it has none of its own.
	maxRange = 10_000_000
)

// meter holds what a session has used.
type meter struct {
	limits  Limits
	session *Session
	fresh   int64 // bytes made since live was counted
	live    int64 // bytes reachable then
	counted int64 // steps charged as bytes
}

// charge accounts for n bytes that are about to be made.
func (m *meter) charge(n int) error {
	m.fresh += int64(n)
	if m.fresh+m.live <= m.limits.Bytes {
		return nil
	}
	m.live = m.session.reachable()
	// What is near the limit would be counted again and again.
	if m.live+int64(n) > m.limits.Bytes-m.limits.Bytes/8 {
		return &Limit{Message: fmt.Sprintf("the script's values take more than %d MiB", m.limits.Bytes>>20)}
	}
	m.fresh = int64(n)
	return nil
}

// work accounts for going through n values.
func (s *Session) work(n int) { s.thread.Steps += uint64(n / 16) }

// sliceOver is called when a slice of steps is used up.
func (s *Session) sliceOver(t *starlark.Thread) {
	steps := int64(t.Steps)
	made := (steps - s.meter.counted) * stepBytes
	s.meter.counted = steps
	if steps >= s.env.Limits.Steps {
		s.stop(&Limit{Message: fmt.Sprintf("the script takes more than %d steps", s.env.Limits.Steps)})
	}
	if err := s.meter.charge(int(min(made, sliceSteps*64))); err != nil {
		s.stop(err)
	}
	t.SetMaxExecutionSteps(t.Steps + sliceSteps)
	s.host.At(s.line())
	s.host.Pause()
}

// stop ends the script from within the interpreter.
func (s *Session) stop(err error) {
	panic(&thrown{cause: err, stack: s.thread.CallStack()})
}

// size is how many values are reached through v, and their bytes, with strings by
// length; it gives up beyond maxTree. What is shared counts each time, as it does
// for whoever prints, hashes or compares.
func size(v starlark.Value) (values, bytes int, ok bool) {
	t := tree{left: maxTree}
	t.add(v, 0)
	return maxTree - t.left, t.bytes, t.left >= 0
}

type tree struct{ left, bytes int }

func (t *tree) add(v starlark.Value, depth int) {
	t.left--
	t.bytes += 16
	if t.left < 0 || depth > 500 {
		t.left = -1
		return
	}
	switch v := v.(type) {
	case starlark.String:
		t.text(len(v))
	case starlark.Bytes:
		t.text(len(v))
	case starlark.Int:
		if _, small := v.Int64(); !small {
			t.text(v.BigInt().BitLen() / 8)
		}
	case starlark.Tuple:
		for _, x := range v {
			t.add(x, depth+1)
		}
	case *starlark.List:
		for i := 0; i < v.Len() && t.left >= 0; i++ {
			t.add(v.Index(i), depth+1)
		}
	case *starlark.Dict:
		for _, item := range v.Items() {
			t.add(item[0], depth+1)
			t.add(item[1], depth+1)
		}
	case *starlark.Set:
		iter := v.Iterate()
		defer iter.Done()
		for x := starlark.Value(nil); iter.Next(&x); {
			t.add(x, depth+1)
		}
	case *Tensor:
		t.left -= v.length() / 16
		t.bytes += v.length() * v.dtype().Size()
	}
}

func (t *tree) text(n int) {
	t.left -= n / 64
	t.bytes += n
}

// flat is the size of v itself, without what it refers to: what a copy takes.
func flat(v starlark.Value) int {
	switch v := v.(type) {
	case starlark.String:
		return len(v)
	case starlark.Bytes:
		return len(v)
	case starlark.Int:
		if _, small := v.Int64(); !small {
			return v.BigInt().BitLen() / 8
		}
		return 16
	case *starlark.Dict:
		return 96 * v.Len()
	case *starlark.Set:
		return 64 * v.Len()
	case starlark.Sequence:
		return 16 * v.Len()
	}
	return 16
}

// scanned charges for an operation that goes through all that its operands hold.
func (s *Session) scanned(list ...starlark.Value) error {
	sum := 0
	for _, v := range list {
		switch v.(type) {
		case starlark.Int, starlark.Float, starlark.Bool, starlark.NoneType:
			continue
		}
		values, bytes, ok := size(v)
		if !ok {
			return &Limit{Message: fmt.Sprintf("an operation goes through more than %d values", maxTree)}
		}
		s.work(values)
		sum += bytes
	}
	if sum <= 64 {
		return nil
	}
	return s.meter.charge(sum)
}

// copied charges for a copy of each.
func (s *Session) copied(list ...starlark.Value) error {
	sum := 0
	for _, v := range list {
		sum += flat(v)
	}
	s.work(sum / 8)
	return s.meter.charge(sum)
}
