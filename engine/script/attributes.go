package script

import (
	"math"
	"slices"

	"go.starlark.net/starlark"
	"go.starlark.net/syntax"

	"lockstep/engine/tensor"
)

// method is a method of tensors: it gets its arguments unpacked by name.
type method struct {
	params []string // those with ? may be left out
	run    func(t *Tensor, a arguments) (starlark.Value, error)
}

// arguments are a call's, by the place of their parameter; nil where not given.
type arguments []starlark.Value

func (a arguments) given(i int) bool { return i < len(a) && a[i] != nil && a[i] != starlark.None }

var methods map[string]method

func init() {
	methods = map[string]method{
		"sum":  {[]string{"dim?", "keepdim?"}, func(t *Tensor, a arguments) (starlark.Value, error) { return t.sum(a) }},
		"mean": {[]string{"dim?", "keepdim?"}, func(t *Tensor, a arguments) (starlark.Value, error) { return t.mean(a) }},
		"max":  {nil, func(t *Tensor, _ arguments) (starlark.Value, error) { return t.extreme("max") }},
		"min":  {nil, func(t *Tensor, _ arguments) (starlark.Value, error) { return t.extreme("min") }},
		"all":  {nil, func(t *Tensor, _ arguments) (starlark.Value, error) { return t.quantifier(true) }},
		"any":  {nil, func(t *Tensor, _ arguments) (starlark.Value, error) { return t.quantifier(false) }},

		"copy":   {nil, func(t *Tensor, _ arguments) (starlark.Value, error) { return t.copy() }},
		"clone":  {nil, func(t *Tensor, _ arguments) (starlark.Value, error) { return t.copy() }},
		"detach": {nil, func(t *Tensor, _ arguments) (starlark.Value, error) { return t.view(t.off, t.shape, t.stride), nil }},
		"item":   {nil, func(t *Tensor, _ arguments) (starlark.Value, error) { return t.item() }},
		"tolist": {nil, func(t *Tensor, _ arguments) (starlark.Value, error) { return t.nestedList() }},
		"numel":  {nil, func(t *Tensor, _ arguments) (starlark.Value, error) { return starlark.MakeInt(t.length()), nil }},
		"dim":    {nil, func(t *Tensor, _ arguments) (starlark.Value, error) { return starlark.MakeInt(len(t.shape)), nil }},
		"size":   {[]string{"dim?"}, func(t *Tensor, a arguments) (starlark.Value, error) { return t.size(a) }},
		"element_size": {nil, func(t *Tensor, _ arguments) (starlark.Value, error) {
			return starlark.MakeInt(t.dtype().Size()), nil
		}},
		"is_contiguous": {nil, func(t *Tensor, _ arguments) (starlark.Value, error) { return starlark.Bool(t.isContiguous()), nil }},
		"contiguous": {nil, func(t *Tensor, _ arguments) (starlark.Value, error) {
			if t.isContiguous() {
				return t, nil
			}
			return t.copy()
		}},

		"abs":    {nil, func(t *Tensor, _ arguments) (starlark.Value, error) { return t.abs() }},
		"sqrt":   {nil, func(t *Tensor, _ arguments) (starlark.Value, error) { return t.sqrt() }},
		"square": {nil, func(t *Tensor, _ arguments) (starlark.Value, error) { return t.pow(starlark.MakeInt(2)) }},
		"pow":    {[]string{"exponent"}, func(t *Tensor, a arguments) (starlark.Value, error) { return t.pow(a[0]) }},
		"t":      {nil, func(t *Tensor, _ arguments) (starlark.Value, error) { return t.transposed() }},
		"to":     {[]string{"dtype"}, func(t *Tensor, a arguments) (starlark.Value, error) { return t.convert(a[0]) }},

		"unsqueeze": {[]string{"dim"}, func(t *Tensor, a arguments) (starlark.Value, error) { return t.unsqueeze(a) }},
		"squeeze":   {nil, func(t *Tensor, _ arguments) (starlark.Value, error) { return t.squeeze(), nil }},
		"flatten":   {nil, func(t *Tensor, _ arguments) (starlark.Value, error) { return t.reshape([]int{-1}) }},

		"zero_": {nil, func(t *Tensor, _ arguments) (starlark.Value, error) { return t, t.assign(starlark.MakeInt(0)) }},
		"fill_": {[]string{"value"}, func(t *Tensor, a arguments) (starlark.Value, error) { return t, t.assign(a[0]) }},
		"copy_": {[]string{"src"}, func(t *Tensor, a arguments) (starlark.Value, error) { return t, t.assign(a[0]) }},
		"add_":  {[]string{"other"}, inPlace(syntax.PLUS)},
		"sub_":  {[]string{"other"}, inPlace(syntax.MINUS)},
		"mul_":  {[]string{"other"}, inPlace(syntax.STAR)},
		"div_":  {[]string{"other"}, inPlace(syntax.SLASH)},
	}
	for name, d := range map[string]string{"float": "float32", "double": "float64", "half": "float16", "bfloat16": "bfloat16", "int": "int32", "long": "int64", "bool": "bool"} {
		methods[name] = method{nil, func(t *Tensor, _ arguments) (starlark.Value, error) { return t.convert(starlark.String(d)) }}
	}
}

