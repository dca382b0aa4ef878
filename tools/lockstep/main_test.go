package main

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"lockstep/engine/result"
)

// lockstep runs the command in this process.
func lockstep(in string, args ...string) (status int, out, err string) {
	var o, e bytes.Buffer
	status = dispatch(&call{args: args, in: strings.NewReader(in), out: &o, err: &e})
	return status, o.String(), e.String()
}

const twoScalars = `{"lockstep": 1, "world_size": 2, "program": [{"op": "all_reduce", "tensor": "x"}],
	"ranks": [{"tensors": {"x": {"dtype": "float32", "data": [1]}}}, {"tensors": {"x": {"dtype": "float32", "data": [2]}}}]}`

func write(t *testing.T, name, text string) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), name)
	require.NoError(t, os.WriteFile(file, []byte(text), 0o644))
	return file
}

func TestRunGivesTheSameBytesFromAFileAndFromStandardInput(t *testing.T) {
	file := write(t, "s.json", twoScalars)
	status, first, complaint := lockstep("", "run", "--json", file)
	require.Equal(t, statusDone, status, complaint)
	status, second, _ := lockstep(twoScalars, "run", "-", "--json")
	assert.Equal(t, statusDone, status)
	assert.Equal(t, first, second)
	var r result.Result
	require.NoError(t, json.Unmarshal([]byte(first), &r))
	assert.Equal(t, result.Done, r.Outcome)
	require.Len(t, r.Ranks, 2)
	for _, k := range r.Ranks {
		assert.JSONEq(t, `{"dtype": "float32", "shape": [1], "data": [3]}`, string(k.Steps[0].Output))
	}
}

func TestARunThatFailsHasFinished(t *testing.T) {
	status, out, _ := lockstep(`{"lockstep": 1, "world_size": 2, "timeout": "3s", "program": [{"op": "barrier"}], "ranks": [{}, {"start": "never"}]}`, "run", "--json", "-")
	assert.Equal(t, statusDone, status)
	assert.Contains(t, out, `"outcome": "failed"`)
	assert.Contains(t, out, `"code":"absent_rank","ranks":[1]`)
}

func TestALimitHasAStatusAndAName(t *testing.T) {
	status, out, complaint := lockstep(twoScalars, "run", "--json", "--limit-events", "20", "-")
	assert.Equal(t, statusLimit, status)
	assert.Equal(t, "lockstep: standard input: stopped at a limit, events: 20\n", complaint)
	assert.Contains(t, out, `{"outcome": "limit",
 "limit": "events: 20",`)
	status, out, _ = lockstep(twoScalars, "explain", "--limit-events", "20", "-")
	assert.Equal(t, statusLimit, status)
	assert.Contains(t, out, "stopped at a limit (events: 20)")
}

func TestExplainSpeaksBothLanguages(t *testing.T) {
	for lang, says := range map[string]string{"en": "rank 0 · exit code 0", "zh": "rank 0 · 退出码 0"} {
		status, out, complaint := lockstep(twoScalars, "explain", "--lang", lang, "-")
		require.Equal(t, statusDone, status, complaint)
		assert.Contains(t, out, strings.Replace(says, "exit code", "exit", 1))
	}
	status, _, complaint := lockstep(twoScalars, "explain", "--lang", "fr", "-")
	assert.Equal(t, statusBad, status)
	assert.Contains(t, complaint, "--lang fr: there are en, zh")
}

func TestBadFilesAndCommandsAreNamed(t *testing.T) {
	bad := write(t, "bad.json", `{"lockstep": 1, "world_size": 2, "program": [{"op": "broadcast", "tensor": {"dtype": "float32", "data": [1]}, "src": 5}]}`)
	for _, c := range []struct {
		args []string
		says string
	}{
		{[]string{"run", bad}, "lockstep: " + bad + ": program[0].src: 5 is not a rank of a world of 2"},
		{[]string{"run", "nowhere.json"}, "nowhere.json"},
		{[]string{"run"}, "run: which file?"},
		{[]string{"run", "a", "b"}, "one file at a time, not also b"},
		{[]string{"run", "--jason", "a"}, "flag provided but not defined: -jason"},
		{[]string{"ru", "a"}, `"ru" is no verb; there are run, explain,`},
		{[]string{"check", bad}, "--expect RESULT.json is missing"},
		{[]string{"conform"}, "which files?"},
		{[]string{}, "usage: lockstep VERB"},
	} {
		status, out, complaint := lockstep("", c.args...)
		assert.Equal(t, statusBad, status, "%v", c.args)
		assert.Contains(t, complaint, c.says, "%v", c.args)
		assert.Empty(t, out, "%v", c.args)
	}
	status, _, complaint := lockstep("{", "run", "-")
	assert.Equal(t, statusBad, status)
	assert.Contains(t, complaint, "standard input: ")
	status, out, _ := lockstep("", "help")
	assert.Equal(t, statusDone, status)
	for _, v := range verbs {
		assert.Contains(t, out, v.name+" "+v.args)
	}
}

