package scene

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"lockstep/assets"
	"lockstep/engine/scenario"
	"lockstep/wasm/app"
)

func allWords(t testing.TB) map[string]*Words {
	t.Helper()
	files, err := fs.Glob(assets.FS, "locales/*.json")
	require.NoError(t, err)
	require.NotEmpty(t, files)
	all := map[string]*Words{}
	for _, f := range files {
		lang := strings.TrimSuffix(filepath.Base(f), ".json")
		w, err := LoadWords(assets.FS, lang)
		require.NoError(t, err)
		all[lang] = w
	}
	return all
}

// A language, and its glossary, are read when somebody speaks it.
func TestWordsAreReadWhenTheyAreSpoken(t *testing.T) {
	composer(t)
	c, err := Load(assets.FS, faces)
	require.NoError(t, err)
	s := storyState(t, "done")
	for i, lang := range []string{"zh", "en", "fr"} {
		s.Lang = lang
		c.Build(&s)
		assert.Len(t, c.words, min(i+1, 2), lang)
		assert.Empty(t, c.terms, lang)
	}
	assert.Contains(t, visible(c.Build(&s)), "The run is done", "a language that there is not has the words of the first")
	for i, lang := range Languages {
		s.Lang, s.Open = lang, app.Open{Kind: app.OpenGlossary}
		assert.Contains(t, visible(c.Build(&s)), "rank")
		assert.Len(t, c.terms, i+1)
		assert.NotEmpty(t, c.terms[lang])
	}
	_, err = Load(fstest.MapFS{"locales/en.json": {Data: []byte("{}")}}, faces)
	assert.ErrorContains(t, err, "zh")
}

var placeholder = regexp.MustCompile(`\{[a-z_]+\}`)

// Every language says the same things with the same placeholders.
func TestLanguagesAgree(t *testing.T) {
	all := allWords(t)
	en := all["en"]
	require.NotNil(t, en)
	for lang, w := range all {
		for key, text := range en.text {
			other, ok := w.text[key]
			if !assert.True(t, ok, "%s.json has no %q", lang, key) {
				continue
			}
			want, got := placeholder.FindAllString(text.text, -1), placeholder.FindAllString(other.text, -1)
			slices.Sort(want)
			slices.Sort(got)
			assert.Equal(t, slices.Compact(want), slices.Compact(got), "placeholders of %q in %s.json", key, lang)
			assert.NotEmpty(t, strings.TrimSpace(other.text), "%s.json: %q is empty", lang, key)
		}
		for key := range w.text {
			assert.True(t, en.Has(key), "%s.json has %q, which en.json has not", lang, key)
		}
	}
}

// literals are the string literals of the packages that speak.
func literals(t testing.TB) map[string]bool {
	t.Helper()
	found := map[string]bool{}
	for _, dir := range []string{".", "../app", "../page", "..", "../../engine/scenario", "../../engine/sweep"} {
		entries, err := os.ReadDir(dir)
		require.NoError(t, err)
		for _, e := range entries {
			if e.IsDir() || !strings.HasSuffix(e.Name(), ".go") || strings.HasSuffix(e.Name(), "_test.go") {
				continue
			}
			f, err := parser.ParseFile(token.NewFileSet(), filepath.Join(dir, e.Name()), nil, 0)
			require.NoError(t, err)
			ast.Inspect(f, func(n ast.Node) bool {
				if l, ok := n.(*ast.BasicLit); ok && l.Kind == token.STRING {
					if s, err := strconv.Unquote(l.Value); err == nil {
						found[s] = true
					}
				}
				return true
			})
		}
	}
	return found
}

// No word is there for nothing: its key stands in the code, whole or as a family
// ("state." + …) whose members are known.
func TestNoWordIsUnused(t *testing.T) {
	used := literals(t)
	for key := range allWords(t)["en"].text {
		if used[key] {
			continue
		}
		head, tail := key[:strings.LastIndexByte(key, '.')+1], key[strings.LastIndexByte(key, '.')+1:]
		switch {
		case head != "" && used[head] && (used[tail] || isOpOrArg(tail)):
		case tail == "key" && used[strings.TrimSuffix(head, ".")]: // a key's name beside what it does
		case head == "headline." || head == "err." || head == "phase.": // of findings, the file's rules, and algorithms, which have tests of their own
		default:
			t.Errorf("no code says %q", key)
		}
	}
}

