package script

import (
	"errors"
	"fmt"
	"strings"

	"go.starlark.net/starlark"

	"lockstep/engine/failure"
)

// thrown is an error on its way through the interpreter as a panic: where
// Starlark's interfaces have no error (Truth), and at the end of a limit.
type thrown struct {
	cause error
	stack starlark.CallStack
}

func (t *thrown) Error() string { return t.cause.Error() }
func (t *thrown) Unwrap() error { return t.cause }

// throw raises an exception from where no error can be given back.
func (s *Session) throw(err error) {
	panic(&thrown{cause: err, stack: s.thread.CallStack()})
}

func stackOf(err error) starlark.CallStack {
	var t *thrown
	var eval *starlark.EvalError
	switch {
	case errors.As(err, &t):
		return t.stack
	case errors.As(err, &eval):
		return eval.CallStack
	}
	return nil
}

func exception(class, format string, args ...any) error {
	return &failure.Failure{Type: class, Message: fmt.Sprintf(format, args...)}
}

func runtimeError(format string, args ...any) error {
	return exception("RuntimeError", format, args...)
}

func typeError(format string, args ...any) error { return exception("TypeError", format, args...) }

func valueError(format string, args ...any) error { return exception("ValueError", format, args...) }

// exceptionOf is the exception as Python would class it: ours are, Starlark's own
// have a text only.
func exceptionOf(err error) *failure.Failure {
	var f *failure.Failure
	if errors.As(err, &f) {
		return f
	}
	text := err.Error()
	for _, c := range classes {
		if strings.Contains(text, c.in) {
			return &failure.Failure{Type: c.class, Message: text}
		}
	}
	return &failure.Failure{Type: "Error", Message: text}
}

var classes = []struct{ in, class string }{
	{"division by zero", "ZeroDivisionError"},
	{"modulo by zero", "ZeroDivisionError"},
	{"out of range", "IndexError"},
	{"not in dict", "KeyError"},
	{"missing key", "KeyError"},
	{"referenced before assignment", "NameError"},
	{"undefined:", "NameError"},
	{"field or method", "AttributeError"},
	{"unknown binary op", "TypeError"},
	{"unknown unary op", "TypeError"},
	{"invalid call of non-function", "TypeError"},
	{"not iterable", "TypeError"},
	{"unhashable", "TypeError"},
	{"not implemented", "TypeError"},
	{"got ", "TypeError"},
	{"missing argument", "TypeError"},
	{"unexpected keyword", "TypeError"},
	{"accepts", "TypeError"},
	{"recursively", "RecursionError"},
	{"to unpack", "ValueError"},
	{"invalid literal", "ValueError"},
}

// errorValue is what attempt gives back: the exception as a value.
type errorValue struct{ f *failure.Failure }

func (e errorValue) String() string        { return e.f.Type + ": " + e.f.Message }
func (e errorValue) Type() string          { return "error" }
func (e errorValue) Freeze()               {}
func (e errorValue) Truth() starlark.Bool  { return true }
func (e errorValue) Hash() (uint32, error) { return starlark.String(e.f.Message).Hash() }

// Attr gives .type and .message.
func (e errorValue) Attr(name string) (starlark.Value, error) {
	switch name {
	case "type":
		return starlark.String(e.f.Type), nil
	case "message":
		return starlark.String(e.f.Message), nil
	}
	return nil, nil
}

// AttrNames lists them.
func (e errorValue) AttrNames() []string { return []string{"message", "type"} }

// attempt calls its first argument with the others and gives back None or the
// error. Neither the end of a limit nor exit is caught.
func (s *Session) attempt(t *starlark.Thread, b *starlark.Builtin, args starlark.Tuple, kwargs []starlark.Tuple) (v starlark.Value, err error) {
	if len(args) == 0 {
		return nil, typeError("attempt: missing argument for function")
	}
	defer func() {
		if r := recover(); r != nil {
			v, err = s.caught(s.recovered(r))
		}
	}()
	if _, err := starlark.Call(t, args[0], args[1:], kwargs); err != nil {
		return s.caught(err)
	}
	return starlark.None, nil
}

func (s *Session) caught(err error) (starlark.Value, error) {
	var limit *Limit
	var exit *Exit
	if errors.As(err, &limit) || errors.As(err, &exit) {
		return nil, err
	}
	return errorValue{exceptionOf(err)}, nil
}
