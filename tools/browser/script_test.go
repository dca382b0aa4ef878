//go:build browser

package browser_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/chromedp/chromedp/kb"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

const twoLines = `{"lockstep": 1, "world_size": 2, "script": "x = tensor([1.0 + rank])\ncompute(\"20ms\")\ndist.all_reduce(x)\nlog(\"x\", x)\n"}`

// script is the script that the page holds.
func (x *tab) script() string {
	x.t.Helper()
	_, text := x.held()
	var f struct{ Script string }
	require.NoError(x.t, json.Unmarshal([]byte(text), &f))
	return f.Script
}

// A script is typed in a real text control, runs at each keystroke at which it is
// one, and keeps what is none with its place.
func TestTypeAScript(t *testing.T) {
	x := open(t, "", desktop)
	x.load(twoLines)
	value, err := x.Value("script")
	x.ok(err)
	assert.Contains(t, value, "dist.all_reduce(x)")

	x.ok(x.Click("script"))
	x.ok(x.Key(kb.End, kb.ModifierCtrl))
	x.ok(x.Key("dist.barrier()"))
	assert.Contains(t, x.script(), "log(\"x\", x)\ndist.barrier()")
	has, err := x.Has("rank-1.call-2")
	x.ok(err)
	assert.True(t, has, "the new call stands in the lanes")

	x.ok(x.Key("\ntry:"))
	invalid, err := x.Attr("script", "aria-invalid")
	x.ok(err)
	assert.Equal(t, "true", invalid)
	why, err := x.Attr("script", "aria-description")
	x.ok(err)
	assert.Contains(t, why, "line 6, column 1")
	assert.NotContains(t, x.script(), "try", "what ran goes on being shown")
	x.ok(x.Press("discard-script"))
	assert.True(t, strings.HasSuffix(strings.TrimSpace(x.script()), "dist.barrier()"))
}

// A block shows its line, a line marks its blocks, and the gutter says where each
// rank is.
func TestLinesAndBlocks(t *testing.T) {
	x := open(t, "", desktop)
	x.load(twoLines)
	x.ok(x.Press("tab-diagnosis"))
	x.ok(x.Press("rank-1.call-1"))
	pressed, err := x.Attr("line-3", "aria-pressed")
	x.ok(err)
	assert.Equal(t, "true", pressed, "the tab opens, and the line of the call is chosen")
	x.ok(x.Press("line-2"))
	for id, want := range map[string]string{"rank-0.call-0": "true", "rank-1.call-0": "true", "rank-1.call-1": ""} {
		got, err := x.Attr(id, "aria-pressed")
		x.ok(err)
		assert.Equal(t, want, got, id)
	}
	var ok bool
	x.eval(`window.lockstep.seek("10ms").then(() => true)`, &ok)
	x.ok(x.Settle())
	var name string
	x.eval(`document.querySelector('#mirror [data-id="line-2"]').textContent`, &name)
	assert.Contains(t, name, "rank 0, 1 is here")
}

// The caret of the text control chooses the line, and the two scroll together.
func TestTheCaretChoosesTheLine(t *testing.T) {
	x := open(t, "", desktop)
	x.load(`{"lockstep": 1, "world_size": 1, "script": "` + strings.Repeat("compute(\\\"1us\\\")\\n", 120) + `"}`)
	x.ok(x.Focus("script"))
	x.ok(x.Key(kb.End, kb.ModifierCtrl))
	x.ok(x.Key(kb.ArrowUp))
	x.ok(x.Settle())
	pressed, err := x.Attr("line-120", "aria-pressed")
	x.ok(err)
	assert.Equal(t, "true", pressed, "the gutter has come along")
}

// A job that was restarted tells what that did to its training, and each step is a
// button that goes there.
func TestARestartIsTold(t *testing.T) {
	x := open(t, "", desktop)
	x.ok(x.Choose("example", "job-restart-no-momentum"))
	has, err := x.Has("rank-0.attempt-1.call-4")
	x.ok(err)
	assert.True(t, has, "both attempts stand in one lane")
	x.ok(x.Press("tab-steps"))
	told, err := x.Attr("recovery", "aria-label")
	x.ok(err)
	assert.Contains(t, told, "velocity (rank 0, 1) was not saved")
	before := x.text(`document.querySelector('#mirror [data-id="cursor"]').value`)
	x.ok(x.Press("step-5"))
	x.ok(x.Settle())
	assert.NotEqual(t, before, x.text(`document.querySelector('#mirror [data-id="cursor"]').value`))
	row, err := x.Attr("step-average", "aria-label")
	x.ok(err)
	assert.Contains(t, row, "compute 5 ms")
	x.ok(x.Press("tab-diagnosis"))
	outcome, err := x.Value("outcome")
	x.ok(err)
	assert.Contains(t, outcome, "State is missing from the checkpoint")
}

// A program of blocks goes on as a script.
func TestWriteAProgramAsAScript(t *testing.T) {
	x := open(t, "", desktop)
	x.load(threeOps)
	x.ok(x.Press("rank-0.add-op"))
	x.ok(x.Press("to-script"))
	assert.Equal(t, "compute(\"1ms\")\ndist.all_reduce(x)\ndist.barrier()\n", x.script())
	has, err := x.Has("rank-2.call-1")
	x.ok(err)
	assert.True(t, has)
	has, err = x.Has("rank-0.add-op")
	x.ok(err)
	assert.False(t, has, "the calls of a script are edited in its text")
	x.ok(x.Press("undo"))
	assert.Equal(t, "compute all_reduce barrier", x.program(0))
}
