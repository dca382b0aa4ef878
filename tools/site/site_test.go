package site

import (
	"bytes"
	"compress/gzip"
	"encoding/base64"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestPointReplacesEachNameOnce(t *testing.T) {
	got, err := point([]byte(`<script src="a.js"></script><script src="b.js"></script>`), [][2]string{{`"a.js"`, `"a.1.js"`}, {`"b.js"`, `"b.2.js"`}})
	require.NoError(t, err)
	assert.Equal(t, `<script src="a.1.js"></script><script src="b.2.js"></script>`, string(got))
	for _, index := range []string{``, `"a.js" "a.js"`} {
		_, err := point([]byte(index), [][2]string{{`"a.js"`, `"x"`}})
		assert.ErrorContains(t, err, `"a.js"`)
	}
}

// The page names its files in the places that the build rewrites.
func TestIndexHoldsTheNames(t *testing.T) {
	index, err := os.ReadFile("../../index.html")
	require.NoError(t, err)
	for _, name := range []string{`src="wasm_exec.js"`, `src="loader.js"`, `data-wasm="lockstep.wasm"`, `data-bytes="0"`} {
		assert.Equal(t, 1, bytes.Count(index, []byte(name)), name)
	}
	text := string(index)
	assert.Contains(t, text, `http-equiv="Content-Security-Policy" content="default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:"`)
	assert.NotContains(t, text, " onclick", "no handlers in attributes")
	assert.NotContains(t, text, `src="/`, "every address is relative")
	assert.NotContains(t, text, `href="/`)
}

// No HTML is ever made from text, and no text is run: what people type and what
// links hold stays text.
func TestNothingIsMarkupOrCode(t *testing.T) {
	var seen int
	err := filepath.WalkDir("../../wasm", func(path string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(path, ".go") && !strings.HasSuffix(path, ".js") {
			return err
		}
		seen++
		text, err := os.ReadFile(path)
		for _, bad := range []string{"innerHTML", "outerHTML", "insertAdjacentHTML", "document.write", "eval(", "new Function", "srcdoc"} {
			assert.NotContains(t, string(text), bad, path)
		}
		return err
	})
	require.NoError(t, err)
	assert.Greater(t, seen, 20)
}

func TestPiecesMakeTheWhole(t *testing.T) {
	data := bytes.Repeat([]byte("0123456789abcdef"), pieceSize/10)
	var whole []byte
	pieces := cut(data)
	assert.Greater(t, len(pieces), 1)
	for _, p := range pieces {
		text, ok := strings.CutPrefix(string(p.Data), "lockstep.piece('")
		require.True(t, ok)
		text, ok = strings.CutSuffix(text, "')\n")
		require.True(t, ok)
		part, err := base64.StdEncoding.DecodeString(text)
		require.NoError(t, err)
		whole = append(whole, part...)
	}
	assert.Equal(t, data, whole)
	assert.Len(t, strings.Fields(names(pieces)), len(pieces))
}

// The single file is the page, with its scripts and program inside and a policy
// that lets these scripts run and no others.
func TestInline(t *testing.T) {
	index, err := os.ReadFile("../../index.html")
	require.NoError(t, err)
	loader, err := os.ReadFile("../../wasm/page/loader.js")
	require.NoError(t, err)
	page, err := inline(index, []byte("exec()"), loader, []byte("packed"))
	require.NoError(t, err)
	text := string(page)
	assert.Contains(t, text, `<script type="application/octet-stream" id="packed">cGFja2Vk</script>`)
	assert.Contains(t, text, "<script>exec()</script>")
	assert.Contains(t, text, "script-src "+digest([]byte("exec()"))+" "+digest(loader)+" 'wasm-unsafe-eval'")
	assert.NotContains(t, text, "src=\"", "nothing is fetched")
	_, err = inline(index, []byte("'</script>'"), loader, nil)
	assert.Error(t, err)
}

func TestWorkerKeepsWhatThePageNames(t *testing.T) {
	w, err := worker("../..", []byte("<html>"), []string{"a.1.js", "b.2.wasm.gz"})
	require.NoError(t, err)
	assert.Contains(t, string(w), "const files = ['a.1.js', 'b.2.wasm.gz'];")
	other, err := worker("../..", []byte("<html >"), []string{"a.1.js", "b.2.wasm.gz"})
	require.NoError(t, err)
	assert.NotEqual(t, w, other, "another page makes another worker, so that browsers see that there is a new version")
}

func TestPackIsGzip(t *testing.T) {
	packed, err := pack([]byte("some wasm"))
	require.NoError(t, err)
	z, err := gzip.NewReader(bytes.NewReader(packed))
	require.NoError(t, err)
	text, err := io.ReadAll(z)
	require.NoError(t, err)
	assert.Equal(t, "some wasm", string(text))
}

func TestHandlerServesAsAStaticHost(t *testing.T) {
	h := Handler([]File{{Name: "index.html", Data: []byte("<p>")}, {Name: "a.1.wasm", Data: []byte("\x00asm")}, {Name: "licences/L.txt", Data: []byte("L")}})
	for path, want := range map[string]struct {
		code  int
		mime  string
		cache string
	}{
		"/":               {200, "text/html; charset=utf-8", "no-cache"},
		"/index.html":     {200, "text/html; charset=utf-8", "no-cache"},
		"/a.1.wasm":       {200, "application/wasm", "max-age=31536000, immutable"},
		"/licences/L.txt": {200, "text/plain; charset=utf-8", "no-cache"},
		"/missing":        {404, "text/plain; charset=utf-8", ""},
		"/../go.mod":      {404, "text/plain; charset=utf-8", ""},
	} {
		t.Run(path, func(t *testing.T) {
			w := httptest.NewRecorder()
			h.ServeHTTP(w, request(t, path))
			assert.Equal(t, want.code, w.Code)
			assert.Equal(t, want.mime, w.Header().Get("Content-Type"))
			assert.Equal(t, want.cache, w.Header().Get("Cache-Control"))
		})
	}
}

func TestWriteReplacesAnOlderBuild(t *testing.T) {
	dir := t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(dir, "mine.txt"), []byte("kept"), 0o600))
	require.NoError(t, Write(dir, []File{{Name: "lockstep.aaa.wasm", Data: []byte("old")}, {Name: "index.html", Data: []byte("old")}}))
	require.NoError(t, Write(dir, []File{{Name: "lockstep.bbb.wasm", Data: []byte("new")}, {Name: "index.html", Data: []byte("new")}}))
	entries, err := os.ReadDir(dir)
	require.NoError(t, err)
	var got []string
	for _, e := range entries {
		got = append(got, e.Name())
	}
	assert.Equal(t, []string{"index.html", "lockstep.bbb.wasm", "mine.txt"}, got)
}

func request(t *testing.T, path string) *http.Request {
	t.Helper()
	r, err := http.NewRequest(http.MethodGet, "http://localhost"+path, nil)
	require.NoError(t, err)
	return r
}
