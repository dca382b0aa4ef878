package app

import (
	"bytes"
	"strconv"

	"lockstep/engine/scenario"
)

// TextID is the control that holds the scenario as text.
const TextID = "text"

// SetText replaces the scenario by what was typed as its file. A text that does
// not parse stays in the control, with the place of the mistake, and nothing
// else changes. Typing on is one step of the history.
type SetText struct{ Text string }

// EndTyping says that what is typed from now on is another thing done.
type EndTyping struct{}

func (SetText) action()   {}
func (EndTyping) action() {}

// With gives the action its text.
func (SetText) With(text string) Action { return SetText{text} }

func (SetText) typing()        {}
func (SetText) field() string  { return TextID }
func (a SetText) text() string { return a.Text }

func (a SetText) edit(s *scenario.Scenario) (*scenario.Scenario, error) {
	next, err := scenario.Parse([]byte(a.Text))
	if err != nil {
		return nil, err
	}
	if bytes.Equal(scenario.Format(next), scenario.Format(s)) {
		return s, nil // other spaces
	}
	if next.WorldSize > MaxWorld || next.Processes() > MaxWorld {
		return nil, no("world.large", "max", strconv.Itoa(MaxWorld))
	}
	return next, nil
}

func (EndTyping) apply(s *State) []Effect { s.typing = ""; return nil }
