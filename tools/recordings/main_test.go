package main

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"lockstep/engine/conform"
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
