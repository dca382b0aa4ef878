//go:build browser

package browser_test

import (
	"testing"

	"github.com/chromedp/chromedp/kb"
	"github.com/stretchr/testify/assert"
)

// With the mouse, on the picture: a cell is clicked, typed into, and left.
func TestMouseEdit(t *testing.T) {
	x := open(t, "", desktop)
	x.ok(x.Click("rank-0.tensor.x.0"))
	focused, err := x.Focused()
	x.ok(err)
	assert.Equal(t, "rank-0.tensor.x.0", focused)
	x.ok(x.Key("6"))
	x.ok(x.Click("to-end"))
	assert.Equal(t, "8", x.value("rank-1.tensor.x.0"), "leaving a cell takes what was typed")
	x.ok(x.Click("undo"))
	assert.Equal(t, "3", x.value("rank-1.tensor.x.0"))
}

func TestEscapeReverts(t *testing.T) {
	x := open(t, "", desktop)
	x.ok(x.Click("rank-0.tensor.x.0"))
	x.ok(x.Key("9"))
	x.ok(x.Key(kb.Escape))
	assert.Equal(t, "1", x.value("rank-0.tensor.x.0"))
	x.ok(x.Click("to-end"))
	assert.Equal(t, "3", x.value("rank-1.tensor.x.0"))
}

func TestDragTheCursor(t *testing.T) {
	x := open(t, "", desktop)
	var r []float64
	x.eval(`(() => { const r = document.querySelector('[data-id=cursor]').getBoundingClientRect(); return [r.x, r.y, r.width, r.height]; })()`, &r)
	x.ok(x.Drag(r[0]+4, r[1]+r[3]-4, r[0]+r[2]*0.5, r[1]+r[3]-4))
	assert.NotEqual(t, "0", x.value("cursor"))
	assert.NotEmpty(t, x.attr("cursor", "aria-valuetext"))
}

// Tab goes through every control in reading order, and out of the page.
func TestTabOrder(t *testing.T) {
	x := open(t, "", desktop)
	var want []string
	x.eval(`[...document.querySelectorAll('#mirror [data-id]')].filter((e) => e.tabIndex >= 0).map((e) => e.dataset.id)`, &want)
	assert.Greater(t, len(want), 10)
	var got []string
	for range len(want) {
		x.ok(x.Key(kb.Tab))
		id, err := x.Focused()
		x.ok(err)
		got = append(got, id)
	}
	assert.Equal(t, want, got)
	x.ok(x.Key(kb.Tab))
	id, err := x.Focused()
	x.ok(err)
	assert.NotEqual(t, want[len(want)-1], id, "the last one lets go")
}

// The browser keeps what is its own: nothing of ours stops the wheel where
// nothing scrolls, nor a shortcut that means nothing here.
func TestTheBrowserKeepsItsOwn(t *testing.T) {
	x := open(t, "", desktop)
	var got []bool
	x.eval(`(() => {
		const c = document.querySelector('canvas');
		const sent = (e) => { c.dispatchEvent(e); return e.defaultPrevented; };
		return [
			sent(new WheelEvent('wheel', { clientX: 600, clientY: 20, deltaY: 50, bubbles: true, cancelable: true })),
			sent(new KeyboardEvent('keydown', { key: 'F5', bubbles: true, cancelable: true })),
			sent(new KeyboardEvent('keydown', { key: 'Tab', bubbles: true, cancelable: true })),
			sent(new KeyboardEvent('keydown', { key: 'l', ctrlKey: true, bubbles: true, cancelable: true })),
		];
	})()`, &got)
	assert.Equal(t, []bool{false, false, false, false}, got)
}