func isOpOrArg(name string) bool {
	if _, ok := scenario.SpecOf(name); ok {
		return true
	}
	for i := range scenario.Specs {
		if _, ok := scenario.Specs[i].Arg(name); ok {
			return true
		}
	}
	return slices.Contains(scenario.Families(), scenario.Family(name))
}

// Whatever is said has words: every literal that looks like a key of a family
// that exists is one.
func TestNoWordIsMissing(t *testing.T) {
	en := allWords(t)["en"]
	families := map[string]bool{}
	for key := range en.text {
		if head, _, ok := strings.Cut(key, "."); ok {
			families[head] = true
		}
	}
	looksLikeKey := regexp.MustCompile(`^[a-z][a-z-]*(\.[a-z_-]+)+$`)
	for s := range literals(t) {
		head, _, _ := strings.Cut(s, ".")
		if looksLikeKey.MatchString(s) && families[head] && !en.Has(s) && !notWords[s] {
			t.Errorf("%q has no words", s)
		}
	}
	for _, f := range scenario.Families() {
		assert.True(t, en.Has("family."+string(f)), "family.%s", f)
	}
	for i := range scenario.Specs {
		for _, a := range scenario.Specs[i].Args {
			if a.Kind != scenario.KindOps {
				assert.True(t, en.Has("arg."+a.Key), "arg.%s", a.Key)
			}
		}
	}
}

// notWords look like keys and are parts of IDs.
var notWords = map[string]bool{"notice.close": true}

// Each finding that diagnose or training can make has a headline.
func TestFindingsHaveHeadlines(t *testing.T) {
	en := allWords(t)["en"]
	files, err := filepath.Glob("../../engine/diagnose/*.go")
	require.NoError(t, err)
	training, err := filepath.Glob("../../engine/training/*.go")
	require.NoError(t, err)
	files = append(files, training...)
	code := regexp.MustCompile(`\b(?:say(?:As)?|one)\("([a-z_]+)"`)
	n := 0
	for _, f := range files {
		if strings.HasSuffix(f, "_test.go") || filepath.Base(f) == "consequence.go" {
			continue // what only follows is never the first finding
		}
		src, err := os.ReadFile(f)
		require.NoError(t, err)
		for _, m := range code.FindAllStringSubmatch(string(src), -1) {
			assert.True(t, en.Has("headline."+m[1]), "headline.%s, of %s", m[1], f)
			n++
		}
	}
	assert.Greater(t, n, 10, "the codes are still found where this test looks")
}

func TestPlaceholdersAreFilledOnce(t *testing.T) {
	w := NewWords("en", map[string]string{"a": "{x} and {y}, {z}"})
	assert.Equal(t, "{y} and 2, {z}", w.Say("a", "x", "{y}", "y", "2"))
	assert.Equal(t, "no.such.key", w.Say("no.such.key"))
}

// A text is said as often as one likes, with whatever is put in.
func TestSayPutsInWhatItIsGiven(t *testing.T) {
	w := NewWords("en", map[string]string{"a": "{x} and {y}, {x}{", "b": "none", "c": "{}{x", "d": "{y}"})
	for range 2 {
		assert.Equal(t, "1 and {y}, 1{", w.Say("a", "x", "1"))
		assert.Equal(t, "{y} and {x}, {y}{", w.Say("a", "x", "{y}", "y", "{x}"))
		assert.Equal(t, "none", w.Say("b", "x", "1"))
		assert.Equal(t, "{}{x", w.Say("c", "x", "1", "", "2"))
		assert.Equal(t, "", w.Say("d", "y", ""))
		assert.Equal(t, "missing", w.Say("missing", "y", "1"))
	}
}
