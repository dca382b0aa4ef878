package engine

import (
	"encoding/json"
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"lockstep/engine/result"
	"lockstep/engine/scenario"
)

// example is a scenario that is shipped.
func example(t *testing.T, id string) *scenario.Scenario {
	t.Helper()
	text, err := os.ReadFile("../assets/scenarios/" + id + ".json")
	require.NoError(t, err)
	s, err := scenario.Parse(text)
	require.NoError(t, err)
	return s
}

// causes are the codes of findings that did not only follow.
func causes(r *result.Result) (out []string) {
	for _, f := range r.Findings {
		if f.Cause == nil {
			out = append(out, f.Code)
		}
	}
	return out
}

// TestRestartsOfTheExamples holds each restart that is shipped to what it shows.
func TestRestartsOfTheExamples(t *testing.T) {
	for _, c := range []struct {
		id       string
		findings string
		lost     []int64
		twice    []int64
		differs  string // by saved tensors of rank 0
	}{
		{"job-restart", "crashed_rank", []int64{2, 3}, nil, ""},
		{"job-restart-no-position", "steps_twice crashed_rank", []int64{2, 3}, []int64{0, 1}, "w 5"},
		{"job-restart-momentum", "crashed_rank", []int64{2, 3}, nil, ""},
		{"job-restart-no-momentum", "state_not_saved crashed_rank", []int64{2, 3}, nil, "w 0.4998"},
		{"job-torn", "crashed_rank missing_call steps_disagree torn_checkpoint", []int64{2, 3, 4}, nil, ""},
	} {
		r := run(t, example(t, c.id))
		assert.Equal(t, c.findings, strings.Join(causes(r), " "), c.id)
		require.NotNil(t, r.Recovery, c.id)
		assert.True(t, r.Recovery.Compared, c.id)
		assert.Equal(t, c.lost, r.Recovery.Lost, "%s: lost", c.id)
		assert.Equal(t, c.lost, r.Recovery.Repeated, "%s: repeated", c.id)
		assert.Equal(t, c.twice, r.Recovery.Twice, "%s: twice", c.id)
		var differs []string
		for _, d := range r.Recovery.Differs {
			if d.Saved && d.Rank == 0 {
				differs = append(differs, fmt.Sprintf("%s %.4g", d.Name, d.Most))
			}
		}
		assert.Equal(t, c.differs, strings.Join(differs, ", "), c.id)
	}
}

// TestTheUndisturbedRunIsTheJudge: by how much the parameters differ is what two
// runs of one's own say.
func TestTheUndisturbedRunIsTheJudge(t *testing.T) {
	s := example(t, "job-restart-no-momentum")
	disturbed := run(t, s)
	s = s.Clone()
	s.Faults = nil
	usual := run(t, s)
	w := func(r *result.Result) (v float64) {
		log := r.Ranks[0].Log
		require.NoError(t, json.Unmarshal(log[len(log)-1].Value, &v))
		return v
	}
	for _, d := range disturbed.Recovery.Differs {
		if d.Name == "w" {
			assert.InDelta(t, w(disturbed)-w(usual), d.Most, 1e-15)
		}
	}
	assert.Nil(t, usual.Recovery, "nothing was restarted")
	assert.Empty(t, usual.Findings)
}

func TestSamplesSeenTwiceOrNever(t *testing.T) {
	loop := []string{
		`first, at = 0, 0`,
		`ck = load_checkpoint()`,
		`if ck: first, at = ck["next"], ck["at"]`,
		`for i in range(first, 4):`,
		`    begin_step(i)`,
		`    log("sample", 10 * rank + at)`,
		`    at += 1`,
		`    compute("10ms")`,
		`    dist.barrier()`,
		`    save_checkpoint(i, {"next": i + 1, "at": AT})`,
	}
	for _, c := range []struct {
		at           string
		twice, never []int64
		codes        string
	}{
		{"at", nil, nil, "crashed_rank"},
		{"0", nil, nil, ""}, // the sampler begins anew
		{"at + 1", nil, []int64{2, 12}, "samples_never crashed_rank"},
	} {
		text := strings.ReplaceAll(strings.Join(loop, "\n"), "AT", c.at)
		s := restarting(1, scripted(2, text))
		s.Faults = []scenario.Fault{{Kind: scenario.Crash, Rank: 1, At: at(7)}}
		r := run(t, s)
		require.Equal(t, result.Done, r.Outcome)
		if c.at == "0" {
			assert.Equal(t, []int64{0, 1, 10, 11}, r.Recovery.SamplesTwice)
			assert.Equal(t, []int64{2, 3, 12, 13}, r.Recovery.SamplesNever)
			continue
		}
		assert.Equal(t, c.twice, r.Recovery.SamplesTwice, c.at)
		assert.Equal(t, c.never, r.Recovery.SamplesNever, c.at)
		assert.Equal(t, c.codes, strings.Join(causes(r), " "), c.at)
	}
}

