//go:build browser

package browser_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// A thousand random things done through the mirror: buttons pressed, options
// chosen, texts typed, keys. Whatever they were, the scenario parses, undo leads
// back to the first, and the page does not complain. What leaves the page (a
// file, a link, another window) is left out.
func TestAThousandActions(t *testing.T) {
	x := open(t, "", desktop)
	first, _ := x.held()
	var did, all int
	var ok bool
	// In pieces: each has its own limit of time, whatever else the machine does.
	x.eval(`(() => {
		window.open = window.print = () => null; // another window would hide this one
		let seed = 20261129;
		const random = (n) => { seed = (Math.imul(seed, 1103515245) + 12345) >>> 0; return Math.floor(seed / 4294967296 * n); };
		const texts = ['', '0', '1', '2.5', 'nan', '-inf', '3s', '50us', 'x', 'y', '[1, 2]', '0 1', 'SUM', '2,2', 'never', '1GB/s', '７', '🙂', 'a.b', '{', '"', '1,5'];
		const keys = ['Delete', 'ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown', 'a', 'i', 'Escape', '?', ',', '.'];
		const away = new Set(['share', 'export', 'open-full']);
		window.doRandomThings = async (times) => {
		let did = 0;
		for (let i = 0; i < times; i++) {
			const all = [...document.querySelectorAll('#mirror [data-id]')].filter((e) => !away.has(e.dataset.id) && !e.dataset.id.startsWith('example'));
			const inner = all.filter((e) => /\.(body|list)-/.test(e.dataset.id));
			const from = inner.length && random(4) === 0 ? inner : all;
			const e = from[random(from.length)];
			const before = e.dataset.id;
			if (e.tagName === 'SELECT') {
				if (!e.options.length) continue;
				e.value = e.options[random(e.options.length)].value;
				e.dispatchEvent(new Event('change', { bubbles: true }));
			} else if (before === 'world-size') {
				e.value = String(1 + random(6));
				e.dispatchEvent(new Event('input', { bubbles: true }));
				e.dispatchEvent(new Event('change', { bubbles: true }));
			} else if (e.tagName === 'INPUT' && e.type !== 'checkbox' || e.tagName === 'TEXTAREA') {
				e.value = texts[random(texts.length)];
				e.dispatchEvent(new Event('input', { bubbles: true }));
				e.dispatchEvent(new Event('change', { bubbles: true }));
			} else if (random(4) === 0) {
				e.focus();
				e.dispatchEvent(new KeyboardEvent('keydown', { key: keys[random(keys.length)], altKey: random(3) === 0, shiftKey: random(3) === 0, bubbles: true, cancelable: true }));
			} else {
				e.click();
			}
			did++;
			window.inBodies = (window.inBodies || 0) + (/\.(body|list)-|append/.test(before) ? 1 : 0);
			if (i % 50 === 0) await new Promise(requestAnimationFrame);
		}
		return did;
		};
		return true;
	})()`, &ok)
	for i := range 20 {
		if i%4 == 0 {
			x.load(repeated) // with bodies of repeats to edit
		}
		x.eval("doRandomThings(50)", &did)
		all += did
	}
	assert.Greater(t, all, 900)
	x.eval("inBodies", &did)
	assert.Greater(t, did, 50, "some of it in bodies")
	var parses bool
	x.eval(`window.lockstep.get().then((s) => window.lockstep.load(s.scenario)).then(() => true)`, &parses)
	assert.True(t, parses, "what the page holds is a scenario")
	undone := 0
	for ok = false; !ok; {
		x.eval(`(() => {
			for (let n = 0; n < 100; n++) {
				const u = document.querySelector('#mirror [data-id=undo]');
				if (u.getAttribute('aria-disabled') === 'true') return n;
				u.click();
			}
			return 100;
		})()`, &did)
		undone += did
		require.Less(t, undone, 3000, "undo has an end")
		ok = did < 100
	}
	assert.Positive(t, undone)
	last, _ := x.held()
	assert.Equal(t, first, last, "undo leads back to the first")
}
