package typeface_test

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"lockstep/assets"
	"lockstep/wasm/typeface"
)

func load(t testing.TB) *typeface.Set {
	t.Helper()
	s, err := typeface.Load(assets.FS)
	require.NoError(t, err)
	return s
}

// Whatever the assets say must be drawn from the shipped faces, in every style:
// a character that is missing is found here, not as an empty box on the page.
func TestEveryCharacterOfTheAssetsIsShipped(t *testing.T) {
	s := load(t)
	styles := []typeface.Style{{}, {Bold: true}, {Mono: true}, {Mono: true, Bold: true}}
	missing := map[rune]string{}
	err := fs.WalkDir(assets.FS, ".", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || strings.HasPrefix(path, "fonts/") || strings.HasSuffix(path, ".bin") { // what is no text is not drawn
			return err
		}
		text, err := fs.ReadFile(assets.FS, path)
		if err != nil {
			return err
		}
		for _, r := range string(text) {
			for _, style := range styles {
				if !unicode.IsControl(r) && !s.Holds(r, style) {
					missing[r] = path
				}
			}
		}
		return nil
	})
	require.NoError(t, err)
	findings, err := filepath.Glob("../../engine/diagnose/words/*.json")
	require.NoError(t, err)
	require.NotEmpty(t, findings)
	for _, path := range findings {
		text, err := os.ReadFile(path)
		require.NoError(t, err)
		for _, r := range string(text) {
			for _, style := range styles {
				if !unicode.IsControl(r) && !s.Holds(r, style) {
					missing[r] = path
				}
			}
		}
	}
	for r, path := range missing {
		t.Errorf("%s uses %q (%U), which no shipped face holds: go run ./tools/fonts", path, r, r)
	}
}

func TestWidths(t *testing.T) {
	s := load(t)
	sans, mono := typeface.Style{}, typeface.Style{Mono: true}
	assert.Equal(t, 0.0, s.Width("", 13, sans))
	assert.Equal(t, 26.0, s.Width("张量", 13, sans), "a Chinese character is one em wide")
	assert.InDelta(t, s.Width("0000", 10, mono), s.Width("1.iW", 10, mono), 1e-9, "the mono face is mono")
	assert.InDelta(t, 2*s.Width("rank", 13, sans), s.Width("rankrank", 13, sans), 1e-9, "advances add up")
	assert.Greater(t, s.Width("rank", 13, typeface.Style{Bold: true}), s.Width("rank", 13, sans))
}

func TestForeignRuns(t *testing.T) {
	s := load(t)
	var asked []string
	s.Foreign = func(run string, size float64, _ typeface.Style) float64 {
		asked = append(asked, run)
		return 10 * size
	}
	gs := s.Glyphs(nil, "x = שלום עולם, привет!", 10, typeface.Style{})
	var runs []string
	for _, g := range gs {
		if g.Foreign != "" {
			runs = append(runs, g.Foreign)
			assert.Equal(t, 100.0, g.Advance)
		}
	}
	assert.Equal(t, []string{"שלום עולם", "привет"}, runs)
	assert.Equal(t, runs, asked)
	last := gs[len(gs)-1]
	assert.Empty(t, last.Foreign)
	assert.Equal(t, s.Width("!", 10, typeface.Style{}), last.Advance)
}

func TestForeignEstimate(t *testing.T) {
	s := load(t)
	assert.InDelta(t, 20.0, s.Width("한글", 10, typeface.Style{}), 1e-9)
	assert.InDelta(t, 6.0, s.Width("ж\u0301", 10, typeface.Style{}), 1e-9, "a mark takes no room")
	assert.NotPanics(t, func() { s.Width("a\xff\xfe\x00b\u202e", 10, typeface.Style{}) })
}

func TestMask(t *testing.T) {
	s := load(t)
	glyphs := s.Glyphs(nil, "I 张", 100, typeface.Style{})
	require.Len(t, glyphs, 3)
	i := s.Mask(glyphs[0].Face, glyphs[0].Index, 100, 0)
	require.NotNil(t, i.Alpha)
	assert.InDelta(t, 73, i.Alpha.Rect.Dy(), 2, "the height of a capital is 733 of 1000 units")
	assert.InDelta(t, -73, i.Top, 2)
	assert.Nil(t, s.Mask(glyphs[1].Face, glyphs[1].Index, 100, 0).Alpha, "a space has no marks")
	solid := 0
	for _, a := range i.Alpha.Pix {
		if a == 255 {
			solid++
		}
	}
	assert.Greater(t, solid, 300, "the stem of an I is solid")
	z := s.Mask(glyphs[2].Face, glyphs[2].Index, 100, 0.5)
	assert.InDelta(t, 90, z.Alpha.Rect.Dx(), 10)
}

func BenchmarkWidth(b *testing.B) {
	s := load(b)
	for b.Loop() {
		s.Width("all_reduce(x, SUM) 等待慢 rank", 12, typeface.Style{})
	}
}

func BenchmarkMask(b *testing.B) {
	s := load(b)
	g := s.Glyphs(nil, "量", 13, typeface.Style{})[0]
	for b.Loop() {
		s.Mask(g.Face, g.Index, 26, 0.25)
	}
}

// The heavy face is the regular one with more ink and the same advance.
func TestHeavyIsBolder(t *testing.T) {
	s := load(t)
	ink := func(style typeface.Style) (face typeface.FaceID, sum int) {
		g := s.Glyphs(nil, "挂", 26, style)[0]
		assert.Equal(t, 26.0, g.Advance)
		for _, a := range s.Mask(g.Face, g.Index, 26, 0.25).Alpha.Pix {
			sum += int(a)
		}
		return g.Face, sum
	}
	regular, light := ink(typeface.Style{})
	bold, heavy := ink(typeface.Style{Bold: true})
	assert.Equal(t, typeface.Sans, regular)
	assert.Equal(t, typeface.SansHeavy, bold)
	assert.InDelta(t, 1.4, float64(heavy)/float64(light), 0.25)
}
