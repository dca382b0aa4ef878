package app

// EnterLanes moves the focus to the programs: to the op that is chosen, else the
// first there is, or to the text where the program is a script.
type EnterLanes struct{}

// EnterPanel moves the focus to the open tab of the side panel.
type EnterPanel struct{ Tab string }

func (EnterLanes) action() {}
func (EnterPanel) action() {}

func (EnterLanes) apply(s *State) []Effect {
	switch {
	case s.Scenario.Script != "":
		s.Tab = ScriptID
		return []Effect{Focus{ScriptID}}
	case s.Open.Kind != OpenNothing:
		return nil
	case s.Selected != NoOp:
		return []Effect{Focus{OpID(s.Selected.Rank, s.Selected.Op)}}
	case hasOp(s.Scenario, 0, 0):
		return []Effect{Focus{OpID(0, 0)}}
	case s.ReadOnly:
		return nil
	}
	return []Effect{Focus{rankID(0, "add-op")}}
}

func (a EnterPanel) apply(*State) []Effect { return []Effect{Focus{"tab-" + a.Tab}} }
