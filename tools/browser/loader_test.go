//go:build browser

package browser_test

import (
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"lockstep/tools/browser"
	"lockstep/tools/site"
)

// serve serves other files than the built ones, and stops with the test.
func serve(t *testing.T, h http.Handler) string {
	t.Helper()
	a, stop, err := site.Serve(h)
	require.NoError(t, err)
	t.Cleanup(func() { assert.NoError(t, stop()) })
	return a
}

// failing opens a page that cannot start, and returns what it says.
func failing(t *testing.T, address, before string, v browser.View) (words string, p *browser.Page) {
	t.Helper()
	p, err := chrome.Blank(v)
	require.NoError(t, err)
	t.Cleanup(p.Close)
	if before != "" {
		require.NoError(t, p.Before(before))
	}
	err = p.Go(address)
	require.ErrorContains(t, err, "the page says")
	require.NoError(t, p.Eval("document.getElementById('words').textContent", &words))
	return words, p
}

// Each way in which the page cannot start has clear words, and a way to try
// again.
func TestLoaderSaysWhatIsWrong(t *testing.T) {
	without := func(ext string) http.Handler {
		return site.Handler(slices.DeleteFunc(slices.Clone(files), func(f site.File) bool { return strings.HasSuffix(f.Name, ext) }))
	}
	for name, c := range map[string]struct {
		address, before string
		view            browser.View
		want            string
	}{
		"no WebAssembly": {address, `delete window.WebAssembly`, desktop, "WebAssembly"},
		"没有 WebAssembly": {address, `delete window.WebAssembly`, browser.View{W: 800, H: 600, Language: "zh-CN"}, "浏览器版本过旧"},
		"file missing":   {serve(t, without(".wasm.gz")), "", desktop, "missing on the server"},
		"runtime missing": {serve(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if strings.Contains(r.URL.Path, "wasm_exec") {
				http.NotFound(w, r)
				return
			}
			site.Handler(files).ServeHTTP(w, r)
		})), "", desktop, "wasm_exec.js"},
		"not WebAssembly": {serve(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if strings.HasSuffix(r.URL.Path, ".gz") {
				w.Write([]byte("<html>a captive portal")) //nolint:errcheck // the browser is gone
				return
			}
			site.Handler(files).ServeHTTP(w, r)
		})), "", desktop, "refused to run"},
		"no network": {address, `window.fetch = () => Promise.reject(new TypeError('Failed to fetch'))`, desktop, "network"},
	} {
		t.Run(name, func(t *testing.T) {
			words, p := failing(t, c.address, c.before, c.view)
			assert.Contains(t, words, c.want)
			var retry bool
			require.NoError(t, p.Eval("!document.getElementById('retry').hidden", &retry))
			assert.True(t, retry)
		})
	}
}

// Hosts differ: some send the packed file packed, some unpack it on the way.
// Browsers without DecompressionStream get the plain one, and where there is no worker
// to be had the page unpacks and compiles by itself.
func TestLoaderTakesWhatTheHostSends(t *testing.T) {
	unpacking := serve(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if strings.HasSuffix(r.URL.Path, ".gz") {
			w.Header().Set("Content-Encoding", "gzip")
		}
		site.Handler(files).ServeHTTP(w, r)
	}))
	subPath := serve(t, http.StripPrefix("/courses/2026/lockstep", site.Handler(files))) + "courses/2026/lockstep/"
	for name, c := range map[string][2]string{
		"unpacked on the way": {unpacking, ""},
		"from a sub-path":     {subPath, ""},
		"without unpacking":   {address, "delete window.DecompressionStream"},
		"without workers":     {address, "delete window.Worker"},
		"workers forbidden":   {address, "window.Worker = class { constructor() { setTimeout(() => this.onerror()); } }"},
	} {
		t.Run(name, func(t *testing.T) {
			p, err := chrome.Blank(desktop)
			require.NoError(t, err)
			defer p.Close()
			if c[1] != "" {
				require.NoError(t, p.Before(c[1]))
			}
			require.NoError(t, p.Go(c[0]))
			v, err := p.Value("rank-0.tensor.x.0")
			require.NoError(t, err)
			assert.Equal(t, "1", v)
			assert.Empty(t, p.Problems())
		})
	}
}
