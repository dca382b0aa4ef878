//go:build browser

package browser_test

import (
	"testing"

	"github.com/chromedp/chromedp/kb"
	"github.com/stretchr/testify/assert"
)

// The first whole slice, through the accessible mirror alone: two scalars, an
// edit that shows at once, a mismatch, and the way back.
func TestTwoScalars(t *testing.T) {
	x := open(t, "", desktop)
	assert.Equal(t, "1", x.value("rank-0.tensor.x.0"))
	assert.Equal(t, "2", x.value("rank-1.tensor.x.0"))

	x.ok(x.Press("to-end"))
	assert.Equal(t, "3", x.value("rank-0.tensor.x.0"))
	assert.Equal(t, "3", x.value("rank-1.tensor.x.0"))

	x.ok(x.Type("rank-0.tensor.x.0", "5"))
	assert.Equal(t, "7", x.value("rank-1.tensor.x.0"), "an edit shows its consequence without another action")
	assert.Equal(t, "7", x.value("rank-0.tensor.x.0"))

	x.ok(x.Press("rank-1.op-0"))
	x.ok(x.Choose("rank-1.op-0.op", "broadcast"))
	assert.Contains(t, x.value("outcome"), "failed")
	var got struct {
		Result struct {
			Outcome  string
			End      string
			Findings []struct {
				Code string
				Text map[string]string
			}
			Ranks []struct{ Steps []struct{ When string } }
		}
	}
	x.eval("window.lockstep.get()", &got)
	assert.Equal(t, "failed", got.Result.Outcome)
	for _, r := range got.Result.Ranks {
		if assert.NotEmpty(t, r.Steps) {
			assert.Equal(t, "at_timeout", r.Steps[0].When)
		}
	}
	if assert.NotEmpty(t, got.Result.Findings) {
		assert.Contains(t, got.Result.Findings[0].Text["en"], "all_reduce")
		assert.Contains(t, got.Result.Findings[0].Text["en"], "broadcast")
	}
	assert.Contains(t, x.value("finding-0"), "all_reduce")
	assert.Contains(t, x.value("finding-0"), "broadcast")

	x.ok(x.Press("undo"))
	x.ok(x.Press("to-end"))
	assert.Equal(t, "7", x.value("rank-0.tensor.x.0"), "undoing brings 7 back")
	assert.Equal(t, "7", x.value("rank-1.tensor.x.0"))
}

func TestWorldSizeByKeyboard(t *testing.T) {
	x := open(t, "", desktop)
	x.ok(x.Focus("world-size"))
	x.ok(x.Key(kb.ArrowUp))
	assert.Equal(t, "3", x.value("world-size"))
	has, err := x.Has("rank-2.tensor.x.0")
	x.ok(err)
	assert.True(t, has)
	focused, err := x.Focused()
	x.ok(err)
	assert.Equal(t, "world-size", focused, "the focus stays while the page changes around it")
	x.ok(x.Type("world-size", "99"))
	assert.Equal(t, "true", x.attr("world-size", "aria-invalid"))
	assert.NotEmpty(t, x.attr("world-size", "aria-description"))
	assert.Equal(t, "99", x.value("world-size"), "what was typed stays")
}

func TestBadCellKeepsItsText(t *testing.T) {
	x := open(t, "", desktop)
	before := x.text("window.lockstep.get().then((s) => s.result.trace_sha256)")
	x.ok(x.Type("rank-0.tensor.x.0", "abc"))
	assert.Equal(t, "abc", x.value("rank-0.tensor.x.0"))
	assert.Equal(t, "true", x.attr("rank-0.tensor.x.0", "aria-invalid"))
	assert.NotEmpty(t, x.attr("rank-0.tensor.x.0", "aria-description"), "it says why")
	assert.Equal(t, before, x.text("window.lockstep.get().then((s) => s.result.trace_sha256)"), "nothing else changes")
	x.ok(x.Type("rank-0.tensor.x.0", "4"))
	assert.Equal(t, "", x.attr("rank-0.tensor.x.0", "aria-invalid"))
}

// At rest the page draws nothing: thirty frames of the browser go by.
func TestRest(t *testing.T) {
	x := open(t, "", desktop)
	before := x.frames()
	assert.Positive(t, before)
	var done bool
	x.eval(`new Promise((done) => { let n = 30; const next = () => n-- > 0 ? requestAnimationFrame(next) : done(true); next(); })`, &done)
	assert.Equal(t, before, x.frames())
	x.ok(x.Type("rank-0.tensor.x.0", "5"))
	assert.Greater(t, x.frames(), before, "an edit draws")
}

func TestPlayAndPause(t *testing.T) {
	x := open(t, "", desktop)
	x.ok(x.Press("play"))
	var at float64
	x.eval(`new Promise((done) => { const look = () => window.lockstep.get().then((s) => s.cursor > 0 ? done(s.cursor) : requestAnimationFrame(look)); look(); })`, &at)
	assert.Positive(t, at, "the cursor moves by itself")
	x.ok(x.Press("play"))
	before := x.frames()
	var done bool
	x.eval(`new Promise((done) => { let n = 20; const next = () => n-- > 0 ? requestAnimationFrame(next) : done(true); next(); })`, &done)
	assert.Equal(t, before, x.frames(), "paused, it draws nothing")
}
