package engine

import (
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"lockstep/engine/result"
	"lockstep/engine/scenario"
	"lockstep/engine/trace"
)

// trainingLoop adds the ranks' gradients up for six steps and keeps a checkpoint of
// every second one.
var trainingLoop = []string{
	`w = tensor([0.0], dtype="float64")`,
	`first = 0`,
	`ck = load_checkpoint()`,
	`if ck:`,
	`    w, first = ck["w"], ck["next"]`,
	`for i in range(first, 6):`,
	`    begin_step(i)`,
	`    compute("10ms")`,
	`    g = tensor([1.0 + rank + i], dtype="float64")`,
	`    dist.all_reduce(g)`,
	`    w += g / world_size`,
	`    if i % 2 == 1:`,
	`        save_checkpoint(i, {"w": w, "next": i + 1})`,
	`log("w", w)`,
}

func restarting(restarts int, s *scenario.Scenario) *scenario.Scenario {
	s.Job.MaxRestarts = restarts
	return s
}

func at(op int) scenario.Strike { return scenario.Strike{Op: &op} }

func exits(list []result.Rank) (out []int) {
	for _, r := range list {
		code := 1000
		if r.Exit != nil {
			code = *r.Exit
		}
		out = append(out, code)
	}
	return out
}

func TestARestartGoesOnFromTheCheckpoint(t *testing.T) {
	want := told(run(t, scripted(2, trainingLoop...)).Ranks[0])
	s := restarting(2, scripted(2, trainingLoop...))
	s.Faults = []scenario.Fault{{Kind: scenario.Crash, Rank: 1, At: at(8)}} // in step 3
	r := run(t, s)
	require.Equal(t, result.Done, r.Outcome)
	require.Len(t, r.Attempts, 2)
	assert.Equal(t, []int{1, -9}, exits(r.Attempts[0].Ranks))
	assert.Equal(t, []int{0, 0}, exits(r.Attempts[1].Ranks))
	assert.Equal(t, []int{0, 0}, exits(r.Ranks), "ranks are those of the last attempt")
	assert.Equal(t, "100ms", r.Attempts[1].Start, "the launcher looks every 100 ms")
	assert.Equal(t, []string{"step 2", "step 3", "step 4", "step 5", "w 24"}, told(r.Ranks[0]))
	assert.Equal(t, want[len(want)-1], "w 24", "as an undisturbed run")
	for _, f := range r.Findings {
		assert.Equal(t, 0, *f.Attempt, "nothing is wrong with the second attempt")
	}
}

func TestWhatWasNotSavedIsLost(t *testing.T) {
	loop := strings.Split(strings.Replace(strings.Join(trainingLoop, "\n"), `"next": i + 1`, `"next": 0`, 1), "\n")
	s := restarting(1, scripted(2, loop...))
	s.Faults = []scenario.Fault{{Kind: scenario.Crash, Rank: 0, At: at(8)}}
	assert.Equal(t, "w 28", told(run(t, s).Ranks[0])[6], "the samples of steps 0 and 1 are counted twice")
}

func TestTheLauncherEndsAllAndGivesUpAtTheEnd(t *testing.T) {
	r := run(t, restarting(2, scripted(3, `if rank == 1: fail("no")`, `sleep("10s")`)))
	assert.Equal(t, result.Failed, r.Outcome)
	require.Len(t, r.Attempts, 3)
	for _, a := range r.Attempts {
		assert.Equal(t, []int{-15, 1, -15}, exits(a.Ranks))
		assert.Equal(t, "killed", a.Ranks[0].Steps[0].Status)
	}
	alone := run(t, scripted(3, `if rank == 1: fail("no")`, `sleep("10s")`))
	assert.Empty(t, alone.Attempts)
	assert.Equal(t, []int{0, 1, 0}, exits(alone.Ranks), "without a launcher nobody is ended")
}

func TestAFrozenRankIsKilledBeforeTheRestart(t *testing.T) {
	s := restarting(1, scripted(2, `if rank == 1 and restart_count == 0: fail("no")`, `sleep("1ms")`))
	s.Faults = []scenario.Fault{{Kind: scenario.Freeze, Rank: 0, At: at(0), For: time.Hour}}
	r := run(t, s)
	assert.Equal(t, []int{-9, 1}, exits(r.Attempts[0].Ranks))
	assert.Equal(t, "32.8s", r.Attempts[1].Start, "rank 1 is gone after 2.7 s; SIGTERM, thirty seconds, SIGKILL")
	assert.Equal(t, []int{0, 0}, exits(r.Ranks))
}

func TestFaultsStrikeTheirAttempt(t *testing.T) {
	s := restarting(3, scripted(2, `compute("10ms")`, `dist.barrier()`))
	for k := range 2 {
		s.Faults = append(s.Faults, scenario.Fault{Kind: scenario.Crash, Rank: k, At: scenario.Strike{Time: 5 * time.Millisecond, Attempt: k}})
	}
	r := run(t, s)
	require.Len(t, r.Attempts, 3)
	assert.Equal(t, -9, exits(r.Attempts[0].Ranks)[0])
	assert.Equal(t, -9, exits(r.Attempts[1].Ranks)[1])
	assert.Equal(t, []int{0, 0}, exits(r.Attempts[2].Ranks))
}

