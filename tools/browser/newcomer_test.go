//go:build browser

package browser_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/chromedp/chromedp/kb"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"lockstep/tools/browser"
)

// newcomer is somebody who sees the page for the first time, and counts.
type newcomer struct {
	*tab
	by    string
	did   int
	since time.Time
}

func arrive(t *testing.T, by string, v browser.View) *newcomer {
	t.Helper()
	n := &newcomer{tab: open(t, "", v), by: by}
	n.picture("newcomer-" + by + "-0")
	n.since = time.Now()
	return n
}

// done counts an action, and looks at what came of it.
func (n *newcomer) done(err error) {
	n.t.Helper()
	n.ok(err)
	n.did++
	n.ok(n.Settle())
	n.picture(fmt.Sprintf("newcomer-%s-%d", n.by, n.did))
}

// at is the middle of a control as it is seen: whole, on the screen, and large
// enough to be met.
func (n *newcomer) at(id string) (x, y float64) {
	n.t.Helper()
	var seen bool
	n.eval(`(() => { const r = document.querySelector('#mirror [data-id="`+id+`"]').getBoundingClientRect();
		return r.left >= 0 && r.top >= 0 && r.right <= innerWidth && r.bottom <= innerHeight && r.width >= 22 && r.height >= 20; })()`, &seen)
	require.True(n.t, seen, "%s is to be seen", id)
	return n.centre(id)
}

func (n *newcomer) click(id string) {
	n.t.Helper()
	x, y := n.at(id)
	n.done(n.ClickAt(x, y))
}

func (n *newcomer) tap(id string) {
	n.t.Helper()
	x, y := n.at(id)
	n.done(n.TapAt(x, y))
}

func (n *newcomer) key(key string, held ...kb.Modifier) {
	n.t.Helper()
	n.done(n.Key(key, held...))
}

// hangs holds when both ranks wait for each other until the timeout.
func (n *newcomer) hangs() {
	n.t.Helper()
	assert.Equal(n.t, []string{"at_timeout", "at_timeout"}, n.whens(), "both hang until the timeout")
	assert.Contains(n.t, n.value("finding-0"), "broadcast", "and the page says why")
}

func (n *newcomer) whens() []string {
	n.t.Helper()
	var got []string
	n.eval(`window.lockstep.get().then((s) => s.result.ranks.map((r) => r.steps[0].when))`, &got)
	return got
}

// right holds when all is well again, and says what it took.
func (n *newcomer) right() {
	n.t.Helper()
	assert.Contains(n.t, n.value("outcome"), "done")
	assert.NotContains(n.t, n.whens(), "at_timeout")
	n.t.Logf("%s: %d actions, %.1f s with the page's share of them", n.by, n.did, time.Since(n.since).Seconds())
}

// From the first page to "rank 1 calls broadcast instead, both hang, I put it
// right": with the mouse alone.
func TestNewcomerWithTheMouse(t *testing.T) {
	n := arrive(t, "mouse", desktop)
	n.click("rank-1.op-0")
	n.click("rank-1.op-0.op")
	n.click("palette.broadcast")
	n.hangs()
	n.click("undo")
	n.right()
	assert.LessOrEqual(t, n.did, 4)
}

// By touch alone, on a phone.
func TestNewcomerByTouch(t *testing.T) {
	n := arrive(t, "touch", phone)
	n.tap("rank-1.op-0")
	n.tap("rank-1.op-0.op")
	n.tap("palette.broadcast")
	n.hangs()
	n.tap("undo")
	n.right()
	assert.LessOrEqual(t, n.did, 4)
}

// With the keyboard alone, as somebody does who tries the Tab key first.
func TestNewcomerWithTheKeyboard(t *testing.T) {
	n := arrive(t, "keyboard", desktop)
	n.key(kb.Tab)
	assert.Equal(t, "skip-lanes", n.focused(), "the first stop leads to the programs")
	n.key(kb.Enter)
	assert.Equal(t, "rank-0.op-0", n.focused())
	n.key(kb.ArrowDown)
	assert.Equal(t, "rank-1.op-0", n.focused())
	n.key(kb.Enter)
	assert.Equal(t, "rank-1.op-0.op", n.focused(), "its editor opens with the focus in it")
	n.key("b") // a list goes to what is typed
	n.hangs()
	n.key("z", kb.ModifierCtrl)
	n.right()
	assert.LessOrEqual(t, n.did, 6)
}

