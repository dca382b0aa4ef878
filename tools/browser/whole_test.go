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

// What a scenario is set to: its size, timeout, debug level and network. What
// does not parse stays, is marked, says why, and changes nothing.
func TestSettings(t *testing.T) {
	x := open(t, "", desktop)
	x.ok(x.Type("world-size", "64"))
	assert.Equal(t, "64", x.value("world-size"))
	x.picture("settings-64")
	x.ok(x.Type("world-size", "1"))
	f, _ := x.held()
	assert.Equal(t, 1, f.WorldSize)
	x.ok(x.Click("world-more"))
	x.ok(x.Click("world-more"))
	x.ok(x.Click("world-less"))
	f, _ = x.held()
	assert.Equal(t, 2, f.WorldSize)
	x.ok(x.Type("timeout", "3s"))
	x.ok(x.Choose("debug", "DETAIL"))
	x.ok(x.Press("world"))
	x.ok(x.Type("latency", "5 ms"))
	x.ok(x.Type("bandwidth", "2GB/s"))
	var held struct {
		Timeout, Debug string
		Network        struct{ Latency, Bandwidth string }
	}
	x.eval("window.lockstep.get().then((s) => s.scenario)", &held)
	assert.Equal(t, "3s DETAIL 5ms 2GB/s", held.Timeout+" "+held.Debug+" "+held.Network.Latency+" "+held.Network.Bandwidth)
	_, before := x.held()
	for id, text := range map[string]string{"timeout": "soon", "latency": "-1s", "bandwidth": "much", "world-size": "65"} {
		x.ok(x.Type(id, text))
		assert.Equal(t, text, x.value(id), id)
		assert.Equal(t, "true", x.attr(id, "aria-invalid"), id)
		assert.NotEmpty(t, x.attr(id, "aria-description"), id)
	}
	x.picture("settings-invalid")
	_, after := x.held()
	assert.Equal(t, before, after)
}

// Every argument of an op has a field in its popover.
func TestEveryArgument(t *testing.T) {
	x := open(t, "", desktop)
	for op, fields := range map[string][]string{
		"reduce": {"tensor", "dst", "reduce_op", "group", "async", "as", "catch"}, "all_reduce": {"algorithm", "factor"}, "recv": {"tensor", "src", "tag", "group"},
		"monitored_barrier": {"timeout", "wait_all_ranks"}, "new_group": {"ranks", "as", "timeout"}, "all_to_all_single": {"input_split_sizes", "output_split_sizes"},
		"store_compare_set": {"key", "expected", "desired"}, "save_checkpoint": {"names", "step"}, "sigstop": {"cont_after"}, "init_process_group": {"env", "init_method", "rank", "world_size"},
	} {
		if has, _ := x.Has("rank-1.op-0.op"); !has {
			x.ok(x.Press("rank-1.op-0"))
		}
		x.ok(x.Choose("rank-1.op-0.op", op))
		for _, f := range fields {
			has, err := x.Has("rank-1.op-0." + f)
			x.ok(err)
			assert.True(t, has, "%s.%s", op, f)
		}
	}
}

// Letters that find a name in a list are one thing done, and undone at once.
func TestLettersAreOneStep(t *testing.T) {
	x := open(t, "", desktop)
	_, first := x.held()
	x.ok(x.Press("rank-1.op-0"))
	x.ok(x.Key(kb.ArrowDown))
	x.ok(x.Key(kb.ArrowDown))
	x.ok(x.Key(kb.ArrowDown))
	assert.Equal(t, "all_gather", x.program(1))
	x.ok(x.Key("z", kb.ModifierCtrl))
	_, now := x.held()
	assert.Equal(t, first, now)
	assert.Equal(t, "true", x.attr("undo", "aria-disabled"))
}

// Focus explains as hovering does, from the next frame on, and Escape takes the
// bubble away.
func TestFocusExplains(t *testing.T) {
	x := open(t, "", desktop)
	x.ok(x.Key(kb.ArrowDown))
	x.frames()
	assert.NotEmpty(t, x.attr("rank-0.op-0", "aria-description"))
	with := x.frames()
	x.picture("focus-block")
	x.ok(x.Key(kb.Escape))
	assert.Greater(t, x.frames(), with, "the picture changes")
	x.picture("focus-escaped")
	x.ok(x.Press("rank-0.op-0"))
	for range 4 {
		x.ok(x.Key(kb.Tab))
	}
	x.picture("focus-field")
	assert.Equal(t, "rank-0.op-0.algorithm", x.focused())
}

