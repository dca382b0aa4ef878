package script

import (
	"fmt"
	"strings"
	"sync"

	"go.starlark.net/starlark"

	"lockstep/engine/scenario"
	"lockstep/engine/tensor"
)

// Names lists what a script finds there beside Starlark's own functions.
func Names() []string {
	var out []string
	for _, name := range new(Session).library().Keys() {
		if !strings.HasPrefix(name, "__") {
			out = append(out, name)
		}
	}
	return out
}

// predeclared reports whether library has a name, for the compiler. The names are
// listed when the first script is compiled.
func predeclared(name string) bool { return libraryNames()[name] }

var libraryNames = sync.OnceValue(func() map[string]bool {
	names := map[string]bool{}
	for name := range new(Session).library() {
		names[name] = true
	}
	return names
})

// library is everything that has a name at the start of a script.
func (s *Session) library() starlark.StringDict {
	names := starlark.StringDict{
		"rank":          starlark.MakeInt(s.env.Rank),
		"world_size":    starlark.MakeInt(s.env.WorldSize),
		"restart_count": starlark.MakeInt(s.env.RestartCount),
	}
	s.operatorFunctions(names)
	torch := namespace{name: "torch", members: starlark.StringDict{}}
	for name, f := range s.tensorFunctions() {
		b := starlark.NewBuiltin(name, f)
		names[name], torch.members[name] = b, b
	}
	for _, d := range tensor.DTypeNames() {
		torch.members[d] = starlark.String(d)
	}
	dist := s.distributed()
	torch.members["distributed"] = dist
	names["torch"], names["dist"] = torch, dist
	for name, f := range map[string]function{
		"attempt": s.attempt, "log": s.log, "fail": s.fail, "exit": s.exit,
		"compute": s.spend("compute"), "load_data": s.spend("load_data"), "sleep": s.spend("sleep"),
		"begin_step":      s.named([]string{"step"}, s.beginStep),
		"save_checkpoint": s.named([]string{"step", "state", "shared?"}, s.saveCheckpoint),
		"load_checkpoint": s.named([]string{"step?", "mine?"}, s.loadCheckpoint),
		"int":             s.toInt, "float": s.toFloat, "range": s.rangeOf, "len": s.lengthOf, "getattr": s.getattr,
		"abs": s.absOf, "sum": s.sumOf,
	} {
		names[name] = starlark.NewBuiltin(name, f)
	}
	for _, name := range []string{"any", "all", "bytes", "dict", "enumerate", "list", "max", "min", "repr", "reversed", "set", "sorted", "str", "tuple", "zip", "hash", "print"} {
		names[name] = s.charged(starlark.Universe[name].(*starlark.Builtin), nil)
	}
	return names
}

// namespace is a module: names behind a dot.
type namespace struct {
	name    string
	members starlark.StringDict
}

func (n namespace) String() string        { return "<module " + n.name + ">" }
func (n namespace) Type() string          { return "module" }
func (n namespace) Freeze()               {}
func (n namespace) Truth() starlark.Bool  { return true }
func (n namespace) Hash() (uint32, error) { return starlark.String(n.name).Hash() }

// Attr finds a member.
func (n namespace) Attr(name string) (starlark.Value, error) {
	if v, ok := n.members[name]; ok {
		return v, nil
	}
	return nil, exception("AttributeError", "module '%s' has no attribute '%s'", n.name, name)
}

// AttrNames lists the members.
func (n namespace) AttrNames() []string { return n.members.Keys() }

// universal calls one of Starlark's own functions.
func universal(t *starlark.Thread, name string, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	return starlark.Universe[name].(*starlark.Builtin).CallInternal(t, args, kwargs)
}

// scalarArg replaces a tensor of one element by its number.
func scalarArg(args starlark.Tuple) (starlark.Tuple, error) {
	if len(args) == 0 {
		return args, nil
	}
	x, ok := args[0].(*Tensor)
	if !ok {
		return args, nil
	}
	n, err := x.item()
	if err != nil {
		return nil, err
	}
	return append(starlark.Tuple{n}, args[1:]...), nil
}

func (s *Session) toInt(t *starlark.Thread, _ *starlark.Builtin, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	args, err := scalarArg(args)
	if err != nil {
		return nil, err
	}
	if len(args) > 0 {
		if text, ok := args[0].(starlark.String); ok && len(text) > maxIntBits/4 {
			return nil, exception("OverflowError", "an integer of more than %d bits", maxIntBits)
		}
		s.work(flat(args[0]) * flat(args[0]) / 64)
	}
	return universal(t, "int", args, kwargs)
}

func (s *Session) toFloat(t *starlark.Thread, _ *starlark.Builtin, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	args, err := scalarArg(args)
	if err != nil {
		return nil, err
	}
	return universal(t, "float", args, kwargs)
}

// rangeOf bounds a range: f(*range(10**12)) is one step.
func (s *Session) rangeOf(t *starlark.Thread, _ *starlark.Builtin, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	v, err := universal(t, "range", args, kwargs)
	if err != nil {
		return nil, err
	}
	if n := v.(starlark.Sequence).Len(); n > maxRange || n < 0 {
		return nil, &Limit{Message: fmt.Sprintf("a range of more than %d numbers", maxRange)}
	}
	return v, nil
}

