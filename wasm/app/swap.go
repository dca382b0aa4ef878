package app

import "lockstep/engine/scenario"

// Swap makes another op of what is chosen, from the palette that shows them all:
// the pointer's way, as SetChosenName is that of a list.
type Swap struct {
	At   InnerRef
	Name string
}

func (Swap) action() {}

func (a Swap) of(s *State) edit {
	if a.At.Find(s.Scenario) == nil {
		return nil
	}
	s.Open = Open{Kind: OpenOp, Rank: a.At.Rank, Op: a.At.Op, In: a.At.In}
	return &swapping{SetInnerName{a.At, a.Name}.of(s).(fielded), a.At}
}

// swapping leads back to the op's editor.
type swapping struct {
	fielded
	at InnerRef
}

func (*swapping) action() {}

func (w *swapping) edit(s *scenario.Scenario) (*scenario.Scenario, error) { return w.fielded.edit(s) }

func (w *swapping) settle(*State) []Effect { return []Effect{Focus{w.at.ID() + ".op"}} }
