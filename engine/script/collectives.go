package script

import (
	"bytes"
	"encoding/json"

	"go.starlark.net/starlark"

	"lockstep/engine/scenario"
)

// one puts a tensor argument of the function into a field of the op.
func one(param string, i int, to func(*building, *scenario.Value)) func(*building, arguments) error {
	return func(b *building, a arguments) error {
		v, err := b.value(param, a[i])
		if err == nil {
			to(b, v)
		}
		return err
	}
}

// many is one for a list.
func many(param string, i int, to func(*building, []scenario.Value)) func(*building, arguments) error {
	return func(b *building, a arguments) error {
		if !a.given(i) {
			return nil
		}
		list, err := b.values(param, a[i])
		if err == nil {
			to(b, list)
		}
		return err
	}
}

// all does one thing after the other.
func all(steps ...func(*building, arguments) error) func(*building, arguments) error {
	return func(b *building, a arguments) error {
		for _, f := range steps {
			if err := f(b, a); err != nil {
				return err
			}
		}
		return nil
	}
}

func toTensor(b *building, v *scenario.Value)  { b.op.Tensor = v }
func toInput(b *building, v *scenario.Value)   { b.op.Input = v }
func toOut(b *building, v *scenario.Value)     { b.op.Out = []scenario.Value{*v} }
func toOuts(b *building, v []scenario.Value)   { b.op.Out = v }
func toList(b *building, v []scenario.Value)   { b.op.List = v }
func nothing(*building, arguments) error       { return nil }
func rootZero(b *building, _ arguments) error  { return defaultRoot(&b.op.Src) }
func rootZeroD(b *building, _ arguments) error { return defaultRoot(&b.op.Dst) }

// defaultRoot is the rank that torch takes when none is given.
func defaultRoot(root **int) error {
	if *root == nil {
		*root = new(int)
	}
	return nil
}

// collectives are the functions of dist that are ops, with torch's signatures.
func collectives() map[string]collective {
	gatherInto := collective{[]string{"output_tensor", "input_tensor", "group?", "async_op?"},
		all(one("output_tensor", 0, toOut), one("input_tensor", 1, toTensor)), nil}
	scatterTensor := collective{[]string{"output", "input", "op?", "group?", "async_op?"},
		all(one("output", 0, toTensor), one("input", 1, toInput)), nil}
	return map[string]collective{
		"all_reduce": {[]string{"tensor", "op?", "group?", "async_op?"}, one("tensor", 0, toTensor), nil},
		"broadcast":  {[]string{"tensor", "src?", "group?", "async_op?", "group_src?"}, all(one("tensor", 0, toTensor), needsRoot("src")), nil},
		"reduce":     {[]string{"tensor", "dst?", "op?", "group?", "async_op?", "group_dst?"}, all(one("tensor", 0, toTensor), needsRoot("dst")), nil},
		"all_gather": {[]string{"tensor_list", "tensor", "group?", "async_op?"},
			all(many("tensor_list", 0, toOuts), one("tensor", 1, toTensor)), nil},
		"all_gather_into_tensor": gatherInto,
		"all_gather_single":      gatherInto,
		"gather": {[]string{"tensor", "gather_list?", "dst?", "group?", "async_op?", "group_dst?"},
			all(one("tensor", 0, toTensor), many("gather_list", 1, toOuts), giveList, rootZeroD), nil},
		"scatter": {[]string{"tensor", "scatter_list?", "src?", "group?", "async_op?", "group_src?"},
			all(one("tensor", 0, toTensor), many("scatter_list", 1, toList), rootZero), nil},
		"reduce_scatter": {[]string{"output", "input_list", "op?", "group?", "async_op?"},
			all(one("output", 0, toTensor), many("input_list", 1, toList)), nil},
		"reduce_scatter_tensor": scatterTensor,
		"reduce_scatter_single": scatterTensor,
		"all_to_all": {[]string{"output_tensor_list", "input_tensor_list", "group?", "async_op?"},
			all(many("output_tensor_list", 0, toOuts), many("input_tensor_list", 1, toList)), nil},
		"all_to_all_single": {[]string{"output", "input", "output_split_sizes?", "input_split_sizes?", "group?", "async_op?"},
			all(one("output", 0, toOut), one("input", 1, toTensor), splitSizes), nil},
		"barrier":           {[]string{"group?", "async_op?", "device_ids?"}, nothing, nil},
		"monitored_barrier": {[]string{"group?", "timeout?", "wait_all_ranks?"}, waitAll, nil},

		"send":  {[]string{"tensor", "dst?", "group?", "tag?", "group_dst?"}, all(one("tensor", 0, toTensor), needsRoot("dst")), nil},
		"recv":  {[]string{"tensor", "src?", "group?", "tag?", "group_src?"}, one("tensor", 0, toTensor), receivedFrom},
		"isend": {[]string{"tensor", "dst?", "group?", "tag?", "group_dst?"}, all(one("tensor", 0, toTensor), needsRoot("dst")), nil},
		"irecv": {[]string{"tensor", "src?", "group?", "tag?", "group_src?"}, one("tensor", 0, toTensor), nil},

		"all_gather_object":     {[]string{"object_list", "obj", "group?"}, all(slots(0), object(1)), fillList(0)},
		"gather_object":         {[]string{"obj", "object_gather_list?", "dst?", "group?", "group_dst?"}, all(object(0), slots(1), giveObjects, rootZeroD), fillList(1)},
		"broadcast_object_list": {[]string{"object_list", "src?", "group?", "device?", "group_src?"}, all(objects(0), rootZero), fillList(0)},
		"scatter_object_list":   {[]string{"scatter_object_output_list", "scatter_object_input_list?", "src?", "group?", "group_src?"}, all(slots(0), objects(1), rootZero), fillList(0)},
	}
}

