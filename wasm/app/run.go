package app

import (
	"lockstep/engine"
	"lockstep/engine/result"
	"lockstep/engine/scenario"
	"lockstep/engine/sim"
	"lockstep/engine/trace"
	"lockstep/wasm/timescale"
)

// A run goes on in pieces of a few milliseconds at most, as long as whoever draws
// has room for more (see State.Room). Where nobody says, an Update does one slice.
const (
	piece = 500
	slice = 30_000
)

// Room tells whether a frame has room for more work; nil: nobody knows.
type Room func() bool

// pieces calls work with a budget, piece by piece, until it is done or there is no
// more room, and reports whether it is done.
func (room Room) pieces(work func(budget int) (done bool)) bool {
	if room == nil {
		return work(slice)
	}
	for {
		if work(piece) {
			return true
		}
		if !room() {
			return false
		}
	}
}

// MostEvents is how much a run may do before it is ended.
const MostEvents = sim.MaxEvents

// Run is one run of a scenario as far as it went. The engine's run behind it is
// the one thing of the state that changes in place; everything else of a State
// only ever refers to it.
type Run struct {
	Of        *scenario.Scenario
	Trace     *trace.Trace
	Result    *result.Result // nil until the run is over, and when it was cancelled; without the digest: see Whole
	Cancelled bool
	Veiled    bool // not run yet: a prediction comes first (see Study)
	// Stop is when stop_after ended the run while something was still to come; 0: it
	// did not.
	Stop trace.Time

	engine  Runner
	course  *timescale.Course // as far as the run had come when it was begun
	coursed int               // how many events that were
	making  *coursing         // the next one, while it is made
	digest  *string           // of a run that is over, once somebody has asked
}

// coursing is a course that is made in slices.
type coursing struct {
	work   *sim.Sliced
	course *timescale.Course
	events int  // how far the trace had come
	last   bool // all of it
}

// Course is the run's moments as playback and the time axis go through them. That
// of a run that goes on is renewed when there is half as much more.
func (r *Run) Course() *timescale.Course {
	if r.course == nil {
		r.course, r.coursed = timescale.CourseOf(r.Trace), len(r.Trace.Events)
	}
	return r.course
}

// Runner is a run that goes on: *engine.Run is one, tests have others.
type Runner interface {
	// Advance runs at most budget events and reports whether the run is over.
	Advance(budget int) (done bool)
	Trace() *trace.Trace
	// Tell makes the outcome when Advance has reported the end, with a budget of as
	// many events' worth of work, and reports whether it is made.
	Tell(budget int) (done bool)
	Outcome() *result.Result // what Tell has made
	Close()                  // gives up a run that is not over
}

// Starter starts a run of a scenario, or says why that cannot be run.
type Starter func(*scenario.Scenario) (Runner, error)

// Engine is the Starter of the product.
func Engine(s *scenario.Scenario) (Runner, error) {
	r, err := engine.Start(s)
	if err != nil { // a nil *engine.Run would not be a nil Runner
		return nil, err
	}
	return r, nil
}

// Weight is the bytes that the run's trace takes.
func (r *Run) Weight() int {
	if r == nil || r.Trace == nil {
		return 0
	}
	return r.Trace.Weight()
}

// Over reports whether nothing more will happen.
func (r *Run) Over() bool { return r.Result != nil || r.Cancelled || r.Veiled }

// Whole is the result with the digest of the trace, which a page that runs at
// every edit computes only where somebody wants it; nil where Result is.
func (r *Run) Whole() *result.Result { return r.WholeWith(nil) }

// WholeWith is Whole for a caller that wants to be told how far it has come: did is
// called again and again with the work done since, in events' worth.
func (r *Run) WholeWith(did func(units int)) *result.Result {
	if r.Result == nil || r.Result.TraceSHA256 != "" || r.Trace == nil {
		return r.Result
	}
	if r.digest == nil {
		r.digest = new(string)
	}
	if *r.digest == "" {
		*r.digest = r.Trace.SHA256With(did)
	}
	whole := *r.Result
	whole.TraceSHA256 = *r.digest
	return &whole
}

// Recorded is a Run of what was recorded elsewhere: a trace from a file, a test.
func Recorded(s *scenario.Scenario, t *trace.Trace, res *result.Result) *Run {
	r := &Run{Of: s, Trace: t, Result: res, course: timescale.CourseOf(t)}
	r.stop()
	return r
}

// startRun starts s and runs it as far as there is room.
func startRun(start Starter, s *scenario.Scenario, room Room) (*Run, error) {
	e, err := start(s)
	if err != nil {
		return nil, err
	}
	r := &Run{Of: s, Trace: e.Trace(), engine: e}
	return r.advanced(room), nil
}

// wholeRun runs s to its end, however long that takes.
func wholeRun(start Starter, s *scenario.Scenario) (*Run, error) {
	r, err := startRun(start, s, nil)
	for err == nil && !r.Over() {
		r = r.advanced(nil)
	}
	return r, err
}

// advanced gives back the run as far as it comes while there is room.
func (r *Run) advanced(room Room) *Run {
	if r.Over() || r.engine == nil {
		return r
	}
	next := *r
	room.pieces(next.work)
	return &next
}

// work does a piece of what there is to do, and reports whether the run is over:
// what happens, the axis on which it is shown, and what is to be said of it.
func (r *Run) work(budget int) (done bool) {
	if r.making != nil {
		if !r.making.work.Advance(budget) {
			return false
		}
		r.course, r.coursed = r.making.course, r.making.events
		if r.making.last {
			r.Result = r.engine.Outcome()
			r.engine = nil // a trace is all that is left of a run
			r.stop()
		}
		r.making = nil
		return r.Over()
	}
	ended := r.engine.Advance(budget)
	r.Trace = r.engine.Trace()
	switch {
	case ended && !r.engine.Tell(budget):
		return false
	case ended, r.course != nil && len(r.Trace.Events) > r.coursed+r.coursed/2:
		r.making = newCoursing(r.Trace, ended)
	}
	return ended && r.work(budget)
}

func newCoursing(t *trace.Trace, last bool) *coursing {
	c := &coursing{events: len(t.Events), last: last}
	c.work = sim.NewSliced(func(did func(int)) { c.course = timescale.CourseWith(t, timescale.Folded, did) })
	return c
}

// cancelled gives back the run as one that goes no further.
func (r *Run) cancelled() *Run {
	if r.Over() {
		return r
	}
	if r.engine != nil {
		r.engine.Close()
	}
	next := *r
	next.Cancelled = true
	if next.making != nil {
		next.making.work.Close()
	}
	next.engine, next.making, next.course = nil, nil, timescale.CourseOf(r.Trace)
	return &next
}
