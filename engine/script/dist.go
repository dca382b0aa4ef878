package script

import (
	"fmt"
	"strconv"

	"go.starlark.net/starlark"

	"lockstep/engine/scenario"
	"lockstep/engine/tensor"
)

// dist is torch.distributed: each of its functions fills in an op of the scenario
// from arguments with torch's names, in torch's order, and hands it to the host.

// building is a call of dist that becomes an op.
type building struct {
	s    *Session
	op   scenario.Op
	args []Arg
}

// collective describes one function of dist.
type collective struct {
	params []string
	build  func(b *building, a arguments) error
	// after turns what the op gave back into what the function returns; nil: None,
	// or the handle of an asynchronous call.
	after func(b *building, a arguments, output func() any) (starlark.Value, error)
}

// distributed is the module dist.
func (s *Session) distributed() namespace {
	m := namespace{name: "torch.distributed", members: starlark.StringDict{"ReduceOp": reduceOps()}}
	for name, c := range collectives() {
		m.members[name] = starlark.NewBuiltin(name, s.distFunction(name, c))
	}
	for name, f := range s.groupFunctions() {
		m.members[name] = starlark.NewBuiltin(name, f)
	}
	return m
}

func reduceOps() namespace {
	m := namespace{name: "torch.distributed.ReduceOp", members: starlark.StringDict{}}
	for _, name := range tensor.ReduceOpNames() {
		m.members[name] = starlark.String(name)
	}
	return m
}

func (s *Session) distFunction(name string, c collective) function {
	return func(_ *starlark.Thread, f *starlark.Builtin, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
		a, err := unpack(name, c.params, args, kwargs)
		if err != nil {
			return nil, err
		}
		b := &building{s: s, op: scenario.Op{Name: name}}
		for i, p := range c.params {
			if err := b.shared(p, a, i); err != nil {
				return nil, err
			}
		}
		if err := c.build(b, a); err != nil {
			return nil, err
		}
		handle := b.op.Async || name == "isend" || name == "irecv"
		if handle {
			s.handle++
			b.op.As = "work " + strconv.Itoa(s.handle)
		}
		output, err := s.call(&b.op, b.args...)
		switch {
		case err != nil:
			return nil, err
		case handle:
			return s.workOf(b.op.As, output, b.keep(a))
		case c.after != nil:
			return c.after(b, a, output)
		}
		return starlark.None, nil
	}
}

// keep is what a handle holds on to: the call's tensors.
func (b *building) keep(a arguments) starlark.Tuple {
	out := starlark.Tuple{}
	for _, v := range a {
		if v != nil {
			out = append(out, v)
		}
	}
	return out
}

// shared fills in the arguments that many functions have, by name.
func (b *building) shared(param string, a arguments, i int) (err error) {
	if !a.given(i) {
		return nil
	}
	switch param {
	case "op?":
		b.op.ReduceOp, err = reduceOp(a[i])
	case "group?":
		b.op.Group, err = groupHandle(a[i])
	case "async_op?":
		b.op.Async = bool(a[i].Truth())
	case "src?", "src":
		b.op.Src, err = intArg(param, a[i])
	case "dst?", "dst":
		b.op.Dst, err = intArg(param, a[i])
	case "group_src?":
		b.op.Src, err = b.member(a[i])
	case "group_dst?":
		b.op.Dst, err = b.member(a[i])
	case "tag?":
		var tag *int
		if tag, err = intArg(param, a[i]); err == nil {
			b.op.Tag = *tag
		}
	case "timeout?":
		d, ok := duration(a[i])
		if !ok {
			return typeError("Expected timeout argument to be of type datetime.timedelta: here \"5s\", or a number of seconds")
		}
		b.op.Timeout = d
	}
	return err
}

// member translates a rank within the group to a global one.
func (b *building) member(v starlark.Value) (*int, error) {
	i, err := intArg("group_src", v)
	if err != nil {
		return nil, err
	}
	_, ranks, ok := b.s.host.Group(b.op.Group)
	if !ok || *i < 0 || *i >= len(ranks) {
		return nil, valueError("Group rank %d is not part of group", *i)
	}
	return &ranks[*i], nil
}

func intArg(name string, v starlark.Value) (*int, error) {
	i, ok := indexOf(v)
	if !ok {
		return nil, typeError("%s takes an integer, not %s", name, v.Type())
	}
	return &i, nil
}

func reduceOp(v starlark.Value) (string, error) {
	name, ok := starlark.AsString(v)
	if !ok {
		return "", typeError("op takes a ReduceOp such as dist.ReduceOp.SUM or \"SUM\", not %s", v.Type())
	}
	op, ok := tensor.ParseReduceOp(name)
	if !ok || name == "" {
		return "", valueError("%q is not a ReduceOp; these are: %v", name, tensor.ReduceOpNames())
	}
	if op == tensor.Sum {
		return "", nil
	}
	return name, nil
}

