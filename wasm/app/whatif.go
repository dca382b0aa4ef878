package app

import (
	"strconv"

	"lockstep/engine/sweep"
)

// WhatIf is the question that the tab of that name asks: which rank is struck, and
// by what.
type WhatIf struct {
	Rank int
	Kind sweep.Kind // "": a crash
}

// TabWhatIf is the tab in which sweeps are made: only while it is open.
const TabWhatIf = "whatif"

// sweepSlice is how many events of a sweep one Tick runs; like mendSlice.
const sweepSlice = 3000

// Sweeping is the answer as far as it is known: how the run would have ended, had
// something struck at each of its moments, or had messages come in another order.
type Sweeping struct {
	of       *Run
	asked    WhatIf
	Strikes  *sweep.Strikes
	Orders   *sweep.Orders // nil where no message is received from any source
	seen     int           // points when the picture was last new
	Over     bool
	strikeOK bool
}

// SweepingOf is the answer to what is asked now; nil until a Tick begins with it.
func (s *State) SweepingOf() *Sweeping {
	if w := s.sweeping; w != nil && w.of == s.Run && w.asked == s.WhatIf {
		return w
	}
	return nil
}

// sweepingOn reports whether there is something left to run.
func (s *State) sweepingOn() bool {
	if s.Tab != TabWhatIf || s.Embed || s.Run == nil || s.Run.Result == nil {
		return false
	}
	w := s.SweepingOf()
	return w == nil || !w.Over
}

// sweep runs on for a slice. Where more of it can be seen than before it leaves a
// new Sweeping, for whoever compares states.
func (s *State) sweep() {
	if !s.sweepingOn() {
		return
	}
	w := s.SweepingOf()
	if w == nil {
		if s.sweeping != nil {
			s.sweeping.close()
		}
		s.WhatIf.Rank = min(s.WhatIf.Rank, s.Scenario.Processes()-1)
		kind := s.WhatIf.Kind
		if kind == "" {
			kind = sweep.Crash
		}
		w = &Sweeping{of: s.Run, asked: s.WhatIf, Strikes: sweep.NewStrikes(s.Scenario, s.Run.Trace, s.WhatIf.Rank, kind)}
		if s.Scenario.Script == "" && len(sweep.Races(s.Scenario)) > 0 {
			w.Orders = sweep.NewOrders(s.Scenario, s.Run.Trace)
		}
		s.sweeping = w
	}
	next := *w
	if !next.strikeOK {
		next.strikeOK = w.Strikes.Advance(sweepSlice)
	} else {
		next.Over = w.Orders == nil || w.Orders.Advance(sweepSlice)
	}
	n := len(w.Strikes.Points())
	if next.Over || next.strikeOK != w.strikeOK || n >= w.seen+6 {
		next.seen = n
		s.sweeping = &next
	}
}

func (w *Sweeping) close() {
	w.Strikes.Close()
	if w.Orders != nil {
		w.Orders.Close()
	}
}

// AskRank and AskKind change what is asked.
type (
	AskRank struct{ Text string }
	AskKind struct{ Text string }
)

// TryStrike makes the n-th run of the sweep the one that is shown, TryOrder the
// first of the n-th way in which orders end: an edit like any other.
type (
	TryStrike struct{ N int }
	TryOrder  struct{ N int }
)

func (AskRank) action()   {}
func (AskKind) action()   {}
func (TryStrike) action() {}
func (TryOrder) action()  {}

// With gives the action its text.
func (AskRank) With(text string) Action { return AskRank{text} }

// With gives the action its text.
func (AskKind) With(text string) Action { return AskKind{text} }

func (a AskRank) apply(s *State) []Effect {
	if n, err := strconv.Atoi(a.Text); err == nil && n >= 0 && n < s.Scenario.Processes() {
		s.WhatIf.Rank = n
	}
	return nil
}

func (a AskKind) apply(s *State) []Effect {
	for _, k := range sweep.Kinds() {
		if string(k) == a.Text {
			s.WhatIf.Kind = k
		}
	}
	return nil
}

func (a TryStrike) of(s *State) edit {
	w := s.SweepingOf()
	if w == nil || a.N < 0 || a.N >= len(w.Strikes.Points()) {
		return nil
	}
	return fixed{w.Strikes.With(a.N)}
}

func (a TryOrder) of(s *State) edit {
	w := s.SweepingOf()
	if w == nil || w.Orders == nil {
		return nil
	}
	ends := w.Orders.Ends()
	if a.N < 0 || a.N >= len(ends) {
		return nil
	}
	return fixed{w.Orders.With(ends[a.N].First)}
}
