package app

import "strconv"

// Sight asks the page to bring controls into sight, one after the other, as little
// as it takes; a name that ends in "." stands for the first control that begins so.
// On a narrow screen a lesson's text, its controls and the lanes lie one under the
// other, and what was just asked for would else stand where nobody looks.
type Sight struct {
	Of  []string
	Top bool // as far up as it goes, since what follows it is to be read
	// Keys takes the keyboard's focus when the control that had it is gone.
	Keys string
}

func (Sight) effect() {}

// sightOfStage is what one is to see of the place in the lesson that was just
// gone to.
func (s *State) sightOfStage() []Effect {
	tab := "tab-" + s.Tab
	switch s.Stage() {
	case NoStage:
		return nil
	case Predicting:
		return []Effect{Sight{Of: []string{"lock", tab}, Keys: tab}}
	case Explaining:
		return []Effect{Sight{Of: []string{"next", tab}, Keys: tab}}
	case Varying:
		return []Effect{Sight{Of: []string{"check-variation", tab}, Keys: tab}}
	}
	return []Effect{Sight{Of: []string{tab}, Top: true, Keys: tab}}
}

// sightOfLook is where the moment shows that the cursor was moved to: the lanes
// from the first on, or those around the rank that it is about. What stands above
// them comes first, and each lane before the next: a lane far out of sight is not
// made, and only what is made can be asked for.
func (s *State) sightOfLook(rank *int) []Effect {
	of := []string{"world-size"}
	for r := 0; r == 0 || rank != nil && r <= *rank; r++ {
		of = append(of, "rank-"+strconv.Itoa(r)+".")
	}
	return []Effect{Sight{Of: of}}
}

// GoOn opens a tab as the next thing to do in a lesson.
type GoOn struct{ Tab string }

func (GoOn) action() {}

func (a GoOn) apply(s *State) []Effect {
	effects := OpenTab(a).apply(s)
	if s.Stage() == NoStage {
		return effects
	}
	tab := "tab-" + a.Tab
	if a.Tab == "check" {
		return append(effects, Sight{Of: []string{tab}, Top: true, Keys: tab})
	}
	return append(effects, s.sightOfStage()...)
}
