package scenario

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// The reference lists every op with its arguments, and every key of the file.
func TestReadmeListsEveryOp(t *testing.T) {
	const begin, end = "<!-- ops: written by TestReadmeListsEveryOp -update -->\n", "<!-- end -->"
	text, err := os.ReadFile("README.md")
	require.NoError(t, err)
	before, rest, ok := strings.Cut(string(text), begin)
	require.True(t, ok)
	table, after, ok := strings.Cut(rest, end)
	require.True(t, ok)
	want := opTable()
	if *update {
		require.NoError(t, os.WriteFile("README.md", []byte(before+begin+want+end+after), 0o644))
	} else {
		assert.Equal(t, want, table)
	}
	for _, key := range fileKeys {
		assert.Contains(t, before, "\n| "+key+" | ")
	}
	for _, kind := range FaultKinds() {
		assert.Contains(t, after, "\n| "+string(kind)+" | ")
	}
}

func opTable() string {
	var b strings.Builder
	for _, family := range Families() {
		fmt.Fprintf(&b, "\n| %s | arguments | |\n| --- | --- | --- |\n", strings.ReplaceAll(string(family), "_", " "))
		for i := range Specs {
			if s := &Specs[i]; s.Family == family {
				fmt.Fprintf(&b, "| %s | %s | %s |\n", s.Name, strings.Join(argWords(s), ", "), s.Doc)
			}
		}
	}
	return b.String() + "\n"
}

// argWords lists the arguments of an op; catch, which all have, is left out.
func argWords(s *Spec) []string {
	var words []string
	for i := range s.Args {
		a := &s.Args[i]
		word := a.Key
		switch {
		case a.Key == "catch":
			continue
		case !a.Required:
			word = "*" + a.Key + "*"
		}
		if a.Kind == KindChoice {
			word += " (" + strings.Join(a.Choices, " ") + ")"
		}
		words = append(words, word)
	}
	return words
}
