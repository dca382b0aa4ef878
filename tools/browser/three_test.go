//go:build browser

package browser_test

import (
	"bytes"
	"fmt"
	"image"
	"image/png"
	"io/fs"
	"net/http"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"lockstep/assets"
	"lockstep/engine"
	"lockstep/engine/scenario"
	"lockstep/tools/browser"
	"lockstep/tools/site"
)

// window is what the three browsers have in common.
type window interface {
	Load(address string) error
	Go(address string) error
	Eval(js string, out any) error
	Picture() ([]byte, error)
	Value(id string) (string, error)
	Focus(id string) error
	Press(id string) error
	Type(id, text string) error
	Choose(id, value string) error
	Close()
}

// browsers are those that the page must work in. Where one is not installed the
// test says how to get it; go run ./tools/check installs them where it may.
var browsers = map[string]func() (window, error){
	"chromium": func() (window, error) { return chrome.Blank(desktop) },
	"firefox":  func() (window, error) { return browser.Firefox() },
	"webkit":   func() (window, error) { return browser.WebKit() },
}

func inEach(t *testing.T, f func(t *testing.T, w window)) {
	for name, open := range browsers {
		t.Run(name, func(t *testing.T) {
			w, err := open()
			if err != nil && os.Getenv("LOCKSTEP_ALL_BROWSERS") == "" {
				t.Skip(err)
			}
			require.NoError(t, err)
			t.Cleanup(w.Close)
			f(t, w)
		})
	}
}

// The same from end to end in Chromium, Firefox and WebKitGTK.
func TestEveryBrowser(t *testing.T) {
	single := singleFile(t)
	inEach(t, func(t *testing.T, w window) {
		require.NoError(t, w.Go(address+"?lang=en"))
		is := func(id, want string) {
			t.Helper()
			got, err := w.Value(id)
			require.NoError(t, err)
			assert.Equal(t, want, got, id)
		}
		text := func(js string) (s string) {
			t.Helper()
			require.NoError(t, w.Eval(js, &s))
			return s
		}

		is("rank-0.tensor.x.0", "1")
		assertDrawn(t, w)
		require.NoError(t, w.Press("to-end"))
		is("rank-1.tensor.x.0", "3")
		require.NoError(t, w.Type("rank-0.tensor.x.0", "5"))
		is("rank-1.tensor.x.0", "7")
		require.NoError(t, w.Press("rank-1.op-0"))
		require.NoError(t, w.Choose("rank-1.op-0.op", "broadcast"))
		finding, err := w.Value("finding-0")
		require.NoError(t, err)
		assert.Contains(t, finding, "broadcast")
		require.NoError(t, w.Press("undo"))
		require.NoError(t, w.Press("to-end"))
		is("rank-0.tensor.x.0", "7")
		require.NoError(t, w.Choose("language", "zh"))
		assert.Equal(t, "zh", text("document.documentElement.lang"))

		for scenario, want := range hashes(t) {
			assert.Equal(t, want, text(`window.lockstep.load(`+scenario+`).then((m) => m.result.trace_sha256)`), scenario)
		}

		require.NoError(t, w.Go(address+link(t, threes)))
		require.NoError(t, w.Press("to-end"))
		is("rank-2.tensor.y.1", "6")

		outer := serve(t, http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", "text/html")
			fmt.Fprintf(w, around, address+"sandbox.html")
		}))
		require.NoError(t, w.Load(outer))
		assert.Equal(t, "0.1.0", text(`until((m) => m.type === 'ready').then((m) => m.version)`))
		assert.Equal(t, "loaded done", text(`ask({ type: 'load', scenario: `+threes+` }).then((m) => m.type + ' ' + m.result.outcome)`))

		require.NoError(t, w.Go("file://"+single+link(t, threes)))
		require.NoError(t, w.Press("to-end"))
		is("rank-2.tensor.y.1", "6")
	})
}

// hashes are the traces of all examples, as the engine makes them natively: by
// the text of the scenario.
func hashes(t *testing.T) map[string]string {
	t.Helper()
	names, err := fs.Glob(assets.FS, "scenarios/*.json")
	require.NoError(t, err)
	require.NotEmpty(t, names)
	out := map[string]string{}
	for _, name := range names {
		text, err := fs.ReadFile(assets.FS, name)
		require.NoError(t, err)
		s, err := scenario.Parse(text)
		require.NoError(t, err, name)
		run, err := engine.Start(s)
		require.NoError(t, err, name)
		for !run.Advance(1 << 20) {
		}
		out[string(text)] = run.Result().TraceSHA256
	}
	return out
}

// assertDrawn looks at the picture: the blue of rank 0 and the vermilion of rank
// 1 are there, and most of it is paper.
func assertDrawn(t *testing.T, w window) {
	t.Helper()
	data, err := w.Picture()
	require.NoError(t, err)
	if dir := os.Getenv("LOCKSTEP_PICTURES"); dir != "" {
		require.NoError(t, os.WriteFile(filepath.Join(dir, filepath.Base(t.Name())+".png"), data, 0o600))
	}
	picture, err := png.Decode(bytes.NewReader(data))
	require.NoError(t, err)
	var blue, red, paper int
	b := picture.Bounds()
	for y := b.Min.Y; y < b.Max.Y; y++ {
		for x := b.Min.X; x < b.Max.X; x++ {
			switch colour(picture, x, y) {
			case [3]uint8{0x00, 0x72, 0xB2}:
				blue++
			case [3]uint8{0xC4, 0x54, 0x00}, [3]uint8{0xD5, 0x5E, 0x00}:
				red++
			case [3]uint8{0xFA, 0xFA, 0xF7}, [3]uint8{0xFF, 0xFF, 0xFF}:
				paper++
			}
		}
	}
	assert.Greater(t, blue, 1000)
	assert.Greater(t, red, 1000)
	assert.Greater(t, paper, b.Dx()*b.Dy()/2)
}

func colour(p image.Image, x, y int) [3]uint8 {
	r, g, b, _ := p.At(x, y).RGBA()
	return [3]uint8{uint8(r >> 8), uint8(g >> 8), uint8(b >> 8)}
}

func singleFile(t *testing.T) string {
	t.Helper()
	root, err := site.Root()
	require.NoError(t, err)
	page, err := site.Single(root)
	require.NoError(t, err)
	file := filepath.Join(t.TempDir(), "lockstep.html")
	require.NoError(t, os.WriteFile(file, page, 0o600))
	return filepath.ToSlash(file)
}
