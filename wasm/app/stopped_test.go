package app

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"lockstep/engine/scenario"
)

// What stop_after ends goes on until then, though nothing happens any more; what stands
// for ever is over with the last thing that happened.
func TestTheEndIsTheStop(t *testing.T) {
	const both = `"world_size": 2, "tensors": {"x": {"dtype": "float32", "data": [1]}}, "ranks": [{"program": [{"op": "send", "tensor": "x", "dst": 1}]}, {"program": [{"op": "send", "tensor": "x", "dst": 0}]}]`
	for name, c := range map[string]struct {
		file string
		stop time.Duration // 0: the end is that of the trace
	}{
		"stopped":         {`{"lockstep": 1, "stop_after": "20s", ` + both + `}`, 20 * time.Second},
		"a timeout first": {`{"lockstep": 1, "stop_after": "20s", "timeout": "3s", ` + both + `}`, 0},
		"done before":     {`{"lockstep": 1, "stop_after": "20s", "world_size": 2, "program": [{"op": "barrier"}]}`, 0},
		"while it sleeps": {`{"lockstep": 1, "stop_after": "2s", "world_size": 1, "program": [{"op": "sleep", "for": "9s"}]}`, 2 * time.Second},
		"frozen":          {`{"lockstep": 1, "stop_after": "20s", "world_size": 1, "program": [{"op": "barrier"}], "faults": [{"kind": "freeze", "rank": 0, "at": {"time": "1ms"}}]}`, 0},
	} {
		t.Run(name, func(t *testing.T) {
			file, err := scenario.Parse([]byte(c.file))
			require.NoError(t, err)
			s, err := New(file, Engine)
			require.NoError(t, err)
			require.True(t, s.Run.Over())
			assert.Equal(t, c.stop, time.Duration(s.Run.Stop))
			end := s.Run.Trace.End
			if c.stop > 0 {
				require.Less(t, time.Duration(end), c.stop)
				end = c.stop
			}
			assert.Equal(t, end, do(s, ToEnd{}).Cursor)
			assert.Equal(t, end, do(s, Seek{time.Hour}).Cursor)
			for _, by := range []StepMode{{}, {Kind: StepMessage}, {Kind: StepCall, Rank: 0}} {
				at := do(s, ToEnd{})
				at.StepBy = by
				assert.Equal(t, end, do(at, Step{1}).Cursor, "%v", by)
				assert.Less(t, do(at, Step{-1}).Cursor, end, "%v", by)
			}
			played := do(s, Play{})
			for range 10_000 {
				if played = do(played, Tick{100 * time.Millisecond}); !played.Playing {
					break
				}
			}
			assert.Equal(t, end, played.Cursor, "played to its end")
			edited := do(do(s, ToEnd{}), SetLatency{"2ms"})
			assert.Equal(t, edited.End(), edited.Cursor, "an edit at the end stays there")
		})
	}
}
