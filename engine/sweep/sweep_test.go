package sweep_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"lockstep/engine"
	"lockstep/engine/scenario"
	"lockstep/engine/sweep"
	"lockstep/engine/trace"
)

func run(t *testing.T, text string) (*scenario.Scenario, *trace.Trace) {
	t.Helper()
	s, err := scenario.Parse([]byte(text))
	require.NoError(t, err)
	return s, runOf(t, s)
}

func runOf(t *testing.T, s *scenario.Scenario) *trace.Trace {
	t.Helper()
	r, err := engine.Start(s)
	require.NoError(t, err)
	for !r.Advance(1 << 20) {
	}
	return r.Trace()
}

func strip(t *testing.T, text string, rank int, kind sweep.Kind) string {
	t.Helper()
	s, tr := run(t, text)
	w := sweep.NewStrikes(s, tr, rank, kind)
	for !w.Advance(1 << 20) {
	}
	var b strings.Builder
	for i, p := range w.Points() {
		if i == 0 || w.Points()[i-1].Outcome != p.Outcome {
			fmt.Fprintf(&b, "%v %s\n", p.At, p.Outcome)
		}
	}
	return b.String()
}

const pair = `{"lockstep": 1, "world_size": 2, "timeout": "3s", "tensors": {"x": {"dtype": "float32", "data": [1, 2]}},
	"program": [{"op": "compute", "for": "1ms"}, {"op": "all_reduce", "tensor": "x"}, {"op": "compute", "for": "1ms"}]}`

func TestACrashAtEveryMoment(t *testing.T) {
	assert.Equal(t, "0s fails\n", strip(t, pair, 1, sweep.Crash), "whenever it strikes, a rank is lost")
}

func TestAHitchIsWaitedOutAndAStallIsNot(t *testing.T) {
	assert.Equal(t, "0s recovers\n", strip(t, pair, 1, sweep.Hitch))
	s, tr := run(t, pair)
	after := trace.Time(0) // the moment at which rank 1 has its sum
	for i := range tr.Calls {
		if c := &tr.Calls[i]; c.Proc == 1 && c.Op == "all_reduce" {
			after = c.End
		}
	}
	w := sweep.NewStrikes(s, tr, 1, sweep.Stall)
	for !w.Advance(1 << 20) {
	}
	require.NotEmpty(t, w.Points())
	for _, p := range w.Points() {
		want := sweep.Fails
		if p.At > after {
			want = sweep.Recovers // nobody waits for it any more
		}
		assert.Equal(t, want, p.Outcome, p.At)
	}
}

// A job that is restarted survives a crash; what it has not saved is gone, and the
// numbers show it.
func TestARestartRecoversWhatWasSaved(t *testing.T) {
	job := `{"lockstep": 1, "world_size": 2, "timeout": "3s", "job": {"max_restarts": 1}, "tensors": {"w": {"dtype": "float32", "data": [0]}},
		"program": [%s{"op": "local", "code": "w = w + 1"}, {"op": "barrier"}, {"op": "save_checkpoint", "names": ["w"], "step": 1}, {"op": "compute", "for": "5ms"}, {"op": "compute", "for": "5ms"}]}`
	restores := strip(t, fmt.Sprintf(job, ""), 0, sweep.Crash)
	assert.Contains(t, restores, "recovers", "the same program from its beginning")
	loads := strip(t, fmt.Sprintf(job, `{"op": "load_checkpoint", "names": ["w"]}, `), 0, sweep.Crash)
	assert.Contains(t, loads, "recovers")
	assert.Contains(t, loads, "wrong", "a step that was saved is done twice")
}

func TestASweepInSlicesIsTheSame(t *testing.T) {
	s, tr := run(t, pair)
	whole, sliced := sweep.NewStrikes(s, tr, 0, sweep.Crash), sweep.NewStrikes(s, tr, 0, sweep.Crash)
	for !whole.Advance(1 << 20) {
	}
	n := 0
	for !sliced.Advance(10) {
		n++
	}
	assert.Greater(t, n, len(whole.Points()))
	assert.Equal(t, whole.Points(), sliced.Points())
}

