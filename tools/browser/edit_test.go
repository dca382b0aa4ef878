//go:build browser

package browser_test

import (
	"encoding/json"
	"strconv"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"lockstep/tools/browser"
)

// file is what a test looks at of the scenario that the page holds.
type file struct {
	WorldSize int `json:"world_size"`
	Program   []op
	Ranks     []struct {
		Start   string
		Program *[]op
	}
	Faults []struct {
		Kind string
		Rank int
		At   struct {
			Op   *int
			Time string
		}
	}
}

type op struct{ Op, For string }

// held is the scenario that the page holds, and its canonical text.
func (x *tab) held() (file, string) {
	x.t.Helper()
	var text string
	x.eval("window.lockstep.get().then((s) => JSON.stringify(s.scenario))", &text)
	var f file
	require.NoError(x.t, json.Unmarshal([]byte(text), &f))
	return f, text
}

// program names the ops of a rank.
func (x *tab) program(rank int) string {
	x.t.Helper()
	f, _ := x.held()
	list := f.Program
	if rank < len(f.Ranks) && f.Ranks[rank].Program != nil {
		list = *f.Ranks[rank].Program
	}
	var names []string
	for _, o := range list {
		names = append(names, o.Op)
	}
	return strings.Join(names, " ")
}

func (x *tab) focused() string {
	x.t.Helper()
	id, err := x.Focused()
	x.ok(err)
	return id
}

// centre is the middle of a control's picture.
func (x *tab) centre(id string) (float64, float64) {
	x.t.Helper()
	cx, cy, err := x.Centre(id)
	x.ok(err)
	return cx, cy
}

// rect is where a control's picture is: left, top, width, height.
func (x *tab) rect(id string) (r [4]float64) {
	x.t.Helper()
	x.eval(`(() => { const r = document.querySelector('#mirror [data-id="`+id+`"]').getBoundingClientRect(); return [r.x, r.y, r.width, r.height]; })()`, &r)
	return r
}

// load shows a scenario.
func (x *tab) load(text string) {
	x.t.Helper()
	var ok bool
	x.eval("window.lockstep.load("+text+").then(() => true)", &ok)
	require.True(x.t, ok)
}

const threeOps = `{"lockstep": 1, "world_size": 3, "tensors": {"x": {"dtype": "float32", "data": [1, 2]}},
	"program": [{"op": "compute", "for": "1ms"}, {"op": "all_reduce", "tensor": "x"}, {"op": "barrier"}]}`

// An op goes in anywhere: at the end, before another, to all ranks or to one.
func TestInsert(t *testing.T) {
	x := open(t, "", desktop)
	x.ok(x.Press("rank-0.add-op"))
	x.ok(x.Press("palette.barrier"))
	assert.Equal(t, "all_reduce barrier", x.program(0))
	assert.Equal(t, "all_reduce barrier", x.program(1), "to all ranks, if nothing else is said")
	assert.Equal(t, "rank-0.op-1", x.focused())
	x.ok(x.Key("i"))
	x.ok(x.Press("palette.sleep"))
	assert.Equal(t, "all_reduce sleep barrier", x.program(1), "before the op that has the focus")
	x.ok(x.Press("rank-1.add-op"))
	x.ok(x.Focus("palette.barrier"))
	x.ok(x.Key(kb.Enter, kb.ModifierAlt))
	assert.Equal(t, "all_reduce sleep barrier", x.program(0))
	assert.Equal(t, "all_reduce sleep barrier barrier", x.program(1), "with Alt to this rank alone")
	x.ok(x.Press("rank-1.add-op"))
	x.ok(x.Press("palette"))
	x.ok(x.Press("palette.compute"))
	assert.Equal(t, "all_reduce sleep barrier", x.program(0), "and so with the switch off")
	assert.Equal(t, "all_reduce sleep barrier barrier compute", x.program(1))
	for range 4 {
		x.ok(x.Press("undo"))
	}
	assert.Equal(t, "all_reduce", x.program(1), "one step for each")
}

