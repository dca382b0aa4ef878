package diagnose_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"lockstep/engine"
	"lockstep/engine/conform"
	"lockstep/engine/result"
	"lockstep/engine/scenario"
)

// TestRecordings explains every recorded program that the engine runs as the
// real processes did: one in which all went well has no finding, unless its title
// says what is silently wrong in it; any other has one, and none is left
// unexplained.
func TestRecordings(t *testing.T) {
	files, err := filepath.Glob("../testdata/recordings/*.jsonl.gz")
	require.NoError(t, err)
	explained, clean, silent := 0, 0, 0
	for _, file := range files {
		r, err := os.Open(file)
		require.NoError(t, err)
		recs, err := conform.Read(r)
		require.NoError(t, err, file)
		require.NoError(t, r.Close())
		for i := 0; i < len(recs); i += stride() {
			got := replay(t, &recs[i])
			switch {
			case got == nil:
			case wentWell(got) && silentlyWrong(&recs[i]):
				silent++
				assert.NotEmpty(t, got.Findings, recs[i].ID)
			case wentWell(got) && len(mistakesOf(recs[i].Title)) > 0: // see TestPrecisionOverRecordings
			case wentWell(got):
				clean++
				assert.Empty(t, codes(got), recs[i].ID)
			default:
				explained++
				assert.NotEmpty(t, got.Findings, recs[i].ID)
				assert.NotContains(t, codes(got), "unexplained", recs[i].ID)
			}
		}
	}
	t.Logf("%d explained, %d clean, %d silently wrong", explained, clean, silent)
	assert.Positive(t, explained)
	assert.Positive(t, clean)
	assert.Positive(t, silent)
}

func codes(r *result.Result) (all []string) {
	for _, f := range r.Findings {
		all = append(all, f.Code)
	}
	return all
}

// silentlyWrong reports whether a title says that something is wrong which no call
// complains of. Two kinds of it leave no trace and are not asked for: literal
// tensors in another order, of which nothing tells that they were swapped
// (mis-swap-tensors), and a new_group without a rank that is not in it.
func silentlyWrong(rec *conform.Recording) bool {
	switch {
	case !strings.HasPrefix(rec.ID, "mis-"), strings.HasPrefix(rec.ID, "mis-swap-tensors"), strings.HasPrefix(rec.ID, "mis-newgroup-nonmember-skips"):
		return false
	}
	for _, fine := range []string{"mis-async-blocked", "mis-async-late", "mis-async-wait-timeout", "mis-irecv-many"} { // only late, or in another order that tags allow
		if strings.HasPrefix(rec.ID, fine) {
			return false
		}
	}
	return true
}

// stride leaves most of them out where time is short: as WebAssembly, where every
// trace is compared with the native one anyway.
func stride() int {
	if testing.Short() {
		return 7
	}
	return 1
}

// replay is the run of a recorded program, nil where it is not what was recorded.
func replay(t *testing.T, rec *conform.Recording) *result.Result {
	t.Helper()
	s, err := scenario.Parse(rec.Scenario)
	require.NoError(t, err, rec.ID)
	run, err := engine.Start(s)
	if err != nil {
		return nil
	}
	for !run.Advance(1 << 20) {
	}
	if conform.Judge(rec, run.Result()) != nil {
		return nil
	}
	return run.Result()
}

func wentWell(r *result.Result) bool {
	for _, k := range r.Ranks {
		if k.Exit == nil || *k.Exit != 0 {
			return false
		}
		for _, s := range k.Steps {
			if s.Status != "ok" {
				return false
			}
		}
	}
	return true
}
