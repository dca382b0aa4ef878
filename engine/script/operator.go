package script

import (
	"fmt"

	"go.starlark.net/starlark"
	"go.starlark.net/syntax"
)

type function = func(*starlark.Thread, *starlark.Builtin, starlark.Tuple, []starlark.Tuple) (starlark.Value, error)

// operatorFunctions are what rewrite puts in place of operators.
func (s *Session) operatorFunctions(names starlark.StringDict) {
	for token, name := range operators {
		names[name] = starlark.NewBuiltin(name, s.binaryFunction(token))
	}
	for token, name := range augmented {
		names[name] = starlark.NewBuiltin(name, s.augmentedFunction(token-syntax.PLUS_EQ+syntax.PLUS))
	}
	names[matmulName] = starlark.NewBuiltin(matmulName, func(_ *starlark.Thread, _ *starlark.Builtin, args starlark.Tuple, _ []starlark.Tuple) (starlark.Value, error) {
		return s.matmul(args[0], args[1])
	})
	names[imatmulName] = names[matmulName]
	for name, f := range map[string]function{
		"__operand": s.operand, "__tuple": s.tupleOf, "__attr": s.attr, "__slice": makeSlice, "__sliced": s.sliced, "__second": second,
		"__env": s.variable,
	} {
		names[name] = starlark.NewBuiltin(name, f)
	}
}

// binaryFunction is a op b.
func (s *Session) binaryFunction(op syntax.Token) function {
	return func(_ *starlark.Thread, _ *starlark.Builtin, args starlark.Tuple, _ []starlark.Tuple) (starlark.Value, error) {
		return s.binary(op, args[0], args[1])
	}
}

func (s *Session) binary(op syntax.Token, x, y starlark.Value) (starlark.Value, error) {
	_, a := x.(*Tensor)
	_, b := y.(*Tensor)
	if a || b {
		if op == syntax.IN || op == syntax.NOT_IN {
			return nil, typeError("in does not look into tensors: use (x == y).any()")
		}
		return s.arithmetic(op, x, y)
	}
	switch op {
	case syntax.EQL, syntax.NEQ, syntax.LT, syntax.LE, syntax.GT, syntax.GE:
		if err := s.scanned(x, y); err != nil {
			return nil, err
		}
		ok, err := starlark.Compare(op, x, y)
		return starlark.Bool(ok), err
	case syntax.NOT_IN:
		if err := s.searched(x, y); err != nil {
			return nil, err
		}
		in, err := starlark.Binary(syntax.IN, x, y)
		if err != nil {
			return nil, err
		}
		return !in.Truth(), nil
	case syntax.IN:
		if err := s.searched(x, y); err != nil {
			return nil, err
		}
		return starlark.Binary(op, x, y)
	}
	if err := s.grown(op, x, y); err != nil {
		return nil, err
	}
	return starlark.Binary(op, x, y)
}

// searched charges for x in y, which compares x with each part of a list.
func (s *Session) searched(x, y starlark.Value) error {
	switch y.(type) {
	case *starlark.Dict, *starlark.Set:
		return nil
	}
	return s.scanned(y)
}

// grown charges for what x op y makes, before it is made.
func (s *Session) grown(op syntax.Token, x, y starlark.Value) error {
	switch x := x.(type) {
	case starlark.Float, starlark.Bool, starlark.NoneType:
		return nil
	case starlark.Int:
		return s.grownInt(op, x, y)
	case starlark.String:
		if op == syntax.PERCENT {
			return s.scanned(x, y)
		}
	}
	if op == syntax.STAR {
		return s.repeated(x, y)
	}
	return s.copied(x, y)
}

const maxIntBits = 1 << 16

// grownInt bounds integers, whose operations take time by their length squared.
func (s *Session) grownInt(op syntax.Token, x starlark.Int, y starlark.Value) error {
	if op == syntax.STAR {
		if _, number := y.(starlark.Int); !number {
			return s.repeated(y, x)
		}
	}
	if _, small := x.Int64(); small && op != syntax.LTLT {
		if i, ok := y.(starlark.Int); !ok || flat(i) <= 16 {
			return nil
		}
	}
	bits := x.BigInt().BitLen()
	if i, ok := y.(starlark.Int); ok {
		bits += i.BigInt().BitLen()
	}
	if bits > maxIntBits {
		return exception("OverflowError", "an integer of more than %d bits", maxIntBits)
	}
	s.work(bits / 4)
	return s.meter.charge(bits / 8)
}

