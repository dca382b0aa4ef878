package app

import "strconv"

// NextMessage goes By messages on in the order in which they were posted, to be
// explained; 0 is none. SetMessage goes to one by its number, from 1.
type (
	NextMessage struct{ By int }
	SetMessage  struct{ Text string }
)

func (NextMessage) action() {}
func (SetMessage) action()  {}

// With gives the action its text.
func (SetMessage) With(text string) Action { return SetMessage{text} }

func (a NextMessage) apply(s *State) []Effect {
	s.Message = min(max(s.Message+a.By, 0), len(s.Run.Trace.Messages))
	return nil
}

func (a SetMessage) apply(s *State) []Effect {
	if n, err := strconv.ParseFloat(a.Text, 64); err == nil {
		s.Message = min(max(int(n), 0), len(s.Run.Trace.Messages))
	}
	return nil
}
