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
