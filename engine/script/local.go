package script

import (
	"errors"
	"strings"

	"go.starlark.net/syntax"
)

// Local is the code of a local op: statements over what is there by name when it
// runs, not a program that begins with nothing. So it is compiled for each set of
// names that it meets, which is nearly always one.
type Local struct {
	text     string
	names    []string // that it mentions, in order of first mention
	compiled map[string]*Program
}

// CompileLocal reads the code. The error is a *Error: of form only, because which
// names there will be is not known yet.
func CompileLocal(text string) (*Local, error) {
	if _, err := compile(text, func(string) bool { return true }); err != nil {
		return nil, err
	}
	src, err := readSource(text)
	if err != nil {
		return nil, err
	}
	file, err := dialect.Parse(fileName, src.text, 0)
	if err != nil {
		return nil, src.syntaxError(err)
	}
	l := &Local{text: text, compiled: map[string]*Program{}}
	seen := map[string]bool{}
	syntax.Walk(file, func(n syntax.Node) bool {
		if id, ok := n.(*syntax.Ident); ok && !seen[id.Name] {
			seen[id.Name] = true
			l.names = append(l.names, id.Name)
		}
		return true
	})
	return l, nil
}

// Run executes the code over the session's variables. The error is a *Error, *Limit
// or *Exit.
func (l *Local) Run(s *Session) error {
	var present []string
	for _, name := range l.names {
		if _, ok := s.vars[name]; ok {
			present = append(present, name)
		}
	}
	key := strings.Join(present, " ")
	p := l.compiled[key]
	if p == nil {
		var err error
		p, err = compile(l.text, predeclared, present...)
		if err != nil {
			return nameError(err)
		}
		l.compiled[key] = p
	}
	return p.Run(s)
}

// nameError is a name that is not there, as Python says it.
func nameError(err error) error {
	var e *Error
	if errors.As(err, &e) && strings.HasPrefix(e.Message, "undefined: ") {
		name, _, _ := strings.Cut(strings.TrimPrefix(e.Message, "undefined: "), " ")
		return &Error{Line: e.Line, Column: e.Column, Type: "NameError", Message: "name '" + name + "' is not defined"}
	}
	return err
}
