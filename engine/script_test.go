package engine

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"lockstep/engine/result"
	"lockstep/engine/scenario"
	"lockstep/engine/script"
	"lockstep/engine/sim"
)

// scripted is a job of one script, with a timeout of 3 s.
func scripted(world int, lines ...string) *scenario.Scenario {
	s := scenario.New(world)
	s.Timeout, s.Script = 3*time.Second, strings.Join(lines, "\n")
	return s
}

// told lists what a rank logged, as "name value" or text.
func told(r result.Rank) (out []string) {
	for _, l := range r.Log {
		out = append(out, strings.TrimSpace(strings.Join([]string{l.Name, string(l.Value), l.Text}, " ")))
	}
	return out
}

func TestAScriptDoesWhatTheOpsDo(t *testing.T) {
	r := run(t, scripted(2,
		`x = tensor([1.0 + rank, 2.0])`,
		`dist.all_reduce(x, op="SUM")`,
		`h = dist.all_reduce(x, async_op=True)`,
		`h.wait()`,
		`g = dist.new_group([0, 1])`,
		`err = attempt(dist.barrier, g)`,
		`print(err, dist.get_rank(g), dist.get_world_size())`,
		`compute("5ms"); load_data("2ms"); sleep("1s")`,
		`print(x)`,
		`got = [None, None]`,
		`dist.all_gather_object(got, {"rank": rank, "half": 0.5 * rank})`,
		`print(got)`,
		`if rank == 0:`,
		`    dist.send(x[0:1], dst=1)`,
		`else:`,
		`    y = zeros(1)`,
		`    print(dist.recv(y), y)`,
	))
	require.Equal(t, result.Done, r.Outcome)
	assert.Equal(t, []string{"None 0 2", "tensor([6., 8.])", `[{"rank": 0, "half": 0.0}, {"rank": 1, "half": 0.5}]`}, told(r.Ranks[0]))
	assert.Equal(t, []string{"None 1 2", "tensor([6., 8.])", `[{"rank": 0, "half": 0.0}, {"rank": 1, "half": 0.5}]`, "0 tensor([6.])"}, told(r.Ranks[1]))
	var ops []string
	for _, s := range r.Ranks[0].Steps {
		ops = append(ops, fmt.Sprint(s.Op, ":", s.Line))
	}
	assert.Equal(t, []string{"all_reduce:2", "all_reduce:3", "wait:4", "new_group:5", "barrier:6", "compute:8", "load_data:8", "sleep:8", "all_gather_object:11", "send:14"}, ops)
	assert.Equal(t, "5ms", r.Metrics[0].Compute)
	assert.Equal(t, "2ms", r.Metrics[0].LoadData)
}

func TestAnExceptionOfAScriptEndsItsProcess(t *testing.T) {
	r := run(t, scripted(2,
		`def deep(n):`,
		`    return [1, 2][n]`,
		`if rank == 1:`,
		`    fail("bad batch")`,
		`err = attempt(deep, 7)`,
		`print(err.type)`,
		`err = attempt(dist.barrier)`,
		`print(err.type, "Connection closed" in err.message)`,
		`deep(9)`,
	))
	assert.Equal(t, result.Failed, r.Outcome)
	assert.Equal(t, []string{"IndexError", "RuntimeError True"}, told(r.Ranks[0]))
	last := r.Ranks[0].Steps[len(r.Ranks[0].Steps)-1]
	assert.Equal(t, "script IndexError list index 9 out of range [-2:1] (line 2, column 18)", last.Op+" "+last.ErrorType+" "+last.Message)
	assert.Equal(t, 1, *r.Ranks[0].Exit)
	assert.Equal(t, "raise RuntimeError bad batch", r.Ranks[1].Steps[0].Op+" "+r.Ranks[1].Steps[0].ErrorType+" "+r.Ranks[1].Steps[0].Message)
	exits := run(t, scripted(1, `exit(3)`))
	assert.Equal(t, 3, *exits.Ranks[0].Exit)
}

func TestABadScriptIsRefusedWithItsPlace(t *testing.T) {
	for text, want := range map[string]string{
		"x = 1\ny = (2":                "script:2:7: got end of file, want ')'",
		"import torch":                 "script:1:1: there is no import: torch and dist are there already",
		"x = tensor([1]) @\ny = 2":     "script:1:18: got newline, want primary expression",
		"x = tensor([1])\nx[:, 0] = z": "script:2:11: undefined: z",
		"print(f\"{rank}\")":           `script:1:7: there are no f-strings: write "loss %s" % loss`,
	} {
		_, err := Start(scripted(1, text))
		require.EqualError(t, err, want, text)
		var e *script.Error
		require.ErrorAs(t, err, &e)
	}
	s := job(1, time.Second, scenario.Op{Name: "repeat", Times: 2, Body: []scenario.Op{{Name: "local", Code: "x = = 1"}}})
	_, err := Start(s)
	require.EqualError(t, err, "program[0].body[0].code: script:1:5: got '=', want primary expression")
}

