package app

// Pin keeps the run that is shown, to compare with what comes after it.
type Pin struct{}

// Unpin lets it go.
type Unpin struct{}

func (Pin) action()   {}
func (Unpin) action() {}

// apply keeps a run that is over: one that goes on would change under the eyes
// of whoever compares.
func (Pin) apply(s *State) []Effect {
	if s.Run == nil || !s.Run.Over() {
		return nil
	}
	kept := *s.Run
	kept.engine = nil // its trace is all that is wanted
	s.Pinned = &kept
	return nil
}

func (Unpin) apply(s *State) []Effect { s.Pinned = nil; return nil }