// needsRoot refuses a call without a root, in torch's words.
func needsRoot(which string) func(*building, arguments) error {
	return func(b *building, _ arguments) error {
		root := b.op.Src
		if which == "dst" {
			root = b.op.Dst
		}
		if root == nil {
			return valueError("Must specify either group_%s or %s", which, which)
		}
		return nil
	}
}

// giveList says whether the call has a list of outputs.
func giveList(b *building, a arguments) error {
	give := a.given(1)
	b.op.GiveList = &give
	if give && b.op.Out == nil {
		b.op.Out = []scenario.Value{}
	}
	return nil
}

func giveObjects(b *building, a arguments) error {
	give := a.given(1)
	b.op.GiveList = &give
	return nil
}

func waitAll(b *building, a arguments) error {
	b.op.WaitAllRanks = a.given(2) && bool(a[2].Truth())
	return nil
}

func splitSizes(b *building, a arguments) (err error) {
	if a.given(2) {
		if b.op.OutputSplitSizes, err = intList(a[2]); err != nil {
			return err
		}
	}
	if a.given(3) {
		b.op.InputSplitSizes, err = intList(a[3])
	}
	return err
}

func intList(v starlark.Value) ([]int, error) {
	seq, ok := v.(starlark.Sequence)
	if !ok {
		return nil, typeError("want a list of integers, not %s", v.Type())
	}
	out := make([]int, 0, seq.Len())
	iter := seq.Iterate()
	defer iter.Done()
	for x := starlark.Value(nil); iter.Next(&x); {
		i, ok := indexOf(x)
		if !ok {
			return nil, typeError("want a list of integers, not of %s", x.Type())
		}
		out = append(out, i)
	}
	return out, nil
}

// receivedFrom is what recv returns: the rank that sent.
func receivedFrom(_ *building, _ arguments, output func() any) (starlark.Value, error) {
	type received struct {
		Returned int `json:"returned"`
	}
	r, err := answer[received](output)
	return starlark.MakeInt(r.Returned), err
}

// object hands over a value as JSON, the only form that an op has.
func object(i int) func(*building, arguments) error {
	return func(b *building, a arguments) (err error) {
		b.op.Obj, err = b.s.toJSON(a[i])
		return err
	}
}

func objects(i int) func(*building, arguments) error {
	return func(b *building, a arguments) error {
		if !a.given(i) {
			return nil
		}
		seq, ok := a[i].(starlark.Sequence)
		if !ok {
			return typeError("Expected a list of objects, not %s", a[i].Type())
		}
		b.op.HasObjList = true
		iter := seq.Iterate()
		defer iter.Done()
		for x := starlark.Value(nil); iter.Next(&x); {
			text, err := b.s.toJSON(x)
			if err != nil {
				return err
			}
			b.op.ObjList = append(b.op.ObjList, text)
		}
		return nil
	}
}

// slots tells the op how long the list is that it fills.
func slots(i int) func(*building, arguments) error {
	return func(b *building, a arguments) error {
		if !a.given(i) {
			return nil
		}
		list, ok := a[i].(*starlark.List)
		if !ok {
			return typeError("Expected a list for the objects, not %s", a[i].Type())
		}
		n := list.Len()
		b.op.Slots = &n
		// All of it comes back, as text first, and is written into the list.
		b.s.work(16 * n)
		return b.s.meter.charge(64 * n)
	}
}

// fillList writes the objects that came into the list that was given for them.
func fillList(i int) func(*building, arguments, func() any) (starlark.Value, error) {
	return func(b *building, a arguments, output func() any) (starlark.Value, error) {
		if !a.given(i) {
			return starlark.None, nil
		}
		to, ok := a[i].(*starlark.List)
		if !ok {
			return nil, typeError("Expected a list for the objects, not %s", a[i].Type())
		}
		came, err := answer[[]json.RawMessage](output)
		if err != nil {
			return nil, err
		}
		for k, text := range came {
			if k >= to.Len() {
				break
			}
			v, err := b.s.fromJSON(text)
			if err != nil {
				return nil, err
			}
			if err := to.SetIndex(k, v); err != nil {
				return nil, err
			}
		}
		return starlark.None, nil
	}
}

// toJSON writes a value of the language; what JSON has not is refused.
func (s *Session) toJSON(v starlark.Value) (json.RawMessage, error) {
	if err := s.scanned(v); err != nil {
		return nil, err
	}
	plain, err := plainOf(v)
	if err != nil {
		return nil, err
	}
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(plain); err != nil {
		return nil, typeError("an object that cannot be sent: %s", err)
	}
	return bytes.TrimSpace(b.Bytes()), nil
}
