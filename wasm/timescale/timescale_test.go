package timescale

import (
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"lockstep/engine/trace"
)

const (
	us = time.Microsecond
	ms = time.Millisecond
	s  = time.Second
)

// traceWith has a moment at each of the times, and a call from each to the next.
func traceWith(at ...trace.Time) *trace.Trace {
	t := &trace.Trace{}
	for i, m := range at {
		t.Record(m, trace.CallBegin, 0, 0)
		if i > 0 {
			t.Calls = append(t.Calls, trace.Call{Start: at[i-1], End: m})
		}
	}
	return t
}

// drawn is any run's moments, from nanoseconds to half an hour.
func drawn(t *rapid.T) []trace.Time {
	gaps := rapid.SliceOfN(rapid.OneOf(
		rapid.Int64Range(1, 1000), rapid.Int64Range(1, int64(ms)), rapid.Int64Range(1, int64(30*time.Minute)),
	), 1, 60).Draw(t, "gaps")
	at := []trace.Time{0}
	for _, g := range gaps {
		at = append(at, at[len(at)-1]+trace.Time(g))
	}
	return at
}

func drawnItems(t *rapid.T, at []trace.Time) []Item {
	var items []Item
	for lane := range rapid.IntRange(1, 4).Draw(t, "lanes") {
		i := 0
		for i < len(at)-1 && len(items) < 40 {
			j := rapid.IntRange(i, len(at)-1).Draw(t, "end")
			items = append(items, Item{lane, at[i], at[j], rapid.Float64Range(1, 200).Draw(t, "min")})
			i = max(j, i+rapid.IntRange(0, 1).Draw(t, "step"))
		}
	}
	return items
}

func TestCourseIsMonotoneAndInvertible(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := CourseIn(traceWith(drawn(t)...), rapid.SampledFrom([]Mode{Folded, Linear, Logical}).Draw(t, "mode"))
		a := trace.Time(rapid.Int64Range(0, int64(c.at[len(c.at)-1])).Draw(t, "a"))
		b := trace.Time(rapid.Int64Range(0, int64(c.at[len(c.at)-1])).Draw(t, "b"))
		if a < b {
			require.LessOrEqual(t, c.At(a), c.At(b))
		}
		for _, m := range c.at {
			require.Equal(t, m, c.Time(c.At(m)), "a moment comes back exactly")
		}
		// Between moments a nanosecond of half an hour is less than a float tells.
		require.InDelta(t, float64(a), float64(c.Time(c.At(a))), 1+1e-9*float64(c.at[len(c.at)-1]))
	})
}

func TestScaleIsMonotoneAndInvertible(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		at := drawn(t)
		c := CourseOf(traceWith(at...))
		sc := c.Set(rapid.Float64Range(50, 2000).Draw(t, "width"), rapid.Float64Range(1, 20).Draw(t, "zoom"), drawnItems(t, at))
		last := at[len(at)-1]
		a := trace.Time(rapid.Int64Range(0, int64(last)).Draw(t, "a"))
		b := trace.Time(rapid.Int64Range(0, int64(last)).Draw(t, "b"))
		if a < b {
			require.LessOrEqual(t, sc.X(a), sc.Before(b))
		}
		require.LessOrEqual(t, sc.Before(a), sc.X(a))
		for i, m := range at {
			if i > 0 && sc.Before(m)-sc.X(at[i-1]) < 1e-6 {
				continue // a stretch that the items left no room for
			}
			require.Equal(t, m, sc.Time(sc.X(m)))
		}
		require.Equal(t, trace.Time(0), sc.Time(-5))
		require.Equal(t, last, sc.Time(sc.Width()+5))
	})
}

func TestItemsGetTheirWidth(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		at := drawn(t)
		items := drawnItems(t, at)
		width := rapid.Float64Range(50, 2000).Draw(t, "width")
		sc := CourseOf(traceWith(at...)).Set(width, 1, items)
		fits := sc.Width() <= width+1e-6
		for k, it := range items {
			p := sc.Places[k]
			least := float64(narrowest)
			if fits {
				least = crammed
			}
			require.GreaterOrEqual(t, p.X1-p.X0+1e-6, min(it.Min, least), "item %d", k)
			if k > 0 && items[k-1].Lane == it.Lane {
				require.GreaterOrEqual(t, p.X0+1e-6, sc.Places[k-1].X1, "items of a lane do not overlap")
			}
		}
		if !fits { // then nothing was given away
			for k, it := range items {
				if it.Start == it.End {
					require.InDelta(t, min(it.Min, narrowest), sc.Places[k].X1-sc.Places[k].X0, 1e-6)
				}
			}
		}
	})
}

