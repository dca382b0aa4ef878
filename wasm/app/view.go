package app

import (
	"math"
	"strings"
)

// SetLang switches the language: "zh" or "en".
type SetLang struct{ Text string }

// SetTheme switches the colours.
type SetTheme struct{ Text string }

// Resize says how large the viewport is, in CSS pixels.
type Resize struct{ W, H float64 }

// OpenTab shows a tab of the side panel.
type OpenTab struct{ Tab string }

// ScrollBy scrolls a part: "lanes", "side", "page", "popover" or "options". Limit is how far it goes,
// as the scene knows it.
type ScrollBy struct {
	Part      string
	DY, Limit float64
}

// PanBy moves the zoomed timeline; ZoomBy enlarges it around a place, both in
// pixels of the timeline's own width.
type PanBy struct{ DX, Limit float64 }

// ZoomBy multiplies the zoom, keeping what lies At pixels from the timeline's
// left edge in its place.
type ZoomBy struct{ Factor, At, Width float64 }

// Fit shows the whole run.
type Fit struct{}

// SetScale switches how the time axis maps time to place.
type SetScale struct{ Text string }

// Select chooses an op without opening it.
type Select struct{ Ref OpRef }

// OpenPopover opens one popover, closing another; pressing the control of an
// open one closes it.
type OpenPopover struct{ Open Open }

// Close closes what is open on top: a list of options, a popover, then the notice, then the
// selection.
type Close struct{}

// DismissNotice takes the sentence away.
type DismissNotice struct{}

// SetEveryone says whether an insert goes to all ranks.
type SetEveryone struct{ On bool }

// Point says what the pointer is over; Focused, what the keyboard is on ("" when
// the focus came by the pointer and need not be shown).
type (
	Point   struct{ ID string }
	Focused struct{ ID string }
)

// ShowWholeCode unfolds what every script begins with, in the code tab.
type ShowWholeCode struct{ On bool }

// Abandon drops a text that could not be taken; the control shows what is so.
type Abandon struct{ ID string }

// Ask hands an effect to the page.
type Ask struct{ What Effect }

func (SetLang) action()       {}
func (SetTheme) action()      {}
func (Resize) action()        {}
func (OpenTab) action()       {}
func (ScrollBy) action()      {}
func (PanBy) action()         {}
func (ZoomBy) action()        {}
func (Fit) action()           {}
func (SetScale) action()      {}
func (Select) action()        {}
func (OpenPopover) action()   {}
func (Close) action()         {}
func (DismissNotice) action() {}
func (SetEveryone) action()   {}
func (Point) action()         {}
func (Focused) action()       {}
func (Abandon) action()       {}
func (ShowWholeCode) action() {}
func (Ask) action()           {}

// With gives the action its text.
func (SetLang) With(text string) Action { return SetLang{text} }

// With gives the action its text.
func (SetTheme) With(text string) Action { return SetTheme{text} }

// With gives the action its text.
func (SetScale) With(text string) Action { return SetScale{text} }

func (a SetLang) apply(s *State) []Effect {
	if lang := strings.ToLower(a.Text); lang == "zh" || lang == "en" {
		s.Lang = lang
	}
	return nil
}

func (a SetTheme) apply(s *State) []Effect {
	switch t := Theme(a.Text); t {
	case Light, Dark, Projector:
		s.Theme = t
	}
	return nil
}

func (a Resize) apply(s *State) []Effect {
	if a.W > 0 && a.H > 0 {
		s.W, s.H = a.W, a.H
	}
	return nil
}

func (a ShowWholeCode) apply(s *State) []Effect {
	s.WholeCode = a.On
	return nil
}

func (a OpenTab) apply(s *State) []Effect {
	if s.Tab != a.Tab {
		s.Tab, s.Scroll.Side = a.Tab, 0
	}
	return nil
}

func (a ScrollBy) apply(s *State) []Effect {
	move := func(v *float64) { *v = min(max(*v+a.DY, 0), max(a.Limit, 0)) }
	switch a.Part {
	case "lanes":
		move(&s.Scroll.Lanes)
	case "side":
		move(&s.Scroll.Side)
	case "page":
		move(&s.Scroll.Page)
	case "popover":
		move(&s.Scroll.Popover)
	case "options":
		move(&s.Scroll.Options)
	}
	return nil
}

func (a PanBy) apply(s *State) []Effect {
	s.Pan = min(max(s.Pan+a.DX, 0), max(a.Limit, 0))
	return nil
}

// maxZoom keeps a microsecond of a minute visible, and the numbers small.
const maxZoom = 1000

