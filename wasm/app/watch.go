package app

import "strconv"

// Watch chooses the process that the stage shows closely where it has no room for all;
// WatchNext goes By processes on, and SetWatch to one by its number, from 0.
type (
	Watch     struct{ Proc int }
	WatchNext struct{ By int }
	SetWatch  struct{ Text string }
)

func (Watch) action()     {}
func (WatchNext) action() {}
func (SetWatch) action()  {}

// With gives the action its text.
func (SetWatch) With(text string) Action { return SetWatch{text} }

func (a Watch) apply(s *State) []Effect {
	s.Watched = min(max(a.Proc, 0), s.Scenario.Processes()-1)
	return nil
}

func (a WatchNext) apply(s *State) []Effect { return Watch{s.Watched + a.By}.apply(s) }

func (a SetWatch) apply(s *State) []Effect {
	if n, err := strconv.ParseFloat(a.Text, 64); err == nil {
		return Watch{int(min(max(n, 0), 1<<20))}.apply(s)
	}
	return nil
}
