//go:build browser

package browser_test

import (
	"fmt"
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

const lateRing = `{"lockstep":1,"world_size":4,"tensors":{"x":{"dtype":"float32","data":[1,2,3,4,5,6,7,8]}},"program":[{"op":"compute","for":"1ms"},{"op":"all_reduce","tensor":"x"}],"ranks":[{},{},{"program":[{"op":"compute","for":"6ms"},{"op":"all_reduce","tensor":"x"}]}]}`

// description is the longer explanation of a control, as assistive technology has it.
func (x *tab) description(id string) string {
	x.t.Helper()
	return x.text(`(() => { const e = document.querySelector('#mirror [data-id="` + id + `"]'); const by = e.getAttribute('aria-describedby'); return e.getAttribute('aria-description') || e.title || (by && document.getElementById(by) ? document.getElementById(by).textContent : ''); })()`)
}

// A block and an arrow say what they are, in the page's language.
func TestTheTimelineExplainsItself(t *testing.T) {
	x := open(t, "?lang=en"+link(t, lateRing), desktop)
	x.ok(x.Press("rank-1.op-1")) // who looks closely is told of the segment, too
	x.ok(x.Key(kb.Escape))
	assert.Regexp(t, `rank 1 waited 4\.\d+ ms for rank 2's seg \S+ of all_reduce #0`, x.description("rank-1.op-1"))
	x.ok(x.Focus("messages"))
	x.ok(x.Key(kb.ArrowRight))
	x.ok(x.Key(kb.ArrowRight))
	assert.Equal(t, "2", x.value("messages"))
	assert.Regexp(t, `rank \d sends rank \d seg \d = \d+ \(4 B\) in all_reduce #0, reduce-scatter step 1/3`, x.attr("messages", "aria-valuetext"))
	before := x.at()
	x.ok(x.Choose("language", "zh"))
	assert.Regexp(t, `rank 1 等待 rank 2 在 all_reduce #0 中的段`, x.description("rank-1.op-1"))
	assert.Equal(t, before, x.at())
}

// What a block tells of its call comes behind the picture of an edit, or with the focus.
func TestABlockTellsOfTheRunThatIsSeen(t *testing.T) {
	x := open(t, "?lang=en"+link(t, lateRing), desktop)
	assert.Contains(t, x.description("rank-0.op-1"), "rank 1", "a new one tells at once")
	x.ok(x.Press("rank-2.op-0"))
	const told = `((e) => e.getAttribute('aria-description'))(document.querySelector('#mirror [data-id="rank-0.op-1"]'))`
	const edit = `((e) => { e.value = '%s'; e.dispatchEvent(new Event('change', { bubbles: true })); })(document.querySelector('#mirror [data-id="rank-2.op-0.for"]'))`
	before := x.text(told)
	behind := x.text(`new Promise((done) => { ` + fmt.Sprintf(edit, "20ms") + `; const look = () => ` + told + ` === ` + strconv.Quote(before) + ` ? requestAnimationFrame(look) : done(` + told + `); look(); })`)
	assert.Regexp(t, `waited 1\d\.?\d* ms for rank 1`, behind)
	focused := x.text(`(` + fmt.Sprintf(edit, "40ms") + `, document.querySelector('#mirror [data-id="rank-0.op-1"]').focus(), ` + told + `)`)
	assert.Regexp(t, `waited 3\d\.?\d* ms for rank 1`, focused)
}

// The time axis has three rules, and what is where changes with them.
func TestTheScaleIsChosen(t *testing.T) {
	x := open(t, "?lang=en"+link(t, lateRing), desktop)
	where := map[string]float64{}
	for _, scale := range []string{"folded", "linear", "logical"} {
		x.ok(x.Choose("scale", scale))
		assert.Equal(t, scale, x.value("scale"))
		left, _, err := x.Centre("rank-0.op-1")
		x.ok(err)
		where[scale] = left
	}
	assert.NotEqual(t, where["folded"], where["linear"])
	assert.NotEqual(t, where["linear"], where["logical"])
	x.ok(x.Press("legend"))
	assert.Equal(t, "Legend", x.text(`document.querySelector('#mirror [data-id="popover"]').getAttribute('aria-label') || document.querySelector('#mirror [data-id="popover"]').textContent`))
	x.ok(x.Key(kb.Escape))
}

// What stop_after ended is not said to hang for ever.
func TestAStoppedRunSaysSo(t *testing.T) {
	x := open(t, "?lang=en"+link(t, `{"lockstep":1,"world_size":2,"stop_after":"20s","tensors":{"x":{"dtype":"float32","data":[1]}},"ranks":[{"program":[{"op":"send","tensor":"x","dst":1}]},{"program":[{"op":"send","tensor":"x","dst":0}]}]}`), desktop)
	outcome := x.text(`document.querySelector('#mirror [data-id="outcome"]').textContent`)
	assert.Contains(t, outcome, "stopped at 20 s")
	assert.NotContains(t, outcome, "for ever")
}