func inPlace(op syntax.Token) func(*Tensor, arguments) (starlark.Value, error) {
	return func(t *Tensor, a arguments) (starlark.Value, error) { return t.session.arithmeticInPlace(op, t, a[0]) }
}

// Attr is x.name.
func (t *Tensor) Attr(name string) (starlark.Value, error) {
	switch name {
	case "shape":
		return t.shapeTuple(), nil
	case "dtype":
		return starlark.String(t.dtype().String()), nil
	case "ndim":
		return starlark.MakeInt(len(t.shape)), nil
	case "T":
		return t.transposed()
	case "reshape", "view":
		return starlark.NewBuiltin(name, t.reshapeCall), nil
	}
	m, ok := methods[name]
	if !ok {
		return nil, nil
	}
	return starlark.NewBuiltin(name, func(_ *starlark.Thread, b *starlark.Builtin, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
		a, err := unpack(b.Name(), m.params, args, kwargs)
		if err != nil {
			return nil, err
		}
		t.session.work(t.length())
		return m.run(t, a)
	}), nil
}

// AttrNames lists the attributes, for messages and completion.
func (t *Tensor) AttrNames() []string {
	names := []string{"shape", "dtype", "ndim", "T", "reshape", "view"}
	for name := range methods {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}

// unpack assigns a call's arguments to parameters.
func unpack(name string, params []string, args starlark.Tuple, kwargs []starlark.Tuple) (arguments, error) {
	a := make(arguments, len(params))
	pairs := make([]any, 0, 2*len(params))
	for i, p := range params {
		pairs = append(pairs, p, &a[i])
	}
	if err := starlark.UnpackArgs(name, args, kwargs, pairs...); err != nil {
		return nil, typeError("%s", err)
	}
	return a, nil
}

func (t *Tensor) shapeTuple() starlark.Tuple {
	out := make(starlark.Tuple, len(t.shape))
	for i, d := range t.shape {
		out[i] = starlark.MakeInt(d)
	}
	return out
}

func (t *Tensor) size(a arguments) (starlark.Value, error) {
	if !a.given(0) {
		return t.shapeTuple(), nil
	}
	d, err := t.dimension(a[0])
	if err != nil {
		return nil, err
	}
	return starlark.MakeInt(t.shape[d]), nil
}

// dimension reads the number of a dimension; negative ones count from the end.
func (t *Tensor) dimension(v starlark.Value) (int, error) {
	i, ok := indexOf(v)
	if !ok {
		return 0, typeError("a dimension is an integer, not %s", v.Type())
	}
	n := max(1, len(t.shape))
	if i < -n || i >= n {
		return 0, exception("IndexError", "Dimension out of range (expected to be in range of [%d, %d], but got %d)", -n, n-1, i)
	}
	if i < 0 {
		i += n
	}
	return i, nil
}

// item is the only element, as a number.
func (t *Tensor) item() (starlark.Value, error) {
	if t.length() != 1 {
		return nil, runtimeError("a Tensor with %d elements cannot be converted to Scalar", t.length())
	}
	x := t
	for len(x.shape) > 0 {
		x = x.row(0)
	}
	return x.number(x.off), nil
}

func (t *Tensor) number(off int) starlark.Value {
	d := t.dtype()
	switch {
	case d == tensor.Bool:
		return starlark.Bool(t.at(off)[0] != 0)
	case d.IsFloat():
		return starlark.Float(tensor.Float(d, t.at(off)))
	}
	return starlark.MakeInt64(tensor.Int(d, t.at(off)))
}

// nestedList is tolist().
func (t *Tensor) nestedList() (starlark.Value, error) {
	if err := t.session.meter.charge(48 * t.length()); err != nil {
		return nil, err
	}
	return t.asList(), nil
}

func (t *Tensor) asList() starlark.Value {
	if len(t.shape) == 0 {
		return t.number(t.off)
	}
	out := make([]starlark.Value, t.shape[0])
	for i := range out {
		out[i] = t.row(i).asList()
	}
	return starlark.NewList(out)
}

func (t *Tensor) sum(a arguments) (starlark.Value, error) {
	if a.given(0) {
		return t.along(a, false)
	}
	s := t.session
	if t.dtype().IsFloat() {
		out, err := s.fresh(t.dtype(), nil)
		if err == nil {
			tensor.SetFloat(t.dtype(), out.at(0), t.sumAll())
		}
		return out, err
	}
	out, err := s.fresh(tensor.Int64, nil)
	if err != nil {
		return nil, err
	}
	sum := int64(0)
	t.each(func(_, off int) { sum += tensor.Int(t.dtype(), t.at(off)) })
	tensor.SetInt(tensor.Int64, out.at(0), sum)
	return out, nil
}

func (t *Tensor) mean(a arguments) (starlark.Value, error) {
	if !t.dtype().IsFloat() {
		return nil, runtimeError("mean(): could not infer output dtype. Input dtype must be either a floating point or complex dtype. Got: %s", t.dtype().ScalarType())
	}
	if a.given(0) {
		return t.along(a, true)
	}
	out, err := t.session.fresh(t.dtype(), nil)
	if err == nil {
		tensor.SetFloat(t.dtype(), out.at(0), quotient(t.dtype(), t.sumAll(), t.length()))
	}
	return out, err
}

// along is sum or mean over one dimension.
func (t *Tensor) along(a arguments, divide bool) (starlark.Value, error) {
	d, err := t.dimension(a[0])
	if err != nil {
		return nil, err
	}
	keep := a.given(1) && bool(a[1].Truth())
	if len(t.shape) == 0 {
		return t.copy()
	}
	if t.dtype().IsFloat() {
		return t.reduceDim(d, keep, divide)
	}
	shape := append([]int{}, t.shape...)
	shape[d] = 1
	out, err := t.session.fresh(tensor.Int64, shape)
	if err != nil {
		return nil, err
	}
	all := out.expand(t.shape)
	x := operand{t: t, d: t.dtype()}.ints(tensor.Int64, t.shape)
	by := step(x)
	all.each(func(i, off int) {
		tensor.SetInt(tensor.Int64, all.at(off), tensor.Int(tensor.Int64, all.at(off))+x[i*by])
	})
	if !keep {
		shape = slices.Delete(shape, d, d+1)
		return out.view(0, shape, contiguous(shape)), nil
	}
	return out, nil
}

// extreme is max() or min(): a NaN wins.
func (t *Tensor) extreme(which string) (starlark.Value, error) {
	if t.length() == 0 {
		return nil, runtimeError("%s(): Expected reduction dim to be specified for input.numel() == 0. Specify the reduction dim with the 'dim' argument.", which)
	}
	best := -1
	better := func(a, b int) bool {
		if !t.dtype().IsFloat() {
			x, y := tensor.Int(t.dtype(), t.at(a)), tensor.Int(t.dtype(), t.at(b))
			return x != y && (x > y) == (which == "max")
		}
		x, y := tensor.Float(t.dtype(), t.at(a)), tensor.Float(t.dtype(), t.at(b))
		return math.IsNaN(x) && !math.IsNaN(y) || x > y && which == "max" || x < y && which == "min"
	}
	t.each(func(_, off int) {
		if best < 0 || better(off, best) {
			best = off
		}
	})
	return t.view(best, nil, nil).copy()
}

// quantifier is all() or any().
func (t *Tensor) quantifier(all bool) (starlark.Value, error) {
	d := tensor.Bool
	if t.dtype() == tensor.UInt8 {
		d = tensor.UInt8 // as numpy has it, and torch since
	}
	out, err := t.session.fresh(d, nil)
	if err != nil {
		return nil, err
	}
	result := all
	t.each(func(_, off int) {
		if (tensor.Float(t.dtype(), t.at(off)) != 0) != all {
			result = !all
		}
	})
	if result {
		out.at(0)[0] = 1
	}
	return out, nil
}

// transposed is x.T, for two dimensions at most.
func (t *Tensor) transposed() (starlark.Value, error) {
	switch len(t.shape) {
	case 0, 1:
		return t, nil
	case 2:
		return t.view(t.off, []int{t.shape[1], t.shape[0]}, []int{t.stride[1], t.stride[0]}), nil
	}
	return nil, runtimeError("t() expects a tensor with <= 2 dimensions, but self is %dD", len(t.shape))
}
