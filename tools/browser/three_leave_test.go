//go:build browser

package browser_test

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// What leaves the page, in each browser: every picture, the run's files, and the
// page that is printed.
func TestEveryBrowserExports(t *testing.T) {
	inEach(t, func(t *testing.T, w window) {
		require.NoError(t, w.Go(address+"?lang=en"))
		var ok bool
		require.NoError(t, w.Eval(`window.lockstep.load(`+differentOrder+`).then(() => true)`, &ok))
		require.NoError(t, w.Eval(catchFiles, &ok))
		take := func() (f takenFile) {
			t.Helper()
			var text string
			require.NoError(t, w.Eval(`new Promise((done) => { const look = () => { if (taken.length) done(JSON.stringify(taken.shift())); else setTimeout(look, 20); }; look(); })`, &text))
			require.NoError(t, json.Unmarshal([]byte(text), &f))
			return f
		}
		for id, says := range map[string]string{
			"png": "PNG", "svg": "<svg xmlns=", "perfetto": `"traceEvents":[`, "result": `"trace_sha256"`, "report": "## What this does not prove",
			"scenario": `"world_size": 2`, "python": "dist.init_process_group", "sheet": "<th>rank 1</th>",
		} {
			require.NoError(t, w.Press("export"))
			require.NoError(t, w.Press("export."+id))
			f := take()
			assert.Contains(t, f.Text, says, id)
			if id == "png" {
				assert.Greater(t, f.Size, 10_000, "a picture with something in it")
			}
			require.NoError(t, w.Press("close"))
		}
		require.NoError(t, w.Press("export"))
		require.NoError(t, w.Press("export.print"))
		assert.Equal(t, takenFile{Name: "print", Text: "Another order · Lockstep"}, take())
		var drawn int
		require.NoError(t, w.Eval(`document.querySelector('#paper img').naturalWidth`, &drawn))
		assert.Greater(t, drawn, 300, "the picture is on the paper")
		var paper string
		require.NoError(t, w.Eval(`[...document.styleSheets].flatMap((s) => [...s.cssRules]).filter((r) => r.media && r.media.mediaText === 'print').flatMap((r) => [...r.cssRules]).map((r) => r.selectorText + ' ' + r.style.display).filter((s) => s.includes('paper') && !s.includes('img')).join(', ')`, &paper))
		assert.Equal(t, "body > :not(#paper) none, #paper block", paper, "and nothing else is")
	})
}

// In each browser the page opens without a network once it has been visited.
func TestEveryBrowserOpensOffline(t *testing.T) {
	inEach(t, func(t *testing.T, w window) {
		h := &host{}
		h.put(files)
		home := serve(t, h) + "course/lockstep/"
		require.NoError(t, w.Go(home+"?lang=en"))
		var kept bool
		require.NoError(t, w.Eval(`(async () => {
			const r = await navigator.serviceWorker.ready;
			while (r.installing || r.waiting || r.active.state !== 'activated') await new Promise((done) => setTimeout(done, 50));
			return (await caches.keys()).length === 1;
		})()`, &kept))
		assert.True(t, kept)
		h.files.Store(nil)
		require.NoError(t, w.Go(home+"?lang=zh"))
		language, err := w.Value("language")
		require.NoError(t, err)
		assert.Equal(t, "zh", language)
		require.NoError(t, w.Press("to-end"))
		require.NoError(t, w.Type("rank-0.tensor.x.0", "5"))
		sum, err := w.Value("rank-1.tensor.x.0")
		require.NoError(t, err)
		assert.Equal(t, "7", sum)
	})
}
