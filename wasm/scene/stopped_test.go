package scene

import (
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"

	"lockstep/engine/trace"
	"lockstep/wasm/app"
)

// Until a run is stopped its ranks wait; only then have they "stopped waiting". Its
// end is on the axis.
func TestWhoIsStoppedWaitedUntilThen(t *testing.T) {
	s := storyState(t, "hung")
	c := composer(t)
	for at, words := range map[trace.Time][2]string{s.Run.Trace.End: {"waits for rank", "stopped waiting"}, s.End(): {"stopped waiting", "waits for ever"}, trace.Time(10 * time.Second): {"waits for rank", "stopped waiting"}} {
		for _, scale := range []app.ScaleMode{app.Folded, app.Linear, app.Logical} {
			s.Cursor, s.Scale = at, scale
			sc := c.Build(&s)
			var lanes []string
			for _, x := range seenTexts(sc) {
				if x.at.Y < 330 && x.at.X < 250 {
					lanes = append(lanes, x.text)
				}
			}
			text := strings.Join(lanes, "|")
			assert.Contains(t, text, words[0], "%s at %s", scale, at)
			assert.NotContains(t, text, words[1], "%s at %s", scale, at)
			assert.Contains(t, visible(sc), "20 s", scale)
		}
	}
	s.Tab = "time"
	assert.Contains(t, visible(c.Build(&s)), "20 s", "that long they waited")
	pinned, _ := app.Update(s, app.Pin{})
	pinned, _ = app.Update(pinned, app.SetTimeout{Text: "3s"})
	pinned.Tab = "compare"
	assert.Contains(t, visible(c.Build(&pinned)), "20 s")
}
