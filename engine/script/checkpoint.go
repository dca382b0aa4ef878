package script

import (
	"encoding/json"
	"fmt"
	"math"
	"slices"

	"go.starlark.net/starlark"
)

// A checkpoint's part is JSON with tensors by number, so that the host can count
// its bytes and keep the tensors in a form of its own.
const tensorKey = "$tensor"

// saveCheckpoint is save_checkpoint(step, {"w": w, "next": i}, shared=False): this
// rank's part of the checkpoint of a step; shared, it is one that is whole with this
// part alone, for all ranks.
func (s *Session) saveCheckpoint(a arguments) (starlark.Value, error) {
	step, ok := indexOf(a[0])
	if !ok || step < 0 {
		return nil, valueError("save_checkpoint takes the number of a step, not %s", a[0])
	}
	if err := s.scanned(a[1]); err != nil {
		return nil, err
	}
	p := &packing{}
	plain, err := p.pack(a[1])
	if err != nil {
		return nil, err
	}
	part, err := json.Marshal(plain)
	if err != nil {
		return nil, err
	}
	s.host.At(s.line())
	return starlark.None, s.host.Save(step, part, p.tensors, a.given(2) && bool(a[2].Truth()))
}

// packing puts tensors aside on the way to JSON.
type packing struct{ tensors []*Tensor }

func (p *packing) pack(v starlark.Value) (any, error) {
	switch v := v.(type) {
	case *Tensor:
		p.tensors = append(p.tensors, v)
		return map[string]int{tensorKey: len(p.tensors) - 1}, nil
	case starlark.Float:
		if f := float64(v); math.IsNaN(f) || math.IsInf(f, 0) {
			return map[string]string{"$float": fmt.Sprint(f)}, nil
		}
	case *starlark.Dict:
		return membersOf(v, "a checkpoint's keys are strings", p.pack)
	case *starlark.List, starlark.Tuple:
		return itemsOf(v.(starlark.Sequence), p.pack)
	}
	return plainOf(v)
}

// TensorNames lists under which names a part, as Host.Save got it, holds tensors.
func TensorNames(part []byte) []string {
	var state map[string]json.RawMessage
	if json.Unmarshal(part, &state) != nil {
		return nil // it is no dict
	}
	var out []string
	for name, v := range state {
		var ref map[string]json.RawMessage
		if json.Unmarshal(v, &ref) == nil && ref[tensorKey] != nil {
			out = append(out, name)
		}
	}
	slices.Sort(out)
	return out
}

// loadCheckpoint is load_checkpoint(step=None, mine=False): None where there is none.
func (s *Session) loadCheckpoint(a arguments) (starlark.Value, error) {
	q := Query{Mine: a.given(1) && bool(a[1].Truth())}
	if a.given(0) {
		step, ok := indexOf(a[0])
		if !ok || step < 0 {
			return nil, valueError("load_checkpoint takes the number of a step, not %s", a[0])
		}
		q.Step = &step
	}
	s.host.At(s.line())
	got, err := s.host.Load(q)
	if err != nil || got == nil {
		return starlark.None, err
	}
	v, err := s.fromJSON(got.Part)
	if err != nil {
		return nil, err
	}
	state, err := unpackPart(v, got.Tensors)
	if err != nil {
		return nil, err
	}
	return &Checkpoint{Step: got.Step, state: state}, nil
}

// unpackPart puts the tensors back.
func unpackPart(v starlark.Value, tensors []*Tensor) (starlark.Value, error) {
	switch v := v.(type) {
	case *starlark.Dict:
		if i, ok, _ := v.Get(starlark.String(tensorKey)); ok {
			n, _ := indexOf(i)
			return tensors[n], nil
		}
		if f, ok, _ := v.Get(starlark.String("$float")); ok {
			return universal(nil, "float", starlark.Tuple{f}, nil)
		}
		for _, item := range v.Items() {
			x, err := unpackPart(item[1], tensors)
			if err != nil {
				return nil, err
			}
			if err := v.SetKey(item[0], x); err != nil {
				return nil, err
			}
		}
	case *starlark.List:
		for i := range v.Len() {
			x, err := unpackPart(v.Index(i), tensors)
			if err != nil {
				return nil, err
			}
			if err := v.SetIndex(i, x); err != nil {
				return nil, err
			}
		}
	}
	return v, nil
}

// Checkpoint is what load_checkpoint gives back: ck["w"], ck.step.
type Checkpoint struct {
	Step  int
	state starlark.Value
}

func (c *Checkpoint) String() string        { return fmt.Sprintf("<checkpoint of step %d>", c.Step) }
func (c *Checkpoint) Type() string          { return "checkpoint" }
func (c *Checkpoint) Freeze()               {}
func (c *Checkpoint) Truth() starlark.Bool  { return true }
func (c *Checkpoint) Hash() (uint32, error) { return 0, typeError("unhashable type: checkpoint") }

// Attr gives .step, .state and .get(key, default).
func (c *Checkpoint) Attr(name string) (starlark.Value, error) {
	switch name {
	case "step":
		return starlark.MakeInt(c.Step), nil
	case "state":
		return c.state, nil
	case "get", "keys":
		if d, ok := c.state.(*starlark.Dict); ok {
			return d.Attr(name)
		}
	}
	return nil, nil
}

// AttrNames lists them.
func (c *Checkpoint) AttrNames() []string { return []string{"get", "keys", "state", "step"} }

// Get is ck["w"], and "w" in ck.
func (c *Checkpoint) Get(key starlark.Value) (starlark.Value, bool, error) {
	d, ok := c.state.(*starlark.Dict)
	if !ok {
		return nil, false, typeError("the checkpoint is a %s, not a dict", c.state.Type())
	}
	return d.Get(key)
}