func TestALimitEndsTheRunAndTellsWhere(t *testing.T) {
	for text, want := range map[string]string{
		"x = 0\nwhile True:\n    x += 1":                        "rank 0: script:3:5: the script takes more than 3000000 steps",
		"x = [0]\nwhile True:\n    x += x":                      "rank 0: script:3:7: the script's values take more than 64 MiB",
		"x = 'a'\nfor i in range(99):\n    x = x + x":           "rank 0: script:3:11: the script's values take more than 64 MiB",
		"x = list(range(10000000))":                             "rank 0: script:1:9: the script's values take more than 64 MiB",
		"x = zeros(10000, 10000)":                               "rank 0: script:1:10: a tensor of more than 16777216 elements",
		"x = (1,)\nfor i in range(60): x = (x, x)":              "rank 0: script:2:26: an operation goes through more than 1000000 values",
		"def f(): attempt(f2)\ndef f2():\n  while 1: pass\nf()": "rank 0: script:2:1: the script takes more than 3000000 steps",
	} {
		r, err := StartWithin(scripted(1, text), sim.Limits{Steps: 3_000_000, Memory: 64 << 20})
		require.NoError(t, err)
		for !r.Advance(1000) {
		}
		assert.Equal(t, result.Limit, r.Outcome().Outcome, text)
		assert.Equal(t, want, r.Outcome().Limit, text)
	}
}

func TestALongCalculationIsAdvancedInSlices(t *testing.T) {
	r, err := Start(scripted(2, "x = 0", "for i in range(300000):", "    x += i", "dist.barrier()", "print(x)"))
	require.NoError(t, err)
	slices := 1
	for ; !r.Advance(30_000); slices++ {
	}
	assert.Greater(t, slices, 20)
	assert.Equal(t, []string{"44999850000"}, told(r.Outcome().Ranks[1]))
}

func TestLocalOpsComputeOverNamedTensors(t *testing.T) {
	local := func(code string) scenario.Op { return scenario.Op{Name: "local", Code: code} }
	x := func(name string) scenario.Op {
		return scenario.Op{Name: "all_reduce", Tensor: &scenario.Value{Name: name}, Catch: true}
	}
	s := job(2, 3*time.Second,
		local("x = x + rank"), x("x"), local("x = x / world_size\ny = x\ny += 1\nk = 3"), x("y"), x("x"),
		local("z = x[1:]\nfor i in range(k):\n    z *= 2"), x("z"), local("w = x.sum()"), x("w"), x("nobody"),
		catch(local("q = nobody")), catch(local("dist.barrier()")))
	s.Tensors = []scenario.NamedTensor{{Name: "x", Spec: scenario.TensorSpec{Shape: []int{2}, Data: []scenario.Num{"1", "2"}}}}
	r := run(t, s)
	for _, rank := range r.Ranks {
		out := func(i int) string { return string(rank.Steps[i].Output) }
		assert.Contains(t, out(1), "[3.0,5.0]") // 1+2, 2+3
		assert.Contains(t, out(3), "[5.0,7.0]", "y is another name of x: both have grown by one")
		assert.Contains(t, out(4), "[10.0,14.0]")
		assert.Contains(t, out(6), "[224.0]", "z is a view of x")
		assert.Contains(t, out(8), "[468.0]")
		assert.Equal(t, "NameError name 'nobody' is not defined", rank.Steps[9].ErrorType+" "+rank.Steps[9].Message)
		assert.Equal(t, "NameError name 'nobody' is not defined", rank.Steps[10].ErrorType+" "+rank.Steps[10].Message)
		assert.Contains(t, rank.Steps[11].Message, "barrier is not for local ops")
		assert.Equal(t, 0, *rank.Exit)
	}
}

func TestRepeatRunsItsBody(t *testing.T) {
	body := []scenario.Op{{Name: "all_reduce", Tensor: &scenario.Value{Name: "x"}}, {Name: "repeat", Times: 2, Body: []scenario.Op{{Name: "barrier"}}}}
	s := job(2, time.Second, scenario.Op{Name: "barrier"}, scenario.Op{Name: "repeat", Times: 3, Body: body}, scenario.Op{Name: "repeat", Times: 1_000_000})
	s.Tensors = []scenario.NamedTensor{{Name: "x", Spec: scenario.TensorSpec{Data: []scenario.Num{"1"}}}}
	r, err := Start(s)
	require.NoError(t, err)
	for !r.Advance(100) {
	}
	rank := r.Outcome().Ranks[0]
	require.Len(t, rank.Steps, 1+3*3)
	assert.Contains(t, string(rank.Steps[7].Output), "[8.0]")
	var places []string
	for _, c := range r.Trace().Calls {
		if c.Proc == 0 && c.Step >= 0 {
			op := scenario.OpAt(s.Program, int(c.Step), int(c.Inner))
			assert.Equal(t, c.Op, op.Name)
			places = append(places, fmt.Sprint(c.Step, ".", c.Inner, " ", c.Turn))
		}
	}
	assert.Equal(t, []string{"0.0 0", "1.1 0", "1.3 0", "1.3 1", "1.1 1", "1.3 0", "1.3 1", "1.1 2", "1.3 0", "1.3 1"}, places)
	forever := job(1, time.Second, scenario.Op{Name: "repeat", Times: 1_000_000, Body: []scenario.Op{{Name: "repeat", Times: 1_000_000, Body: []scenario.Op{{Name: "query"}}}}})
	endless, err := StartWithin(forever, sim.Limits{Memory: 1 << 24})
	require.NoError(t, err)
	for !endless.Advance(1000) {
	}
	assert.Equal(t, result.Limit, endless.Outcome().Outcome)
}

// BenchmarkMillionSteps: a million steps of the interpreter, the goal being less
// than a second natively.
func BenchmarkMillionSteps(b *testing.B) {
	for b.Loop() {
		s := scenario.New(1)
		s.Script = "x = 0\nl = [1, 2, 3]\nfor i in range(62500):\n    x = x + l[i % 3]\n"
		r, err := Start(s)
		require.NoError(b, err)
		for !r.Advance(1 << 20) {
		}
	}
}
