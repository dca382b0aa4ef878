package main

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"lockstep/engine/conform"
	"lockstep/engine/recorded"
	"lockstep/engine/scenario"
)

func TestPackedLinesReadBack(t *testing.T) {
	from, to := t.TempDir(), t.TempDir()
	lines := []byte("{\"id\": \"a\"}\n{\"id\": \"b\"}\n")
	require.NoError(t, os.WriteFile(filepath.Join(from, "x.jsonl"), lines, 0o644))
	require.NoError(t, packAll([]string{from}, to))
	packed, err := os.ReadFile(filepath.Join(to, "x.jsonl.gz"))
	require.NoError(t, err)
	again, err := pack(lines)
	require.NoError(t, err)
	assert.Equal(t, again, packed, "the same lines give the same bytes")
	recs, err := conform.Read(bytes.NewReader(packed))
	require.NoError(t, err)
	require.Len(t, recs, 2)
	assert.Equal(t, "b", recs[1].ID)
}

func TestABrokenLineIsNotPacked(t *testing.T) {
	from, to := t.TempDir(), t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(from, "x.jsonl"), []byte("{}\n{"), 0o644))
	assert.ErrorContains(t, packAll([]string{from}, to), "line 2")
	assert.NoFileExists(t, filepath.Join(to, "x.jsonl.gz"))
}

// TestTheTableIsThatOfTheRecordings: the page says of a scenario what its recordings
// and the engine say today.
func TestTheTableIsThatOfTheRecordings(t *testing.T) {
	recs, err := readAll([]string{"../../engine/testdata/recordings", "../../engine/testdata/recorded"})
	require.NoError(t, err)
	require.Greater(t, len(recs), 1600)
	for i := range recs {
		assert.Contains(t, recs[i].Source, "PyTorch 2.14.1", recs[i].ID) // as the page says (seen.so)
	}
	known, err := table(recs)
	require.NoError(t, err)
	packed, err := os.ReadFile("../../assets/recorded.bin")
	require.NoError(t, err)
	assert.True(t, bytes.Equal(recorded.Pack(known), packed), "go run ./tools/recordings -table assets/recorded.bin engine/testdata/recordings engine/testdata/recorded")
	agree := 0
	for _, seen := range known {
		if seen.Agree > 0 {
			agree++
		}
	}
	t.Logf("%d scenarios, %d of them seen as the engine runs them", len(known), agree)
	assert.Greater(t, agree, 1500)
}

// TestExamplesWereSeen: what ships and was recorded went in real runs as here.
func TestExamplesWereSeen(t *testing.T) {
	recs, err := readAll([]string{"../../engine/testdata/recorded"})
	require.NoError(t, err)
	require.NotEmpty(t, recs)
	known, err := table(recs)
	require.NoError(t, err)
	for i := range recs {
		s, err := scenario.Parse(recs[i].Scenario)
		require.NoError(t, err)
		seen := known[recorded.DigestOf(s)]
		assert.Positive(t, seen.Agree, recs[i].ID)
		assert.GreaterOrEqual(t, seen.Runs, 5, recs[i].ID)
	}
}
