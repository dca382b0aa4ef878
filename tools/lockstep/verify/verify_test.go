package verify

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"lockstep/engine/conform"
	"lockstep/engine/result"
	"lockstep/engine/scenario"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// The test binary stands in for Python: with this variable set it speaks the
// runner's side of the pipes, as the value says.
const pretend = "LOCKSTEP_PRETEND_PYTHON"

func TestMain(m *testing.M) {
	if how := os.Getenv(pretend); how != "" {
		python(how)
		return
	}
	os.Exit(m.Run())
}

// python answers every job with the file of runs named by how, one JSON line a
// run; or does something worse.
func python(how string) {
	switch how {
	case "no torch":
		fmt.Println(`{"error": "No module named 'torch'"}`)
		return
	case "dies":
		return
	case "babbles":
		fmt.Println("Traceback (most recent call last):")
		return
	}
	fmt.Println(`{"torch": "9.9.9", "python": "3.99.0", "lookup": 0.001}`)
	jobs := bufio.NewScanner(os.Stdin)
	jobs.Buffer(nil, 1<<20)
	for jobs.Scan() {
		var job struct {
			Scenario json.RawMessage
			Runs     int
			Limit    float64
		}
		if json.Unmarshal(jobs.Bytes(), &job) != nil || job.Limit <= 0 || len(job.Scenario) == 0 {
			fmt.Println(`{"error": "a bad job"}`)
			return
		}
		if how == "hangs" {
			select {}
		}
		runs, err := os.ReadFile(how)
		if err != nil {
			fmt.Printf(`{"error": %q}`+"\n", err)
			return
		}
		for i, line := range slices.Collect(strings.Lines(string(runs))) {
			if i < job.Runs {
				fmt.Printf(`{"run": %d, "ranks": %s}`+"\n", i, strings.TrimSpace(line))
			}
		}
		fmt.Println(`{"done": true}`)
	}
}

// pretending makes the test binary the only Python, behaving as how says.
func pretending(t *testing.T, how string) {
	t.Helper()
	self, err := os.Executable()
	require.NoError(t, err)
	t.Setenv(pretend, how)
	t.Setenv("LOCKSTEP_PYTHON", self)
}

// engineSays gives a result from a file, as if the engine had found it.
func engineSays(t *testing.T, s *scenario.Scenario, file string) func([]byte) (*scenario.Scenario, *result.Result, error) {
	text, err := os.ReadFile(file)
	require.NoError(t, err)
	var res result.Result
	require.NoError(t, json.Unmarshal(text, &res))
	return func([]byte) (*scenario.Scenario, *result.Result, error) { return s, &res, nil }
}

func golden(t *testing.T, file, got string) {
	t.Helper()
	if *update {
		require.NoError(t, os.WriteFile(file, []byte(got), 0o644))
	}
	want, err := os.ReadFile(file)
	require.NoError(t, err)
	assert.Equal(t, string(want), got)
}

func twoRanks() *scenario.Scenario {
	return &scenario.Scenario{Title: scenario.Text{"": "two ranks"}, WorldSize: 2, Timeout: 3 * time.Second, AutoInit: true, StopAfter: 15 * time.Second,
		Program: []scenario.Op{{Name: "all_reduce"}, {Name: "barrier"}}}
}

// use runs the verb on testdata/CASE.*: the scenario, the engine's result, and
// what the pretended real runs give.
func use(t *testing.T, name string, args ...string) (status int, out, errs string) {
	t.Helper()
	pretending(t, filepath.Join("testdata", name+".runs.jsonl"))
	var o, e bytes.Buffer
	v := &Verb{Args: append(args, "testdata/two.json"), Out: &o, Err: &e, Engine: engineSays(t, twoRanks(), filepath.Join("testdata", name+".engine.json"))}
	return v.Run(), o.String(), e.String()
}

func TestSideBySide(t *testing.T) {
	for _, c := range []struct {
		name   string
		runs   string
		status int
	}{
		{"agree", "1", statusDone},
		{"racy", "4", statusDone},     // the engine did what one run in four did
		{"differ", "2", statusDiffer}, // an output, a text, a step too few, an exit
	} {
		t.Run(c.name, func(t *testing.T) {
			status, out, errs := use(t, c.name, "--runs", c.runs)
			assert.Equal(t, c.status, status)
			assert.Empty(t, errs)
			golden(t, filepath.Join("testdata", c.name+".golden"), out)
		})
	}
}

