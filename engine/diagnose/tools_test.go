package diagnose_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"lockstep/engine/diagnose"
	"lockstep/engine/result"
	"lockstep/engine/scenario"
)

// TestTools holds what the other tools say of the known cases to a golden file:
// whom each names, and whether that is the first cause.
func TestTools(t *testing.T) {
	var b strings.Builder
	right := map[string]int{}
	all := knownCases(t)
	for _, k := range all {
		file := filepath.Join("testdata/cases", k.Case+".json")
		s, tr, r := run(t, file)
		tools := diagnose.Tools(s, tr, r, detailOf(t, file))
		require.Len(t, tools, 3)
		fmt.Fprintf(&b, "%s: %s %v\n", k.Case, r.Findings[0].Code, r.Findings[0].Ranks)
		for i, name := range []string{"flight recorder", "monitored barrier", "DETAIL"} {
			x := tools[i]
			verdict := "no"
			switch {
			case x.Right:
				verdict = "yes"
				right[name]++
			case len(x.Names) > 0:
				verdict = "wrong"
			}
			fmt.Fprintf(&b, "  %-18s %-6s %v\n", name, verdict, x.Names)
			assert.NotEmpty(t, x.Says)
			for _, text := range append(x.Says, x.Name, x.Misses) {
				assert.NotEmpty(t, text["en"])
				assert.NotEmpty(t, text["zh"])
			}
		}
	}
	for _, name := range []string{"flight recorder", "monitored barrier", "DETAIL"} {
		fmt.Fprintf(&b, "%s names the first cause in %d of %d cases\n", name, right[name], len(all))
	}
	golden(t, "testdata/cases/tools.txt", b.String())
}

// A correct run has nothing for a tool to say.
func TestToolsOfACorrectRun(t *testing.T) {
	s, tr, r := run(t, "testdata/clean-ring.json")
	for _, x := range diagnose.Tools(s, tr, r, detailOf(t, "testdata/clean-ring.json")) {
		assert.Empty(t, x.Names)
		assert.True(t, x.Right, x.Name["en"])
	}
}

func detailOf(t *testing.T, file string) *result.Result {
	t.Helper()
	text, err := os.ReadFile(file)
	require.NoError(t, err)
	s, err := scenario.Parse(text)
	require.NoError(t, err)
	s = s.Clone()
	s.Debug = scenario.DebugDetail
	return runText(t, scenario.Format(s))
}
