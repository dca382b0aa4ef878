//go:build browser

package browser_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"lockstep/tools/browser"
)

// What the address asks for is what is shown.
func TestParameters(t *testing.T) {
	t.Run("readonly", func(t *testing.T) {
		x := open(t, "?lang=en&readonly=1", desktop)
		assert.Equal(t, "nothing", x.role("rank-0.add-op"))
		x.ok(x.Press("to-end"))
		assert.Equal(t, "3", x.value("rank-0.tensor.x.0"), "it can be watched")
		assert.Equal(t, "true", x.text(`String(document.querySelector('#mirror [data-id="rank-0.tensor.x.0"]').readOnly)`))
	})
	t.Run("panels", func(t *testing.T) {
		for panels, want := range map[string][3]string{
			"timeline": {"button", "nothing", "slider"},
			"side":     {"nothing", "tab", "slider"},
			"stage":    {"nothing", "nothing", "slider"},
		} {
			x := open(t, "?lang=en&panels="+panels, desktop)
			assert.Equal(t, want, [3]string{x.role("rank-0.op-0"), x.role("tab-diagnosis"), x.role("cursor")}, panels)
		}
	})
	t.Run("speed and time", func(t *testing.T) {
		x := open(t, "?lang=en&speed=2&t=5us", desktop)
		assert.Equal(t, "2", x.value("speed"))
		assert.Equal(t, "5000", x.value("cursor"))
	})
	t.Run("autoplay", func(t *testing.T) {
		x := open(t, "?lang=en&embed=1&autoplay=1", browser.View{W: 720, H: 420})
		x.text(`new Promise((done) => { const look = () => window.lockstep.get().then((s) => s.cursor > 0 ? done('') : setTimeout(look, 20)); look(); })`)
	})
}

// The methods of window.lockstep are the messages' verbs.
func TestEveryMethod(t *testing.T) {
	x := open(t, "?lang=en", desktop)
	assert.Equal(t, "0.1.0", x.text(`window.lockstep.ready.then((v) => v.version)`))
	assert.Equal(t, "world_size true", x.text(`window.lockstep.load({ lockstep: 1, world_size: 0 }).then(() => 'loaded', (e) => e.path + ' ' + (e.message.length > 10))`))
	assert.Equal(t, "script:2:17 got ')', want ']'", x.text(`window.lockstep.load({ lockstep: 1, world_size: 1, script: '\n w = tensor([1.0)'.replace(' w', 'w') }).then(() => 'loaded', (e) => e.path + ' ' + e.message)`), "a mistake in a script by its line and column")
	assert.Contains(t, x.text(`window.lockstep.load('{"lockstep": 1,\n "title": "\\ud800"}').then(() => 'loaded', (e) => e.path + e.message)`), "line 2, column ")
	assert.Equal(t, "done 3", x.text(`window.lockstep.load(`+threes+`).then((m) => window.lockstep.get().then((s) => m.result.outcome + ' ' + s.scenario.world_size))`))
	assert.Equal(t, "true", x.text(`window.lockstep.play().then(() => new Promise((done) => { const look = () => window.lockstep.get().then((s) => s.cursor > 0 ? done('true') : setTimeout(look, 20)); look(); }))`), "the cursor moves by itself")
	assert.Equal(t, "true", x.text(`window.lockstep.pause().then((a) => new Promise((done) => setTimeout(() => window.lockstep.get().then((b) => done(String(a.cursor === b.cursor))), 200)))`), "and stands still")
	assert.Equal(t, "1000", x.text(`window.lockstep.seek(1000).then((s) => String(s.cursor))`))
	assert.Equal(t, "true", x.text(`window.lockstep.step(1).then((s) => String(s.cursor > 1000))`))
	assert.Equal(t, "true", x.text(`window.lockstep.step(-1).then((s) => String(s.cursor < 1000))`), "to the moment before")
	x.text(`window.lockstep.setLanguage('zh').then(() => window.lockstep.setTheme('dark')).then(() => '')`)
	assert.Equal(t, "zh dark", x.value("language")+" "+x.value("theme"))
}

// The same by messages, from a page around a frame that may only run scripts.
func TestPlaybackByMessage(t *testing.T) {
	x := embedded(t)
	assert.Equal(t, "state", x.text(`ask({ type: 'play' }).then((m) => m.type)`))
	x.text(`new Promise((done) => { const look = () => ask({ type: 'get' }).then((m) => m.cursor > 0 ? done('') : setTimeout(look, 20)); look(); })`)
	assert.Equal(t, "true", x.text(`ask({ type: 'pause' }).then((a) => new Promise((done) => setTimeout(() => ask({ type: 'get' }).then((b) => done(String(a.cursor === b.cursor))), 200)))`))
	assert.Equal(t, "true", x.text(`until((m) => m.type === 'resize').then((m) => String(m.height > 200))`))
}
