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

// TestFaults tells what faults from outside do, each scenario of testdata/faults
// beside its story, and that a run in small slices is the same.
func TestFaults(t *testing.T) {
	files, err := filepath.Glob("testdata/faults/*.json")
	require.NoError(t, err)
	require.NotEmpty(t, files)
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".json"), func(t *testing.T) {
			text, err := os.ReadFile(file)
			require.NoError(t, err)
			s, err := scenario.Parse(text)
			require.NoError(t, err)
			if *update {
				require.NoError(t, os.WriteFile(file, scenario.FormatIndent(s), 0o644))
			}
			whole, slices := advance(t, s, 1<<20), advance(t, s, 1)
			assert.Equal(t, whole.Result().TraceSHA256, slices.Result().TraceSHA256)
			var story bytes.Buffer
			require.NoError(t, export.Story(&story, s, whole.Trace(), whole.Result(), export.Telling{Lang: "en"}))
			golden := strings.TrimSuffix(file, ".json") + ".txt"
			if *update {
				require.NoError(t, os.WriteFile(golden, story.Bytes(), 0o644))
			}
			want, err := os.ReadFile(golden)
			require.NoError(t, err)
			assert.Equal(t, string(want), story.String())
		})
	}
	goldens, err := filepath.Glob("testdata/faults/*.txt")
	require.NoError(t, err)
	assert.Len(t, goldens, len(files), "a story without its scenario")
}

func advance(t *testing.T, s *scenario.Scenario, budget int) *engine.Run {
	t.Helper()
	r, err := engine.Start(s)
	require.NoError(t, err)
	for !r.Advance(budget) {
	}
	return r
}