func (a ZoomBy) apply(s *State) []Effect {
	if !(a.Factor > 0) || a.Width <= 0 || math.IsInf(a.Factor, 0) {
		return nil
	}
	zoom := min(max(s.Zoom*a.Factor, 1), maxZoom)
	s.Pan = min(max((s.Pan+a.At)*zoom/s.Zoom-a.At, 0), a.Width*(zoom-1))
	s.Zoom = zoom
	return nil
}

func (Fit) apply(s *State) []Effect { s.Zoom, s.Pan = 1, 0; return nil }

func (a SetScale) apply(s *State) []Effect {
	switch m := ScaleMode(a.Text); m {
	case Folded, Linear, Logical:
		s.Scale, s.Zoom, s.Pan = m, 1, 0
	}
	return nil
}

func (a Select) apply(s *State) []Effect {
	if a.Ref == NoOp || hasOp(s.Scenario, a.Ref.Rank, a.Ref.Op) {
		s.Selected, s.Chosen = a.Ref, nil
	}
	return nil
}

func (a OpenPopover) apply(s *State) []Effect {
	if s.Open == a.Open {
		return Close{}.apply(s)
	}
	before := s.Open
	s.Open, s.Listed, s.Scroll.Popover = a.Open, "", 0
	if a.Open.Kind == OpenOp {
		if ref := (OpRef{a.Open.Rank, a.Open.Op}); !s.IsChosen(ref) {
			s.Selected, s.Chosen = ref, nil
		} else {
			s.Selected = ref
		}
	}
	s.keepValid()
	if s.Open == before {
		return nil
	}
	return []Effect{Focus{s.Open.first()}}
}

// first is the control that gets the focus when a popover opens.
func (o Open) first() string {
	switch o.Kind {
	case OpenOp:
		return o.Inner().ID() + ".op"
	case OpenPalette:
		return "palette"
	case OpenSwap:
		return "palette." + o.Tensor
	case OpenTensor:
		return tensorID(o.Rank, o.Tensor, "name")
	case OpenFault:
		return FaultID(o.Op) + ".kind"
	case OpenStart:
		return rankID(o.Rank, "start")
	case OpenFaults:
		return "palette." + FaultNames()[0]
	}
	return "close"
}

// opener is the control that opened it, where the focus goes back to.
func (o Open) opener() string {
	switch o.Kind {
	case OpenOp:
		return o.Inner().ID()
	case OpenSwap:
		return o.Inner().ID() + ".op"
	case OpenPalette:
		return rankID(o.Rank, "add-op")
	case OpenTensor:
		return tensorID(o.Rank, o.Tensor, "edit")
	case OpenFault:
		return FaultID(o.Op)
	case OpenStart:
		return rankID(o.Rank, "late")
	case OpenFaults:
		return rankID(o.Rank, "add-fault")
	case OpenExamples:
		return "example"
	}
	return string(o.Kind)
}

// under is what shows again when it closes.
func (o Open) under() Open {
	if o.Kind == OpenSwap {
		return Open{Kind: OpenOp, Rank: o.Rank, Op: o.Op, In: o.In}
	}
	return Open{}
}

// Inner is the op of an op's editor.
func (o Open) Inner() InnerRef { return InnerRef{o.Rank, o.Op, o.In} }

func (Close) apply(s *State) []Effect {
	switch {
	case s.Drag.Kind != DragNothing:
		s.Drag.Cancelled = true
	case s.Listed != "":
		of := s.Listed
		s.Listed = ""
		return []Effect{Focus{of}}
	case s.Open.Kind != OpenNothing:
		opener := s.Open.opener()
		s.Open = s.Open.under()
		return []Effect{Focus{opener}}
	case s.Notice != nil:
		s.Notice = nil
	default:
		s.Selected, s.Chosen = NoOp, nil
		s.Hover, s.Focused = "", "" // the bubble that explains it goes too
	}
	return nil
}

func (DismissNotice) apply(s *State) []Effect { s.Notice = nil; return nil }

func (a SetEveryone) apply(s *State) []Effect { s.Everyone = a.On; return nil }

func (a Point) apply(s *State) []Effect { s.Hover = a.ID; return nil }

func (a Focused) apply(s *State) []Effect { s.Focused = a.ID; return nil }

func (a Abandon) apply(s *State) []Effect { delete(s.Fields, a.ID); return nil }

func (a Ask) apply(*State) []Effect {
	if a.What == nil {
		return nil
	}
	return []Effect{a.What}
}
