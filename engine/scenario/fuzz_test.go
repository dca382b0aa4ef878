package scenario

import (
	"errors"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// FuzzParse: no text makes the parser panic; a refusal is one sentence that
// names its place; what is accepted is written in one stable way, by both
// printers, and every argument of every op reads back from its editor's text.
func FuzzParse(f *testing.F) {
	bad, err := os.ReadFile("testdata/bad.txt")
	require.NoError(f, err)
	for block := range strings.SplitSeq(string(bad), "\n\n") {
		src, _, _ := strings.Cut(block, "\n→ ")
		f.Add([]byte(src))
	}
	for i, text := range someRecorded(f) {
		if i%40 == 0 {
			f.Add(text)
		}
	}
	for _, text := range sampleFiles() {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		s, err := Parse(text)
		if err != nil {
			var e *Error
			require.True(t, errors.As(err, &e))
			require.Nil(t, s)
			require.NotContains(t, err.Error(), "\n")
			require.True(t, e.Path != "" || e.Column > 0 || e.Code == "limit_file", err)
			return
		}
		holds(t, s)
	})
}

// holds checks what is promised of every scenario that was accepted.
func holds(t require.TestingT, s *Scenario) {
	out := Format(s)
	again, err := Parse(out)
	require.NoError(t, err, "%s", out)
	require.Equal(t, s, again)
	require.Equal(t, string(out), string(Format(again)))
	pretty, err := Parse(FormatIndent(s))
	require.NoError(t, err)
	require.Equal(t, s, pretty)
	require.Equal(t, s, s.Clone())
	require.NoError(t, s.Check())
	for i := range s.Processes() {
		ops := s.ProgramOf(i)
		for j := range ops {
			fieldsHold(t, &ops[j])
		}
		for _, named := range s.TensorsOf(i) {
			if spec := named.Spec; elements(spec.Shape) < 1000 {
				built, err := spec.Build(i, s.Seed, named.Name)
				require.NoError(t, err)
				require.Equal(t, elements(spec.Shape), built.Len())
			}
		}
	}
}

func elements(shape []int) int {
	n := 1
	for _, d := range shape {
		n *= d
	}
	return n
}

func fieldsHold(t require.TestingT, o *Op) {
	spec, ok := SpecOf(o.Name)
	require.True(t, ok)
	for i := range spec.Args {
		a := &spec.Args[i]
		text := a.Text(o)
		if text != strings.TrimSpace(text) || a.JSON(o) == `""` {
			continue // an editor trims
		}
		same, err := a.WithText(*o, text)
		require.NoError(t, err, "%s.%s %q", o.Name, a.Key, text)
		require.Equal(t, a.JSON(o), a.JSON(&same), "%s.%s %q", o.Name, a.Key, text)
	}
}

func someRecorded(f *testing.F) [][]byte {
	all := recorded(f)
	var texts [][]byte
	for _, id := range sortedKeys(all) {
		texts = append(texts, all[id])
	}
	return texts
}
