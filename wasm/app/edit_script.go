package app

import (
	"errors"
	"strconv"
	"strings"

	"lockstep/engine/scenario"
	"lockstep/engine/script"
)

// ScriptID is the control that holds the script of a job.
const ScriptID = "script"

// SetScript replaces the program of all ranks by what was typed. A text that is no
// script stays in the control, with the place of the mistake, and nothing else
// changes.
type SetScript struct{ Text string }

// SetLine chooses a line of the script, from 1, where the text cursor is; 0 is none.
type SetLine struct{ Line int }

// ShowLine is SetLine from somewhere else: it brings the line into sight.
type ShowLine struct{ Line int }

// ScrollScript scrolls the text to so many pixels.
type ScrollScript struct{ Text string }

// ToScript writes the programs of all ranks as one script, which goes on from there.
type ToScript struct{}

func (ToScript) action()     {}
func (SetScript) action()    {}
func (SetLine) action()      {}
func (ShowLine) action()     {}
func (ScrollScript) action() {}

// With gives the action its text.
func (SetScript) With(text string) Action { return SetScript{text} }

// With gives the action its text: the number of the line.
func (SetLine) With(text string) Action {
	n, _ := strconv.Atoi(text)
	return SetLine{n}
}

// With gives the action its text.
func (ScrollScript) With(text string) Action { return ScrollScript{text} }

func (a ScrollScript) apply(s *State) []Effect {
	if top, err := strconv.ParseFloat(a.Text, 64); err == nil && top >= 0 && top < 1e6 {
		s.Scroll.Side = top
	}
	return nil
}

func (SetScript) typing()        {}
func (SetScript) field() string  { return ScriptID }
func (a SetScript) text() string { return a.Text }

func (a SetScript) edit(s *scenario.Scenario) (*scenario.Scenario, error) {
	switch {
	case a.Text == s.Script:
		return s, nil
	case strings.TrimSpace(a.Text) == "":
		return nil, no("script.empty")
	}
	next := *s
	next.Script = a.Text
	return &next, nil
}

func (ToScript) edit(s *scenario.Scenario) (*scenario.Scenario, error) {
	text, err := script.Write(s)
	var cannot *script.Unwritable
	switch {
	case errors.As(err, &cannot):
		return nil, no("script.cannot", "op", cannot.Op)
	case err != nil:
		return nil, err
	case strings.TrimSpace(text) == "":
		text = "# rank, world_size, dist\n"
	}
	next := s.Clone()
	next.Script, next.Program = text, nil
	for i := range next.Ranks {
		next.Ranks[i].Program, next.Ranks[i].HasProgram = nil, false
	}
	return next, nil
}

// settle shows what has been written.
func (ToScript) settle(s *State) []Effect {
	s.Open, s.Selected, s.Chosen = Open{}, NoOp, nil
	return ShowLine{Line: 1}.apply(s)
}

func (a SetLine) apply(s *State) []Effect {
	if a.Line >= 0 && a.Line <= lines(s.Scenario.Script) {
		s.Line = a.Line
	}
	return nil
}

// linesBefore is how many lines are to be seen above one that is brought into sight.
const linesBefore = 6

func (a ShowLine) apply(s *State) []Effect {
	SetLine(a).apply(s)
	s.Tab, s.Scroll.Side = ScriptID, float64(max(0, a.Line-1-linesBefore)*ScriptLeading)
	return nil
}

// ScriptLeading is the height of a line of the script in pixels, on the canvas and
// in the text control that is laid over it.
const ScriptLeading = 16

func lines(text string) int { return strings.Count(text, "\n") + 1 }

// keepLine drops the choice of a line that is gone.
func (s *State) keepLine() {
	if s.Line > lines(s.Scenario.Script) || s.Scenario.Script == "" {
		s.Line = 0
	}
}

// sayScript is a mistake in a script, in words that the locale files have.
func sayScript(e *script.Error) Message {
	switch {
	case e.Code == "want":
		return Say("script.want", "got", e.Args[0], "want", e.Args[1])
	case e.Code == "undefined":
		return Say("script.undefined", "name", e.Args[0])
	case foreignWords[e.Code] != "":
		return Say(foreignWords[e.Code])
	}
	return Say("script.wrong", "what", e.Message)
}

// foreignWords are what Python has and scripts have not.
var foreignWords = map[string]string{
	"import": "script.no.import", "try": "script.no.try", "raise": "script.no.raise", "with": "script.no.with", "class": "script.no.class",
	"del": "script.no.del", "assert": "script.no.assert", "is": "script.no.is", "yield": "script.no.yield", "global": "script.no.global",
}