// And as somebody does who knows the way.
func TestExpertWithTheKeyboard(t *testing.T) {
	n := arrive(t, "expert", desktop)
	n.key(kb.ArrowDown)
	n.key(kb.ArrowDown)
	n.key(kb.Enter)
	n.key("b")
	n.hangs()
	n.key("z", kb.ModifierCtrl)
	n.right()
	assert.LessOrEqual(t, n.did, 5)
}

// What somebody does first who knows nothing: each does what it does elsewhere, or
// nothing, and nothing is lost.
func TestWhatOneTriesFirst(t *testing.T) {
	x := open(t, "", desktop)
	_, first := x.held()
	same := func(why string) {
		t.Helper()
		_, now := x.held()
		assert.Equal(t, first, now, why)
	}
	opened := func(want bool, why string) {
		t.Helper()
		has, err := x.Has("popover")
		x.ok(err)
		assert.Equal(t, want, has, why)
	}
	bx, by := x.centre("rank-1.op-0")
	x.ok(x.DoubleClickAt(bx, by))
	x.ok(x.Settle())
	opened(true, "a double click opens")
	x.ok(x.ClickAt(1000, 700)) // on nothing
	x.ok(x.Settle())
	opened(false, "a click beside it closes")
	x.ok(x.RightClickAt(bx, by))
	x.ok(x.Settle())
	opened(true, "the right button opens too")
	x.ok(x.Key(kb.Escape))
	opened(false, "Escape closes")
	assert.Equal(t, "rank-1.op-0", x.focused(), "and leads back")
	x.ok(x.Key(kb.Escape))
	x.ok(x.Key(kb.Escape))
	same("looking changes nothing")

	for _, key := range []string{"x", "7", "q", kb.Enter, kb.Delete, kb.Backspace} { // with nothing chosen
		x.ok(x.ClickAt(1000, 700))
		x.ok(x.Key(key))
	}
	same("keys without anything to mean do nothing")
	x.ok(x.RightClickAt(1000, 700))
	x.ok(x.Drag(1000, 700, 1100, 720))
	same("nor does the mouse")

	x.ok(x.ClickAt(bx, by))
	x.ok(x.Key(kb.Delete))
	assert.Equal(t, "", x.program(1), "Delete takes away what was clicked")
	opened(false, "with its editor")
	x.ok(x.Key("z", kb.ModifierCtrl))
	same("and it comes back")
	x.ok(x.ClickAt(bx, by))
	x.ok(x.Key("d", kb.ModifierCtrl))
	assert.Equal(t, "all_reduce all_reduce", x.program(1))
	x.ok(x.Key("z", kb.ModifierCtrl))
	same("one step")

	px, py := x.centre("rank-1.op-0")
	x.ok(x.Drag(px, py, 700, 780)) // out of the lanes
	same("dropped beside the lanes it goes back")
	cx, cy := x.centre("rank-0.tensor.x.0")
	x.ok(x.DoubleClickAt(cx, cy))
	x.ok(x.Key("4"))
	x.ok(x.Key(kb.Enter))
	assert.Equal(t, "4", x.value("rank-0.tensor.x.0"), "a cell takes what is typed over it")
	x.ok(x.Press("undo"))
	same("one step")
}

// The same with a finger.
func TestWhatAFingerTriesFirst(t *testing.T) {
	x := open(t, "", phone)
	_, first := x.held()
	bx, by := x.centre("rank-1.op-0")
	x.ok(x.Swipe(bx, by, bx, by))
	x.ok(x.Settle())
	has, err := x.Has("rank-1.op-0.duplicate")
	x.ok(err)
	assert.True(t, has, "a long press shows what can be done")
	x.ok(x.Press("close"))
	x.ok(x.DoubleTapAt(bx, by))
	x.ok(x.Settle())
	has, err = x.Has("rank-1.op-0.duplicate")
	x.ok(err)
	assert.True(t, has, "so does a double tap")
	x.ok(x.Press("close"))
	x.ok(x.Slide(bx, by, bx-60, by))
	x.ok(x.Slide(bx, by, bx, by-200))
	x.ok(x.Pinch(bx, by, 60, 160))
	_, now := x.held()
	assert.Equal(t, first, now, "looking around changes nothing")
}