// Tensors are added, named, given a type, a shape and a filling, and removed; a
// row goes in at once, and the exact value stands where one points.
func TestTensors(t *testing.T) {
	x := open(t, "", desktop)
	x.ok(x.Click("rank-0.add-tensor"))
	has, err := x.Has("rank-0.tensor.y.name")
	x.ok(err)
	require.True(t, has, "its editor opens")
	x.ok(x.Type("rank-0.tensor.y.shape", "4"))
	x.ok(x.Focus("rank-0.tensor.y.0"))
	var ok bool
	x.eval(`(() => { const d = new DataTransfer(); d.setData('text/plain', '1\t2\t0.1\t4'); document.activeElement.select();
		document.activeElement.dispatchEvent(new ClipboardEvent('paste', { clipboardData: d, bubbles: true, cancelable: true })); return true; })()`, &ok)
	x.ok(x.Key(browser.Enter))
	assert.Equal(t, "0.1", x.value("rank-0.tensor.y.2"), "a number is written as a person writes it")
	assert.Equal(t, "4", x.value("rank-0.tensor.y.3"))
	assert.Contains(t, x.attr("rank-0.tensor.y.2", "aria-description"), "0.10000000149", "and what the dtype makes of it is told")
	x.picture("tensor-editor")
	x.ok(x.Key(kb.Tab))
	assert.Equal(t, "rank-0.tensor.y.1", x.focused())
	x.ok(x.Click("rank-0.tensor.y.3"))
	assert.Equal(t, "rank-0.tensor.y.3", x.focused(), "the cells of the editor are there for the pointer")
	x.ok(x.Choose("rank-0.tensor.y.dtype", "bfloat16"))
	assert.Contains(t, x.attr("rank-0.tensor.y.2", "aria-description"), "0.10009765625")
	x.ok(x.Click("rank-0.tensor.y.remove"))
	has, err = x.Has("rank-0.tensor.y.0")
	x.ok(err)
	assert.False(t, has)
}

// What strikes is reached by touch as well, and each kind has its editor.
func TestFaultsByTouch(t *testing.T) {
	x := open(t, "", phone)
	x.ok(x.Tap("rank-1.add-fault"))
	x.picture("touch-faults")
	x.ok(x.Tap("palette.crash"))
	f, _ := x.held()
	require.Len(t, f.Faults, 1)
	assert.Equal(t, "crash", f.Faults[0].Kind)
	assert.Equal(t, 1, f.Faults[0].Rank)
	x.picture("touch-fault")
	assert.Contains(t, x.value("outcome"), "failed")
	if has, _ := x.Has("close"); has {
		x.ok(x.Tap("close"))
	}
	x.ok(x.Tap("fault-0"))
	for _, kind := range []string{"freeze", "slow", "drop_link", "slow_link"} {
		x.ok(x.Choose("fault-0.kind", kind))
		f, _ = x.held()
		assert.Equal(t, kind, f.Faults[0].Kind)
	}
	x.ok(x.Tap("fault-0.remove"))
	f, _ = x.held()
	assert.Empty(t, f.Faults)
}

// A tab that dies takes nothing along: the address holds the edits, and the
// browser opens it again.
func TestATabThatDies(t *testing.T) {
	x := open(t, "", desktop)
	x.ok(x.Type("rank-0.tensor.x.0", "40"))
	var at string
	x.eval(`new Promise((done) => { const look = () => location.hash.startsWith('#s=') ? done(location.href) : setTimeout(look, 50); look(); })`, &at)
	p, err := chrome.Open(at, desktop)
	require.NoError(t, err)
	defer p.Close()
	v, err := p.Value("rank-0.tensor.x.0")
	require.NoError(t, err)
	assert.Equal(t, "40", v)
}

