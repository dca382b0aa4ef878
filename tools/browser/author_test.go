//go:build browser

package browser_test

import (
	"html"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"lockstep/tools/site"
)

var snippet = regexp.MustCompile(`(?s)<pre data-snippet="([a-z]+)"><code>(.*?)</code></pre>`)

// What the page for authors says is done word for word: a fresh folder, the
// built folder in it as lockstep, one page with the lines, a plain static server.
func TestAuthorsPageHolds(t *testing.T) {
	dir := t.TempDir()
	require.NoError(t, site.Write(filepath.Join(dir, "lockstep"), files))
	home := serve(t, http.FileServer(http.Dir(dir)))
	for _, name := range []string{"embedding.html", "embedding.zh.html"} {
		text, err := os.ReadFile(filepath.Join(dir, "lockstep", name))
		require.NoError(t, err)
		found := snippet.FindAllStringSubmatch(string(text), -1)
		require.Len(t, found, 6, name)
		for _, s := range found {
			if name == "embedding.zh.html" && s[1] != "element" {
				continue // the same lines but for the language
			}
			t.Run(name+"/"+s[1], func(t *testing.T) {
				page := "<!doctype html><meta charset=\"utf-8\"><link rel=\"icon\" href=\"data:,\"><title>Week 1</title>\n" + html.UnescapeString(s[2])
				require.NoError(t, os.WriteFile(filepath.Join(dir, "week1.html"), []byte(page), 0o600))
				p, err := chrome.Blank(desktop)
				require.NoError(t, err)
				defer p.Close()
				require.NoError(t, p.Before(`window.got = []; addEventListener('message', (e) => got.push(e.data))`))
				require.NoError(t, p.Load(home+"week1.html"))
				x := &tab{Page: p, t: t}
				assert.NotEmpty(t, x.text(`new Promise((done) => { const look = () => { const m = window.got && got.find((m) => m.type === 'ready'); if (m) done(m.version); else setTimeout(look, 20); }; look(); })`))
				assert.Empty(t, p.Problems())
			})
		}
	}
}

// Three on one page: those out of sight are not loaded, and cost nothing.
func TestDemoLoadsWhatIsSeen(t *testing.T) {
	p, err := chrome.Blank(desktop)
	require.NoError(t, err)
	t.Cleanup(p.Close)
	require.NoError(t, p.Before(`window.got = []; addEventListener('message', (e) => got.push(e))`))
	require.NoError(t, p.Load(address+"demo.html"))
	x := &tab{Page: p, t: t}
	const until = `new Promise((done) => { const look = () => { const n = got.filter((e) => e.data.type === 'ready').length; if (n >= %N) done(String(n)); else setTimeout(look, 20); }; look(); })`
	first := regexp.MustCompile(`%N`).ReplaceAllString(until, "1")
	assert.Equal(t, "1", x.text(first))
	assert.Equal(t, "3", x.text(`String(document.querySelectorAll('lockstep-playground iframe').length)`))
	assert.Equal(t, "2", x.text(`String([...document.querySelectorAll('iframe')].filter((f) => f.contentDocument && f.contentDocument.location.href === 'about:blank').length)`), "two frames hold nothing at all")
	x.text(`(document.querySelectorAll('lockstep-playground')[2].scrollIntoView(), '')`)
	x.text(regexp.MustCompile(`%N`).ReplaceAllString(until, "2")) // what comes into view is loaded
	assert.Empty(t, p.Problems())
}

// What the page for authors lets them listen to for a grade book is a lesson that
// has something to answer.
func TestGradesAreOfALesson(t *testing.T) {
	root, err := site.Root()
	require.NoError(t, err)
	for _, name := range []string{"embedding.html", "embedding.zh.html"} {
		text, err := os.ReadFile(filepath.Join(root, "assets", "pages", name))
		require.NoError(t, err)
		for _, s := range snippet.FindAllStringSubmatch(string(text), -1) {
			if s[1] != "grades" {
				continue
			}
			id := regexp.MustCompile(`lesson="([^"]*)"`).FindStringSubmatch(s[2])[1]
			x := open(t, "?lesson="+id, desktop)
			assert.Equal(t, "tab", x.role("tab-predict"), name)
		}
	}
}