// With the mouse: an op is dragged to another place, and to another rank.
func TestDragOps(t *testing.T) {
	x := open(t, "", desktop)
	x.load(threeOps)
	_, first := x.held()
	x0, y0 := x.centre("rank-0.op-0")
	r := x.rect("rank-0.op-1")
	x.ok(x.Drag(x0, y0, r[0]+r[2]-3, y0))
	assert.Equal(t, "all_reduce compute barrier", x.program(0))
	assert.Equal(t, "compute all_reduce barrier", x.program(1))
	x.ok(x.Press("undo"))
	_, now := x.held()
	assert.Equal(t, first, now, "a drag is one step")
	x0, y0 = x.centre("rank-0.op-0")
	to := x.rect("rank-2.op-2")
	x.ok(x.Drag(x0, y0, to[0]+2, to[1]+to[3]/2))
	assert.Equal(t, "all_reduce barrier", x.program(0))
	assert.Equal(t, "compute all_reduce compute barrier", x.program(2))
	x0, y0 = x.centre("rank-1.op-0")
	x.ok(x.Drag(x0, y0, 700, 700))
	assert.Equal(t, "compute all_reduce barrier", x.program(1), "dropped outside the lanes, it stays")
}

// Several are chosen by keyboard and pointer, and edited as one.
func TestSeveralAsOne(t *testing.T) {
	x := open(t, "", desktop)
	x.load(threeOps)
	x.ok(x.Focus("rank-0.op-0"))
	x.ok(x.Key("a"))
	for rank := range 3 {
		assert.Equal(t, "true", x.attr("rank-"+strconv.Itoa(rank)+".op-0", "aria-pressed"), "the same call on rank %d", rank)
	}
	x.ok(x.Press("rank-0.op-0"))
	x.ok(x.Type("rank-0.op-0.for", "7ms"))
	f, _ := x.held()
	assert.Equal(t, "7ms", f.Program[0].For, "retuned on all ranks")
	x.ok(x.Key(kb.Escape))
	x.ok(x.Key(kb.Escape))
	x.ok(x.Focus("rank-1.op-0"))
	x.ok(x.Key(kb.ArrowRight, kb.ModifierShift))
	assert.Equal(t, "rank-1.op-1", x.focused())
	x.ok(x.Key(kb.ArrowRight, kb.ModifierAlt))
	assert.Equal(t, "barrier compute all_reduce", x.program(1), "two ops move as one")
	x.ok(x.Key(kb.Delete))
	assert.Equal(t, "barrier", x.program(1))
	x.ok(x.Press("undo"))
	x.ok(x.Press("undo"))
	assert.Equal(t, "compute all_reduce barrier", x.program(1))

	x.ok(x.ClickWith("rank-0.op-1", kb.ModifierShift))
	x.ok(x.ClickWith("rank-2.op-2", kb.ModifierShift))
	assert.Equal(t, "true", x.attr("rank-1.op-2", "aria-pressed"), "the stretch between two presses with Shift")
	x.ok(x.ClickWith("rank-1.op-2", kb.ModifierCtrl))
	assert.NotEqual(t, "true", x.attr("rank-1.op-2", "aria-pressed"), "Control takes one out")
}

// Copied is the text of the file; pasted, it goes into the program.
func TestCopyAndPaste(t *testing.T) {
	x := open(t, "", desktop)
	x.load(threeOps)
	paste := func(target, text string) {
		var ok bool
		x.eval(`(() => { const d = new DataTransfer(); d.setData('text/plain', `+strconv.Quote(text)+`);
			`+target+`.dispatchEvent(new ClipboardEvent('paste', { clipboardData: d, bubbles: true, cancelable: true })); return true; })()`, &ok)
	}
	x.ok(x.Focus("rank-1.op-0"))
	paste("document.activeElement", `[{"op": "sleep", "for": "2s"}, {"op": "barrier"}]`)
	assert.Equal(t, "compute all_reduce barrier sleep barrier", x.program(0), "without a choice, at the end of rank 0")
	x.ok(x.ClickWith("rank-1.op-0", kb.ModifierCtrl))
	paste("document.activeElement", `{"op": "sleep", "for": "1ms"}`)
	assert.Equal(t, "compute sleep all_reduce barrier", x.program(1), "behind what is chosen")
	_, before := x.held()
	paste("document.body", "hello")
	_, after := x.held()
	assert.Equal(t, before, after)
	assert.NotEmpty(t, x.value("notice"), "what is no op says so")
}