func TestRecordWritesALineThatConformReads(t *testing.T) {
	file := filepath.Join(t.TempDir(), "fresh.jsonl")
	for range 2 {
		status, _, errs := use(t, "racy", "--runs", "4", "--record", file, "--id", "fresh-1")
		require.Equal(t, statusDone, status, errs)
	}
	f, err := os.Open(file)
	require.NoError(t, err)
	defer f.Close()
	recs, err := conform.Read(f)
	require.NoError(t, err)
	require.Len(t, recs, 2, "each use adds a line")
	rec := recs[0]
	assert.Equal(t, "fresh-1", rec.ID)
	assert.Equal(t, "two ranks", rec.Title)
	assert.Contains(t, rec.Source, "PyTorch 9.9.9 Gloo")
	assert.Equal(t, 4, rec.Runs)
	require.Len(t, rec.Outcomes, 2, "texts that differ by a race are one outcome")
	assert.Equal(t, []int{3, 1}, []int{rec.Outcomes[0].Count, rec.Outcomes[1].Count}, "commonest first")
	assert.JSONEq(t, `{"lockstep":1,"world_size":2,"program":[{"op":"barrier"}]}`, string(rec.Scenario))
	assert.Nil(t, rec.Outcomes[0].Ranks[0].Steps[0].Buffer, "buffers are recorded on demand")
	text, err := os.ReadFile(file)
	require.NoError(t, err)
	assert.NotContains(t, string(text), `"start"`, "clock times are no part of an outcome")
	assert.Contains(t, string(text), `"output":null`, "None is recorded")
}

func TestBuffersOnDemand(t *testing.T) {
	_, out, _ := use(t, "buffer")
	assert.NotContains(t, out, "≠")
	status, out, _ := use(t, "buffer", "--buffers")
	assert.Equal(t, statusDiffer, status)
	assert.Contains(t, out, "buffer[1]: engine 2, real 3")
}

func TestWithoutTorch(t *testing.T) {
	for how, says := range map[string]string{
		"no torch": "No module named 'torch'", "dies": "it ended without an answer", "babbles": "its answer is not understood",
	} {
		pretending(t, how)
		var out, errs bytes.Buffer
		v := &Verb{Args: []string{"testdata/two.json"}, Out: &out, Err: &errs, Engine: engineSays(t, twoRanks(), "testdata/agree.engine.json")}
		assert.Equal(t, statusBad, v.Run())
		assert.Empty(t, out.String())
		assert.Contains(t, errs.String(), "pip install torch")
		assert.Contains(t, errs.String(), "gigabytes")
		assert.Contains(t, errs.String(), says)
	}
}

func TestNothingIsLeftBehind(t *testing.T) {
	pretending(t, "hangs")
	ctx, cancel := context.WithCancel(context.Background())
	r, err := start(ctx, candidates("", "x.json"))
	require.NoError(t, err)
	done := make(chan error)
	go func() {
		_, err := r.play([]byte(`{}`), 1, time.Hour)
		done <- err
	}()
	cancel()
	assert.ErrorIs(t, <-done, context.Canceled)
	r.stop()
	require.NotNil(t, r.cmd.ProcessState, "the runner has been waited for")
	assert.False(t, r.cmd.ProcessState.Success())
	assert.NoDirExists(t, r.dir)
}

func TestBadCommands(t *testing.T) {
	for _, c := range []struct{ args, says string }{
		{"", "which file?"},
		{"a.json b.json", "one file at a time"},
		{"--runs 0 a.json", "--runs 0: 1 to 1000"},
		{"--limit 1ms a.json", "--limit 1ms"},
		{"--nonsense a.json", "nonsense"},
		{"nowhere.json", "nowhere.json"},
	} {
		var out, errs bytes.Buffer
		v := &Verb{Args: strings.Fields(c.args), Out: &out, Err: &errs}
		assert.Equal(t, statusBad, v.Run(), c.args)
		assert.Contains(t, errs.String(), c.says)
		assert.True(t, strings.HasPrefix(errs.String(), "lockstep: verify: "))
	}
	var errs bytes.Buffer
	v := &Verb{Args: []string{"testdata/two.json"}, Err: &errs, Engine: func([]byte) (*scenario.Scenario, *result.Result, error) {
		return nil, nil, errors.New("ranks[1]: bad")
	}}
	assert.Equal(t, statusBad, v.Run())
	assert.Contains(t, errs.String(), "testdata/two.json: ranks[1]: bad")
}

