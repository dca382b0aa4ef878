package scene

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"lockstep/engine/trace"
	"lockstep/wasm/app"
)

// manyMessages is a run of some ranks that exchange more than can be drawn.
func manyMessages(t *testing.T, ranks, times int) app.State {
	t.Helper()
	return gone(t, fmt.Sprintf(`{"lockstep":1,"world_size":%d,"tensors":{"x":{"dtype":"float32","shape":[8],"fill":"rank"}},
		"program":[{"op":"repeat","times":%d,"body":[{"op":"compute","for":"1ms"},{"op":"all_reduce","tensor":"x"}]}]}`, ranks, times))
}

// arrowsOf counts the arrows of a picture between the lanes, and finds where the
// first and the last begin.
func arrowsOf(sc *Scene) (n int, first, last float64) {
	first = 1e9
	for i := range sc.Shapes {
		if s := &sc.Shapes[i]; s.Kind == Line && s.Arrow && s.Points[0].Y < 500 {
			n++
			first, last = min(first, s.Points[0].X), max(last, s.Points[0].X)
		}
	}
	return n, first, last
}

func wordsOf(sc *Scene) string {
	var list []string
	for _, t := range seenTexts(sc) {
		list = append(list, t.text)
	}
	return strings.Join(list, "\n")
}

// Arrows are those of the time that is seen, wherever that is in a run, and not the
// first of it; where there are too many the picture says how many of how many it has.
func TestArrowsAreOfTheTimeThatIsSeen(t *testing.T) {
	state := manyMessages(t, 4, 300)
	state.W, state.H, state.Lang = 1280, 800, "en"
	messages := len(state.Run.Trace.Messages)
	require.Greater(t, messages, mostArrows)
	c := composer(t)
	n, first, last := arrowsOf(c.Build(&state))
	assert.Equal(t, fewArrows, n)
	assert.Less(t, first, 320.0)
	assert.Greater(t, last, 840.0, "they reach to the end of the run")
	assert.Contains(t, wordsOf(c.Build(&state)), fmt.Sprintf("arrows: %d of %d messages", fewArrows, messages))

	// Near the end, closely: all of those, and no word about it.
	state.Cursor = state.End()
	for range 11 {
		state, _ = app.Update(state, app.ZoomBy{Factor: 1.5, At: 540, Width: 652})
	}
	sc := c.Build(&state)
	n, _, _ = arrowsOf(sc)
	assert.NotZero(t, n)
	assert.NotContains(t, wordsOf(sc), "arrows: ")
	pointed := 0
	for i := range sc.Hot {
		if strings.HasPrefix(sc.Hot[i].ID, "message-") {
			pointed++
		}
	}
	assert.Equal(t, n, pointed, "each can be pointed at")
}

// In lanes that are as low as their blocks arrows would hide them; the picture says
// what is left out.
func TestSlimLanesCountTheirMessages(t *testing.T) {
	state := manyMessages(t, 24, 2)
	state.W, state.H, state.Lang = 1280, 800, "en"
	sc := composer(t).Build(&state)
	n, _, _ := arrowsOf(sc)
	assert.Zero(t, n)
	assert.Contains(t, wordsOf(sc), "messages: zoom in")
}

// That an arrow is seen is told of most by their times alone, and of all as their
// places tell it.
func TestTimesTellWhichArrowsAreSeen(t *testing.T) {
	s := manyMessages(t, 8, 40)
	for _, zoom := range []float64{1, 3, 50} {
		s, _ = app.Update(s, app.Fit{})
		s, _ = app.Update(s, app.ZoomBy{Factor: zoom, At: 200, Width: 600})
		c := composer(t)
		c.Build(&s)
		d := c.begin(&s, nil)
		for _, height := range []float64{0, 150} {
			l := d.newTimeline(lookCompact, 16, 88, 700, height)
			quick, slow := d.between(l), [2]trace.Time{1, 0}
			for i := range d.index.t.Messages {
				m := &d.index.t.Messages[i]
				require.Equal(t, d.arrowSeen(l, m, slow), d.arrowSeen(l, m, quick), "zoom %g, height %g, message %d", zoom, height, i)
			}
		}
	}
}
