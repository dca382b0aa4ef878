//go:build browser

package browser_test

import (
	"fmt"
	"net/http"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// around is a course page of another origin, with the playground in a frame that
// may do nothing but run scripts. It keeps every message that it gets.
const around = `<!doctype html><meta charset="utf-8"><body style="margin:0;height:3000px">
<script>
window.got = [];
addEventListener('message', (e) => got.push(e.data));
window.ask = (m) => new Promise((done) => {
	const id = Math.random().toString(36);
	addEventListener('message', function hear(e) {
		if (e.data && e.data.id === id) { removeEventListener('message', hear); done(e.data); }
	});
	document.querySelector('iframe').contentWindow.postMessage({ lockstep: 1, id, ...m }, '*');
});
window.until = (f) => new Promise((done) => { const look = () => { const m = got.find(f); if (m) done(m); else setTimeout(look, 20); }; look(); });
</script>
<iframe title="Lockstep" sandbox="allow-scripts" width="720" height="420" src="%s?embed=1"></iframe>`

func embedded(t *testing.T) *tab {
	t.Helper()
	outer := serve(t, http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		fmt.Fprintf(w, around, address)
	}))
	p, err := chrome.Blank(desktop)
	require.NoError(t, err)
	t.Cleanup(func() {
		assert.Empty(t, p.Problems())
		p.Close()
	})
	require.NoError(t, p.Load(outer))
	x := &tab{Page: p, t: t}
	assert.Equal(t, "0.1.0", x.text(`until((m) => m.type === 'ready').then((m) => m.version)`))
	return x
}

func TestMessages(t *testing.T) {
	x := embedded(t)
	assert.Equal(t, "done", x.text(`until((m) => m.type === 'result').then((m) => m.outcome)`), "each run is told")
	assert.Equal(t, "loaded done", x.text(`ask({ type: 'load', scenario: `+threes+` }).then((m) => m.type + ' ' + m.result.outcome)`))
	assert.Equal(t, "error world_size", x.text(`ask({ type: 'load', scenario: { lockstep: 1, world_size: 0 } }).then((m) => m.type + ' ' + m.path)`))
	assert.Equal(t, "state 3", x.text(`ask({ type: 'get' }).then((m) => m.type + ' ' + m.scenario.world_size)`), "what was shown stays")
	assert.Equal(t, "state 0", x.text(`ask({ type: 'seek', t: 0 }).then((m) => m.type + ' ' + m.cursor)`))
	assert.Equal(t, "true", x.text(`ask({ type: 'step', by: 1 }).then((m) => String(m.cursor > 0))`))
	assert.Equal(t, "state", x.text(`ask({ type: 'set-language', lang: 'zh' }).then((m) => m.type)`))
	assert.Equal(t, "error theme", x.text(`ask({ type: 'set-theme', theme: 'pink' }).then((m) => m.type + ' ' + m.path)`))
}

// What is not a message of ours gets no answer and changes nothing.
func TestOtherMessagesAreIgnored(t *testing.T) {
	x := embedded(t)
	var answers int
	x.eval(`(async () => {
		const w = document.querySelector('iframe').contentWindow, before = got.length;
		for (const m of [null, undefined, 0, '', 'load', [], {}, { type: 'load' }, { lockstep: 2, type: 'get', id: 1 }, { lockstep: '1', type: 'get', id: 1 },
			{ lockstep: 1 }, { lockstep: 1, type: 5, id: 1 }, { lockstep: 1, type: 'nonsense', id: 1 }, { lockstep: 1, type: 'get', id: {} },
			{ lockstep: 1, type: 'constructor', id: 1 }, { lockstep: 1, type: '__proto__', id: 1 }, Object.create({ lockstep: 1, type: 'get', id: 1 }),
			{ lockstep: 1, type: ['get'], id: 1 }, new Map([['lockstep', 1]]), new ArrayBuffer(8)]) w.postMessage(m, '*');
		await ask({ type: 'get' });
		return got.length - before - 1;
	})()`, &answers)
	assert.Zero(t, answers)
}

// course is a page that uses the element, far down and one in view.
const course = `<!doctype html><meta charset="utf-8"><body style="margin:0">
<script src="%[1]sembed.js"></script>
<lockstep-playground lang="zh" label="两个标量"></lockstep-playground>
<div style="height:6000px"></div>
<lockstep-playground readonly></lockstep-playground>`

func TestElement(t *testing.T) {
	outer := serve(t, http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		fmt.Fprintf(w, course, address)
	}))
	p, err := chrome.Blank(desktop)
	require.NoError(t, err)
	t.Cleanup(func() {
		assert.Empty(t, p.Problems())
		p.Close()
	})
	require.NoError(t, p.Before(`window.got = []; addEventListener('message', (e) => got.push(e.data))`))
	require.NoError(t, p.Load(outer))
	x := &tab{Page: p, t: t}
	x.text(`new Promise((done) => { const look = () => got.some((m) => m.type === 'ready') && got.some((m) => m.type === 'resize') ? done('') : setTimeout(look, 20); look(); })`)
	height := x.text(`String(got.find((m) => m.type === 'resize').height)`)
	assert.Equal(t, height+"px", x.text(`document.querySelector('iframe').style.height`), "the frame follows")
	assert.Equal(t, "两个标量", x.text(`document.querySelector('iframe').title`))
	assert.Equal(t, "1", x.text(`String(got.filter((m) => m.type === 'ready').length)`), "one that is far away is not loaded")

	// The wheel over a frame that shows all scrolls the page around it.
	require.NoError(t, p.Wheel(300, 20, 400))
	assert.Equal(t, "true", x.text(`new Promise((done) => { const look = () => scrollY > 0 ? done('true') : setTimeout(look, 20); look(); })`))
}