// repeated charges for x * n.
func (s *Session) repeated(x, n starlark.Value) error {
	i, ok := n.(starlark.Int)
	if !ok {
		return nil
	}
	times, fits := i.Int64()
	each := int64(flat(x))
	if i.Sign() <= 0 || each == 0 {
		return nil
	}
	if !fits || times > 1<<32 {
		return &Limit{Message: "a value is repeated too many times"}
	}
	s.work(int(min(each*times/8, 1<<40)))
	return s.meter.charge(int(each * times))
}

// augmentedFunction is x op= y, where x is a variable: in place for what Python
// changes in place.
func (s *Session) augmentedFunction(op syntax.Token) function {
	return func(_ *starlark.Thread, _ *starlark.Builtin, args starlark.Tuple, _ []starlark.Tuple) (starlark.Value, error) {
		x, y := args[0], args[1]
		switch x := x.(type) {
		case *Tensor:
			return s.arithmeticInPlace(op, x, y)
		case *starlark.List:
			if other, ok := y.(starlark.Iterable); ok && op == syntax.PLUS {
				return x, s.extend(x, other)
			}
		case *starlark.Dict:
			if other, ok := y.(*starlark.Dict); ok && op == syntax.PIPE {
				if err := s.copied(other); err != nil {
					return nil, err
				}
				for _, item := range other.Items() {
					if err := x.SetKey(item[0], item[1]); err != nil {
						return nil, err
					}
				}
				return x, nil
			}
		}
		return s.binary(op, x, y)
	}
}

func (s *Session) extend(x *starlark.List, y starlark.Iterable) error {
	if err := s.copied(y); err != nil {
		return err
	}
	var all []starlark.Value
	iter := y.Iterate()
	for v := starlark.Value(nil); iter.Next(&v); {
		all = append(all, v)
	}
	iter.Done()
	for _, v := range all {
		if err := x.Append(v); err != nil {
			return err
		}
	}
	return nil
}

// operand charges for a value on its way into an operation of Starlark's own.
func (s *Session) operand(_ *starlark.Thread, _ *starlark.Builtin, args starlark.Tuple, _ []starlark.Tuple) (starlark.Value, error) {
	if t, ok := args[0].(starlark.Tuple); ok {
		if err := s.scanned(t); err != nil {
			return nil, err
		}
	}
	return args[0], s.copied(args[0])
}

// tupleOf is (a, b, …). Tuples are hashed part by part, shared parts again and
// again, so a tuple is only made if that ends.
func (s *Session) tupleOf(_ *starlark.Thread, _ *starlark.Builtin, args starlark.Tuple, _ []starlark.Tuple) (starlark.Value, error) {
	for _, v := range args {
		if _, nested := v.(starlark.Tuple); nested {
			return args, s.scanned(args)
		}
	}
	return args, nil
}

func second(_ *starlark.Thread, _ *starlark.Builtin, args starlark.Tuple, _ []starlark.Tuple) (starlark.Value, error) {
	return args[1], nil
}

func (s *Session) variable(_ *starlark.Thread, _ *starlark.Builtin, args starlark.Tuple, _ []starlark.Tuple) (starlark.Value, error) {
	if v, ok := s.vars[string(args[0].(starlark.String))]; ok {
		return v, nil
	}
	return starlark.None, nil
}

// attr is x.name for a method that is charged for.
func (s *Session) attr(_ *starlark.Thread, _ *starlark.Builtin, args starlark.Tuple, _ []starlark.Tuple) (starlark.Value, error) {
	x, name := args[0], string(args[1].(starlark.String))
	if name == "__pow" {
		return s.powerOf(x), nil
	}
	has, ok := x.(starlark.HasAttrs)
	if !ok {
		return nil, exception("AttributeError", "%s has no .%s field or method", x.Type(), name)
	}
	v, err := has.Attr(name)
	if err != nil {
		return nil, err
	}
	if v == nil {
		return nil, exception("AttributeError", "%s has no .%s field or method", x.Type(), name)
	}
	if method, ok := v.(*starlark.Builtin); ok && own(x) {
		return s.charged(method, x), nil
	}
	return v, nil
}

// own reports whether x is a value of Starlark's own types.
func own(x starlark.Value) bool {
	switch x.(type) {
	case starlark.String, starlark.Bytes, *starlark.List, *starlark.Dict, *starlark.Set, starlark.Tuple:
		return true
	}
	return false
}

