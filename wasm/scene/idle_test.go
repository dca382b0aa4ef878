package scene

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"lockstep/engine"
	"lockstep/engine/scenario"
)

// What is found of a run while it goes on, and kept, is what is found in the end: of
// all stories.
func TestWhenCallsStoodStillIsKeptWhileARunGoesOn(t *testing.T) {
	kept := 0
	for name, text := range stories {
		s, err := scenario.Parse([]byte(text))
		require.NoError(t, err)
		run, err := engine.Start(s)
		require.NoError(t, err)
		x := newIndex(run.Trace(), false)
		for over := false; !over; {
			over = run.Advance(7)
			x = x.renewed(over)
			for id := range x.read.calls {
				x.idle(int32(id))
			}
		}
		x = x.renewed(true)
		kept += len(x.settled)
		alone := newIndex(run.Trace(), true)
		for id := range run.Trace().Calls {
			want, _ := alone.findIdle(int32(id))
			assert.Equal(t, want, x.idle(int32(id)), "%s: call %d", name, id)
		}
	}
	assert.Positive(t, kept)
}
