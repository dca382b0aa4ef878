package app

import (
	"errors"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"lockstep/engine/result"
	"lockstep/engine/scenario"
	"lockstep/engine/tensor"
	"lockstep/engine/trace"
)

// fakeRun is a run whose trace has one moment a millisecond for each op of the
// longest program: enough to see that an edit ran.
type fakeRun struct {
	t      *trace.Trace
	slices int // how many Advance calls it takes
}

func (r *fakeRun) Advance(int) bool {
	r.slices--
	return r.slices <= 0
}
func (r *fakeRun) Tell(int) bool           { return true }
func (r *fakeRun) Close()                  {}
func (r *fakeRun) Trace() *trace.Trace     { return r.t }
func (r *fakeRun) Outcome() *result.Result { return &result.Result{Outcome: result.Done} }

var errUnknown = errors.New("the engine does not run that")

func fakeStart(slices int) Starter {
	return func(s *scenario.Scenario) (Runner, error) {
		t := &trace.Trace{World: s.WorldSize}
		t.Record(0, trace.ProcStart, 0, trace.None)
		for r := range s.Processes() {
			for i, op := range s.ProgramOf(r) {
				if op.Name == "store_num_keys" {
					return nil, errUnknown
				}
				t.Calls = append(t.Calls, trace.Call{Proc: int32(r), Start: trace.Time(i) * time.Millisecond, End: trace.Time(i+1) * time.Millisecond})
				if at := trace.Time(i+1) * time.Millisecond; at > t.End {
					t.Record(at, trace.CallEnd, 0, 0)
				}
			}
		}
		return &fakeRun{t, slices}, nil
	}
}

func list(v ...scenario.Num) scenario.TensorSpec {
	return scenario.TensorSpec{DType: tensor.Float32, Shape: []int{len(v)}, Data: v}
}

// two ranks with x = [1, 2] and [2, 5], one all_reduce.
func twoRanks() *scenario.Scenario {
	x := scenario.Value{Name: "x"}
	return &scenario.Scenario{
		WorldSize: 2, Backend: "gloo", Debug: scenario.DebugOff, Timeout: 30 * time.Minute, AutoInit: true, AtEnd: scenario.Exit,
		Network: scenario.Network{Latency: 50 * time.Microsecond, Bandwidth: 1e9},
		Program: []scenario.Op{{Name: "compute", For: time.Millisecond}, {Name: "all_reduce", Tensor: &x}},
		Ranks: []scenario.Rank{
			{Tensors: []scenario.NamedTensor{{Name: "x", Spec: list("1", "2")}}},
			{Tensors: []scenario.NamedTensor{{Name: "x", Spec: list("2", "5")}}},
		},
	}
}

func state(t testing.TB) State {
	t.Helper()
	s, err := New(twoRanks(), fakeStart(1))
	require.NoError(t, err)
	return s
}

// do carries out actions one after the other.
func do(s State, actions ...Action) State {
	for _, a := range actions {
		s, _ = Update(s, a)
	}
	return s
}

func names(program []scenario.Op) []string {
	var list []string
	for _, op := range program {
		list = append(list, op.Name)
	}
	return list
}

func data(s State, rank int, name string) []scenario.Num {
	tensors := s.Scenario.TensorsOf(rank)
	k, ok := findTensor(tensors, name)
	if !ok {
		return nil
	}
	return tensors[k].Spec.Data
}
