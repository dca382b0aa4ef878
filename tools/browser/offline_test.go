//go:build browser

package browser_test

import (
	"bytes"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"lockstep/tools/browser"
	"lockstep/tools/site"
)

// host is a static host whose files can be exchanged, and that can go away.
type host struct {
	http.Handler
	files atomic.Pointer[[]site.File]
	asked atomic.Int64
}

func (h *host) put(files []site.File) { h.files.Store(&files) }

func (h *host) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	h.asked.Add(1)
	files := h.files.Load()
	if files == nil { // no answer at all, as without a network
		c, _, err := http.NewResponseController(w).Hijack()
		if err == nil {
			c.Close()
		}
		return
	}
	http.StripPrefix("/course/lockstep", site.Handler(*files)).ServeHTTP(w, r)
}

// newer is the next version of the folder: another document and another loader,
// and the old loader is gone.
func newer(t *testing.T, files []site.File) []site.File {
	t.Helper()
	at := slices.IndexFunc(files, func(f site.File) bool { return strings.HasPrefix(f.Name, "loader.") })
	old, name := files[at].Name, "loader.newer.js"
	out := slices.Clone(files)
	for i, f := range out {
		data := bytes.ReplaceAll(f.Data, []byte(old), []byte(name))
		switch {
		case f.Name == "index.html":
			data = bytes.Replace(data, []byte("<title>Lockstep"), []byte(`<meta name="newer"><title>Lockstep`), 1)
		case f.Name == "worker.js":
			data = bytes.Replace(data, []byte("const version = '"), []byte("const version = 'newer"), 1)
		case f.Name == old:
			f.Name = name
		default:
			data = f.Data
		}
		out[i] = site.File{Name: f.Name, Data: data, Visited: f.Visited}
	}
	return out
}

const cacheNames = `caches.keys().then((k) => k.join('|'))`

// settled waits until one cache is there, of another version than before.
func settled(x *tab, before string) string {
	return x.text(`new Promise((done) => {
		const look = async () => {
			const keys = await caches.keys();
			const r = await navigator.serviceWorker.getRegistration();
			const whole = keys.length === 1 && keys[0] !== '` + before + `' && r && r.active && r.active.state === 'activated' && !r.installing && !r.waiting;
			if (whole) done(keys[0]); else setTimeout(look, 50);
		};
		look();
	})`)
}

// Once visited, the page opens from a sub-path without a network, and a new
// version replaces the old one as soon as there is a network again.
func TestOfflineAndANewVersion(t *testing.T) {
	h := &host{}
	h.put(files)
	home := serve(t, h) + "course/lockstep/"
	p, err := chrome.Blank(desktop)
	require.NoError(t, err)
	t.Cleanup(p.Close)
	x := &tab{Page: p, t: t}
	require.NoError(t, p.Go(home))
	first := settled(x, "")
	assert.True(t, strings.HasPrefix(first, "lockstep /course/lockstep/ "))
	assert.Equal(t, "4", x.text(`caches.open('`+first+`').then((c) => c.keys()).then((k) => String(k.length))`))

	assert.Equal(t, "0,97,115,109", x.text(`caches.open('`+first+`').then(async (c) => {
		const key = (await c.keys()).find((k) => k.url.includes('.wasm'));
		return String([...new Uint8Array(await (await c.match(key)).arrayBuffer()).slice(0, 4)]);
	})`), "the program is kept unpacked")

	h.files.Store(nil)
	for _, rest := range []string{"", "index.html", "?lang=zh"} {
		require.NoError(t, p.Go(home+rest), rest)
	}
	assert.Equal(t, "zh", x.value("language"))
	x.ok(x.Press("to-end"))
	x.ok(x.Type("rank-0.tensor.x.0", "5"))
	assert.Equal(t, "7", x.value("rank-1.tensor.x.0"))
	assert.Equal(t, "false", x.text(`fetch('nothing').then((r) => String(r.ok), () => 'false')`), "other files stay missing")

	h.put(newer(t, files))
	require.NoError(t, p.Go(home))
	assert.Equal(t, "true", x.text(`String(document.querySelector('meta[name=newer]') !== null)`), "the newest is shown at once")
	second := settled(x, first)
	assert.Contains(t, second, "newer")

	h.files.Store(nil)
	require.NoError(t, p.Go(home))
	assert.Equal(t, "true", x.text(`String(document.querySelector('meta[name=newer]') !== null)`), "and is what is kept")
}

// Behind a network's sign-in page nothing wrong is kept.
func TestWorkerKeepsNoOtherPage(t *testing.T) {
	h := &host{}
	h.put(files)
	home := serve(t, h) + "course/lockstep/"
	p, err := chrome.Blank(desktop)
	require.NoError(t, err)
	t.Cleanup(p.Close)
	x := &tab{Page: p, t: t}
	require.NoError(t, p.Go(home))
	first := settled(x, "")
	other := newer(t, files)
	for i := range other {
		if other[i].Name == "index.html" {
			other[i].Data = []byte("<!doctype html><title>Sign in</title>")
		}
	}
	h.put(other)
	x.text(`navigator.serviceWorker.getRegistration().then((r) => r.update()).then((r) => new Promise((done) => {
		const w = r.installing;
		if (!w) done(''); else w.onstatechange = () => { if (w.state === 'redundant') done(''); };
	}))`)
	assert.Contains(t, x.text(cacheNames), first)
	h.files.Store(nil)
	require.NoError(t, p.Go(home))
}

// An embed keeps nothing.
func TestEmbedRegistersNoWorker(t *testing.T) {
	p, err := chrome.Blank(browser.View{W: 720, H: 420})
	require.NoError(t, err)
	t.Cleanup(p.Close)
	// On a server of its own: pages that are no embeds do register one.
	require.NoError(t, p.Go(serve(t, site.Handler(files))+"?embed=1"))
	x := &tab{Page: p, t: t}
	assert.Equal(t, "0", x.text(`navigator.serviceWorker.getRegistrations().then((r) => String(r.length))`))
}

// The single file opens from disk, and needs nothing beside it.
func TestSingleFile(t *testing.T) {
	root, err := site.Root()
	require.NoError(t, err)
	page, err := site.Single(root)
	require.NoError(t, err)
	file := filepath.Join(t.TempDir(), "lockstep 1.html")
	require.NoError(t, os.WriteFile(file, page, 0o600))
	p, err := chrome.Open("file://"+strings.ReplaceAll(filepath.ToSlash(file), " ", "%20")+"?lang=zh"+link(t, threes), desktop)
	require.NoError(t, err)
	defer p.Close()
	require.NoError(t, p.Press("to-end"))
	v, err := p.Value("rank-2.tensor.y.1")
	require.NoError(t, err)
	assert.Equal(t, "6", v)
	var n int
	require.NoError(t, p.Eval(`performance.getEntriesByType('resource').length`, &n))
	assert.Zero(t, n, "no request")
	assert.Empty(t, p.Problems())
}
