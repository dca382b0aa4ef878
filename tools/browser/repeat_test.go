//go:build browser

package browser_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/chromedp/chromedp/kb"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"lockstep/tools/browser"
)

const repeated = `{"lockstep": 1, "world_size": 2, "tensors": {"x": {"dtype": "float32", "data": [1]}},
	"program": [{"op": "repeat", "times": 2, "body": [{"op": "compute", "for": "1ms"}, {"op": "all_reduce", "tensor": "x"}]}, {"op": "barrier"}]}`

type nested struct {
	Op, For string
	Body    []nested
}

// bodies names the ops of the shared program, bodies in brackets.
func (x *tab) bodies() string {
	x.t.Helper()
	_, text := x.held()
	var f struct{ Program []nested }
	require.NoError(x.t, json.Unmarshal([]byte(text), &f))
	var say func(list []nested) string
	say = func(list []nested) string {
		var out []string
		for _, o := range list {
			text := o.Op
			if o.For != "" {
				text += "(" + o.For + ")"
			}
			if len(o.Body) > 0 {
				text += "[" + say(o.Body) + "]"
			}
			out = append(out, text)
		}
		return strings.Join(out, " ")
	}
	return say(f.Program)
}

// The body of a repeat is edited like any program: with the pointer on its blocks
// and in its editor's list, and with the keyboard.
func TestBodies(t *testing.T) {
	x := open(t, "", desktop)
	x.load(repeated)
	x.picture("bodies-0")
	x.ok(x.Click("rank-0.op-0.body-0"))
	x.ok(x.Type("rank-0.op-0.body-0.for", "7ms"))
	f, _ := x.held()
	assert.Equal(t, "repeat[compute(7ms) all_reduce] barrier", x.bodies())
	require.Len(t, f.Ranks, 2)
	assert.NotNil(t, f.Ranks[1].Program, "rank 1 keeps what it had")
	x.ok(x.Press("undo"))
	x.ok(x.Press("close"))

	x.ok(x.Focus("rank-0.op-0"))
	x.ok(x.Key("a")) // on all ranks
	x.ok(x.Click("rank-0.op-0.body-0"))
	x.picture("bodies-1")
	x.ok(x.Type("rank-0.op-0.body-0.for", "7ms"))
	assert.Equal(t, "repeat[compute(7ms) all_reduce] barrier", x.bodies(), "retuned on all that are chosen")
	x.ok(x.Press("rank-0.op-0.body-0.repeat"))
	assert.Equal(t, "rank-0.op-0.op", x.focused())
	x.picture("bodies-2")
	x.ok(x.Click("rank-0.op-0.append"))
	x.picture("bodies-3")
	x.ok(x.Click("palette.sleep"))
	assert.Equal(t, "repeat[compute(7ms) all_reduce sleep(1s)] barrier", x.bodies())
	assert.Equal(t, "rank-0.op-0.body-2", x.focused())
	x.ok(x.Key(kb.ArrowLeft, kb.ModifierAlt))
	assert.Equal(t, "repeat[compute(7ms) sleep(1s) all_reduce] barrier", x.bodies())
	assert.Equal(t, "rank-0.op-0.body-1", x.focused())
	x.ok(x.Key("i"))
	x.ok(x.Press("palette.barrier"))
	assert.Equal(t, "repeat[compute(7ms) barrier sleep(1s) all_reduce] barrier", x.bodies())
	x.ok(x.Key("d", kb.ModifierCtrl))
	x.ok(x.Key(kb.Delete))
	x.ok(x.Key(kb.Delete))
	assert.Equal(t, "repeat[compute(7ms) barrier all_reduce] barrier", x.bodies())
	x.ok(x.Click("rank-0.op-0.body-1"))
	x.ok(x.Click("rank-0.op-0.body-1.op"))
	x.ok(x.Click("palette.load_data"))
	assert.Equal(t, "repeat[compute(7ms) load_data(2ms) all_reduce] barrier", x.bodies(), "another op, for all that are chosen")
	assert.Contains(t, x.value("outcome"), "done")
}

// Ops of a body are cut, copied and pasted with the keys and from their editor, and
// Escape leads from there back to the op.
func TestClipboardInABody(t *testing.T) {
	x := open(t, "", desktop)
	x.load(repeated)
	x.eval(catchFiles, new(bool))
	pasted := func(text string) { // as browsers do, where there is no text to paste into
		t.Helper()
		x.eval(`(() => { const d = new DataTransfer(); d.setData('text/plain', `+"`"+text+"`"+`);
			document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData: d, bubbles: true, cancelable: true })); return true; })()`, new(bool))
		x.ok(x.Settle())
	}
	x.ok(x.Focus("rank-0.op-0.body-0"))
	x.ok(x.Key("c", kb.ModifierCtrl))
	text := x.taken().Text
	assert.JSONEq(t, `[{"op": "compute", "for": "1ms"}]`, text)
	x.ok(x.Focus("rank-0.op-0.body-1"))
	pasted(text)
	assert.Equal(t, "repeat[compute(1ms) all_reduce compute(1ms)] barrier", x.bodies())
	assert.Equal(t, "rank-0.op-0.body-2", x.focused())
	x.ok(x.Focus("rank-0.op-0.body-1"))
	x.ok(x.Key("x", kb.ModifierCtrl))
	assert.Contains(t, x.taken().Text, "all_reduce")
	assert.Equal(t, "repeat[compute(1ms) compute(1ms)] barrier", x.bodies())
	x.ok(x.Press("undo"))

	x.ok(x.Click("rank-0.op-0.body-1"))
	x.picture("clipboard-in-a-body")
	x.ok(x.Press("rank-0.op-0.body-1.copy"))
	text = x.taken().Text
	assert.Contains(t, text, "all_reduce")
	pasted(text)
	assert.Equal(t, "repeat[compute(1ms) all_reduce all_reduce compute(1ms)] barrier", x.bodies())
	x.ok(x.Press("undo"))
	x.ok(x.Click("rank-0.op-0.body-1"))
	assert.Equal(t, "rank-0.op-0.body-1.op", x.focused())
	x.ok(x.Key(kb.Escape))
	assert.Equal(t, "rank-0.op-0.body-1", x.focused())
}