// The languages and the colours change live, and nothing else does.
func TestLanguageAndThemeKeepAll(t *testing.T) {
	x := open(t, "", desktop)
	x.ok(x.Press("to-end"))
	x.ok(x.Press("rank-1.op-0"))
	x.ok(x.Choose("rank-1.op-0.op", "broadcast"))
	x.ok(x.Type("rank-0.tensor.x.0", "abc"))
	_, before := x.held()
	for i, w := range [][2]string{{"zh", "dark"}, {"en", "projector"}, {"zh", "projector"}, {"en", "light"}} {
		x.ok(x.Choose("language", w[0]))
		x.ok(x.Choose("theme", w[1]))
		assert.Equal(t, w[0], x.text("document.documentElement.lang"))
		assert.Equal(t, "abc", x.value("rank-0.tensor.x.0"))
		assert.Equal(t, "true", x.attr("rank-1.op-0", "aria-expanded"))
		_, now := x.held()
		assert.Equal(t, before, now)
		x.picture("languages-" + strconv.Itoa(i))
	}
}

// The live region speaks the outcome and the findings of a run once.
func TestTheLiveRegionSpeaksOnce(t *testing.T) {
	x := open(t, "", desktop)
	var ok bool
	x.eval(`(() => { window.heard = []; new MutationObserver(() => heard.push(document.getElementById('spoken').textContent)).observe(document.getElementById('spoken'), { childList: true, characterData: true, subtree: true }); return true; })()`, &ok)
	x.ok(x.Press("rank-1.op-0"))
	x.ok(x.Choose("rank-1.op-0.op", "broadcast"))
	x.ok(x.Press("to-end"))
	x.ok(x.Press("to-start"))
	x.ok(x.Settle())
	var heard []string
	x.eval(`heard`, &heard)
	require.Len(t, heard, 1)
	assert.Contains(t, heard[0], "broadcast")
}

// A phone edits tensors as a desktop does: type, shape and elements, with fingers.
func TestTensorsByTouch(t *testing.T) {
	x := open(t, "", phone)
	x.ok(x.Tap("rank-0.tensor.x.edit"))
	x.ok(x.Choose("rank-0.tensor.x.dtype", "int32"))
	x.ok(x.Tap("rank-0.tensor.x.shape"))
	assert.Equal(t, "rank-0.tensor.x.shape", x.focused(), "a tap goes to the field")
	x.ok(x.Type("rank-0.tensor.x.shape", "3"))
	r := x.rect("popover")
	cell := x.rect("rank-0.tensor.x.2")
	assert.Greater(t, cell[1], r[1], "while the editor is open its cells are in it")
	x.ok(x.Tap("rank-0.tensor.x.2"))
	assert.Equal(t, "rank-0.tensor.x.2", x.focused())
	x.ok(x.Key("2.5"))
	x.ok(x.Tap("rank-0.tensor.x.0"))
	assert.Equal(t, "true", x.attr("rank-0.tensor.x.2", "aria-invalid"))
	x.picture("touch-tensor")
	x.ok(x.Tap("rank-0.tensor.x.another"))
	has, err := x.Has("rank-0.tensor.y.name")
	x.ok(err)
	require.True(t, has)
	x.ok(x.Tap("rank-0.tensor.y.remove"))
	has, err = x.Has("rank-0.tensor.y.name")
	x.ok(err)
	assert.False(t, has)
}

// An op is carried to another rank, doubled and removed with fingers alone.
func TestOpsByTouch(t *testing.T) {
	x := open(t, "", phone)
	x.ok(x.Tap("rank-0.add-op"))
	x.picture("touch-palette")
	x.ok(x.Tap("palette.compute"))
	x.picture("touch-inserted")
	assert.Equal(t, "all_reduce compute", x.program(1), "to all ranks")
	x0, y0 := x.centre("rank-0.op-1")
	to := x.rect("rank-1.op-0")
	x.ok(x.Swipe(x0, y0, to[0]+3, to[1]+to[3]/2))
	assert.Equal(t, "all_reduce", x.program(0))
	assert.Equal(t, "compute all_reduce compute", x.program(1))
	x.ok(x.Tap("rank-1.op-0"))
	x.ok(x.Tap("rank-1.op-0.duplicate"))
	assert.Equal(t, "compute compute all_reduce compute", x.program(1))
	x.ok(x.Tap("rank-1.op-1.remove"))
	assert.Equal(t, "compute all_reduce compute", x.program(1))
	for range 4 {
		x.ok(x.Tap("undo"))
	}
	assert.Equal(t, "all_reduce", x.program(1))
	assert.Equal(t, "true", x.attr("undo", "aria-disabled"), "one step for each")
}
