package engine_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"lockstep/engine"
	"lockstep/engine/result"
	"lockstep/engine/scenario"
)

const examplesDir = "../assets/scenarios"

// TestLibrary runs every scenario that the page offers and holds it to the
// outcome in testdata/examples, told so that a person can judge it. Each file is
// as FormatIndent writes it, has its title and question in both languages, and
// stands once in order.txt.
func TestLibrary(t *testing.T) {
	order, err := os.ReadFile(filepath.Join(examplesDir, "order.txt"))
	require.NoError(t, err)
	var ids []string
	for line := range strings.Lines(string(order)) {
		if !strings.HasPrefix(line, "#") { // a heading
			ids = append(ids, strings.Fields(line)...)
		}
	}
	files, err := filepath.Glob(filepath.Join(examplesDir, "*.json"))
	require.NoError(t, err)
	require.Len(t, ids, len(files), "order.txt lists each file once")
	require.GreaterOrEqual(t, len(ids), 14)
	for _, id := range ids {
		t.Run(id, func(t *testing.T) { runFromLibrary(t, id) })
	}
	goldens, err := filepath.Glob("testdata/examples/*.txt")
	require.NoError(t, err)
	assert.Len(t, goldens, len(ids), "an outcome without its example")
}

func runFromLibrary(t *testing.T, id string) {
	file := filepath.Join(examplesDir, id+".json")
	text, err := os.ReadFile(file)
	require.NoError(t, err)
	s, err := scenario.Parse(text)
	require.NoError(t, err)
	for _, lang := range []string{"zh", "en"} {
		assert.NotEmpty(t, s.Title[lang])
		assert.NotEmpty(t, s.Question[lang])
	}
	if *update {
		require.NoError(t, os.WriteFile(file, scenario.FormatIndent(s), 0o644))
	} else {
		assert.Equal(t, string(scenario.FormatIndent(s)), string(text), "go test ./engine -update writes it so")
	}
	r, err := engine.Start(s)
	require.NoError(t, err)
	for !r.Advance(1 << 20) {
	}
	golden := filepath.Join("testdata/examples", id+".txt")
	got := outline(s, r.Result())
	if *update {
		require.NoError(t, os.WriteFile(golden, []byte(got), 0o644))
	}
	want, err := os.ReadFile(golden)
	require.NoError(t, err)
	assert.Equal(t, string(want), got)
}

// outline tells a result in lines that a person can judge.
func outline(s *scenario.Scenario, r *result.Result) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s\n%s after %s\n", s.Question.In("en"), r.Outcome, r.End)
	for _, rank := range r.Ranks {
		exit := "still running"
		if rank.Exit != nil {
			exit = fmt.Sprint("exit ", *rank.Exit)
		}
		fmt.Fprintf(&b, "\nrank %d: %s\n", rank.Rank, exit)
		for _, l := range rank.Log {
			fmt.Fprintf(&b, "  log %s\n", strings.TrimSpace(strings.Join([]string{l.Name, string(l.Value), l.Text}, " ")))
		}
		for _, step := range rank.Steps {
			fmt.Fprintf(&b, "  %s %s %s", step.Op, step.Status, step.When)
			switch {
			case step.Message != "":
				fmt.Fprintf(&b, ": %s: %s", step.ErrorType, strings.ReplaceAll(step.Message, "\n", "\n      "))
			case len(step.Output) > 0 && string(step.Output) != "null":
				fmt.Fprintf(&b, " → %s", step.Output)
			}
			b.WriteByte('\n')
		}
	}
	return b.String()
}
