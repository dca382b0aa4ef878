// Package timescale maps virtual time to place, and back. A run has messages of
// 50 µs beside timeouts of 30 minutes; on a linear axis one of them is
// invisible. A Course gives each stretch between two moments at which something
// happened a room that grows with the cube root of its length, and folds what is
// idle for very long; a Scale sets that course out on a given width so that every
// block in every lane is as wide as its label asks.
//
// It knows times and lengths. It must never know what happens at a time, a
// colour or a text. Both maps are monotone, and inverse to each other between
// moments; a test holds that.
package timescale

import (
	"math"
	"slices"
	"sort"
	"time"

	"lockstep/engine/trace"
)

// Mode is the rule by which stretches get room.
type Mode uint8

// The modes: by the cube root with folds, in proportion, or all the same.
const (
	Folded Mode = iota
	Linear
	Logical
)

// Course is the moments of a run, in order, and how far apart they are to be
// shown. Lengths are in units: what takes as long as a typical message or call is
// one unit long.
type Course struct {
	at    []trace.Time // distinct, rising, first 0
	u     []float64    // place of each moment, in units
	folds []bool       // folds[i]: the stretch from moment i to i+1 is cut
	cuts  []int        // the i of those, once somebody has asked
	cutUp bool
	near  int // what before found last: the next question is mostly about a time nearby
}

// foldFrom is how many times longer than what is typical a stretch is when it is
// folded: beside 50 µs messages from 100 ms on, beside steps of 1 ms from 2 s.
const foldFrom = 2000

// shortest is the least room of a stretch, in units.
const shortest = 0.05

// CourseOf reads the moments of a trace.
func CourseOf(t *trace.Trace) *Course { return CourseIn(t, Folded) }

// CourseIn reads the moments of a trace for a mode.
func CourseIn(t *trace.Trace, mode Mode) *Course { return CourseWith(t, mode, nil) }

// sliced is how many moments are looked at before a caller is told, and what that
// costs in events of a run.
const (
	sliced     = 1024
	slicedCost = sliced / 8
)

// CourseWith is CourseIn for a caller that wants to be told how far it has come: did
// is called again and again with the work done since, in events' worth. The trace
// may grow meanwhile; the course is of what there was.
func CourseWith(t *trace.Trace, mode Mode, did func(units int)) *Course {
	if did == nil {
		did = func(int) {}
	}
	was := *t
	t = &was
	at := make([]trace.Time, 1, len(t.Ticks)+2)
	for i := range t.Ticks {
		if i%sliced == sliced-1 {
			did(slicedCost)
		}
		if m := t.Ticks[i].At; m > at[len(at)-1] {
			at = append(at, m)
		}
	}
	if t.End > at[len(at)-1] {
		at = append(at, t.End)
	}
	c := courseOf(at, mode, typical(t), did)
	if mode == Folded {
		c.shorten(rendezvous(t))
	}
	return c
}

// rendezvous is when all processes had met, or 0 when one of them did not get
// that far: then it is the story itself.
func rendezvous(t *trace.Trace) trace.Time {
	met := trace.Time(0)
	for i := range t.Calls {
		c := &t.Calls[i]
		if c.Step >= 0 {
			continue
		}
		if c.Status != trace.OK {
			return 0
		}
		met = max(met, c.End)
	}
	return met
}

// shorten gives what happens until then a part of its room: every run begins so.
func (c *Course) shorten(until trace.Time) {
	const part = 0.4
	saved := 0.0
	for i := 1; i < len(c.at); i++ {
		room := c.u[i] - c.u[i-1] - saved
		if c.at[i] <= until {
			saved += (1 - part) * room
		}
		c.u[i] -= saved
	}
}

func courseOf(at []trace.Time, mode Mode, unit float64, did func(units int)) *Course {
	c := &Course{at: at, u: make([]float64, len(at)), folds: make([]bool, len(at))}
	for i := 1; i < len(at); i++ {
		if i%sliced == sliced-1 {
			did(slicedCost)
		}
		d := float64(at[i] - at[i-1])
		room := 1.0
		switch mode {
		case Linear:
			room = d / unit
		case Folded:
			if d > foldFrom*unit {
				c.folds[i-1], d = true, foldFrom*unit
			}
			room = max(shortest, math.Cbrt(d/unit))
		}
		c.u[i] = c.u[i-1] + room
	}
	return c
}