// What strikes is dropped on a lane and stands there.
func TestFaults(t *testing.T) {
	x := open(t, "", desktop)
	x.load(threeOps)
	x.ok(x.Press("rank-1.add-fault"))
	x0, y0 := x.centre("palette.crash")
	to := x.rect("rank-2.op-1")
	x.ok(x.Drag(x0, y0, to[0]+4, to[1]+to[3]/2))
	f, _ := x.held()
	require.Len(t, f.Faults, 1)
	assert.Equal(t, "crash", f.Faults[0].Kind)
	assert.Equal(t, 2, f.Faults[0].Rank)
	require.NotNil(t, f.Faults[0].At.Op)
	assert.Equal(t, 1, *f.Faults[0].At.Op)
	assert.Contains(t, x.value("outcome"), "failed", "its consequence shows at once")
	x.ok(x.Choose("fault-0.kind", "slow"))
	x.ok(x.Choose("fault-0.rank", "0"))
	f, _ = x.held()
	assert.Equal(t, "slow", f.Faults[0].Kind)
	assert.Equal(t, 0, f.Faults[0].Rank)
	x.ok(x.Key(kb.Escape))
	x.ok(x.Focus("fault-0"))
	x.ok(x.Key(kb.Delete))
	f, _ = x.held()
	assert.Empty(t, f.Faults)
	x.ok(x.Press("rank-1.add-fault"))
	x.ok(x.Press("palette.never"))
	f, _ = x.held()
	assert.Equal(t, "never", f.Ranks[1].Start)
	x.ok(x.Type("rank-1.start", "3ms"))
	f, _ = x.held()
	assert.Equal(t, "3ms", f.Ranks[1].Start)
}

// The file and the canvas are one: what is typed shows, what is wrong stays.
func TestTextTab(t *testing.T) {
	x := open(t, "", desktop)
	x.load(strings.Replace(threeOps, `"world_size": 3`, `"world_size": 2`, 1))
	x.ok(x.Press("tab-text"))
	assert.Contains(t, x.value("text"), `"world_size": 2`)
	set := func(text string) {
		var ok bool
		x.eval(`(() => { const e = document.querySelector('#mirror [data-id=text]'); e.focus(); e.value = `+strconv.Quote(text)+`;
			e.dispatchEvent(new Event('input', { bubbles: true })); return true; })()`, &ok)
	}
	set(strings.Replace(x.value("text"), `"world_size": 2`, `"world_size": 3`, 1))
	assert.Equal(t, "3", x.value("world-size"), "it applies while it is typed")
	_, before := x.held()
	set(strings.Replace(x.value("text"), `"world_size": 3`, `"world_size": three`, 1))
	assert.Equal(t, "true", x.attr("text", "aria-invalid"))
	assert.Contains(t, x.attr("text", "aria-description"), "line ")
	_, after := x.held()
	assert.Equal(t, before, after, "the canvas keeps what it showed")
	assert.Contains(t, x.value("text"), "three")
	x.ok(x.Press("text.discard"))
	assert.NotContains(t, x.value("text"), "three")
	x.ok(x.Type("world-size", "4"))
	assert.Contains(t, x.value("text"), `"world_size": 4`, "and an edit on the canvas shows in the text")
	x.ok(x.Press("undo"))
	x.ok(x.Press("undo"))
	assert.Equal(t, "2", x.value("world-size"), "typing was one step")
}

// Every example is one press away, with its question.
func TestExamples(t *testing.T) {
	x := open(t, "", desktop)
	x.ok(x.Click("example"))
	assert.NotEmpty(t, x.attr("example.order-mismatch", "aria-description"))
	x.ok(x.Click("example.order-mismatch"))
	assert.Equal(t, "order-mismatch", x.value("example"))
	assert.Contains(t, x.value("outcome"), "failed")
	x.ok(x.Choose("example", "broadcast"))
	assert.Contains(t, x.value("outcome"), "done")
}

