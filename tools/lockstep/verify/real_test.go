package verify

import (
	"context"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"lockstep/engine"
	"lockstep/engine/conform"
	"lockstep/engine/scenario"
)

// TestRealProcessesDoWhatWasRecorded replays recordings of the project with real
// processes: numbers, handles, an abort, a refusal, a timeout, a stopped process.
// It needs a Python with torch, which is gigabytes, so it runs only where one is.
func TestRealProcessesDoWhatWasRecorded(t *testing.T) {
	r := realRunner(t)
	for file, ids := range map[string][]string{
		"num": {"num-world1", "num-async-w2"},
		"mis": {"mis-shape-2-1-off"},
		"rdv": {"rdv-noenv-rank"},
		"mat": {"mat-allreduce-barrier-off"},
		"flt": {"flt-sigstop-cont-w4"},
	} {
		recs := recorded(t, file)
		for _, id := range ids {
			rec, ok := recs[id]
			require.True(t, ok, id)
			runs, err := r.play(rec.Scenario, 1, time.Minute)
			require.NoError(t, err, id)
			o := &Outcome{Count: 1, Ranks: runs[0]}
			assert.Nil(t, conform.Judge(&rec, o.result()), id)
		}
	}
}

// TestRealAndEngineDrawTheSameNumbers: "fill": "random" is drawn in Go and in
// Python, by name and by place.
func TestRealAndEngineDrawTheSameNumbers(t *testing.T) {
	r := realRunner(t)
	text, err := os.ReadFile("testdata/random.json")
	require.NoError(t, err)
	s, err := scenario.Parse(text)
	require.NoError(t, err)
	run, err := engine.Start(s)
	require.NoError(t, err)
	for !run.Advance(1 << 20) {
	}
	runs, err := r.play(text, 1, time.Minute)
	require.NoError(t, err)
	o := &Outcome{Count: 1, Ranks: runs[0]}
	assert.Empty(t, conform.Differences(o.judged(), run.Result()))
	require.Len(t, runs[0][0].Steps, len(s.Program))
}

// realRunner starts one, or skips the test where there is no Python with torch.
func realRunner(t *testing.T) *runner {
	if testing.Short() {
		t.Skip("real processes take their time")
	}
	r, err := start(context.Background(), candidates("", "."))
	if err != nil {
		t.Skip("not run: there is no Python with torch here (LOCKSTEP_PYTHON may name one)")
	}
	t.Cleanup(r.stop)
	return r
}

func recorded(t *testing.T, file string) map[string]conform.Recording {
	f, err := os.Open(filepath.Join("..", "..", "..", "engine", "testdata", "recordings", file+".jsonl.gz"))
	require.NoError(t, err)
	defer f.Close()
	recs, err := conform.Read(f)
	require.NoError(t, err)
	byID := map[string]conform.Recording{}
	for _, rec := range recs {
		byID[rec.ID] = rec
	}
	return byID
}
