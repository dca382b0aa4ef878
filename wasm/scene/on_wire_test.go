package scene

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"lockstep/engine/trace"
	"lockstep/wasm/app"
)

// What is on the wire is found at every moment of a long run, at its beginning as
// well as at its end.
func TestWhatIsOnTheWireIsFoundAtEveryMoment(t *testing.T) {
	s := shown(t, long(2))
	c := composer(t)
	found := 0
	for i := range 97 {
		s.Cursor = s.End() / 97 * trace.Time(i)
		d := c.begin(&s, nil)
		var want []int32
		for id := range s.Run.Trace.Messages {
			m := &s.Run.Trace.Messages[id]
			if m.Sent != trace.Never && m.Sent <= s.Cursor && (m.Arrived == trace.Never && m.Fate == trace.InFlight || m.Arrived > s.Cursor) {
				want = append(want, int32(id))
			}
		}
		require.Equal(t, want, d.now.inFlight(), "at %v", s.Cursor)
		found += len(want)
	}
	assert.Positive(t, found)
}

// A run that goes on is read again when there is half as much more, and whole when
// it is over.
func TestARunThatGoesOnIsNotReadWithEachFrame(t *testing.T) {
	s := shown(t, long(6))
	run, err := app.New(s.Scenario, app.Engine)
	require.NoError(t, err)
	require.False(t, run.Run.Over())
	run.Room = func() bool { return false } // a piece with each frame
	c := composer(t)
	c.Build(&run)
	read, frames := 1, 1
	last := c.index
	for !run.Run.Over() {
		run, _ = app.Update(run, app.Tick{Elapsed: 100e6})
		c.Build(&run)
		if frames++; c.index != last {
			last = c.index
			read++
		}
	}
	whole(c, &run) // the last look at it comes in parts
	assert.Greater(t, frames, 2*read)
	assert.Equal(t, len(run.Run.Trace.Events), c.index.events)
	assert.True(t, c.index.over)
}
