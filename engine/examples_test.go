package engine_test

import (
	"bytes"
	"fmt"
	"io/fs"
	"os"
	"path"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"lockstep/assets"
	"lockstep/engine"
	"lockstep/engine/result"
	"lockstep/engine/scenario"
)

const examplesFile = "testdata/examples.txt"

// TestExamples holds each example scenario to its outcome and to the digest of
// its trace. This test also runs as WebAssembly, so the digests are equal there.
func TestExamples(t *testing.T) {
	files, err := fs.Glob(assets.FS, "scenarios/*.json")
	require.NoError(t, err)
	require.NotEmpty(t, files)
	var got strings.Builder
	for _, file := range files {
		first, again := runExample(t, file), runExample(t, file)
		assert.Equal(t, resultJSON(t, first), resultJSON(t, again), "%s: two runs differ", file)
		var codes []string
		for _, f := range first.Findings {
			if f.Cause == nil {
				codes = append(codes, f.Code)
			}
		}
		fmt.Fprintf(&got, "%s %s %s %s\n", strings.TrimSuffix(path.Base(file), ".json"), first.Outcome, first.TraceSHA256, strings.Join(codes, ","))
	}
	if *update {
		require.NoError(t, os.WriteFile(examplesFile, []byte(got.String()), 0o644))
	}
	want, err := os.ReadFile(examplesFile)
	require.NoError(t, err)
	assert.Equal(t, string(want), got.String())
}

func runExample(t *testing.T, file string) *result.Result {
	t.Helper()
	text, err := fs.ReadFile(assets.FS, file)
	require.NoError(t, err)
	s, err := scenario.Parse(text)
	require.NoError(t, err, file)
	for _, lang := range []string{"zh", "en"} {
		assert.NotEmpty(t, s.Title[lang], "%s: a title in %s", file, lang)
	}
	run, err := engine.Start(s)
	require.NoError(t, err, file)
	for !run.Advance(1 << 20) {
	}
	return run.Result()
}

func resultJSON(t *testing.T, r *result.Result) string {
	t.Helper()
	var b bytes.Buffer
	_, err := r.WriteTo(&b)
	require.NoError(t, err)
	return b.String()
}
