package scene

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"lockstep/engine/scenario"
	"lockstep/engine/trace"
	"lockstep/wasm/app"
)

// trained is a training job of 64 ranks.
const trained = `{"lockstep": 1, "world_size": 64, "script": "w = zeros(4)\nfor step in range(70):\n    begin_step(step)\n    load_data(\"1ms\")\n    g = w * 0.5 + rank\n    dist.all_reduce(g)\n    log(\"sum\", g.sum())\n"}`

// A picture of a long run that was prepared behind the one before is what it would be
// had it been built again and again, and it takes a few pictures to get there.
func TestALongRunIsPreparedBehindItsPicture(t *testing.T) {
	for _, look := range []app.Action{app.Tick{}, app.OpenTab{Tab: "values"}, app.OpenTab{Tab: "time"}, app.OpenTab{Tab: "steps"}, app.ZoomBy{Factor: 40, At: 300, Width: 600}} {
		file := long(6)
		if look == (app.OpenTab{Tab: "steps"}) {
			file = trained
		}
		s := shown(t, file)
		require.Greater(t, len(s.Run.Trace.Events), longRun)
		s, _ = app.Update(s, look)
		c, alone := composer(t), composer(t)
		pictures, most := 1, 6
		for sc := c.Frame(&s); sc.Unfinished; pictures++ {
			require.Less(t, pictures, most)
			for !c.Prepare(&s, func() bool { return false }) {
			}
			sc = c.Frame(&s)
		}
		whole(alone, &s)
		alike(t, c, alone, &s, "prepared")
		for k := range trace.Time(5) {
			s.Cursor = s.End() / 5 * k
			alike(t, c, alone, &s, "prepared, later")
		}
	}
}

// While it is prepared the cursor moves over what has been drawn, and no picture
// forgets what it lacks.
func TestWhatALongRunLacksIsNotForgottenDuringPlayback(t *testing.T) {
	s := shown(t, long(6))
	s, _ = app.Update(s, app.ZoomBy{Factor: 3, At: 300, Width: 600})
	c, alone := composer(t), composer(t)
	whole(alone, &s)
	sc, parts := c.Frame(&s), 0
	for k := trace.Time(0); sc.Unfinished; k++ {
		require.Less(t, k, trace.Time(100_000), "it comes to an end")
		s.Cursor = s.End() / 4096 * (k % 4096)
		c.Prepare(&s, func() bool { return false })
		last := map[uint64]bool{}
		for _, p := range sc.Parts {
			last[p.Number] = true
		}
		sc = c.Frame(&s)
		for _, p := range sc.Parts {
			if last[p.Number] {
				parts++
			}
		}
	}
	assert.Positive(t, parts, "parts go on meanwhile")
	alike(t, c, alone, &s, "in the end")
}

// restarted is a job of more events than are read at once, which is started again.
const restarted = `{"lockstep":1,"world_size":64,"job":{"max_restarts":1},"faults":[{"kind":"crash","rank":1,"at":{"op":3}}],
	"tensors":{"x":{"dtype":"float32","shape":[64],"fill":"rank"}},
	"program":[{"op":"all_reduce","tensor":"x"},{"op":"compute","for":"1ms"},{"op":"repeat","times":3,"body":[{"op":"all_reduce","tensor":"x"}]},{"op":"all_reduce","tensor":"x"},{"op":"barrier"}]}`

// A run that goes on is read along, and then to its end; so is one in which a lane is
// that of several processes.
func TestARunThatGoesOnIsPrepared(t *testing.T) {
	for _, file := range []string{long(8), restarted} {
		of, err := scenario.Parse([]byte(file))
		require.NoError(t, err)
		s, err := app.New(of, app.Engine)
		require.NoError(t, err)
		c, alone := composer(t), composer(t)
		for !s.Run.Over() {
			s, _ = app.Update(s, app.Tick{})
			c.Prepare(&s, nil)
			c.Frame(&s)
		}
		require.Greater(t, len(s.Run.Trace.Events), longRun)
		for c.Frame(&s).Unfinished {
			c.Prepare(&s, nil)
		}
		require.Equal(t, file == restarted, s.Run.Trace.Attempts() == 2)
		for k := range trace.Time(4) {
			s.Cursor = s.End() / 3 * k
			for c.Frame(&s).Unfinished {
				c.Prepare(&s, nil)
			}
			whole(alone, &s)
			alike(t, c, alone, &s, "at the end")
		}
	}
}
