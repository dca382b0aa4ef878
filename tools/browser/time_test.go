//go:build browser

package browser_test

import (
	"strconv"
	"testing"

	"github.com/chromedp/chromedp/kb"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"lockstep/tools/browser"
)

const ringOfFour = `{"lockstep":1,"world_size":4,"tensors":{"x":{"dtype":"float32","data":[1,2,3,4,5,6,7,8]}},"program":[{"op":"compute","for":"1ms"},{"op":"all_reduce","tensor":"x"},{"op":"barrier"}]}`

// at is where the cursor stands, in nanoseconds.
func (x *tab) at() int {
	x.t.Helper()
	n, err := strconv.Atoi(x.value("cursor"))
	require.NoError(x.t, err)
	return n
}

// steps presses step-forward until the end, and counts.
func (x *tab) steps() int {
	x.t.Helper()
	x.ok(x.Press("to-start"))
	for n := 0; ; n++ {
		before := x.at()
		x.ok(x.Press("step-forward"))
		if x.at() == before || n > 200 {
			return n
		}
	}
}

func TestStepsByEventMessageAndCall(t *testing.T) {
	x := open(t, "?lang=en"+link(t, ringOfFour), desktop)
	events := x.steps()
	x.ok(x.Choose("step-by", "message"))
	messages := x.steps()
	x.ok(x.Choose("step-by", "rank-2"))
	calls := x.steps()
	assert.Less(t, messages, events)
	assert.Equal(t, 4, calls, "three calls after init, and the end")
	x.ok(x.Press("step-back"))
	assert.Less(t, x.at(), 2_000_000)
	x.ok(x.Focus("cursor"))
	before := x.at()
	x.ok(x.Key(kb.ArrowLeft))
	assert.Less(t, x.at(), before, "the slider's arrow keys step too")
}

// Wherever the page is seen, one gets to both ends, and by steps to what lies between.
func TestPlaybackInEveryRoom(t *testing.T) {
	for name, room := range map[string]struct {
		query string
		view  browser.View
	}{"desktop": {"?lang=en", desktop}, "phone": {"?lang=en", browser.View{W: 390, H: 844}}, "embed": {"?lang=en&embed=1", browser.View{W: 720, H: 420}}, "small embed": {"?lang=en&embed=1", browser.View{W: 360, H: 420}}} {
		t.Run(name, func(t *testing.T) {
			x := open(t, room.query, room.view)
			x.ok(x.Press("to-end"))
			end := x.at()
			require.Positive(t, end)
			x.ok(x.Press("step-back"))
			assert.Less(t, x.at(), end)
			x.ok(x.Press("to-start"))
			assert.Zero(t, x.at())
			x.ok(x.Press("step-forward"))
			assert.Positive(t, x.at())
		})
	}
}

func TestJumpToTheFirstProblem(t *testing.T) {
	x := open(t, "?lang=en", desktop)
	assert.Equal(t, "true", x.text(`String(document.querySelector('[data-id="first-problem"]').disabled || document.querySelector('[data-id="first-problem"]').getAttribute("aria-disabled") === "true")`), "nothing went wrong")
	x.ok(x.Choose("example", "order-mismatch"))
	x.ok(x.Press("first-problem"))
	at := x.at()
	assert.Positive(t, at)
	assert.Less(t, at, 1_000_000_000, "where the calls differ, not where they time out")
}

// An edit in the past shows what it does there: the cursor stays.
func TestAnEditInThePastKeepsTheCursor(t *testing.T) {
	x := open(t, "?lang=en"+link(t, ringOfFour), desktop)
	x.text(`window.lockstep.seek("1.5ms").then(() => "")`)
	at := x.at()
	require.Equal(t, 1_500_000, at)
	x.ok(x.Type("rank-1.tensor.x.0", "40"))
	assert.Equal(t, at, x.at())
	x.ok(x.Type("timeout", "5s"))
	assert.Equal(t, at, x.at())
	x.ok(x.Press("undo"))
	assert.Equal(t, at, x.at())
}
