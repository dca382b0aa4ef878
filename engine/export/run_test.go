package export_test

import (
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"lockstep/engine"
	"lockstep/engine/scenario"
)

var update = flag.Bool("update", false, "write the golden files")

// examples are the scenarios that ship, by name.
func examples(t *testing.T) map[string]*scenario.Scenario {
	t.Helper()
	files, err := filepath.Glob("../../assets/scenarios/*.json")
	require.NoError(t, err)
	require.NotEmpty(t, files)
	list := map[string]*scenario.Scenario{}
	for _, file := range files {
		text, err := os.ReadFile(file)
		require.NoError(t, err)
		list[strings.TrimSuffix(filepath.Base(file), ".json")] = parse(t, string(text))
	}
	return list
}

func parse(t *testing.T, text string) *scenario.Scenario {
	t.Helper()
	s, err := scenario.Parse([]byte(text))
	require.NoError(t, err)
	return s
}

// ran is a scenario's run to its end.
func ran(t *testing.T, s *scenario.Scenario) *engine.Run {
	t.Helper()
	run, err := engine.Start(s)
	require.NoError(t, err)
	for !run.Advance(1 << 20) {
	}
	return run
}

// golden holds a text to its golden file.
func golden(t *testing.T, name, got string) {
	t.Helper()
	file := filepath.Join("testdata", name)
	if *update {
		require.NoError(t, os.MkdirAll("testdata", 0o755))
		require.NoError(t, os.WriteFile(file, []byte(got), 0o644))
	}
	want, err := os.ReadFile(file)
	require.NoError(t, err)
	assert.Equal(t, string(want), got)
}

// restarted is a job whose first attempt fails.
const restarted = `{"lockstep": 1, "title": {"zh": "一次重启", "en": "One restart"}, "world_size": 2, "timeout": "3s", "job": {"max_restarts": 1},
 "tensors": {"x": {"dtype": "float32", "data": [1]}},
 "program": [{"op": "all_reduce", "tensor": "x"}, {"op": "save_checkpoint", "names": ["x"], "step": 1}, {"op": "barrier"}, {"op": "all_reduce", "tensor": "x"}],
 "faults": [{"kind": "crash", "rank": 1, "at": {"op": 3}}]}`
