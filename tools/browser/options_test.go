//go:build browser

package browser_test

import (
	"testing"

	"github.com/chromedp/chromedp/kb"
	"github.com/stretchr/testify/assert"

	"lockstep/tools/browser"
)

const chooses = `{"lockstep": 1, "world_size": 4, "tensors": {"x": {"dtype": "float32", "data": [1]}}, "program": [{"op": "broadcast", "tensor": "x", "src": 0}]}`

// The lists of a popover's fields are the browser's own: a click and a tap open
// them, and keys choose in them.
func TestListsOfTheBrowser(t *testing.T) {
	for name, v := range map[string]browser.View{"mouse": desktop, "finger": phone} {
		t.Run(name, func(t *testing.T) {
			x := open(t, "", v)
			x.load(chooses)
			open := func(id string) {
				t.Helper()
				if v.Touch {
					x.ok(x.Tap(id))
				} else {
					x.ok(x.Click(id))
				}
			}
			open("rank-0.op-0")
			open("rank-0.op-0.src")
			var is bool
			x.eval(`document.querySelector('[data-id="rank-0.op-0.src"]').matches(':open')`, &is)
			assert.True(t, is, "it is open")
			x.ok(x.Key(kb.ArrowDown))
			x.ok(x.Key(kb.Enter))
			assert.Equal(t, "1", x.value("rank-0.op-0.src"))
			assert.Equal(t, "true", x.attr("rank-0.op-0", "aria-expanded"), "its popover is still there")
		})
	}
}

// Where a browser opens no list for us, as Safari does not and none does in a frame of
// another origin, a tap shows a list of ours.
func TestListsOfOurs(t *testing.T) {
	for name, without := range map[string]string{
		"missing": `delete HTMLSelectElement.prototype.showPicker`,
		"refused": `HTMLSelectElement.prototype.showPicker = () => { throw new DOMException('', 'SecurityError'); }`,
	} {
		t.Run(name, func(t *testing.T) {
			x := open(t, "?lang=zh", phone)
			var done bool
			x.eval(`(() => { `+without+`; return true; })()`, &done)
			x.load(chooses)
			x.ok(x.Tap("rank-0.op-0"))
			x.ok(x.Tap("rank-0.op-0.src"))
			x.picture("options-" + name)
			x.ok(x.Tap("rank-0.op-0.src.option-2"))
			assert.Equal(t, "2", x.value("rank-0.op-0.src"))
			assert.Equal(t, "true", x.attr("rank-0.op-0", "aria-expanded"), "its popover is still there")
			has, err := x.Has("options")
			x.ok(err)
			assert.False(t, has, "the list is gone")
			x.ok(x.Tap("rank-0.op-0.group"))
			x.ok(x.TapAt(20, 820)) // beside it
			has, err = x.Has("options")
			x.ok(err)
			assert.False(t, has)
			x.ok(x.Press("close"))
			x.ok(x.Tap("menu"))
			x.ok(x.Tap("language"))
			x.ok(x.Tap("language.option-1"))
			assert.Equal(t, "en", x.text("document.documentElement.lang"))
		})
	}
}