// charged wraps a function: its arguments are charged for before, its result after.
func (s *Session) charged(f *starlark.Builtin, recv starlark.Value) *starlark.Builtin {
	return starlark.NewBuiltin(f.Name(), func(t *starlark.Thread, _ *starlark.Builtin, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
		list := args
		if recv != nil {
			list = append(starlark.Tuple{recv}, args...)
		}
		for _, kv := range kwargs {
			list = append(list, kv[1])
		}
		if err := s.scanned(list...); err != nil {
			return nil, err
		}
		if err := s.multiplied(f.Name(), recv, args); err != nil {
			return nil, err
		}
		v, err := f.CallInternal(t, args, kwargs)
		if err != nil {
			return nil, err
		}
		return v, s.copied(v)
	})
}

// multiplied charges for methods whose result is a product of two lengths.
func (s *Session) multiplied(name string, recv starlark.Value, args starlark.Tuple) error {
	text, ok := recv.(starlark.String)
	if !ok || len(args) == 0 {
		return nil
	}
	switch name {
	case "replace":
		if len(args) > 1 {
			return s.meter.charge((len(text) + 1) * (flat(args[1]) + 1))
		}
	case "join":
		if list, ok := args[0].(starlark.Sequence); ok {
			return s.meter.charge(len(text) * list.Len())
		}
	case "format":
		_, bytes, _ := size(args)
		return s.meter.charge(len(text) * max(1, bytes/max(1, len(args))))
	}
	return nil
}

// sliced is x[lo:hi:step] as a value.
func (s *Session) sliced(t *starlark.Thread, b *starlark.Builtin, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	if x, ok := args[0].(*Tensor); ok {
		cut, err := makeSlice(t, b, args[1:], kwargs)
		if err != nil {
			return nil, err
		}
		return x.index(cut)
	}
	return s.slicedSequence(args[0], args[1], args[2], args[3])
}

// slicedSequence is Starlark's slice of a list, tuple, string or range.
func (s *Session) slicedSequence(x, lo, hi, step starlark.Value) (starlark.Value, error) {
	seq, ok := x.(starlark.Sliceable)
	if !ok {
		return nil, typeError("invalid slice operand %s", x.Type())
	}
	c, err := sliceOf(lo, hi, step)
	if err != nil {
		return nil, err
	}
	if err := s.copied(x); err != nil {
		return nil, err
	}
	start, end, by := c.bounds(seq.Len())
	return seq.Slice(start, end, by), nil
}

// slice is lo:hi:step in a subscript; nil is a part that is left out.
type slice struct{ lo, hi, step *int }

func (slice) String() string        { return "slice" }
func (slice) Type() string          { return "slice" }
func (slice) Freeze()               {}
func (slice) Truth() starlark.Bool  { return true }
func (slice) Hash() (uint32, error) { return 0, fmt.Errorf("unhashable type: slice") }

func makeSlice(_ *starlark.Thread, _ *starlark.Builtin, args starlark.Tuple, _ []starlark.Tuple) (starlark.Value, error) {
	parts := [3]starlark.Value{starlark.None, starlark.None, starlark.None}
	copy(parts[:], args)
	return sliceOf(parts[0], parts[1], parts[2])
}

func sliceOf(lo, hi, step starlark.Value) (c slice, err error) {
	for _, p := range []struct {
		v  starlark.Value
		to **int
	}{{lo, &c.lo}, {hi, &c.hi}, {step, &c.step}} {
		if p.v == starlark.None {
			continue
		}
		i, ok := indexOf(p.v)
		if !ok {
			return c, typeError("a slice takes integers, not %s", p.v.Type())
		}
		*p.to = &i
	}
	if c.step != nil && *c.step == 0 {
		return c, valueError("slice step cannot be zero")
	}
	return c, nil
}

// bounds are start, end and step within n elements, as Python's slice.indices.
func (c slice) bounds(n int) (start, end, step int) {
	step = 1
	if c.step != nil {
		step = *c.step
	}
	lo, hi := 0, n
	if step < 0 {
		lo, hi = -1, n-1
	}
	at := func(p *int, none int) int {
		if p == nil {
			return none
		}
		i := *p
		if i < 0 {
			i += n
		}
		return min(max(i, lo), hi)
	}
	if step > 0 {
		start, end = at(c.lo, 0), at(c.hi, n)
		return start, max(start, end), step
	}
	start, end = at(c.lo, n-1), at(c.hi, -1)
	return start, min(start, end), step
}

const plus = syntax.PLUS
