package app

import (
	"time"

	"lockstep/engine"
	"lockstep/engine/result"
	"lockstep/engine/scenario"
	"lockstep/engine/sim"
	"lockstep/engine/trace"
	"lockstep/wasm/timescale"
)

// slice is how many events one Update or Tick runs at first: some ten milliseconds
// in a browser, so that the page answers while a long run goes on. An event of a
// run with many ranks takes longer, and so does a slow machine: paced finds what
// goes into a frame.
const (
	slice      = 30_000
	leastSlice = 1_000
	mostSlice  = 60_000
)

// paced is the next slice after one that made a frame so long: less when people
// see the page hesitate, more when there was room. The first frame tells nothing.
func paced(now int, frame time.Duration) int {
	switch {
	case frame > 40*time.Millisecond:
		return max(leastSlice, now*2/3)
	case frame > 0 && frame < 22*time.Millisecond:
		return min(mostSlice, now*5/4)
	}
	return now
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

	engine  Runner
	course  *timescale.Course // as far as the run had come when it was asked for
	slice   int               // how many events the next slice has
	coursed int               // how many events that were
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
	Outcome() *result.Result // valid when Advance has reported the end
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

// Over reports whether nothing more will happen.
func (r *Run) Over() bool { return r.Result != nil || r.Cancelled || r.Veiled }

// Whole is the result with the digest of the trace, which a page that runs at
// every edit computes only where somebody wants it; nil where Result is.
func (r *Run) Whole() *result.Result {
	if r.Result == nil || r.Result.TraceSHA256 != "" || r.Trace == nil {
		return r.Result
	}
	whole := *r.Result
	whole.TraceSHA256 = r.Trace.SHA256()
	return &whole
}

// Recorded is a Run of what was recorded elsewhere: a trace from a file, a test.
func Recorded(s *scenario.Scenario, t *trace.Trace, res *result.Result) *Run {
	return &Run{Of: s, Trace: t, Result: res, course: timescale.CourseOf(t)}
}

// startRun starts s and runs its first slice.
func startRun(start Starter, s *scenario.Scenario) (*Run, error) {
	e, err := start(s)
	if err != nil {
		return nil, err
	}
	r := &Run{Of: s, Trace: e.Trace(), engine: e, slice: slice}
	return r.advanced(0), nil
}

// advanced gives back the run after one more slice; frame is how long the frame
// with the last one took, 0 where nobody knows.
func (r *Run) advanced(frame time.Duration) *Run {
	if r.Over() || r.engine == nil {
		return r
	}
	next := *r
	next.slice = paced(r.slice, frame)
	if r.engine.Advance(next.slice) {
		next.Result = r.engine.Outcome()
	}
	next.Trace = r.engine.Trace()
	if next.Over() || len(next.Trace.Events) > next.coursed+next.coursed/2 {
		next.course = nil
	}
	return &next
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
	next.engine, next.course = nil, timescale.CourseOf(r.Trace)
	return &next
}
