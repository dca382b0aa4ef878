package app

import "strconv"

// ListOptions shows the options of a control on the canvas. The browser lists them
// itself where it may; where it does not, as on a phone without such a call or in a
// frame of another origin, this is how a finger gets at them.
type ListOptions struct{ ID string }

// TakeOption does what an option of the list means, and closes the list.
type TakeOption struct{ Do Action }

// PreferCalm follows what the system says about motion: nothing goes on moving that a
// person who wants calm has not started since.
type PreferCalm struct{ On bool }

func (ListOptions) action() {}
func (TakeOption) action()  {}
func (PreferCalm) action()  {}

func (a ListOptions) apply(s *State) []Effect {
	s.Listed, s.Scroll.Options = a.ID, 0
	return []Effect{Focus{OptionID(a.ID, 0)}}
}

// OptionID is the control of option number n of those of a control.
func OptionID(id string, n int) string { return id + ".option-" + strconv.Itoa(n) }

func (a PreferCalm) apply(s *State) []Effect {
	s.ReduceMotion = a.On
	if a.On {
		return Pause{}.apply(s)
	}
	return nil
}