// TestStepsThatNobodyDid: the position is saved before the parameters are.
func TestStepsThatNobodyDid(t *testing.T) {
	s := restarting(1, scripted(2,
		`w = tensor([0.0])`,
		`first = 0`,
		`ck = load_checkpoint()`,
		`if ck: w, first = ck["w"], ck["next"]`,
		`for i in range(first, 5):`,
		`    begin_step(i)`,
		`    compute("10ms")`,
		`    dist.barrier()`,
		`    w += 1`,
		`    save_checkpoint(i, {"w": w, "next": i + 2})`))
	s.Faults = []scenario.Fault{{Kind: scenario.Crash, Rank: 0, At: at(7)}}
	r := run(t, s)
	assert.Equal(t, []int64{2}, r.Recovery.Never)
	assert.Equal(t, []string{"steps_never", "crashed_rank"}, causes(r))
	assert.Contains(t, r.Findings[0].Text["en"], "1 away from a run without the fault")
}

// TestWhatNoTensorHolds: the parameters differ, and no tensor of the program shows
// why.
func TestWhatNoTensorHolds(t *testing.T) {
	s := restarting(1, scripted(2,
		`w = tensor([1.0])`,
		`lr = 1.0`,
		`first = 0`,
		`ck = load_checkpoint()`,
		`if ck: w, first = ck["w"], ck["next"]`,
		`for i in range(first, 5):`,
		`    begin_step(i)`,
		`    compute("10ms")`,
		`    dist.barrier()`,
		`    w += lr`,
		`    lr = lr / 2`,
		`    save_checkpoint(i, {"w": w, "next": i + 1})`))
	s.Faults = []scenario.Fault{{Kind: scenario.Crash, Rank: 0, At: at(7)}}
	assert.Equal(t, []string{"parameters_differ", "crashed_rank"}, causes(run(t, s)))
}

// TestATimeoutRestoresNothing: only of a job that a fault ended is it said that
// nobody restarts it.
func TestATimeoutRestoresNothing(t *testing.T) {
	r := run(t, example(t, "job-timeout-only"))
	last := r.Findings[len(r.Findings)-1]
	assert.Equal(t, "not_restarted", last.Code)
	assert.Contains(t, last.Text["en"], "checkpoint of step 1 lies there unread")
	assert.Equal(t, 0, *last.Cause)
	assert.Nil(t, r.Recovery)

	for _, id := range []string{"job-if-rank-0", "job-early-break", "crash"} {
		for _, f := range run(t, example(t, id)).Findings {
			assert.NotEqual(t, "not_restarted", f.Code, id)
		}
	}
	unsaved := scripted(2, `begin_step(0)`, `compute("10ms")`, `dist.barrier()`)
	unsaved.Faults = []scenario.Fault{{Kind: scenario.Crash, Rank: 0, At: scenario.Strike{Time: 8 * time.Millisecond}}}
	r = run(t, unsaved)
	assert.Contains(t, r.Findings[len(r.Findings)-1].Text["en"], "all steps are lost")
}

// TestTensorsOfAProgramAreCompared: named tensors of a list of ops are variables
// as those of a script are.
func TestTensorsOfAProgramAreCompared(t *testing.T) {
	x := &scenario.Value{Name: "x"}
	s := restarting(1, job(2, 3*time.Second,
		scenario.Op{Name: "load_checkpoint"},
		scenario.Op{Name: "all_reduce", Tensor: x},
		scenario.Op{Name: "save_checkpoint", Names: []string{"x"}},
		scenario.Op{Name: "all_reduce", Tensor: x}))
	s.Tensors = []scenario.NamedTensor{{Name: "x", Spec: scenario.TensorSpec{Data: []scenario.Num{"1"}}}}
	s.Faults = []scenario.Fault{{Kind: scenario.Crash, Rank: 0, At: at(3)}}
	r := run(t, s)
	require.Equal(t, result.Done, r.Outcome)
	assert.Equal(t, []result.Difference{{Rank: 0, Name: "x", Most: 4, Saved: true, State: true}, {Rank: 1, Name: "x", Most: 4, Saved: true, State: true}}, r.Recovery.Differs,
		"x was saved after the first sum, and is added up twice more")
}