// value hands one tensor to the op.
func (b *building) value(param string, v starlark.Value) (*scenario.Value, error) {
	t, ok := v.(*Tensor)
	if !ok {
		return nil, typeError("Invalid function argument. Expected parameter `%s` of type torch.Tensor\n             but got %s instead.", param, v.Type())
	}
	if !t.isContiguous() {
		return nil, valueError("Tensors must be contiguous")
	}
	name := strconv.Itoa(len(b.args))
	b.args = append(b.args, Arg{Value: t.flat(), Memory: t.mem, Offset: t.off * t.dtype().Size(), Name: b.s.nameOf(t)})
	return &scenario.Value{Name: name}, nil
}

// flat is the tensor's value in place.
func (t *Tensor) flat() *tensor.Tensor {
	size := t.dtype().Size()
	from := t.off * size
	return &tensor.Tensor{DType: t.dtype(), Shape: t.shape, Bytes: t.mem.Whole.Bytes[from : from+t.length()*size]}
}

// values hands a list of tensors to the op.
func (b *building) values(param string, v starlark.Value) ([]scenario.Value, error) {
	seq, ok := v.(starlark.Sequence)
	if _, one := v.(*Tensor); !ok || one {
		return nil, typeError("Invalid function argument. Expected parameter `%s` of type List[torch.Tensor]\n             but got %s instead.", param, v.Type())
	}
	out := make([]scenario.Value, 0, seq.Len())
	iter := seq.Iterate()
	defer iter.Done()
	for x := starlark.Value(nil); iter.Next(&x); {
		if _, ok := x.(*Tensor); !ok {
			return nil, typeError("Invalid function argument. Expected parameter `%s` of type List[torch.Tensor]\n             but got %s with elements of type %s.", param, v.Type(), x.Type())
		}
		one, err := b.value(param, x)
		if err != nil {
			return nil, err
		}
		out = append(out, *one)
	}
	return out, nil
}

// nameOf finds the variable that holds a tensor, in the function under way or in
// the script: what the picture calls it.
func (s *Session) nameOf(t *Tensor) string {
	for d := 0; d < s.thread.CallStackDepth(); d++ {
		frame := s.thread.DebugFrame(d)
		fn, ok := frame.Callable().(*starlark.Function)
		if !ok {
			continue
		}
		for i := range frame.NumLocals() {
			if b, v := frame.Local(i); v == starlark.Value(t) {
				return b.Name
			}
		}
		globals := fn.Globals()
		for _, name := range globals.Keys() {
			if globals[name] == starlark.Value(t) {
				return name
			}
		}
		return ""
	}
	return ""
}

// Work is the handle of an asynchronous call.
type Work struct {
	s    *Session
	name string
	keep starlark.Tuple
}

// workOf is a handle, or None in a process outside the group.
func (s *Session) workOf(name string, output func() any, keep starlark.Tuple) (starlark.Value, error) {
	type returned struct {
		Returned string `json:"returned"`
	}
	r, err := answer[returned](output)
	if err != nil {
		return nil, err
	}
	if r.Returned == "NoneType" {
		return starlark.None, nil
	}
	return &Work{s: s, name: name, keep: keep}, nil
}

func (w *Work) String() string        { return fmt.Sprintf("<%s>", w.name) }
func (w *Work) Type() string          { return "Work" }
func (w *Work) Freeze()               {}
func (w *Work) Truth() starlark.Bool  { return true }
func (w *Work) Hash() (uint32, error) { return starlark.String(w.name).Hash() }

// Attr gives wait(timeout), is_completed() and result().
func (w *Work) Attr(name string) (starlark.Value, error) {
	switch name {
	case "wait":
		return starlark.NewBuiltin(name, w.s.named([]string{"timeout?"}, w.wait)), nil
	case "is_completed":
		return starlark.NewBuiltin(name, w.s.named(nil, w.completed)), nil
	case "result":
		return starlark.NewBuiltin(name, w.s.named(nil, func(arguments) (starlark.Value, error) { return starlark.NewList(w.keep), nil })), nil
	}
	return nil, nil
}

// AttrNames lists them.
func (w *Work) AttrNames() []string { return []string{"is_completed", "result", "wait"} }

func (w *Work) wait(a arguments) (starlark.Value, error) {
	op := scenario.Op{Name: "wait", ID: w.name}
	if a.given(0) {
		d, ok := duration(a[0])
		if !ok {
			return nil, typeError("wait takes a timeout such as \"5s\" or a number of seconds, not %s", a[0])
		}
		op.Timeout = d
	}
	_, err := w.s.call(&op)
	if err != nil {
		return nil, err
	}
	return starlark.True, nil
}

func (w *Work) completed(arguments) (starlark.Value, error) {
	output, err := w.s.call(&scenario.Op{Name: "poll", ID: w.name})
	if err != nil {
		return nil, err
	}
	type polled struct {
		IsCompleted bool `json:"is_completed"`
	}
	r, err := answer[polled](output)
	return starlark.Bool(r.IsCompleted), err
}
