package scene

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"lockstep/engine/scenario"
	"lockstep/wasm/app"
)

// steps is a script of n steps of training on two ranks.
func steps(n int) string {
	return fmt.Sprintf(`{"lockstep":1,"world_size":2,"script":"w = zeros(1)\nfor i in range(%d):\n    compute(\"5ms\")\n    dist.all_reduce(w)\n"}`, n)
}

// However many calls there are, a lane is made of as much as there is room for; and
// everywhere in it there is what the rank does there.
func TestALongLaneIsBlocksWhereTheyHaveRoom(t *testing.T) {
	s := shown(t, steps(2000))
	c := composer(t)
	whole(c, &s)
	for _, zoom := range []float64{1, 7, 60, 900} {
		s.Zoom = zoom
		d := c.begin(&s, nil)
		d.newTimeline(lookFull, 16, 88, 900, 400)
		require.True(t, d.lanes.scale.Dense())
		cells := int(d.lanes.plot.W / denseCell)
		for i := range d.lanes.lanes {
			l := &d.lanes.lanes[i]
			assert.LessOrEqual(t, len(l.blocks)+len(l.strips), cells+3, "zoom %g", zoom)
			assert.Equal(t, zoom <= 60, len(l.strips) > 0, "zoom %g", zoom)
			covered := covers(t, d.lanes, l)
			assert.Greater(t, covered, 0.9*d.lanes.plot.W-d.tailWidth(l, lookFull), "zoom %g", zoom)
		}
	}
}

// covers is how many pixels of a lane's plot have a block or a strip.
func covers(t *testing.T, tl *timeline, l *lane) float64 {
	t.Helper()
	pixels := map[int]bool{}
	put := func(from, to float64) {
		for x := int(max(from, tl.plot.X)); x < int(min(to, tl.plot.right())+0.5); x++ {
			pixels[x] = true
		}
	}
	for _, b := range l.blocks {
		put(b.at.X, b.at.right())
	}
	for i, s := range l.strips {
		put(s.from, s.to)
		if i > 0 {
			require.GreaterOrEqual(t, s.from, l.strips[i-1].to, "strips in order")
		}
	}
	return float64(len(pixels))
}

// What failed is marked however narrow it is, and the ops of a program keep their
// controls wherever they are.
func TestALongLaneKeepsWhatMatters(t *testing.T) {
	s := shown(t, `{"lockstep":1,"world_size":2,"tensors":{"x":{"dtype":"float32","shape":[1],"fill":"rank"}},
		"faults":[{"kind":"crash","rank":1,"at":{"op":1}}],
		"program":[{"op":"repeat","times":2000,"body":[{"op":"compute","for":"1ms"},{"op":"all_reduce","tensor":"x"}]},{"op":"barrier"},{"op":"barrier"}]}`)
	c := composer(t)
	for _, zoom := range []float64{1, 900} {
		s.Zoom = zoom
		sc, _ := whole(c, &s)
		d := c.begin(&s, nil)
		d.newTimeline(lookFull, 16, 88, 900, 400)
		require.True(t, d.lanes.scale.Dense())
		for p := range 2 {
			for op := range 3 {
				assert.NotNil(t, hotOf(sc, app.OpID(p, op)), "rank %d, op %d", p, op)
			}
			assert.NotNil(t, hotOf(sc, fmt.Sprintf("rank-%d.add-op", p)))
			marks := 0
			for _, b := range d.lanes.lanes[p].blocks {
				if b.mark {
					marks++
				}
			}
			assert.Equal(t, 1, marks, "rank %d: its end", p)
		}
	}
}

// The index of a run that goes on is made anew in parts, none of them larger than
// was asked for, and what comes of them is what one look at all of it gives.
func TestALongRunIsReadInParts(t *testing.T) {
	file, err := scenario.Parse([]byte(long(8)))
	require.NoError(t, err)
	s, err := app.New(file, app.Engine)
	require.NoError(t, err)
	n := 0
	s.Room = func() bool { n++; return n%20 != 0 }
	c := composer(t)
	c.Build(&s)
	for {
		s, _ = app.Update(s, app.Tick{})
		if s.Run.Over() {
			break
		}
		c.Build(&s)
	}
	require.Greater(t, len(s.Run.Trace.Events), longRun)
	parts := 1
	for r := renew(c.index, s.Run); !r.work.Advance(1000); parts++ {
	}
	assert.Greater(t, parts, 5)
	sc, _ := whole(c, &s)
	assert.True(t, c.index.over)
	once := newIndex(s.Run.Trace, true)
	assert.Equal(t, once.calls, c.index.calls)
	assert.Equal(t, once.waits, c.index.waits)
	assert.Equal(t, once.sent, c.index.sent)
	assert.Equal(t, once.named, c.index.named)
	assert.Equal(t, once.firsts, c.index.firsts)
	assert.Equal(t, once.last, c.index.last)
	for i := range once.taken {
		assert.ElementsMatch(t, once.taken[i], c.index.taken[i], "call %d", i)
	}
	fresh := composer(t)
	again, _ := whole(fresh, &s)
	assert.True(t, again.Transcript() == sc.Transcript(), "the same picture")
}