func TestALongIdleStretchIsFolded(t *testing.T) {
	c := CourseOf(traceWith(0, 100*us, ms, 2*ms, 3*s))
	sc := c.Set(650, 1, nil)
	folds := sc.Folds()
	require.Len(t, folds, 1)
	assert.Equal(t, 2*ms, folds[0].From)
	assert.Equal(t, 3*s, folds[0].To)
	assert.Greater(t, sc.X(ms)-sc.X(100*us), 40.0, "a millisecond stays readable beside three seconds")
	assert.Greater(t, sc.X(3*s)-sc.X(2*ms), sc.X(2*ms)-sc.X(ms), "and three seconds look longer")
	assert.Empty(t, CourseOf(traceWith(0, 2*ms, 5*ms)).Set(650, 1, nil).Folds())
}

// One rank waits in a call that ends soon after another's long wait: the call's width
// is not all in the moment between the two ends.
func TestALongStretchIsSeenWhereWidthIsShort(t *testing.T) {
	sc := CourseOf(traceWith(0, 300*us, 350*us, 3*s, 3*s+50*us, 3*s+5*ms)).Set(400, 1, []Item{
		{0, 0, 300 * us, 150}, {0, 300 * us, 3*s + 50*us, 150}, {0, 3*s + 50*us, 3*s + 50*us, 120},
		{1, 0, 3*s + 5*ms, 150}, {1, 3*s + 5*ms, 3*s + 5*ms, 120},
	})
	assert.InDelta(t, 400, sc.Width(), 1e-6)
	assert.Greater(t, sc.Before(3*s)-sc.X(350*us), 20.0)
}

func TestModes(t *testing.T) {
	tr := traceWith(0, ms, 2*ms, 10*ms)
	linear := CourseIn(tr, Linear)
	assert.InDelta(t, 10.0, linear.Length()/linear.At(ms), 1e-9)
	logical := CourseIn(tr, Logical)
	assert.Equal(t, []float64{0, 1, 2, 3}, logical.u)
}

func TestMarksOfOneMomentStandSideBySide(t *testing.T) {
	sc := CourseOf(traceWith(0, ms, 2*ms)).Set(400, 1, []Item{
		{0, 0, ms, 60}, {0, ms, ms, 80}, {0, ms, ms, 40}, {0, ms, 2 * ms, 60},
		{1, 0, 2 * ms, 60},
	})
	assert.InDelta(t, 120, sc.X(ms)-sc.Before(ms), 1e-9)
	assert.InDelta(t, sc.Places[0].X1, sc.Places[1].X0, 1e-9)
	assert.InDelta(t, sc.Places[1].X1, sc.Places[2].X0, 1e-9)
	assert.InDelta(t, sc.Places[2].X1, sc.Places[3].X0, 1e-9)
	assert.Equal(t, ms, sc.Time(sc.Before(ms)+50), "no time passes in a moment")
}

func TestStep(t *testing.T) {
	c := CourseOf(traceWith(0, ms, 2*ms, 5*ms))
	assert.Equal(t, ms, c.Step(0, 1))
	assert.Equal(t, trace.Time(0), c.Step(0, -1))
	assert.Equal(t, 2*ms, c.Step(ms+us, 1))
	assert.Equal(t, ms, c.Step(ms+us, -1))
	assert.Equal(t, 5*ms, c.Step(2*ms, 9))
}

func TestTicksKeepApart(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		ticks := CourseOf(traceWith(drawn(t)...)).Set(650, 1, nil).Ticks(60)
		require.NotEmpty(t, ticks)
		require.Equal(t, trace.Time(0), ticks[0].T)
		for i := 1; i < len(ticks); i++ {
			require.GreaterOrEqual(t, ticks[i].X-ticks[i-1].X, 60.0-1e-6)
		}
		require.True(t, slices.IsSortedFunc(ticks, func(a, b Tick) int { return int(a.T - b.T) }))
	})
}

func TestARunOfAMillionMoments(t *testing.T) {
	tr := &trace.Trace{}
	for i := range 1_000_000 {
		tr.Record(trace.Time(i)*us, trace.CallBegin, 0, 0)
	}
	sc := CourseOf(tr).Set(650, 3, make([]Item, 10))
	assert.InDelta(t, 1950, sc.Width(), 1)
	assert.InDelta(t, float64(500_000*us), float64(sc.Time(sc.X(500_000*us))), 10)
}

func TestTheRendezvousGetsLessRoom(t *testing.T) {
	tr := traceWith(0, ms, 2*ms, 3*ms)
	before := CourseOf(tr)
	tr.Calls[0].Step, tr.Calls[0].Status = -1, trace.OK
	after := CourseOf(tr)
	assert.InDelta(t, 0.4*before.At(ms), after.At(ms), 1e-9)
	assert.InDelta(t, before.Length()-before.At(ms), after.Length()-after.At(ms), 1e-9, "the rest keeps its room")
	tr.Calls[0].Status = trace.Error
	assert.Equal(t, before.u, CourseOf(tr).u, "but not where it is the story")
}