func TestALongRunIsThinned(t *testing.T) {
	s, tr := run(t, `{"lockstep": 1, "world_size": 2, "timeout": "3s", "program": [{"op": "repeat", "times": 400, "body": [{"op": "barrier"}]}]}`)
	w := sweep.NewStrikes(s, tr, 0, sweep.Crash)
	all, some := w.Moments()
	assert.Greater(t, all, sweep.MaxRuns)
	assert.LessOrEqual(t, some, sweep.MaxRuns)
}

const race = `{"lockstep": 1, "world_size": 3, "timeout": "3s", "tensors": {"x": {"dtype": "float32", "fill": "rank", "shape": [1]}, "y": {"dtype": "float32", "data": [0]}},
	"ranks": [{"program": [%s]}, {"program": [{"op": "send", "tensor": "x", "dst": 0}]}, {"program": [{"op": "send", "tensor": "x", "dst": 0}]}]}`

func TestMessagesFromAnywhereInEveryOrder(t *testing.T) {
	anyRecv, fromOne := `{"op": "recv", "tensor": "y"}`, `{"op": "recv", "tensor": "y", "src": 1}`
	for name, c := range map[string]struct {
		program string
		verdict sweep.Verdict
		ends    int
	}{
		"one, then the other":           {anyRecv + "," + anyRecv, sweep.Always, 2}, // the last stays in y
		"summed up":                     {anyRecv + `, {"op": "local", "code": "x = x + y"},` + anyRecv + `, {"op": "local", "code": "x = x + y\ny = y * 0"}`, sweep.Always, 1},
		"the second has to be rank 1's": {anyRecv + "," + fromOne, sweep.Sometimes, 2},
		"three of two":                  {anyRecv + "," + anyRecv + "," + anyRecv, sweep.Never, 1},
	} {
		t.Run(name, func(t *testing.T) {
			s, tr := run(t, fmt.Sprintf(race, c.program))
			w := sweep.NewOrders(s, tr)
			for !w.Advance(1 << 20) {
			}
			all, n := w.Orders()
			assert.Equal(t, 2, all)
			assert.Equal(t, 2, n)
			assert.Equal(t, c.verdict, w.Verdict())
			assert.Len(t, w.Ends(), c.ends)
		})
	}
}

// An order that a sweep claims to have run is the one in which the messages came.
func TestAnOrderComesAbout(t *testing.T) {
	s, tr := run(t, `{"lockstep": 1, "world_size": 4, "timeout": "3s", "tensors": {"x": {"dtype": "float32", "data": [0]}}, "ranks": [
		{"program": [{"op": "recv", "tensor": "x"}, {"op": "recv", "tensor": "x"}, {"op": "recv", "tensor": "x"}]},
		{"program": [{"op": "send", "tensor": "x", "dst": 0}]}, {"program": [{"op": "compute", "for": "2ms"}, {"op": "send", "tensor": "x", "dst": 0}]}, {"program": [{"op": "send", "tensor": "x", "dst": 0}]}]}`)
	assert.Equal(t, []sweep.Race{{Rank: 0, Senders: []int{1, 2, 3}}}, sweep.Races(s))
	w := sweep.NewOrders(s, tr)
	for _, want := range [][]int{{1, 2, 3}, {3, 2, 1}, {2, 1, 3}} {
		tr := runOf(t, w.With(sweep.Order{want}))
		var came []int
		messages := slices.Clone(tr.Messages)
		slices.SortStableFunc(messages, func(a, b trace.Message) int { return int(a.Arrived - b.Arrived) })
		for _, m := range messages {
			if m.To == 0 && m.Fate == trace.Delivered && m.RecvCall != trace.None && tr.Calls[m.RecvCall].Op == "recv" {
				came = append(came, int(m.From))
			}
		}
		assert.Equal(t, want, came)
	}
}

func TestNothingToSweep(t *testing.T) {
	s, tr := run(t, pair)
	assert.Empty(t, sweep.Races(s))
	w := sweep.NewOrders(s, tr)
	assert.True(t, w.Advance(1))
	assert.Empty(t, w.Ends())
}
