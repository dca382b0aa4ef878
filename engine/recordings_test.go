package engine_test

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"lockstep/engine"
	"lockstep/engine/conform"
	"lockstep/engine/scenario"
)

var update = flag.Bool("update", false, "rewrite the expectations in testdata")

const (
	matchedFile    = "testdata/recordings/matched.txt"
	exceptionsFile = "testdata/recordings/EXCEPTIONS.md"
)

// TestRecordings replays what real processes did. The ids that match are listed
// in matched.txt: one that is listed and differs is a step back, and one that
// matches without being listed has to be listed, so that the number only grows.
func TestRecordings(t *testing.T) {
	recs := readRecordings(t)
	differs := replay(recs)
	if *update {
		var ids []string
		for i, rec := range recs {
			if differs[i] == "" {
				ids = append(ids, rec.ID)
			}
		}
		slices.Sort(ids)
		require.NoError(t, os.WriteFile(matchedFile, []byte(strings.Join(ids, "\n")+"\n"), 0o644))
	}
	text, err := os.ReadFile(matchedFile)
	require.NoError(t, err)
	listed := map[string]bool{}
	for id := range strings.FieldsSeq(string(text)) {
		listed[id] = true
	}
	matched := 0
	for i, rec := range recs {
		switch {
		case listed[rec.ID] && differs[i] != "":
			t.Errorf("%s: %s", rec.ID, differs[i])
		case !listed[rec.ID] && differs[i] == "":
			t.Errorf("%s matches: add it with -update", rec.ID)
		}
		if differs[i] == "" {
			matched++
		}
		delete(listed, rec.ID)
	}
	for id := range listed {
		t.Errorf("%s is listed and is no recording", id)
	}
	for id := range exceptions(t) {
		i := slices.IndexFunc(recs, func(rec conform.Recording) bool { return rec.ID == id })
		if i < 0 || differs[i] == "" {
			t.Errorf("%s stands in %s and is none", id, exceptionsFile)
		}
	}
	t.Logf("conform: %d of %d", matched, len(recs))
}

// exceptions are the recordings that a reason outside the model keeps from matching.
func exceptions(t *testing.T) map[string]bool {
	t.Helper()
	text, err := os.ReadFile(exceptionsFile)
	require.NoError(t, err)
	ids := map[string]bool{}
	for line := range strings.Lines(string(text)) {
		if rest, ok := strings.CutPrefix(line, "- `"); ok {
			id, _, _ := strings.Cut(rest, "`")
			ids[id] = true
		}
	}
	require.NotEmpty(t, ids)
	return ids
}

func readRecordings(t testing.TB) (recs []conform.Recording) {
	t.Helper()
	files, err := filepath.Glob("testdata/recordings/*.jsonl.gz")
	require.NoError(t, err)
	require.NotEmpty(t, files)
	for _, file := range files {
		r, err := os.Open(file)
		require.NoError(t, err)
		some, err := conform.Read(r)
		require.NoError(t, err, file)
		require.NoError(t, r.Close())
		recs = append(recs, some...)
	}
	return recs
}

// replay says for each recording how the engine differs from it, "" for a match.
func replay(recs []conform.Recording) []string {
	differs := make([]string, len(recs))
	next := make(chan int)
	var workers sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		workers.Go(func() {
			for i := range next {
				differs[i] = replayOne(&recs[i])
			}
		})
	}
	for i := range recs {
		next <- i
	}
	close(next)
	workers.Wait()
	return differs
}

func replayOne(rec *conform.Recording) (difference string) {
	defer func() {
		if p := recover(); p != nil {
			difference = fmt.Sprintf("broken invariant: %v", p)
		}
	}()
	s, err := scenario.Parse(rec.Scenario)
	if err != nil {
		return err.Error()
	}
	run, err := engine.Start(s)
	if err != nil {
		return err.Error()
	}
	for !run.Advance(1 << 20) {
	}
	if d := conform.Judge(rec, run.Result()); d != nil {
		return d.String()
	}
	return ""
}
