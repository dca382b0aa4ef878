package diagnose_test

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"lockstep/engine"
	"lockstep/engine/result"
	"lockstep/engine/scenario"
	"lockstep/engine/trace"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// run takes a scenario file to its end.
func run(t *testing.T, file string) (*scenario.Scenario, *trace.Trace, *result.Result) {
	t.Helper()
	text, err := os.ReadFile(file)
	require.NoError(t, err)
	s, err := scenario.Parse(text)
	require.NoError(t, err, file)
	r, err := engine.Start(s)
	require.NoError(t, err, file)
	for !r.Advance(1 << 20) {
	}
	return s, r.Trace(), r.Result()
}

// TestCases runs every testdata/CODE-*.json and holds its findings to the golden
// file beside it. The name says what must be so whatever the golden file holds:
// CODE-near has no finding of that code, clean-* has none at all, and any other
// begins with that code.
func TestCases(t *testing.T) {
	files, err := filepath.Glob("testdata/*.json")
	require.NoError(t, err)
	require.NotEmpty(t, files)
	for _, file := range files {
		name := strings.TrimSuffix(filepath.Base(file), ".json")
		t.Run(name, func(t *testing.T) {
			_, tr, r := run(t, file)
			code, kind, _ := strings.Cut(name, "-")
			switch {
			case code == "clean":
				assert.Empty(t, r.Findings)
			case strings.HasPrefix(kind, "near"):
				for _, f := range r.Findings {
					assert.NotEqual(t, code, f.Code)
				}
			case assert.NotEmpty(t, r.Findings):
				assert.Equal(t, code, r.Findings[0].Code)
			}
			checkShape(t, tr, r)
			golden(t, strings.TrimSuffix(file, ".json")+".golden", describe(r))
		})
	}
	orphans, err := filepath.Glob("testdata/*.golden")
	require.NoError(t, err)
	for _, g := range orphans {
		assert.FileExists(t, strings.TrimSuffix(g, ".golden")+".json", "golden file of nothing")
	}
}

// seam is where parts of a sentence were put together without, or with one too many, of
// the spaces that stand between Chinese and Latin.
var seam = regexp.MustCompile(`\p{Han}[A-Za-z0-9]|[A-Za-z0-9]\p{Han}|\p{Han} \p{Han}`)

// checkShape holds what is true of all findings: a root has no cause, a
// consequence stands behind its root and blames whom the root blames, every
// finding is said in both languages and proved by events that exist.
func checkShape(t *testing.T, tr *trace.Trace, r *result.Result) {
	t.Helper()
	for i, f := range r.Findings {
		for _, lang := range []string{"en", "zh"} {
			assert.NotEmpty(t, f.Text[lang], "%s in %s", f.Code, lang)
			assert.NotContains(t, f.Text[lang], "{", "%s in %s", f.Code, lang)
		}
		assert.NotRegexp(t, seam, f.Text["zh"], f.Code)
		for _, e := range f.Events {
			assert.Less(t, e, len(tr.Events), f.Code)
		}
		if f.Cause == nil {
			assert.NotEmpty(t, f.Events, "%s proves nothing", f.Code)
			continue
		}
		require.Less(t, *f.Cause, i, f.Code)
		root := r.Findings[*f.Cause]
		assert.Nil(t, root.Cause, f.Code)
		assert.Equal(t, root.Ranks, f.Ranks, f.Code)
	}
}

func describe(r *result.Result) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s at %s\n", r.Outcome, r.End)
	for _, f := range r.Findings {
		call, indent := "", ""
		if f.Call != nil {
			call = fmt.Sprintf(" call %d", *f.Call)
		}
		if f.Cause != nil {
			indent = "    "
		}
		fmt.Fprintf(&b, "\n%s%s %v%s\n%s%s\n%s%s\n", indent, f.Code, f.Ranks, call, indent, f.Text["en"], indent, f.Text["zh"])
	}
	return b.String()
}

func golden(t *testing.T, file, got string) {
	t.Helper()
	if *update {
		require.NoError(t, os.WriteFile(file, []byte(got), 0o644))
	}
	want, err := os.ReadFile(file)
	require.NoError(t, err)
	assert.Equal(t, string(want), got, file)
}