func TestATornCheckpointIsNotComplete(t *testing.T) {
	s := restarting(1, scripted(2,
		`ck = load_checkpoint()`,
		`mine = load_checkpoint(mine=True)`,
		`log("all", ck.step if ck else -1); log("mine", mine.step if mine else -1)`,
		`if restart_count == 1:`,
		`    err = attempt(load_checkpoint, 2)`,
		`    print(err.type if err else "read")`,
		`    exit()`,
		`for i in range(3):`,
		`    save_checkpoint(i, {"i": i})`,
		`    dist.barrier()`))
	s.Faults = []scenario.Fault{{Kind: scenario.Crash, Rank: 1, At: scenario.Strike{Op: at(6).Op, During: true}}}
	r := run(t, s)
	require.Len(t, r.Attempts, 2)
	assert.Equal(t, "killed", r.Attempts[0].Ranks[1].Steps[6].Status, "it dies while it writes its part of step 2")
	assert.Equal(t, []string{"all 1", "mine 2", "read"}, told(r.Ranks[0]))
	assert.Equal(t, []string{"all 1", "mine 1", "RuntimeError"}, told(r.Ranks[1]))
}

func TestOneRankMaySaveForAll(t *testing.T) {
	r := run(t, scripted(3,
		`if rank == 0: save_checkpoint(4, {"x": arange(3), "deep": [1, 2.5, None, {"nan": float("nan")}]}, shared=True)`,
		`dist.barrier()`,
		`ck = load_checkpoint()`,
		`print(ck.step, ck["x"], ck["deep"], "x" in ck, ck.get("y", 7))`))
	for _, rank := range r.Ranks {
		assert.Equal(t, []string{`4 tensor([0, 1, 2]) [1, 2.5, None, {"nan": nan}] True 7`}, told(rank))
	}
	none := run(t, scripted(2, `save_checkpoint(0, {}) if rank == 0 else None`, `print(load_checkpoint())`))
	assert.Equal(t, []string{"None"}, told(none.Ranks[0]), "rank 1's part is missing")
}

func TestCheckpointOps(t *testing.T) {
	x := &scenario.Value{Name: "x"}
	two := 2
	s := restarting(1, job(2, 3*time.Second,
		scenario.Op{Name: "load_checkpoint"},
		scenario.Op{Name: "all_reduce", Tensor: x},
		scenario.Op{Name: "save_checkpoint", Names: []string{"x"}, Step: &two},
		scenario.Op{Name: "all_reduce", Tensor: x},
		scenario.Op{Name: "all_reduce", Tensor: x}))
	s.Tensors = []scenario.NamedTensor{{Name: "x", Spec: scenario.TensorSpec{Data: []scenario.Num{"1"}}}}
	s.Faults = []scenario.Fault{{Kind: scenario.Crash, Rank: 0, At: at(4)}}
	r := run(t, s)
	require.Len(t, r.Attempts, 2)
	assert.JSONEq(t, `{"step": 2}`, string(r.Ranks[1].Steps[0].Output))
	assert.Contains(t, string(r.Ranks[1].Steps[1].Output), "[4.0]", "2 was saved")
	assert.Contains(t, string(r.Ranks[1].Steps[4].Output), "[16.0]")
}

// TestAnAttemptAloneIsARun: what one attempt did, taken out of the trace, holds
// together as a trace does.
func TestAnAttemptAloneIsARun(t *testing.T) {
	s := restarting(2, scripted(3, trainingLoop...))
	s.Faults = []scenario.Fault{{Kind: scenario.Crash, Rank: 1, At: at(6)}, {Kind: scenario.Crash, Rank: 2, At: scenario.Strike{Op: at(5).Op, Attempt: 1}}}
	r, err := Start(s)
	require.NoError(t, err)
	for !r.Advance(1000) {
	}
	whole := r.Trace()
	require.Equal(t, 3, whole.Attempts())
	calls, events := 0, 0
	for k := range whole.Attempts() {
		only, kept := whole.Attempt(k)
		require.Len(t, only.Procs, 3)
		require.Len(t, only.Events, len(kept))
		calls += len(only.Calls)
		events += len(only.Events)
		for i, e := range only.Events {
			from := whole.Events[kept[i]]
			require.Equal(t, from.Kind, e.Kind)
			require.Equal(t, whole.EventTime(kept[i]), only.EventTime(i))
			require.Equal(t, int32(from.Proc), int32(e.Proc)+int32(k*3))
			if e.Kind == trace.CallBegin {
				require.Equal(t, whole.Calls[from.Ref].Op, only.Calls[e.Ref].Op)
			}
		}
		for _, c := range only.Calls {
			require.Less(t, c.Proc, int32(3))
			if c.Group != trace.None {
				require.Equal(t, int32(0), c.Group, "the default group of the attempt")
			}
			if c.Tensor != trace.None {
				require.Equal(t, c.Proc, only.Tensors[c.Tensor].Proc)
			}
		}
		assert.Equal(t, []int32{0, 1, 2}, only.Groups[0].Members)
	}
	assert.Equal(t, len(whole.Calls), calls)
	assert.Equal(t, len(whole.Events), events)
}
