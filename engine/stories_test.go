package engine_test

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"lockstep/engine"
	"lockstep/engine/export"
	"lockstep/engine/scenario"
)

// TestStories runs each testdata/stories/*.json and holds the story of the run,
// event by event, to the golden file beside it: what a person reads there is what
// the mechanism does.
func TestStories(t *testing.T) {
	files, err := filepath.Glob("testdata/stories/*.json")
	require.NoError(t, err)
	require.NotEmpty(t, files)
	goldens := map[string]bool{}
	found, err := filepath.Glob("testdata/stories/*.golden")
	require.NoError(t, err)
	for _, golden := range found {
		goldens[golden] = true
	}
	for _, file := range files {
		golden := strings.TrimSuffix(file, ".json") + ".golden"
		delete(goldens, golden)
		t.Run(strings.TrimSuffix(filepath.Base(file), ".json"), func(t *testing.T) {
			got := story(t, file)
			if *update {
				require.NoError(t, os.WriteFile(golden, []byte(got), 0o644))
			}
			want, err := os.ReadFile(golden)
			require.NoError(t, err)
			assert.Equal(t, string(want), got)
		})
	}
	assert.Empty(t, goldens, "golden files without a scenario")
}

func story(t *testing.T, file string) string {
	t.Helper()
	text, err := os.ReadFile(file)
	require.NoError(t, err)
	s, err := scenario.Parse(text)
	require.NoError(t, err, file)
	run, err := engine.Start(s)
	require.NoError(t, err, file)
	for !run.Advance(1 << 20) {
	}
	var b bytes.Buffer
	require.NoError(t, export.Story(&b, s, run.Trace(), run.Result(), export.Telling{Lang: "en", Events: true}))
	return b.String()
}
