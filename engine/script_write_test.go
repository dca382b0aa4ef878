package engine

import (
	"errors"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"lockstep/engine/result"
	"lockstep/engine/scenario"
	"lockstep/engine/script"
)

// TestAProgramWrittenAsAScriptDoesTheSame: each op of the examples and of the
// stories that can be written as a line of a script does there what it did.
func TestAProgramWrittenAsAScriptDoesTheSame(t *testing.T) {
	files, err := filepath.Glob("../assets/scenarios/*.json")
	require.NoError(t, err)
	more, err := filepath.Glob("testdata/stories/*.json")
	require.NoError(t, err)
	written := 0
	for _, file := range append(files, more...) {
		text, err := os.ReadFile(file)
		require.NoError(t, err)
		s, err := scenario.Parse(text)
		require.NoError(t, err)
		if s.Script != "" || !s.AutoInit || len(s.Faults) > 0 {
			continue
		}
		code, err := script.Write(s)
		var cannot *script.Unwritable
		if errors.As(err, &cannot) {
			t.Log(filepath.Base(file), err)
			continue
		}
		require.NoError(t, err)
		as := s.Clone()
		as.Script, as.Program = code, nil
		for i := range as.Ranks {
			as.Ranks[i].Program, as.Ranks[i].HasProgram = nil, false
		}
		require.NoError(t, as.Check(), file)
		ops, lines := run(t, s), run(t, as)
		assert.Equal(t, ops.Outcome, lines.Outcome, "%s:\n%s", file, code)
		for i := range ops.Ranks {
			assert.Equal(t, ops.Ranks[i].Exit, lines.Ranks[i].Exit, "%s, rank %d:\n%s", file, i, code)
			assert.Equal(t, calls(ops.Ranks[i]), calls(lines.Ranks[i]), "%s, rank %d:\n%s", file, i, code)
		}
		written++
	}
	assert.Greater(t, written, 15)
}

// calls are a rank's steps without what a script has not: local ops, and the lines.
func calls(r result.Rank) (out []result.Step) {
	for _, s := range r.Steps {
		if s.Op == "local" || s.Op == "script" || s.Op == "repeat" {
			continue
		}
		s.Line, s.Start, s.End = 0, "", ""
		out = append(out, s)
	}
	return out
}
