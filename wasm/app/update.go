package app

import (
	"errors"
	"maps"
	"slices"
	"strings"

	"lockstep/engine/scenario"
	"lockstep/engine/script"
)

// Edits reports whether an action makes another scenario of the one that is shown, of
// which a person waits to see what comes. To load one is none.
func Edits(a Action) bool {
	switch a.(type) {
	case edit, resolved, Keystroke, TakeBack, TakeForward:
		return true
	}
	return false
}

// edit is an action that makes a new scenario out of the one that is shown. It
// must not change the one it gets.
type edit interface {
	Action
	edit(s *scenario.Scenario) (*scenario.Scenario, error)
}

// move is an action that changes how one looks.
type move interface {
	Action
	apply(s *State) []Effect
}

// fielded is an edit that comes from a control with a text: when the text says
// nothing valid, it stays in the control, marked, with the reason.
type fielded interface {
	edit
	field() string // the control's ID
	text() string  // what was typed
}

// typing is an edit by each keystroke of a longer text: typing on is one step of
// the history.
type typing interface {
	fielded
	typing()
}

// Keystroke is an edit by one key of several that mean one thing, as when the
// letters of a name find it in a list, or an arrow key walks down the list: going
// on in the same field is one step of the history, until EndTyping.
type Keystroke struct{ Edit Action }

func (Keystroke) action() {}

// reopening is an edit of what the open popover goes by.
type reopening interface {
	edit
	reopen(was Open) Open
}

// settled is an edit with something to do after it took place: moving the
// selection along with an op that moved, say.
type settled interface {
	edit
	settle(s *State) []Effect
}

// resolved is an action whose meaning depends on what is chosen or dragged. of
// gives the edit, or nil when there is nothing to do.
type resolved interface {
	Action
	of(s *State) edit
}

// Update carries out one action. The state that it got is as before; the new
// one shares with it what did not change.
func Update(s State, a Action) (next State, effects []Effect) {
	if s.Fields != nil {
		s.Fields = maps.Clone(s.Fields)
	}
	if k, ok := a.(Keystroke); ok {
		a, s.keystroke = k.Edit, true
		defer func() { next.keystroke = false }()
	}
	if o, ok := a.(TakeOption); ok {
		a, s.Listed = o.Do, ""
	}
	switch a := a.(type) {
	case edit:
		effects = s.perform(a)
	case resolved:
		if e := a.of(&s); e != nil {
			effects = s.perform(e)
		}
	case move:
		effects = a.apply(&s)
	}
	return s, effects
}

// perform carries out an edit: new scenario, new run, one step of the history.
func (s *State) perform(a edit) []Effect {
	if s.ReadOnly {
		return nil
	}
	s.Notice = nil
	next, err := a.edit(s.Scenario)
	if err == nil && next == s.Scenario { // typed what was there
		s.accept(a)
		return nil
	}
	before := &Version{s.Scenario, s.Example, s.Study, s.Undo}
	field := s.goesOn(a)
	if field != "" && field == s.typing {
		before = s.Undo // going on is the same thing done
	}
	if _, file := a.(SetText); err == nil && !file { // a file was checked when it was read
		err = next.Check()
	}
	opened := s.Open
	if err == nil {
		err = s.show(next)
	}
	if err != nil {
		s.refuse(a, err)
		return nil
	}
	s.accept(a)
	s.Undo, s.Redo, s.typing = before, nil, field
	if a, ok := a.(reopening); ok {
		s.Open = a.reopen(opened)
		s.keepValid()
	}
	if a, ok := a.(settled); ok {
		return a.settle(s)
	}
	return nil
}

// goesOn is the field in which more edits of the kind would be the same thing
// done, or "".
func (s *State) goesOn(a edit) string {
	if f, ok := a.(typing); ok {
		return f.field()
	}
	if f, ok := a.(fielded); ok && s.keystroke {
		return f.field()
	}
	return ""
}

// refuse keeps what was typed and says why it was not taken.
func (s *State) refuse(a edit, err error) {
	why := explain(err)
	f, ok := a.(fielded)
	if !ok {
		s.Notice = &why
		return
	}
	if s.Fields == nil {
		s.Fields = map[string]Field{}
	}
	if place, id := lastPart(why.Where), lastPart(f.field()); place == id {
		why.Where = "" // it stands at the field
	}
	field := Field{Text: f.text(), Why: why}
	var e *scenario.Error
	var wrong *script.Error
	switch _, types := a.(typing); {
	case types && errors.As(err, &e):
		field.Line, field.Column = e.Line, e.Column
	case types && f.field() == ScriptID && errors.As(err, &wrong):
		field.Line, field.Column = wrong.Line, wrong.Column
	}
	s.Fields[f.field()] = field
}

// lastPart is what follows the last point of a path or an ID.
func lastPart(path string) string { return path[strings.LastIndexByte(path, '.')+1:] }

// accept forgets what was typed into the edit's field before.
func (s *State) accept(a edit) {
	if f, ok := a.(fielded); ok {
		delete(s.Fields, f.field())
		return
	}
	s.forgetPlaces()
}

// forgetPlaces drops texts that were typed for an op or a fault by its index,
// which may be another one's now.
func (s *State) forgetPlaces() {
	for id := range s.Fields {
		if strings.Contains(id, ".op-") || strings.HasPrefix(id, "fault-") {
			delete(s.Fields, id)
		}
	}
}

// refusal is an error that has its words in the locale files.
type refusal struct{ Message }

func (r refusal) Error() string { return r.Key }

// no makes a refusal.
func no(key string, args ...string) error { return refusal{Say(key, args...)} }

// sayError is a mistake that the file's rules found.
func sayError(e *scenario.Error) Message {
	m := Message{Key: "err." + e.Code, Where: e.Path}
	i := 0
	for _, name := range slices.Sorted(maps.Keys(e.Args)) {
		if i+1 < len(m.Args) {
			m.Args[i], m.Args[i+1] = name, e.Args[name]
			i += 2
		}
	}
	return m
}

// explain turns an error into a sentence. What comes from the engine or the
// scenario's rules has words of its own, which name the place.
func explain(err error) Message {
	var r refusal
	if errors.As(err, &r) {
		return r.Message
	}
	var e *scenario.Error
	if errors.As(err, &e) {
		return sayError(e)
	}
	var wrong *script.Error
	if errors.As(err, &wrong) {
		return sayScript(wrong)
	}
	return Say("error.scenario", "what", err.Error())
}