func TestTimeoutForBoth(t *testing.T) {
	v := &Verb{In: strings.NewReader(`{"lockstep": 1, "timeout": "30m"}`)}
	text, err := v.read(&options{file: "-", timeout: "3s"})
	require.NoError(t, err)
	assert.JSONEq(t, `{"lockstep": 1, "timeout": "3s"}`, string(text))
}

func TestWhatCannotBeReal(t *testing.T) {
	assert.NoError(t, canBeReal(twoRanks()))
	assert.ErrorContains(t, canBeReal(&scenario.Scenario{WorldSize: 65, AutoInit: true}), "65 processes")
	assert.ErrorContains(t, canBeReal(&scenario.Scenario{WorldSize: 1, AutoInit: true, Script: "x = 1"}), "script")
	s := twoRanks()
	s.Program[1].Name = "local"
	assert.EqualError(t, canBeReal(s), "rank 0 op 1: local exists in the engine alone and cannot be run for real")
}

func TestNotes(t *testing.T) {
	s := twoRanks()
	assert.Empty(t, notes(s, hello{Lookup: 0.01}, time.Minute))
	assert.Contains(t, notes(s, hello{Lookup: 4.9}, time.Minute)[0], "looking up the name of ::ffff:127.0.0.1 takes 4.9 s")
	s.StopAfter, s.Timeout = 0, 30*time.Minute
	assert.Contains(t, notes(s, hello{}, time.Minute)[0], "stopped after 1m0s, before the timeout of 30m0s")
	s = twoRanks()
	s.Faults = []scenario.Fault{{Kind: scenario.DropLink, Rank: 1}, {Kind: scenario.Crash}}
	s.Job.MaxRestarts = 1
	lines := notes(s, hello{}, time.Minute)
	require.Len(t, lines, 2)
	assert.Contains(t, lines[0], "drop_link of rank 1")
	assert.Contains(t, lines[1], "nothing is restarted")
}

func TestCandidates(t *testing.T) {
	t.Setenv("LOCKSTEP_PYTHON", "")
	assert.Equal(t, []string{"mine"}, candidates("mine", "a.json"), "what is asked for is the only one")
	t.Setenv("LOCKSTEP_PYTHON", "env")
	assert.Equal(t, []string{"env"}, candidates("", "a.json"))
	assert.Equal(t, []string{"mine"}, candidates("mine", "a.json"))
	t.Setenv("LOCKSTEP_PYTHON", "")

	dir := t.TempDir()
	t.Chdir(dir)
	bin := filepath.Join(dir, "bin")
	t.Setenv("PATH", bin)
	assert.Empty(t, candidates("", "a.json"))
	for _, file := range []string{".venv/bin/python", "course/.venv/bin/python", "bin/python3", "bin/python"} {
		require.NoError(t, os.MkdirAll(filepath.Dir(file), 0o755))
		require.NoError(t, os.WriteFile(file, nil, 0o755))
	}
	assert.Equal(t, []string{"course/.venv/bin/python", ".venv/bin/python", filepath.Join(bin, "python3"), filepath.Join(bin, "python")}, candidates("", "course/a.json"))
	assert.Equal(t, ".venv/bin/python", candidates("", "a.json")[0], "not twice the same")
}

func TestShort(t *testing.T) {
	for in, want := range map[string]string{
		``: "", `null`: "", `3`: "3", `"text, more"`: `"text  more"`, `{"returned": "Work"}`: `{"returned":"Work"}`,
		`{"dtype": "float32", "shape": [2], "data": [1.0, "nan"]}`:                           `[1.0 "nan"]`,
		`{"dtype": "float32", "shape": [100], "rle": [[1.0, 100]]}`:                          "runs [[1.0 100]]",
		`[{"dtype":"int32","shape":[1],"data":[1]},{"dtype":"int32","shape":[],"data":[2]}]`: "[[1] [2]]",
	} {
		assert.Equal(t, want, short(json.RawMessage(in)), in)
	}
}
