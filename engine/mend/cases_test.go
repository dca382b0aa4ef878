package mend_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"lockstep/engine/result"
	"lockstep/engine/scenario"
)

// TestCasesAreMended: the scenarios of known cause and fix that the rules are
// judged by are put right by the search too, where their own fix takes no more
// than two edits. What it finds need not be the fix that a person named.
func TestCasesAreMended(t *testing.T) {
	files, err := filepath.Glob("../diagnose/testdata/cases/*.json")
	require.NoError(t, err)
	cases, mended := 0, 0
	for _, file := range files {
		name := strings.TrimSuffix(filepath.Base(file), ".json")
		text, err := os.ReadFile(file)
		require.NoError(t, err)
		if _, err := scenario.Parse(text); err != nil {
			continue // the table of what is expected
		}
		cases++
		_, m := search(t, text, 1<<20)
		fix := m.Fix()
		if fix == nil {
			t.Logf("%s: none in %d trials", name, m.Trials())
			continue
		}
		mended++
		again, _ := search(t, scenario.Format(fix.Scenario), 1<<20)
		assert.Equal(t, result.Done, again.Outcome, name)
		assert.Empty(t, again.Findings, name)
		if testing.Verbose() {
			t.Logf("%s: %s (%d)", name, fix.Text["en"], m.Trials())
		}
	}
	t.Logf("%d of %d cases mended", mended, cases)
	require.GreaterOrEqual(t, cases, 60)
	assert.GreaterOrEqual(t, float64(mended), 0.9*float64(cases))
}
