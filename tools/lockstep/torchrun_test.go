package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"io"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"lockstep/engine/export"
	"lockstep/engine/result"
	"lockstep/engine/scenario"
	"lockstep/engine/sim"
)

// torchPython finds a Python with torch, or skips the test: it is gigabytes, so
// nothing installs it for a test.
func torchPython(t *testing.T) string {
	t.Helper()
	if testing.Short() {
		t.Skip("not run: real processes take their time")
	}
	for _, python := range []string{os.Getenv("LOCKSTEP_PYTHON"), "python3", "python"} {
		if python != "" && exec.Command(python, "-c", "import torch").Run() == nil {
			return python
		}
	}
	t.Skip("not run: there is no Python with torch here (LOCKSTEP_PYTHON may name one)")
	return ""
}

// goodScenarios are those that end well and can be told to a script: the examples,
// those of the lessons, and the ones that are there for the sake of this test.
func goodScenarios(t *testing.T) map[string]*ended {
	t.Helper()
	good := map[string]*ended{}
	for _, pattern := range []string{"../../assets/scenarios/*.json", "../../assets/lessons/*/*.json", "testdata/torchrun/*.json"} {
		files, err := filepath.Glob(pattern)
		require.NoError(t, err)
		for _, file := range files {
			if filepath.Base(file) == "lesson.json" {
				continue
			}
			text, err := os.ReadFile(file)
			require.NoError(t, err)
			e, err := runText(text, sim.Limits{})
			require.NoError(t, err)
			if e.result.Outcome == result.Done && len(e.scenario.Faults) == 0 {
				good[strings.TrimSuffix(filepath.Base(filepath.Dir(file))+"-"+filepath.Base(file), ".json")] = e
			}
		}
	}
	require.Greater(t, len(good), 10)
	return good
}

// TestScriptsDoTheSameOnRealProcesses runs what `export` writes for every scenario
// that ends well with real processes, and compares every value that they print with
// the playground's.
func TestScriptsDoTheSameOnRealProcesses(t *testing.T) {
	real := launch(t, torchPython(t))
	compared := 0
	for name, e := range goodScenarios(t) {
		t.Run(name, func(t *testing.T) {
			listing := export.Python(e.scenario, "zh")
			ranks := real.run(t, e.scenario, listing.Text())
			require.Len(t, ranks, len(e.result.Ranks))
			for i := range ranks {
				require.Equal(t, 0, ranks[i].Exit, "rank %d\n%s\n%s", i, ranks[i].Out, listing.Text())
				want := printedBy(t, &e.result.Ranks[i])
				assert.Equal(t, want, shownIn(t, i, ranks[i].Out), "rank %d\n%s", i, listing.Text())
				compared += len(want)
			}
		})
	}
	assert.Greater(t, compared, 60, "values compared")
}

// TestTorchrunTakesTheScript runs one script by the very command that stands in it.
func TestTorchrunTakesTheScript(t *testing.T) {
	python := torchPython(t)
	e := goodScenarios(t)["scenarios-two-scalars"]
	require.NotNil(t, e)
	listing := export.Python(e.scenario, "en")
	dir := t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(dir, listing.Name), []byte(listing.Text()), 0o600))
	command := strings.Fields(listing.Run)
	require.Equal(t, "torchrun", command[0])
	ctx, cancel := context.WithTimeout(context.Background(), 2*time.Minute)
	defer cancel()
	args := append([]string{"-m", "torch.distributed.run", "--master-addr=127.0.0.1", "--master-port=" + freePort(t)}, command[1:]...)
	cmd := exec.CommandContext(ctx, python, args...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "GLOO_SOCKET_IFNAME=lo", "OMP_NUM_THREADS=1")
	cmd.WaitDelay = time.Second // its ranks hold its output open
	out, err := cmd.Output()
	require.NoError(t, err, string(out))
	for i := range e.result.Ranks {
		assert.Equal(t, printedBy(t, &e.result.Ranks[i]), shownIn(t, i, string(out)))
	}
}

// freePort is a port of this machine that nothing listens at.
func freePort(t *testing.T) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	defer l.Close()
	_, port, err := net.SplitHostPort(l.Addr().String())
	require.NoError(t, err)
	return port
}

// launcher runs scripts with real processes, one after the other.
type launcher struct {
	in  io.Writer
	out *bufio.Reader
	err *bytes.Buffer
}

type realRank struct {
	Exit int    `json:"exit"`
	Out  string `json:"out"`
}

