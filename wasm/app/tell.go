package app

// Tell shows a sentence that the page has to say: a parameter that was ignored,
// a link that was copied, a file that does not parse.
type Tell struct{ Message Message }

func (Tell) action() {}

func (a Tell) apply(s *State) []Effect {
	m := a.Message
	s.Notice = &m
	return nil
}

// Complaint turns an error into the sentence for it.
func Complaint(err error) Message { return explain(err) }