// Cells are a spreadsheet: arrows, Tab, a pasted column, dtype, shape, fill.
func TestSheet(t *testing.T) {
	x := open(t, "", desktop)
	x.load(threeOps)
	x.ok(x.Focus("rank-0.tensor.x.0"))
	x.ok(x.Key(kb.ArrowRight))
	assert.Equal(t, "rank-0.tensor.x.1", x.focused())
	x.ok(x.Key(kb.ArrowDown))
	assert.Equal(t, "rank-1.tensor.x.1", x.focused())
	x.ok(x.Key("9"))
	x.ok(x.Key(kb.ArrowUp))
	assert.Equal(t, "9", x.value("rank-1.tensor.x.1"), "an arrow leaves a cell with what was typed")
	x.ok(x.Focus("rank-2.tensor.x.0"))
	var ok bool
	x.eval(`(() => { const d = new DataTransfer(); d.setData('text/plain', '3\n4\n'); document.activeElement.select();
		document.activeElement.dispatchEvent(new ClipboardEvent('paste', { clipboardData: d, bubbles: true, cancelable: true })); return true; })()`, &ok)
	x.ok(x.Key(kb.Enter))
	assert.Equal(t, "3", x.value("rank-2.tensor.x.0"))
	assert.Equal(t, "4", x.value("rank-2.tensor.x.1"), "a column goes down the cells")
	x.ok(x.Press("rank-2.tensor.x.edit"))
	x.ok(x.Choose("rank-2.tensor.x.dtype", "int32"))
	x.ok(x.Type("rank-2.tensor.x.0", "2.5"))
	assert.Equal(t, "true", x.attr("rank-2.tensor.x.0", "aria-invalid"))
	x.ok(x.Type("rank-2.tensor.x.shape", "2, 2"))
	assert.Equal(t, "0", x.value("rank-2.tensor.x.3"))
	x.ok(x.Type("rank-2.tensor.x.fill", "rank"))
	assert.Equal(t, "2", x.value("rank-2.tensor.x.3"))
	x.ok(x.Type("rank-2.tensor.x.name", "梯度"))
	has, err := x.Has("rank-2.tensor.梯度.3")
	x.ok(err)
	assert.True(t, has)
}

// What is held at the edge of the lanes scrolls them on, to ranks out of sight.
func TestDragToARankOutOfSight(t *testing.T) {
	for name, v := range map[string]browser.View{"desktop": desktop, "narrow": {W: 390, H: 700}} {
		t.Run(name, func(t *testing.T) {
			x := open(t, "", v)
			x.load(`{"lockstep": 1, "world_size": 24, "tensors": {"x": {"dtype": "float32", "data": [1]}}, "program": [{"op": "compute", "for": "1ms"}, {"op": "barrier"}]}`)
			x0, y0 := x.centre("rank-0.op-0")
			x.ok(x.Do(chromedp.MouseEvent(chromedp.MouseMoved, x0, y0),
				chromedp.MouseEvent(chromedp.MousePressed, x0, y0, chromedp.ButtonLeft, chromedp.ClickCount(1)),
				chromedp.MouseEvent(chromedp.MouseMoved, x0+30, y0+30, chromedp.ButtonLeft)))
			var bottom float64
			x.eval(`new Promise((done) => requestAnimationFrame(() => done(Math.max(...[...document.querySelectorAll('[data-id$=".op-0"]')].map((e) => e.getBoundingClientRect().bottom).filter((y) => y < innerHeight)))))`, &bottom)
			if v.W < 640 {
				bottom = float64(v.H - 106)
			}
			x.ok(x.Do(chromedp.MouseEvent(chromedp.MouseMoved, x0+30, bottom-4, chromedp.ButtonLeft)))
			var r []float64
			x.eval(`new Promise((done) => { const look = () => { const e = document.querySelector('[data-id="rank-23.op-1"]'); const r = e && e.getBoundingClientRect();
				r && r.height > 15 && r.bottom < `+strconv.Itoa(int(bottom)+8)+` ? done([r.x, r.y, r.width, r.height]) : requestAnimationFrame(look); }; look(); })`, &r)
			x.picture("haul-" + name)
			x.ok(x.Do(chromedp.MouseEvent(chromedp.MouseMoved, r[0]+r[2]-2, r[1]+r[3]/2, chromedp.ButtonLeft),
				chromedp.MouseEvent(chromedp.MouseReleased, r[0]+r[2]-2, r[1]+r[3]/2, chromedp.ButtonLeft, chromedp.ClickCount(1))))
			assert.Equal(t, "barrier", x.program(0))
			assert.Equal(t, "compute barrier compute", x.program(23))
		})
	}
}
