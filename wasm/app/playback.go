package app

import (
	"strconv"
	"time"

	"lockstep/engine/trace"
)

// Play starts the playback, from the beginning when the cursor is at the end.
type Play struct{}

// Pause stops it.
type Pause struct{}

// PlayPause does the other of the two.
type PlayPause struct{}

// Seek moves the cursor to a virtual time, within the run.
type Seek struct{ T trace.Time }

// SeekText is Seek for a slider: nanoseconds as digits, or a duration.
type SeekText struct{ Text string }

// ToStart moves the cursor to the beginning.
type ToStart struct{}

// ToEnd moves it behind everything, where it stays when the run gets longer.
type ToEnd struct{}

// Step moves the cursor By steps of the chosen kind (see StepMode).
type Step struct{ By int }

// SetSpeed changes the pace.
type SetSpeed struct{ Text string }

// Tick says that so much real time has passed since the last one. The page
// sends it before each frame while Animating.
type Tick struct{ Elapsed time.Duration }

// CancelRun stops a run that takes long; what happened so far stays.
type CancelRun struct{}

func (Play) action()      {}
func (Pause) action()     {}
func (PlayPause) action() {}
func (Seek) action()      {}
func (SeekText) action()  {}
func (ToStart) action()   {}
func (ToEnd) action()     {}
func (Step) action()      {}
func (SetSpeed) action()  {}
func (Tick) action()      {}
func (CancelRun) action() {}

// With gives the action its text.
func (SeekText) With(text string) Action { return SeekText{text} }

// With gives the action its text.
func (SetSpeed) With(text string) Action { return SetSpeed{text} }

// Speeds are the paces that are offered.
var Speeds = []float64{0.1, 0.25, 0.5, 1, 2, 5, 10, 100}

// pace is how many units of the course pass in a second at speed 1: about five
// moments (see timescale.Course), so that a small run takes a few seconds and a
// 30-minute timeout no longer than a message. A long run takes longest at most.
const (
	pace    = 5.0
	longest = 60.0 // seconds
)

func (Play) apply(s *State) []Effect {
	if s.Cursor >= s.End() {
		s.Cursor = 0
	}
	s.Playing = s.End() > 0
	return nil
}

func (Pause) apply(s *State) []Effect { s.Playing = false; return nil }

func (PlayPause) apply(s *State) []Effect {
	if s.Playing {
		return Pause{}.apply(s)
	}
	return Play{}.apply(s)
}

func (a Seek) apply(s *State) []Effect {
	s.Cursor = min(max(a.T, 0), s.End())
	return nil
}

func (a SeekText) apply(s *State) []Effect {
	if ns, err := strconv.ParseInt(a.Text, 10, 64); err == nil {
		return Seek{trace.Time(ns)}.apply(s)
	}
	if d, err := parseDuration(a.Text); err == nil {
		return Seek{d}.apply(s)
	}
	return nil
}

func (ToStart) apply(s *State) []Effect { s.Cursor, s.Playing = 0, false; return nil }

func (ToEnd) apply(s *State) []Effect { s.Cursor, s.Playing = s.End(), false; return nil }

func (a Step) apply(s *State) []Effect {
	s.Playing = false
	s.Cursor = s.step(s.Cursor, a.By)
	return nil
}

func (a SetSpeed) apply(s *State) []Effect {
	if v, err := strconv.ParseFloat(a.Text, 64); err == nil && v >= 0.1 && v <= 100 {
		s.Speed = v
	}
	return nil
}

func (CancelRun) apply(s *State) []Effect {
	s.Run = s.Run.cancelled()
	s.Cursor = min(s.Cursor, s.End())
	return nil
}

func (a Tick) apply(s *State) []Effect {
	if s.Run == nil {
		return nil
	}
	if !s.Run.Over() {
		atEnd := s.AtEnd()
		s.Run = s.Run.advanced(s.Room)
		if atEnd {
			s.Cursor = s.End()
		}
	} else {
		s.mend()
		s.tryOn()
		s.sweep()
	}
	if !s.Playing {
		return nil
	}
	// A page that was in the background comes back with one long tick; it goes
	// on where it was and does not jump.
	elapsed := min(a.Elapsed, 100*time.Millisecond)
	course := s.Run.Course()
	rate := max(pace, course.Length()/longest) * s.Speed
	at := course.At(s.Cursor) + float64(elapsed.Seconds()*rate)
	s.Cursor = course.Time(at)
	if at >= course.Length() && s.Run.Over() {
		s.Cursor, s.Playing = s.End(), false
	}
	return nil
}
