// Package script runs programs that people write as they write training loops:
// Starlark (https://github.com/bazelbuild/starlark), a small dialect of Python
// without clock, files and chance, with tensors that compute bit for bit as
// PyTorch's on a CPU, and with dist, which has torch.distributed's names and
// arguments.
//
// It knows the language, the arithmetic of tensors, and how a call of dist is an
// op of the scenario. It must never know what an op does, or who the other ranks
// are: that is its Host, the process in which it runs.
//
// The language comes from go.starlark.net, its reference implementation in Go: it
// is deterministic by design, kept by its authors, and has no way out of the
// program that embeds it. What it lacks for this purpose is added before its
// compiler sees the program: see source.go (@, x[:, 0], **) and rewrite.go (bounds
// on memory, comparisons of tensors).
package script

import (
	"errors"
	"fmt"

	"go.starlark.net/starlark"
	"go.starlark.net/syntax"
)

// dialect allows what people expect of a script: loops and conditions at top level,
// names that are assigned twice, while. Recursion stays out: its depth would be
// that of the Go stack, which no error can give back.
var dialect = &syntax.FileOptions{Set: true, While: true, TopLevelControl: true, GlobalReassign: true}

// Program is a script that has been read and found to be well formed. It is not
// changed by running, so all ranks share one.
type Program struct {
	code *starlark.Program
	src  *source
}

// Compile reads a whole script, which begins with the named variables of its
// session. The error is a *Error with line and column.
func Compile(text string, names ...string) (*Program, error) {
	return compile(text, predeclared, names...)
}

func compile(text string, known func(string) bool, prologue ...string) (*Program, error) {
	src, err := readSource(text)
	if err != nil {
		return nil, err
	}
	file, err := dialect.Parse(fileName, src.text, 0)
	if err != nil {
		return nil, src.syntaxError(err)
	}
	if err := rewrite(file, src); err != nil {
		return nil, err
	}
	file.Stmts = append(imports(prologue), file.Stmts...)
	code, err := starlark.FileProgram(file, known)
	if err != nil {
		return nil, src.syntaxError(err)
	}
	return &Program{code: code, src: src}, nil
}

// Error is what is wrong with a script: in its text, or, where Type is set, an
// exception that nobody caught while it ran. Line and Column count from 1; they
// are 0 if no place is known.
type Error struct {
	Line, Column int
	Type         string // the Python class; "" for a text that cannot be run
	Message      string
	Stack        []Frame // the calls that led there, outermost first
	// Code is the kind of a mistake in the text, for whoever says it in other words
	// than Message: "want" (Args: what there is, what is wanted), "undefined" (Args:
	// the name), or a word of Python that the language has not; "" is any other.
	Code string
	Args [2]string
}

// Frame is one call of a function under way.
type Frame struct {
	Function     string
	Line, Column int
}

func (e *Error) Error() string {
	place := ""
	if e.Line > 0 {
		place = fmt.Sprintf("script:%d:%d: ", e.Line, e.Column)
	}
	if e.Type != "" && e.Message != "" {
		return place + e.Type + ": " + e.Message
	}
	return place + e.Type + e.Message
}

// Limit is the end of a script that went on for too long or took too much memory.
// No attempt catches it.
type Limit struct {
	Line, Column int
	Message      string
}

func (e *Limit) Error() string {
	return fmt.Sprintf("script:%d:%d: %s", e.Line, e.Column, e.Message)
}

// Exit is the end that the script itself asked for: exit(code).
type Exit struct{ Code int }

func (e *Exit) Error() string { return fmt.Sprintf("exit(%d)", e.Code) }

// Run executes the program from its beginning to its end, and parks in its calls
// of dist as its host does. The error is a *Error, *Limit or *Exit. What the
// program's variables are afterwards is left in the session.
func (p *Program) Run(s *Session) error {
	s.thread.OnMaxSteps = s.sliceOver
	s.src = p.src
	globals, err := s.guarded(p.code)
	for name, v := range globals {
		s.vars[name] = v
	}
	if err == nil {
		return nil
	}
	return s.explain(err)
}

// guarded runs the code; a panic of ours on its way through the interpreter, which
// has no other way out of a condition, comes back as the error that it is.
func (s *Session) guarded(code *starlark.Program) (globals starlark.StringDict, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = s.recovered(r)
		}
	}()
	return code.Init(s.thread, s.names)
}

// recovered tells our panics from those of others, which go on.
func (s *Session) recovered(r any) error {
	if t, ok := r.(*thrown); ok {
		return t
	}
	panic(r)
}

// explain turns the interpreter's error into ours.
func (s *Session) explain(err error) error {
	var exit *Exit
	var limit *Limit
	switch {
	case errors.As(err, &exit):
		return exit
	case errors.As(err, &limit):
		if limit.Line == 0 {
			limit.Line, limit.Column = s.place(err)
		}
		return limit
	}
	raised := exceptionOf(err)
	e := &Error{Type: raised.Type, Message: raised.Message}
	e.Line, e.Column = s.place(err)
	for _, f := range stackOf(err) {
		if f.Pos.Filename() == fileName {
			line, col := s.src.original(f.Pos)
			e.Stack = append(e.Stack, Frame{f.Name, line, col})
		}
	}
	return e
}

// place finds the innermost line of the script in an error.
func (s *Session) place(err error) (line, column int) {
	stack := stackOf(err)
	for i := len(stack) - 1; i >= 0; i-- {
		if pos := stack[i].Pos; pos.Filename() == fileName {
			return s.src.original(pos)
		}
	}
	return 0, 0
}

// fileName is how positions in the script are told from the interpreter's own.
const fileName = "script"
