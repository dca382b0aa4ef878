// Package sweep asks "what if": the same scenario run again with one thing struck
// at every moment, or with messages in every order, to see how often it ends well.
//
// A single good run proves nothing about faults and races. A sweep runs all the
// runs that the question has, up to a bound that it names, and says of each how it
// ended.
//
// It knows scenarios and runs. It must never know what a collective does.
package sweep

import (
	"slices"
	"time"

	"lockstep/engine"
	"lockstep/engine/scenario"
	"lockstep/engine/sim"
	"lockstep/engine/trace"
)

// MaxRuns is how many runs a sweep makes at most. Where there are more moments
// than that, it takes as many of them, evenly spread.
const MaxRuns = 120

// limits end a run that runs away.
var limits = sim.Limits{Events: 1 << 20, Memory: 256 << 20}

// Kind is what strikes.
type Kind string

// A crash ends the process. A hitch stops it for half the timeout, which the
// others can wait out; a stall for twice the timeout, which they cannot.
const (
	Crash Kind = "crash"
	Hitch Kind = "hitch"
	Stall Kind = "stall"
)

// Kinds lists them.
func Kinds() []Kind { return []Kind{Crash, Hitch, Stall} }

// Point is a run of the sweep: when something struck, and how it ended.
type Point struct {
	At      trace.Time
	Outcome Outcome
}

// Strikes is a sweep over the moments of one process.
type Strikes struct {
	of      *scenario.Scenario
	rank    int
	kind    Kind
	calm    ending
	moments []trace.Time
	points  []Point
	trial   *engine.Run
	all     int
}

// NewStrikes prepares a sweep over all moments at which something happened to a
// process of the first attempt in the run t of s. Nothing has been run yet.
func NewStrikes(s *scenario.Scenario, t *trace.Trace, rank int, kind Kind) *Strikes {
	w := &Strikes{of: s, rank: rank, kind: kind, calm: endOf(t)}
	w.moments = momentsOf(t, rank)
	w.all = len(w.moments)
	w.moments = thinned(w.moments, MaxRuns)
	return w
}

// momentsOf are the times of a process's events, each once, while it is alive.
func momentsOf(t *trace.Trace, proc int) []trace.Time {
	var list []trace.Time
	if proc < 0 || proc >= len(t.Procs) {
		return nil
	}
	ended := t.Procs[proc].Ended
	for i := range t.Events {
		if int(t.Events[i].Proc) != proc {
			continue
		}
		at := t.EventTime(i)
		if ended != trace.Never && at >= ended {
			break
		}
		if len(list) == 0 || list[len(list)-1] != at {
			list = append(list, at)
		}
	}
	return list
}

// thinned leaves at most n of a list, evenly spread, first and last among them.
func thinned(list []trace.Time, n int) []trace.Time {
	if len(list) <= n {
		return list
	}
	few := make([]trace.Time, n)
	for i := range few {
		few[i] = list[i*(len(list)-1)/(n-1)]
	}
	return slices.Compact(few)
}

// Moments is how many there are, and how many of them are run.
func (w *Strikes) Moments() (all, run int) { return w.all, len(w.moments) }

// Points are the runs that are over, in order of time.
func (w *Strikes) Points() []Point { return w.points }

// With is the scenario in which the i-th moment is struck.
func (w *Strikes) With(i int) *scenario.Scenario {
	c := w.of.Clone()
	f := scenario.Fault{Kind: scenario.Crash, Rank: w.rank, At: scenario.Strike{Time: w.moments[i]}}
	if w.kind != Crash {
		f.Kind, f.For = scenario.Freeze, w.length()
	}
	c.Faults = append(c.Faults, f)
	return c
}

// length of a freeze.
func (w *Strikes) length() time.Duration {
	if w.kind == Hitch {
		return w.of.Timeout / 2
	}
	return w.of.Timeout * 2
}

// Advance lets at most about budget events happen and reports whether the sweep is
// over.
func (w *Strikes) Advance(budget int) (done bool) {
	for budget > 0 && len(w.points) < len(w.moments) {
		i := len(w.points)
		outcome, over := step(&w.trial, &budget, func() *scenario.Scenario { return w.With(i) }, func(e ending) Outcome { return e.beside(w.calm) })
		if over {
			w.points = append(w.points, Point{w.moments[i], outcome})
		}
	}
	return len(w.points) == len(w.moments)
}

// Close gives the sweep up.
func (w *Strikes) Close() {
	if w.trial != nil {
		w.trial.Close()
		w.trial = nil
	}
}

// step goes on with a trial, which it starts where there is none, and judges it
// when it is over.
func step(trial **engine.Run, budget *int, with func() *scenario.Scenario, judge func(ending) Outcome) (o Outcome, over bool) {
	if *trial == nil {
		run, err := engine.StartWithin(with(), limits)
		if err != nil { // the scenario ran before
			return Refused, true
		}
		*trial = run
	}
	run := *trial
	before := len(run.Trace().Events)
	over = run.Advance(*budget)
	*budget -= len(run.Trace().Events) - before + 50
	if !over {
		return "", false
	}
	*trial = nil
	e := endOf(run.Trace())
	e.outcome, e.findings = run.Outcome().Outcome, len(run.Outcome().Findings)
	return judge(e), true
}