// sampled is how many messages and calls are looked at to find the typical one.
const sampled = 4096

// typical is the lower median of how long messages and calls last, at least a
// nanosecond. Stretches between moments would mislead: where ranks do the same at
// almost the same time, most of them are a few nanoseconds.
func typical(t *trace.Trace) float64 {
	d := make([]time.Duration, 0, min(len(t.Messages), 2*sampled)+min(len(t.Calls), 2*sampled))
	for i := 0; i < len(t.Messages); i += 1 + len(t.Messages)/sampled {
		if m := &t.Messages[i]; m.Sent != trace.Never && m.Arrived > m.Sent {
			d = append(d, m.Arrived-m.Sent)
		}
	}
	for i := 0; i < len(t.Calls); i += 1 + len(t.Calls)/sampled {
		if c := &t.Calls[i]; c.End > c.Start {
			d = append(d, c.End-c.Start)
		}
	}
	if len(d) == 0 {
		return max(1, float64(t.End)/4)
	}
	slices.Sort(d)
	return float64(d[(len(d)-1)/2])
}

// Forever returns the course with one more moment behind the last: where what
// never ended goes on to. The stretch up to it is folded, and as a time it is a
// nanosecond, since it has none.
func (c *Course) Forever() *Course { return c.Until(c.at[len(c.at)-1] + 1) }

// Until returns the course with one more moment behind the last: when a run was
// ended in which nothing happened any more. The stretch up to it is folded.
func (c *Course) Until(end trace.Time) *Course {
	n := len(c.at) - 1
	if end <= c.at[n] {
		return c
	}
	return &Course{
		at:    append(slices.Clip(c.at), end),
		u:     append(slices.Clip(c.u), c.u[n]+forever),
		folds: append(append(slices.Clip(c.folds[:n]), true), false),
	}
}

// forever is how many units for ever takes.
const forever = 8

// Length is where the last moment lies.
func (c *Course) Length() float64 { return c.u[len(c.u)-1] }

// cutAt lists the stretches that are cut.
func (c *Course) cutAt() []int {
	if !c.cutUp {
		for i, folded := range c.folds {
			if folded && i+1 < len(c.at) {
				c.cuts = append(c.cuts, i)
			}
		}
		c.cutUp = true
	}
	return c.cuts
}

// Moments returns how many there are.
func (c *Course) Moments() int { return len(c.at) }

// At is the place of a time; times outside lie at the ends.
func (c *Course) At(t trace.Time) float64 {
	i := c.before(t)
	switch {
	case i < 0:
		return 0
	case i == len(c.at)-1:
		return c.u[i]
	}
	share := float64(t-c.at[i]) / float64(c.at[i+1]-c.at[i])
	return c.u[i] + float64(share*(c.u[i+1]-c.u[i]))
}

// Time is the time at a place.
func (c *Course) Time(u float64) trace.Time {
	i := sort.Search(len(c.u), func(i int) bool { return c.u[i] > u }) - 1
	switch {
	case i < 0:
		return c.at[0]
	case i == len(c.u)-1:
		return c.at[i]
	}
	share := (u - c.u[i]) / (c.u[i+1] - c.u[i])
	return c.at[i] + trace.Time(math.Round(share*float64(c.at[i+1]-c.at[i])))
}

// before is the last moment at or before t, or −1.
func (c *Course) before(t trace.Time) int {
	low, high := c.near, len(c.at) // at[low] is not after t, at[high] is
	if c.at[low] <= t {
		for step := 1; low+step < high; step *= 2 {
			if c.at[low+step] > t {
				high = low + step
				break
			}
			low += step
		}
	} else {
		high = low
		for step := 1; ; step *= 2 {
			if low = max(0, high-step); c.at[low] <= t {
				break
			}
			if high = low; low == 0 {
				return -1
			}
		}
	}
	for high-low > 1 {
		if mid := (low + high) / 2; c.at[mid] > t {
			high = mid
		} else {
			low = mid
		}
	}
	c.near = low
	return low
}

// Step returns the moment that lies by moments after t (before it when negative).
// From between two moments the first step goes to the next one in its direction.
func (c *Course) Step(t trace.Time, by int) trace.Time {
	i := c.before(t)
	if by < 0 && i >= 0 && c.at[i] < t {
		i++
	}
	return c.at[min(max(i+by, 0), len(c.at)-1)]
}
