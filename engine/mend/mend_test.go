package mend_test

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"lockstep/engine"
	"lockstep/engine/conform"
	"lockstep/engine/mend"
	"lockstep/engine/result"
	"lockstep/engine/scenario"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// search runs a scenario and looks for what would put it right, in slices of
// budget events.
func search(t testing.TB, text []byte, budget int) (*result.Result, *mend.Search) {
	t.Helper()
	s, err := scenario.Parse(text)
	require.NoError(t, err)
	run, err := engine.Start(s)
	require.NoError(t, err)
	for !run.Advance(1 << 20) {
	}
	m := mend.New(s, run.Trace(), run.Outcome().Findings)
	for !m.Advance(budget) {
	}
	return run.Outcome(), m
}

// TestFixes searches for every testdata/*.json and holds what is found to the
// golden file beside it. The name says what kind of edit it has to be.
func TestFixes(t *testing.T) {
	files, err := filepath.Glob("testdata/*.json")
	require.NoError(t, err)
	require.NotEmpty(t, files)
	kinds := map[string]mend.Kind{
		"argument": mend.SetArgument, "tensor": mend.SetTensor, "swap": mend.Swap, "replace": mend.Replace, "insert": mend.Insert,
		"remove": mend.Remove, "take": mend.Follow, "calm": mend.Calm, "start": mend.Start, "patience": mend.Wait,
	}
	for _, file := range files {
		name := strings.TrimSuffix(filepath.Base(file), ".json")
		t.Run(name, func(t *testing.T) {
			text, err := os.ReadFile(file)
			require.NoError(t, err)
			r, m := search(t, text, 1<<20)
			family, _, _ := strings.Cut(name, "-")
			switch family {
			case "none", "clean":
				assert.Nil(t, m.Fix())
			case "two":
				require.NotNil(t, m.Fix())
				assert.Len(t, m.Fix().Edits, 2)
			default:
				require.NotNil(t, m.Fix())
				require.Len(t, m.Fix().Edits, 1)
				assert.Equal(t, kinds[family], m.Fix().Edits[0].Kind)
			}
			golden(t, strings.TrimSuffix(file, ".json")+".golden", describe(r, m))
		})
	}
	orphans, err := filepath.Glob("testdata/*.golden")
	require.NoError(t, err)
	for _, g := range orphans {
		assert.FileExists(t, strings.TrimSuffix(g, ".golden")+".json", "golden file of nothing")
	}
}

func describe(r *result.Result, m *mend.Search) string {
	var b strings.Builder
	for _, f := range r.Findings {
		if f.Cause == nil {
			fmt.Fprintf(&b, "found  %s %v\n", f.Code, f.Ranks)
		}
	}
	fmt.Fprintf(&b, "tried  %d\n", m.Trials())
	if m.Fix() == nil {
		return b.String() + "none\n"
	}
	for _, lang := range []string{"en", "zh"} {
		fmt.Fprintf(&b, "%s     %s\n", lang, m.Fix().Text[lang])
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

// TestFixHolds: what the search offers, written to a file and read again, runs to
// a good end without a finding; it is found in one piece as in slices; and the
// scenario that it began with is as it was.
func TestFixHolds(t *testing.T) {
	recs := recordings(t, "../testdata/recordings/fuz.jsonl.gz")
	broken, mended := 0, 0
	for i := 0; i < len(recs); i += 9 {
		before := string(recs[i].Scenario)
		r, m := search(t, recs[i].Scenario, 1<<20)
		if len(r.Findings) == 0 {
			continue
		}
		broken++
		require.Equal(t, before, string(recs[i].Scenario))
		if m.Fix() == nil {
			t.Logf("%s: no fix in %d trials", recs[i].ID, m.Trials())
			continue
		}
		mended++
		text := scenario.Format(m.Fix().Scenario)
		again, rest := search(t, text, 1<<20)
		assert.Equal(t, result.Done, again.Outcome, recs[i].ID)
		assert.Empty(t, again.Findings, recs[i].ID)
		assert.Nil(t, rest.Fix())
		_, sliced := search(t, recs[i].Scenario, 200)
		if assert.NotNil(t, sliced.Fix(), recs[i].ID) {
			assert.Equal(t, m.Fix().Text, sliced.Fix().Text)
			assert.Equal(t, string(text), string(scenario.Format(sliced.Fix().Scenario)))
		}
	}
	t.Logf("%d of %d broken programs mended", mended, broken)
	require.Greater(t, broken, 30)
	assert.Greater(t, float64(mended), 0.9*float64(broken))
}

func recordings(t *testing.T, file string) []conform.Recording {
	t.Helper()
	r, err := os.Open(file)
	require.NoError(t, err)
	defer r.Close()
	recs, err := conform.Read(r)
	require.NoError(t, err)
	return recs
}

// BenchmarkSearch is a search that succeeds at the first edit, and one that goes
// through all of them in vain.
func BenchmarkSearch(b *testing.B) {
	for _, name := range []string{"swap", "two", "take-over"} {
		text, err := os.ReadFile("testdata/" + name + ".json")
		require.NoError(b, err)
		b.Run(name, func(b *testing.B) {
			trials := 0
			for b.Loop() {
				_, m := search(b, text, 1<<20)
				trials += m.Trials()
			}
			b.ReportMetric(float64(trials)/float64(b.N), "trials/op")
		})
	}
}
