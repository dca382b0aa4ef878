package app

import (
	"math"
	"sort"
	"strconv"
	"strings"

	"lockstep/engine/result"
	"lockstep/engine/trace"
)

// StepMode is what one step of the cursor is: to the next moment at which anything
// happened, at which a message came, or at which a rank began a call.
type StepMode struct {
	Kind StepKind
	Rank int // of StepCall
}

// StepKind is the kind of a StepMode.
type StepKind string

// The kinds.
const (
	StepEvent   StepKind = "event"
	StepMessage StepKind = "message"
	StepCall    StepKind = "call"
)

// Text is the mode as a control holds it: "event", "message", "rank-2".
func (m StepMode) Text() string {
	if m.Kind == StepCall {
		return "rank-" + strconv.Itoa(m.Rank)
	}
	if m.Kind == "" {
		return string(StepEvent)
	}
	return string(m.Kind)
}

// SetStepBy chooses what a step is, by StepMode's text.
type SetStepBy struct{ Text string }

// FirstProblem moves the cursor to the first thing that went wrong.
type FirstProblem struct{}

func (SetStepBy) action()    {}
func (FirstProblem) action() {}

// With gives the action its text.
func (SetStepBy) With(text string) Action { return SetStepBy{text} }

func (a SetStepBy) apply(s *State) []Effect {
	rank, err := strconv.Atoi(strings.TrimPrefix(a.Text, "rank-"))
	switch {
	case a.Text == string(StepEvent):
		s.StepBy = StepMode{}
	case a.Text == string(StepMessage):
		s.StepBy = StepMode{Kind: StepMessage}
	case err == nil && strings.HasPrefix(a.Text, "rank-") && rank >= 0 && rank < s.Scenario.Processes():
		s.StepBy = StepMode{StepCall, rank}
	}
	return nil
}

func (FirstProblem) apply(s *State) []Effect {
	if at, ok := s.Run.Problem(); ok {
		s.Playing = false
		s.Cursor = min(at, s.End())
	}
	return nil
}

// step is where a step of the chosen kind leads from a time.
func (s *State) step(from trace.Time, by int) trace.Time {
	switch s.StepBy.Kind {
	case StepMessage:
		return stepMessages(s.Run, from, by)
	case StepCall:
		return stepCalls(s.Run, s.StepBy.Rank, from, by)
	}
	return s.Run.Course().Step(from, by)
}

// stepMessages goes by moments at which a message came, or was lost on its way.
func stepMessages(r *Run, from trace.Time, by int) trace.Time {
	t := r.Trace
	comes := func(i int) bool {
		k := t.Events[i].Kind
		return k == trace.MsgArrive || k == trace.MsgAbort
	}
	at := from
	for ; by > 0; by-- {
		i := t.EventsUntil(at)
		for i < len(t.Events) && !comes(i) {
			i++
		}
		if i == len(t.Events) {
			return max(r.End(), from)
		}
		at = t.EventTime(i)
	}
	for ; by < 0; by++ {
		i := t.EventsUntil(at-1) - 1
		for i >= 0 && !comes(i) {
			i--
		}
		if i < 0 {
			return 0
		}
		at = t.EventTime(i)
	}
	return at
}

// stepCalls goes by the beginnings of a rank's calls, and behind the last to its
// end. Restarted processes of a rank are one.
func stepCalls(r *Run, rank int, from trace.Time, by int) trace.Time {
	t := r.Trace
	moments := []trace.Time{0}
	last := trace.Time(0)
	for i := range t.Calls {
		c := &t.Calls[i]
		if t.Seat(c.Proc) != rank {
			continue
		}
		moments = append(moments, c.Start)
		if last = r.End(); c.End != trace.Never {
			last = c.End
		}
	}
	moments = append(moments, last)
	sort.Slice(moments, func(a, b int) bool { return moments[a] < moments[b] })
	at := from
	for ; by > 0; by-- {
		k := sort.Search(len(moments), func(k int) bool { return moments[k] > at })
		if k == len(moments) {
			return r.End()
		}
		at = moments[k]
	}
	for ; by < 0; by++ {
		k := sort.Search(len(moments), func(k int) bool { return moments[k] >= at })
		if k == 0 {
			return 0
		}
		at = moments[k-1]
	}
	return at
}

// Problem is when the first thing went wrong: the event by which a finding is
// proven that has no other as its cause; without findings, the first call that
// failed, or waits to this day. False: nothing went wrong.
func (r *Run) Problem() (trace.Time, bool) {
	if r.Result == nil || r.Result.Outcome == result.Done && len(r.Result.Findings) == 0 {
		return 0, false
	}
	t := r.Trace
	first := trace.Time(math.MaxInt64)
	for i := range r.Result.Findings {
		f := &r.Result.Findings[i]
		if f.Cause == nil && len(f.Events) > 0 && f.Events[0] < len(t.Events) {
			first = min(first, t.EventTime(f.Events[0]))
		}
	}
	if first != math.MaxInt64 {
		return first, true
	}
	for i := range t.Calls {
		switch c := &t.Calls[i]; c.Status {
		case trace.Error, trace.Killed:
			first = min(first, c.End)
		case trace.Running:
			first = min(first, c.Start)
		}
	}
	return first, first != math.MaxInt64
}