// launch starts it. The end of its input, at the end of the test, ends it.
func launch(t *testing.T, python string) *launcher {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Minute)
	cmd := exec.CommandContext(ctx, python, "testdata/torchrun/launch.py")
	in, err := cmd.StdinPipe()
	require.NoError(t, err)
	out, err := cmd.StdoutPipe()
	require.NoError(t, err)
	l := &launcher{in: in, out: bufio.NewReader(out), err: &bytes.Buffer{}}
	cmd.Stderr = l.err
	require.NoError(t, cmd.Start())
	t.Cleanup(func() {
		_ = in.Close()
		assert.NoError(t, cmd.Wait(), l.err.String())
		cancel()
	})
	return l
}

func (l *launcher) run(t *testing.T, s *scenario.Scenario, script string) []realRank {
	t.Helper()
	dir := t.TempDir()
	file := filepath.Join(dir, "script.py")
	require.NoError(t, os.WriteFile(file, []byte(script), 0o600))
	job, err := json.Marshal(map[string]any{"script": file, "processes": s.Processes(), "restarts": s.Job.MaxRestarts, "folder": dir, "limit": 60})
	require.NoError(t, err)
	_, err = l.in.Write(append(job, '\n'))
	require.NoError(t, err, l.err.String())
	line, err := l.out.ReadBytes('\n')
	require.NoError(t, err, l.err.String())
	var answer struct{ Ranks []realRank }
	require.NoError(t, json.Unmarshal(line, &answer))
	return answer.Ranks
}

// shownIn are the values that a rank printed, without their names, in order.
func shownIn(t *testing.T, rank int, out string) (values []any) {
	t.Helper()
	lead := "rank " + strconv.Itoa(rank) + ": "
	for _, line := range strings.Split(out, "\n") {
		rest, mine := strings.CutPrefix(line, lead)
		if _, text, ok := strings.Cut(rest, " = "); mine && ok {
			values = append(values, pythonValue(t, text))
		}
	}
	return values
}

// pythonValue reads what Python prints of numbers, texts, None, truth values, lists
// and dicts of them.
func pythonValue(t *testing.T, text string) any {
	t.Helper()
	text = strings.NewReplacer("None", "null", "True", "true", "False", "false", "nan", `"nan"`, "-inf", `"-inf"`, "inf", `"inf"`, "'", `"`).Replace(text)
	var v any
	if json.Unmarshal([]byte(text), &v) != nil {
		return text
	}
	return v
}

// printedBy is what a rank's result would print as: what it logged, or the outputs
// of its calls.
func printedBy(t *testing.T, r *result.Rank) (values []any) {
	t.Helper()
	for _, l := range r.Log {
		if l.Name != "" {
			values = append(values, pythonValue(t, string(l.Value)))
		}
	}
	if len(r.Log) > 0 {
		return values
	}
	for i := range r.Steps {
		step := &r.Steps[i]
		var v any
		if len(step.Output) > 0 {
			require.NoError(t, json.Unmarshal(step.Output, &v))
		}
		if shows(step, v) {
			values = append(values, flat(v))
		}
	}
	return values
}

// shows reports whether the script prints what an op left.
func shows(step *result.Step, v any) bool {
	if o, ok := v.(map[string]any); ok && (o["returned"] == "Work" || o["result"] == nil && step.Op == "wait") {
		return false
	}
	switch step.Op {
	case "barrier", "monitored_barrier", "send", "new_group", "local", "sleep", "compute", "load_data", "save_checkpoint", "load_checkpoint", "destroy_process_group":
		return false
	}
	return step.Status == "ok"
}

// flat is an output as `show` prints it: tensors by their data in their shape.
func flat(v any) any {
	switch v := v.(type) {
	case []any:
		list := make([]any, len(v))
		for i := range v {
			list[i] = flat(v[i])
		}
		return list
	case map[string]any:
		for _, key := range []string{"tensor", "result", "is_completed"} {
			if x, ok := v[key]; ok {
				return flat(x)
			}
		}
		data, plain := v["data"].([]any)
		if runs, long := v["rle"].([]any); long {
			for _, r := range runs {
				run := r.([]any)
				for range int(run[1].(float64)) {
					data = append(data, run[0])
				}
			}
		}
		if shape, ok := v["shape"].([]any); ok && (plain || data != nil) {
			return shaped(data, shape)
		}
	}
	return v
}

func shaped(data, shape []any) any {
	if len(shape) == 0 {
		return data[0]
	}
	n := int(shape[0].(float64))
	list := make([]any, n)
	for i := range list {
		size := len(data) / n
		list[i] = shaped(data[i*size:(i+1)*size], shape[1:])
	}
	return list
}
