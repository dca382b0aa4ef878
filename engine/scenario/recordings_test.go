package scenario

import (
	"bufio"
	"compress/gzip"
	"encoding/json"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

// Every program that was run for real is one that a file may hold, and comes
// back from the file as it went in.
func TestRecordedProgramsParse(t *testing.T) {
	count := 0
	for id, text := range recorded(t) {
		s, err := Parse(text)
		require.NoError(t, err, id)
		out := Format(s)
		again, err := Parse(out)
		require.NoError(t, err, id)
		require.Equal(t, s, again, id)
		require.Equal(t, out, Format(again), id)
		pretty, err := Parse(FormatIndent(s))
		require.NoError(t, err, id)
		require.Equal(t, s, pretty, id)
		require.Equal(t, s, s.Clone(), id)
		count++
	}
	require.Greater(t, count, 1600)
}

// recorded gives the scenarios of the project's recordings by id.
func recorded(t testing.TB) map[string][]byte {
	files, err := filepath.Glob("../testdata/recordings/*.jsonl.gz")
	require.NoError(t, err)
	require.NotEmpty(t, files)
	all := make(map[string][]byte)
	for _, name := range files {
		f, err := os.Open(name)
		require.NoError(t, err)
		z, err := gzip.NewReader(f)
		require.NoError(t, err)
		lines := bufio.NewScanner(z)
		lines.Buffer(nil, 1<<24)
		for lines.Scan() {
			var line struct {
				ID       string
				Scenario json.RawMessage
			}
			require.NoError(t, json.Unmarshal(lines.Bytes(), &line))
			all[line.ID] = line.Scenario
		}
		require.NoError(t, lines.Err())
		require.NoError(t, f.Close())
	}
	return all
}