// An op of a body that never ran has no block: the focus goes back to the repeat.
func TestEscapeFromWhatNeverRan(t *testing.T) {
	x := open(t, "", desktop)
	x.load(`{"lockstep": 1, "world_size": 2, "stop_after": "5s", "ranks": [{"program": [{"op": "repeat", "times": 2, "body": [{"op": "barrier"}, {"op": "sleep", "for": "1s"}]}]}, {"program": []}]}`)
	x.ok(x.Press("rank-0.op-0"))
	x.ok(x.Press("rank-0.op-0.list-1"))
	assert.Equal(t, "rank-0.op-0.body-1.op", x.focused())
	x.ok(x.Key(kb.Escape))
	assert.Equal(t, "rank-0.op-0", x.focused())
}

// The Tab key leads from a repeat into its body, arrows through it.
func TestTabIntoABody(t *testing.T) {
	x := open(t, "", desktop)
	x.load(repeated)
	x.ok(x.Key(kb.ArrowDown))
	assert.Equal(t, "rank-0.op-0", x.focused())
	x.ok(x.Press("rank-0.op-0"))
	x.ok(x.Key(kb.Escape))
	x.ok(x.Key(kb.Tab))
	assert.Equal(t, "rank-0.op-0.body-0", x.focused())
	x.ok(x.Key(kb.ArrowRight))
	assert.Equal(t, "rank-0.op-0.body-1", x.focused())
	x.ok(x.Key(kb.ArrowRight))
	assert.Equal(t, "rank-0.op-1", x.focused(), "and out of it")
}

// Ops go into a body, within it, to another rank's and out of it: with the mouse,
// with a finger, and with the keyboard. Each is one step.
func TestIntoABody(t *testing.T) {
	const outside = `{"lockstep": 1, "world_size": 2, "tensors": {"x": {"dtype": "float32", "data": [1]}}, "program": [
		{"op": "barrier"}, {"op": "repeat", "times": 2, "body": [{"op": "compute", "for": "8ms"}, {"op": "all_reduce", "tensor": "x"}]}, {"op": "load_data", "for": "9ms"}]}`
	for name, v := range map[string]browser.View{"mouse": desktop, "finger": phone} {
		t.Run(name, func(t *testing.T) {
			x := open(t, "", v)
			x.load(outside)
			carry := func(id, to string, share float64) {
				t.Helper()
				x0, y0 := x.centre(id)
				r := x.rect(to)
				if v.Touch {
					x.ok(x.Swipe(x0, y0, r[0]+r[2]*share, r[1]+r[3]/2))
				} else {
					x.ok(x.Drag(x0, y0, r[0]+r[2]*share, r[1]+r[3]/2))
				}
			}
			x.ok(x.Focus("rank-0.op-0"))
			x.ok(x.Key("a")) // on all ranks, which the drag takes along
			carry("rank-0.op-0", "rank-0.op-1.body-0", 0.8)
			assert.Equal(t, "repeat[compute(8ms) barrier all_reduce] load_data(9ms)", x.bodies())
			assert.Equal(t, "rank-0.op-0.body-1", x.focused())
			x.picture("into-" + name)
			carry("rank-0.op-0.body-0", "rank-0.op-0.body-1", 0.9)
			assert.Equal(t, "repeat[barrier compute(8ms) all_reduce] load_data(9ms)", x.bodies(), "within it")
			carry("rank-0.op-0.body-2", "rank-0.op-1", 0.8)
			assert.Equal(t, "repeat[barrier compute(8ms)] load_data(9ms) all_reduce", x.bodies(), "and out of it")
			for range 3 {
				x.ok(x.Press("undo"))
			}
			assert.Equal(t, "barrier repeat[compute(8ms) all_reduce] load_data(9ms)", x.bodies())
		})
	}
	t.Run("keys", func(t *testing.T) {
		x := open(t, "", desktop)
		x.load(outside)
		x.ok(x.Focus("rank-0.op-0"))
		x.ok(x.Key("a"))
		x.ok(x.Key(kb.ArrowRight, kb.ModifierAlt, kb.ModifierShift))
		assert.Equal(t, "repeat[barrier compute(8ms) all_reduce] load_data(9ms)", x.bodies())
		assert.Equal(t, "rank-0.op-0.body-0", x.focused())
		x.ok(x.Key(kb.ArrowRight, kb.ModifierAlt))
		x.ok(x.Key(kb.ArrowRight, kb.ModifierAlt))
		assert.Equal(t, "repeat[compute(8ms) all_reduce barrier] load_data(9ms)", x.bodies())
		x.ok(x.Key(kb.ArrowRight, kb.ModifierAlt))
		assert.Equal(t, "repeat[compute(8ms) all_reduce] barrier load_data(9ms)", x.bodies())
		assert.Equal(t, "rank-0.op-1", x.focused())
		x.ok(x.Key(kb.ArrowLeft, kb.ModifierAlt, kb.ModifierShift))
		assert.Equal(t, "repeat[compute(8ms) all_reduce barrier] load_data(9ms)", x.bodies())
		for range 5 {
			x.ok(x.Press("undo"))
		}
		assert.Equal(t, "barrier repeat[compute(8ms) all_reduce] load_data(9ms)", x.bodies())
	})
}
