package app

import "lockstep/engine/trace"

// Visit goes to a call: the cursor to when it began, the selection to its op, and
// the lanes so that its rank is in sight.
type Visit struct {
	Ref   OpRef // NoOp: what was chosen stays
	T     trace.Time
	Lanes float64 // how far the lanes are scrolled then, as the scene knows it
}

// ScrollAcross scrolls a wide table of the side panel to the right, in pixels.
// Limit is how far it goes, as the scene knows it.
type ScrollAcross struct{ DX, Limit float64 }

func (Visit) action()        {}
func (ScrollAcross) action() {}

func (a Visit) apply(s *State) []Effect {
	s.Playing = false
	s.Cursor = min(max(a.T, 0), s.End())
	s.Scroll.Lanes = max(a.Lanes, 0)
	if a.Ref != NoOp && hasOp(s.Scenario, a.Ref.Rank, a.Ref.Op) {
		s.Selected, s.Chosen = a.Ref, nil
	}
	return nil
}

func (a ScrollAcross) apply(s *State) []Effect {
	s.Scroll.Across = min(max(s.Scroll.Across+a.DX, 0), max(a.Limit, 0))
	return nil
}
