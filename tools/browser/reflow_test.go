//go:build browser

package browser_test

import (
	"fmt"
	"strconv"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"lockstep/tools/browser"
)

// reachAll goes to each control that the Tab key or an arrow key leads to, and
// tells of those that are not on the screen then, and of pairs that lie on each
// other.
const reachAll = `(async () => {
	const next = () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => requestAnimationFrame(done))));
	document.getElementById('mirror').classList.add('keys');
	const ids = [...document.querySelectorAll('#mirror [data-id]')].filter((e) => e.matches('button, input, select, textarea')).map((e) => e.dataset.id);
	const away = [];
	for (const id of ids) {
		const e = document.querySelector('#mirror [data-id="' + CSS.escape(id) + '"]');
		if (!e) continue;
		e.focus();
		await next();
		const f = document.querySelector('#mirror [data-id="' + CSS.escape(id) + '"]');
		if (!f || document.activeElement !== f) { away.push(id + ' cannot be focused'); continue; }
		const r = f.getBoundingClientRect();
		if (r.width < 10 || r.height < 9 || r.left < -1 || r.top < -1 || r.right > innerWidth + 1 || r.bottom > innerHeight + 1)
			away.push(id + ' at ' + [r.left, r.top, r.width, r.height].map(Math.round));
	}
	document.activeElement.blur();
	await next();
	const seen = [...document.querySelectorAll('#mirror > button, #mirror > input:not([type=range]), #mirror > select')]
		.map((e) => [e.dataset.id, e.getBoundingClientRect()]).filter(([, r]) => r.width > 2);
	for (let i = 0; i < seen.length; i++) for (let k = 0; k < i; k++) {
		const [a, r] = seen[i], [b, s] = seen[k];
		const w = Math.min(r.right, s.right) - Math.max(r.left, s.left), h = Math.min(r.bottom, s.bottom) - Math.max(r.top, s.top);
		if (w > 5 && h > 6) away.push(a + ' lies on ' + b);
	}
	return { count: ids.length, away };
})()`

// On 320 pixels, and on a desktop zoomed to 200 %, every control can be reached
// and none lies on another.
func TestReflow(t *testing.T) {
	for rest, v := range map[string]browser.View{
		"?lang=en":                 {W: 320, H: 568, Scale: 2},
		"?lang=zh":                 {W: 640, H: 400, Scale: 2},
		"?lang=en&theme=projector": phone,
	} {
		t.Run(rest, func(t *testing.T) {
			x := open(t, rest, v)
			x.picture("reflow-" + strconv.Itoa(v.W))
			var got struct {
				Count int
				Away  []string
			}
			x.eval(reachAll, &got)
			assert.Greater(t, got.Count, 30)
			assert.Empty(t, got.Away)
		})
	}
}

// Two fingers apart enlarge the time, one moves it, and two together fit it again.
func TestPinch(t *testing.T) {
	x := open(t, "", phone)
	before := x.rect("rank-0.op-0")
	cx, cy := before[0]+before[2]/2, before[1]+before[3]/2
	x.ok(x.Pinch(cx, cy, 60, 180))
	x.ok(x.Settle())
	wide := x.rect("rank-0.op-0")
	assert.Greater(t, wide[2], before[2]*1.3, "what is between the fingers becomes wider")
	x.picture("pinch-apart")
	assert.Equal(t, "false", x.text(`String(document.querySelector('[data-id="rank-0.op-0"]').getAttribute('aria-expanded') === 'true')`), "a pinch is no tap")
	x.ok(x.Slide(cx, cy, cx+80, cy))
	x.ok(x.Settle())
	moved := x.rect("rank-0.op-0")
	assert.NotEqual(t, wide[0], moved[0], "one finger moves it")
	x.ok(x.Pinch(cx, cy, 300, 30))
	x.ok(x.Pinch(cx, cy, 300, 30))
	x.ok(x.Settle())
	after := x.rect("rank-0.op-0")
	assert.InDelta(t, before[2], after[2], 2, "and it fits again")
	assert.Contains(t, x.value("outcome"), "done", "nothing was edited by it")
}

// An input method works in a field as anywhere: what it has not committed changes
// nothing, its keys mean nothing else, and a name may be of any script.
func TestInputMethod(t *testing.T) {
	x := open(t, "", desktop)
	_, before := x.held()
	x.ok(x.Press("rank-0.tensor.x.edit"))
	x.ok(x.Focus("rank-0.tensor.x.name"))
	var done bool
	x.eval(`(document.activeElement.select(), true)`, &done)
	x.ok(x.Compose("tidu"))
	assert.Equal(t, "tidu", x.value("rank-0.tensor.x.name"))
	_, now := x.held()
	assert.Equal(t, before, now, "what is being composed is not taken")
	x.picture("ime-composing")
	x.eval(`(document.activeElement.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', isComposing: true, bubbles: true, cancelable: true })), true)`, &done)
	_, now = x.held()
	assert.Equal(t, before, now, "Enter chooses from the method's list")
	x.ok(x.CommitText("梯度"))
	x.ok(x.Key(browser.Enter))
	has, err := x.Has("rank-0.tensor.梯度.0")
	x.ok(err)
	require.True(t, has)
	// Beyond the font that is shipped: Hangul, Thai, and a character of the second plane.
	x.ok(x.Type("rank-0.tensor.梯度.name", "경사ไทย𠮷"))
	has, err = x.Has("rank-0.tensor.경사ไทย𠮷.0")
	x.ok(err)
	assert.True(t, has)
	x.ok(x.Press("close"))
	x.picture("ime-foreign")
}

// Nothing moves by itself for somebody who does not want it to; what is asked for
// does.
func TestCalmMotion(t *testing.T) {
	p, err := chrome.Blank(desktop)
	require.NoError(t, err)
	t.Cleanup(p.Close)
	require.NoError(t, p.CalmMotion())
	require.NoError(t, p.Go(address+"?autoplay=1"))
	x := &tab{Page: p, t: t}
	before := x.frames()
	assert.Equal(t, before, x.frames(), "it does not play by itself")
	assert.Equal(t, "0", x.value("cursor"))
	x.ok(x.Press("play"))
	var at float64
	x.eval(`new Promise((done) => { const look = () => window.lockstep.get().then((s) => s.cursor > 0 ? done(s.cursor) : requestAnimationFrame(look)); look(); })`, &at)
	assert.Positive(t, at)
}

// Who asks the system for calm while something plays gets it at once.
func TestCalmMotionAtOnce(t *testing.T) {
	x := open(t, "?speed=0.1", desktop)
	x.ok(x.Press("play"))
	playing := `new Promise((done) => { const look = () => document.querySelector('[data-id=play]').textContent === %s ? done(true) : requestAnimationFrame(look); look(); })`
	var ok bool
	x.eval(fmt.Sprintf(playing, "'Pause'"), &ok)
	x.ok(x.CalmMotion())
	x.eval(fmt.Sprintf(playing, "'Play'"), &ok)
}