func TestCheckComparesWhatIsExpected(t *testing.T) {
	file := write(t, "s.json", twoScalars)
	_, whole, _ := lockstep("", "run", "--json", file)
	for _, c := range []struct {
		expect string
		status int
		says   string
	}{
		{whole, statusDone, "as expected"},
		{`{"outcome": "done"}`, statusDone, "as expected"},
		{`{"outcome": "hung"}`, statusDiffer, "outcome: got done, wanted hung"},
		{strings.ReplaceAll(whole, "3.0", "4.0"), statusDiffer, "rank 0 step 0 all_reduce.output[0]: got 3.0, wanted 4.0"},
		{`{"findings": [{"code": "deadlock", "ranks": [0, 1]}]}`, statusDiffer, "findings: wanted deadlock of ranks [0 1], which is not there"},
		{`[`, statusBad, ""},
	} {
		status, out, _ := lockstep("", "check", file, "--expect", write(t, "e.json", c.expect))
		assert.Equal(t, c.status, status, c.expect)
		assert.Contains(t, out, c.says)
	}
}

func TestConformNamesWhatDiffersAndCounts(t *testing.T) {
	line := func(id, value string) string {
		ok := `{"exit": 0, "steps": [{"op": "all_reduce", "status": "ok", "when": "immediate", "output": {"dtype": "float32", "shape": [1], "data": [` + value + `]}}]}`
		return `{"id": "` + id + `", "scenario": ` + strings.ReplaceAll(twoScalars, "\n", " ") + `, "outcomes": [{"count": 1, "ranks": [` + ok + `, ` + ok + `]}]}` + "\n"
	}
	dir := filepath.Dir(write(t, "a.jsonl", line("right", "3.0")+line("wrong", "4.0")+`{"id": "broken", "scenario": {}}`+"\n"))
	status, out, _ := lockstep("", "conform", "-v", dir)
	assert.Equal(t, statusDiffer, status)
	assert.Equal(t, []string{
		"right: ok",
		"wrong: rank 0 step 0 all_reduce.output[0]: got 3.0, wanted 4.0",
		"broken: exit 2: lockstep: this is not a Lockstep scenario: the version is missing",
		"conform: 1 of 3",
	}, strings.Split(strings.TrimSpace(out), "\n"))
	status, out, _ = lockstep("", "conform", dir, "-k", "right")
	assert.Equal(t, statusDone, status)
	assert.Equal(t, "conform: 1 of 1\n", out)
	status, _, _ = lockstep("", "conform", dir, "-k", "nothing")
	assert.Equal(t, statusDiffer, status, "to match nothing is no success")
}

func TestExportGivesEveryForm(t *testing.T) {
	for form, says := range map[string]string{
		"python": "dist.all_reduce(x, op=dist.ReduceOp.SUM)", "perfetto": `"traceEvents":[`, "report": "## Before and after",
		"trace-sheet": "<th>rank 1</th>", "svg": "<svg xmlns=", "json": `"outcome": "done"`, "scenario": `"world_size": 2`,
	} {
		status, out, complaint := lockstep(twoScalars, "export", "-as", form, "-")
		assert.Equal(t, statusDone, status, complaint)
		assert.Contains(t, out, says, form)
	}
	_, zh, _ := lockstep(twoScalars, "export", "--lang", "zh", "-")
	assert.Contains(t, zh, "# ② 在哪里建立进程组")
	for _, c := range []struct {
		args []string
		says string
	}{
		{[]string{"export", "-as", "pdf", "-"}, "--as pdf: there are json, perfetto, python, report, scenario, svg, trace-sheet"},
		{[]string{"export", "-lang", "fr", "-"}, "--lang fr: there are en, zh"},
		{[]string{"export"}, "which file?"},
	} {
		status, out, complaint := lockstep(twoScalars, c.args...)
		assert.Equal(t, statusBad, status)
		assert.Contains(t, complaint, c.says)
		assert.Empty(t, out)
	}
}