// lengthOf is len, also of tensors.
func (s *Session) lengthOf(t *starlark.Thread, _ *starlark.Builtin, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	return universal(t, "len", args, kwargs)
}

// getattr goes the same way as a dot.
func (s *Session) getattr(t *starlark.Thread, b *starlark.Builtin, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	if len(args) >= 2 {
		if name, ok := args[1].(starlark.String); ok && costly[string(name)] {
			return s.attr(t, b, args[:2], nil)
		}
	}
	return universal(t, "getattr", args, kwargs)
}

func (s *Session) absOf(t *starlark.Thread, _ *starlark.Builtin, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	if len(args) == 1 {
		if x, ok := args[0].(*Tensor); ok {
			return x.abs()
		}
	}
	return universal(t, "abs", args, kwargs)
}

// sumOf is Python's sum, which Starlark has not.
func (s *Session) sumOf(_ *starlark.Thread, b *starlark.Builtin, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	a, err := unpack(b.Name(), []string{"iterable", "start?"}, args, kwargs)
	if err != nil {
		return nil, err
	}
	seq, ok := a[0].(starlark.Iterable)
	if !ok {
		return nil, typeError("'%s' object is not iterable", a[0].Type())
	}
	sum := starlark.Value(starlark.MakeInt(0))
	if a.given(1) {
		sum = a[1]
	}
	iter := seq.Iterate()
	defer iter.Done()
	for v := starlark.Value(nil); iter.Next(&v); {
		s.thread.Steps++
		if sum, err = s.binary(plus, sum, v); err != nil {
			return nil, err
		}
	}
	return sum, nil
}

// spend is compute, load_data and sleep.
func (s *Session) spend(op string) function {
	return s.named([]string{"duration"}, func(a arguments) (starlark.Value, error) {
		d, ok := duration(a[0])
		if !ok {
			return nil, valueError("%s takes a duration such as \"5ms\" or a number of seconds, not %s", op, a[0])
		}
		_, err := s.call(&scenario.Op{Name: op, For: d})
		return starlark.None, err
	})
}

// log keeps a metric: log("loss", loss), or a text: log("epoch", 3, "begins").
func (s *Session) log(_ *starlark.Thread, _ *starlark.Builtin, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	if len(kwargs) > 0 {
		return nil, typeError("log takes no named arguments")
	}
	s.host.At(s.line())
	if len(args) == 2 {
		name, named := args[0].(starlark.String)
		if v, ok := numberOf(args[1]); ok && named {
			s.host.Log(string(name), v, "")
			return starlark.None, nil
		}
	}
	if err := s.scanned(args...); err != nil {
		return nil, err
	}
	parts := make([]string, len(args))
	for i, v := range args {
		if text, ok := v.(starlark.String); ok {
			parts[i] = string(text)
		} else {
			parts[i] = v.String()
		}
	}
	s.host.Log("", 0, strings.Join(parts, " "))
	return starlark.None, nil
}

// numberOf reads a number, or a tensor of one.
func numberOf(v starlark.Value) (float64, bool) {
	switch v := v.(type) {
	case *Tensor:
		if v.length() != 1 {
			return 0, false
		}
		n, _ := v.item()
		return numberOf(n)
	case starlark.Bool:
		if v {
			return 1, true
		}
		return 0, true
	}
	return starlark.AsFloat(v)
}

// beginStep tells where a step of training begins: what metrics are counted by.
func (s *Session) beginStep(a arguments) (starlark.Value, error) {
	v, ok := numberOf(a[0])
	if !ok {
		return nil, typeError("begin_step takes the number of the step, not %s", a[0].Type())
	}
	s.keepState()
	s.host.At(s.line())
	s.host.Log(StepMark, v, "")
	return starlark.None, nil
}

// StepMark is the name under which Host.Log learns that a step begins.
const StepMark = "step"

// fail raises an exception of the program's own.
func (s *Session) fail(_ *starlark.Thread, _ *starlark.Builtin, args starlark.Tuple, _ []starlark.Tuple) (starlark.Value, error) {
	if err := s.scanned(args...); err != nil {
		return nil, err
	}
	parts := make([]string, len(args))
	for i, v := range args {
		if text, ok := v.(starlark.String); ok {
			parts[i] = string(text)
		} else {
			parts[i] = v.String()
		}
	}
	_, err := s.call(&scenario.Op{Name: "raise", Message: strings.Join(parts, " ")})
	if err == nil {
		err = runtimeError("%s", strings.Join(parts, " "))
	}
	return nil, err
}

// exit ends the script, and with it the process, with a code.
func (s *Session) exit(_ *starlark.Thread, b *starlark.Builtin, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	a, err := unpack(b.Name(), []string{"code?"}, args, kwargs)
	if err != nil {
		return nil, err
	}
	code := 0
	if a.given(0) {
		i, ok := indexOf(a[0])
		if !ok || i < 0 || i > 255 {
			return nil, valueError("exit takes a code of 0 … 255, not %s", a[0])
		}
		code = i
	}
	return nil, &Exit{Code: code}
}
