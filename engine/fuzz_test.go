package engine_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"lockstep/engine"
	"lockstep/engine/result"
	"lockstep/engine/scenario"
	"lockstep/engine/sim"
	"lockstep/engine/tensor"
	"lockstep/engine/trace"
)

// small keeps a run of an arbitrary scenario short.
var small = sim.Limits{Events: 20_000, Memory: 16 << 20}

// FuzzRun: any valid scenario ends within its limits, the same way in one piece
// and in slices, without a panic; each message has one fate; and a run in which
// nothing went wrong has no finding.
func FuzzRun(f *testing.F) {
	for _, dir := range []string{"../assets/scenarios", "testdata/faults"} {
		files, err := filepath.Glob(filepath.Join(dir, "*.json"))
		require.NoError(f, err)
		require.NotEmpty(f, files)
		for _, file := range files {
			text, err := os.ReadFile(file)
			require.NoError(f, err)
			f.Add(text)
		}
	}
	for i, rec := range readRecordings(f) {
		if i%25 == 0 {
			f.Add([]byte(rec.Scenario))
		}
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		s, err := scenario.Parse(text)
		if err != nil || s.Processes() > 16 || elements(s) > 1<<14 {
			return
		}
		behaves(t, s)
	})
}

// elements counts what all processes' tensors and literals hold.
func elements(s *scenario.Scenario) (n int) {
	for i := range s.Processes() {
		for _, named := range s.TensorsOf(i) {
			n += tensor.NumElements(named.Spec.Shape)
		}
		for _, op := range s.ProgramOf(i) {
			for _, v := range append(append([]scenario.Value{}, op.List...), op.Out...) {
				n += literal(&v)
			}
			n += literal(op.Tensor) + literal(op.Input)
		}
	}
	return n
}

func literal(v *scenario.Value) int {
	if v == nil || v.Lit == nil {
		return 1
	}
	return tensor.NumElements(v.Lit.Shape)
}

// behaves holds one run to what every run promises.
func behaves(t require.TestingT, s *scenario.Scenario) {
	whole := runWithin(t, s, 1<<20)
	if whole == nil {
		return
	}
	r := whole.Result()
	sliced := runWithin(t, s, 7)
	require.Equal(t, r.TraceSHA256, sliced.Result().TraceSHA256, "in slices it is another run")
	require.Contains(t, []string{result.Done, result.Failed, result.Hung, result.Limit}, r.Outcome)
	require.Equal(t, r.Outcome == result.Limit, r.Limit != "", "%s, %q", r.Outcome, r.Limit)
	var out bytes.Buffer
	_, err := r.WriteTo(&out)
	require.NoError(t, err)
	require.True(t, json.Valid(out.Bytes()))
	orderHolds(t, whole.Trace())
	fatesHold(t, whole.Trace())
	if clean(s, r) {
		require.Empty(t, r.Findings, "nothing went wrong")
	}
}

// runWithin runs s to its end; nil: the engine does not run an op of it yet.
func runWithin(t require.TestingT, s *scenario.Scenario, slice int) *engine.Run {
	r, err := engine.StartWithin(s, small)
	if err != nil {
		require.ErrorContains(t, err, "is not run yet")
		return nil
	}
	for i := 0; !r.Advance(slice); i++ {
		require.Less(t, i*slice, int(small.Events), "it does not end")
	}
	return r
}

func orderHolds(t require.TestingT, tr *trace.Trace) {
	for i := 1; i < len(tr.Ticks); i++ {
		require.Less(t, tr.Ticks[i-1].At, tr.Ticks[i].At)
		require.Less(t, tr.Ticks[i-1].First, tr.Ticks[i].First)
	}
	for i := range tr.Calls {
		if c := &tr.Calls[i]; c.End != trace.Never {
			require.LessOrEqual(t, c.Start, c.End)
		}
	}
}

// fatesHold: a message is posted, may leave once, and comes to one end, or to none
// while it waits or is on its way.
func fatesHold(t require.TestingT, tr *trace.Trace) {
	left, ended := make([]int, len(tr.Messages)), make([]int, len(tr.Messages))
	for _, e := range tr.Events {
		switch e.Kind {
		case trace.MsgSend:
			left[e.Ref]++
		case trace.MsgArrive, trace.MsgAbort:
			ended[e.Ref]++
		}
	}
	for i := range tr.Messages {
		m := &tr.Messages[i]
		require.Equal(t, m.Sent != trace.Never, left[i] == 1, "message %d left %d times", i, left[i])
		require.True(t, m.Sent == trace.Never || m.Sent >= m.Posted)
		switch m.Fate {
		case trace.Posted:
			require.Equal(t, []int{0, 0}, []int{left[i], ended[i]})
		case trace.InFlight:
			require.Equal(t, []int{1, 0}, []int{left[i], ended[i]})
		case trace.Delivered:
			require.Equal(t, []int{1, 1}, []int{left[i], ended[i]})
			require.GreaterOrEqual(t, m.Arrived, m.Sent)
		case trace.Aborted:
			require.Equal(t, 1, ended[i])
			require.Equal(t, trace.Never, m.Arrived)
		case trace.Rejected:
			require.Equal(t, []int{1, 1}, []int{left[i], ended[i]})
			require.NotEqual(t, trace.Never, tr.Procs[m.To].Ended, "its receiver dies of it")
		}
	}
}

// clean reports whether all ranks ran one program of collectives, and every op of
// it did what it should.
func clean(s *scenario.Scenario, r *result.Result) bool {
	if r.Outcome != result.Done || len(s.Faults) > 0 || !s.AutoInit || s.Script != "" {
		return false
	}
	for i := range s.Ranks {
		if s.Ranks[i].HasProgram || len(s.Ranks[i].Tensors) > 0 || s.Ranks[i].Start > 0 || s.Ranks[i].Never {
			return false
		}
	}
	for _, op := range s.Program {
		if spec, _ := scenario.SpecOf(op.Name); spec.Family != scenario.Collectives && spec.Family != scenario.Compute || op.Async {
			return false
		}
	}
	for _, rank := range r.Ranks {
		for _, step := range rank.Steps {
			if step.Status != "ok" {
				return false
			}
		}
	}
	return true
}

// TestRandomScenarios holds programs to the same that a generator makes: right
// ones, with mistakes, and with faults.
func TestRandomScenarios(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := randomScenario(t)
		s, err := scenario.Parse([]byte(text))
		require.NoError(t, err, text)
		behaves(t, s)
	})
}

// randomScenario writes a file: one program for all, then perhaps some mistakes in
// the programs of some ranks, and perhaps faults.
func randomScenario(t *rapid.T) string {
	world := rapid.IntRange(1, 6).Draw(t, "world")
	program := rapid.SliceOfN(rapid.Custom(func(t *rapid.T) string { return randomOp(t, world) }), 1, 6).Draw(t, "program")
	parts := []string{
		`"lockstep": 1`, fmt.Sprintf(`"world_size": %d`, world), `"timeout": "3s"`,
		`"debug": ` + pick(t, "debug", `"OFF"`, `"OFF"`, `"INFO"`, `"DETAIL"`), `"at_end": ` + pick(t, "at_end", `"linger"`, `"exit"`),
		fmt.Sprintf(`"tensors": {"x": {"dtype": "float32", "shape": [%d], "fill": "rank"}, "y": {"dtype": %s, "shape": [%d], "fill": "arange"}}`,
			rapid.IntRange(0, 9).Draw(t, "n"), pick(t, "dtype", `"int64"`, `"float16"`, `"uint8"`, `"bool"`), world),
		`"program": [` + strings.Join(program, ", ") + "]",
	}
	if rapid.Bool().Draw(t, "mistakes") {
		parts = append(parts, `"ranks": [`+strings.Join(randomRanks(t, world, program), ", ")+"]")
	}
	if rapid.Bool().Draw(t, "faulty") {
		faults := rapid.SliceOfN(rapid.Custom(func(t *rapid.T) string { return randomFault(t, world) }), 1, 3).Draw(t, "faults")
		parts = append(parts, `"faults": [`+strings.Join(faults, ", ")+"]")
	}
	return "{" + strings.Join(parts, ", ") + "}"
}

func pick(t *rapid.T, name string, from ...string) string {
	return rapid.SampledFrom(from).Draw(t, name)
}

func randomOp(t *rapid.T, world int) string {
	rank := rapid.IntRange(0, world-1).Draw(t, "root")
	x := pick(t, "tensor", `"x"`, `"y"`)
	op := pick(t, "op",
		fmt.Sprintf(`"op": "all_reduce", "tensor": %s, "reduce_op": %s, "algorithm": %s`, x,
			pick(t, "reduce_op", `"SUM"`, `"MAX"`, `"AVG"`, `"BAND"`), pick(t, "all_reduce", `"ring"`, `"ring"`, `"tree"`, `"halving_doubling"`, `"bcube"`, `"naive"`)),
		fmt.Sprintf(`"op": "broadcast", "tensor": %s, "src": %d, "algorithm": %s`, x, rank, pick(t, "broadcast", `"tree"`, `"naive"`, `"chain"`)),
		fmt.Sprintf(`"op": "reduce", "tensor": %s, "dst": %d`, x, rank),
		fmt.Sprintf(`"op": "all_gather", "tensor": %s, "algorithm": %s`, x, pick(t, "all_gather", `"ring"`, `"bruck"`)),
		fmt.Sprintf(`"op": "gather", "tensor": %s, "dst": %d`, x, rank),
		`"op": "all_to_all_single", "tensor": "y", "out": "y"`,
		fmt.Sprintf(`"op": "send", "tensor": %s, "dst": %d`, x, rank),
		fmt.Sprintf(`"op": "recv", "tensor": %s, "src": %d`, x, rank),
		fmt.Sprintf(`"op": "recv", "tensor": %s`, x),
		`"op": "barrier", "algorithm": `+pick(t, "barrier", `"dissemination"`, `"all_to_one"`),
		`"op": "monitored_barrier", "timeout": "1s"`,
		fmt.Sprintf(`"op": "all_gather_object", "obj": %d`, rank),
		fmt.Sprintf(`"op": "all_reduce", "tensor": %s, "async": true, "as": "h"`, x),
		`"op": "wait", "id": "h", "timeout": "1s"`,
		`"op": "compute", "for": `+pick(t, "compute", `"1ms"`, `"5s"`),
		fmt.Sprintf(`"op": "isend", "tensor": %s, "dst": %d, "tag": 1, "as": "h"`, x, rank),
		fmt.Sprintf(`"op": "irecv", "tensor": %s, "src": %d, "tag": 1, "as": "h"`, x, rank),
		fmt.Sprintf(`"op": "scatter", "tensor": %s, "src": %d, "list": [%s]`, x, rank, strings.Join(slices.Repeat([]string{x}, world), ", ")),
		fmt.Sprintf(`"op": "reduce_scatter", "tensor": %s, "list": [%s]`, x, strings.Join(slices.Repeat([]string{x}, world), ", ")),
		`"op": "new_group", "as": "g"`, fmt.Sprintf(`"op": "new_group", "ranks": [%d], "as": "g"`, rank),
		fmt.Sprintf(`"op": "new_group", "ranks": [%d, %d], "as": "g"`, rank, (rank+1)%world),
		`"op": "destroy_process_group"`, `"op": "destroy_process_group", "group": "g"`, `"op": "init_process_group"`,
		`"op": "store_set", "key": "k", "value": "v"`, `"op": "store_get", "key": "k"`, `"op": "store_add", "key": "n", "amount": 1`,
		`"op": "os_exit"`, `"op": "raise", "message": "no"`, `"op": "sigstop", "cont_after": "2s"`,
	)
	if pick(t, "in", "world", "world", "g") == "g" && strings.Contains(op, "tensor") {
		op += `, "group": "g"`
	}
	return fmt.Sprintf("{%s, \"catch\": %t}", op, rapid.Bool().Draw(t, "catch"))
}

// randomRanks gives some ranks programs of their own: the common one with an op
// left out, doubled, or put in.
func randomRanks(t *rapid.T, world int, program []string) []string {
	ranks := make([]string, world)
	for i := range ranks {
		own := append([]string{}, program...)
		at := rapid.IntRange(0, len(own)-1).Draw(t, "at")
		switch rapid.IntRange(0, 4).Draw(t, "mistake") {
		case 0:
			own = append(own[:at], own[at+1:]...)
		case 1:
			own = append(own[:at], append([]string{own[at]}, own[at:]...)...)
		case 2:
			own[at] = randomOp(t, world)
		default:
			ranks[i] = "{}"
			continue
		}
		ranks[i] = fmt.Sprintf(`{"program": [%s], "start": %s}`, strings.Join(own, ", "), pick(t, "start", `"0s"`, `"0s"`, `"1s"`, `"never"`))
	}
	return ranks
}

func randomFault(t *rapid.T, world int) string {
	rank := rapid.IntRange(0, world-1).Draw(t, "rank")
	peer := ""
	if world > 1 {
		peer = fmt.Sprintf(`, "peer": %d`, (rank+1)%world)
	}
	return fmt.Sprintf(`{"rank": %d, "at": %s, %s}`, rank,
		pick(t, "at", `{"time": "0s"}`, `{"time": "600us"}`, `{"time": "1s"}`),
		pick(t, "kind", `"kind": "crash"`, `"kind": "freeze"`, `"kind": "freeze", "for": "1s"`, `"kind": "slow", "factor": 3, "for": "1s"`,
			`"kind": "drop_link", "for": "100ms"`+peer, `"kind": "drop_link"`, `"kind": "slow_link", "latency": "10ms", "bandwidth": "1MB/s"`+peer))
}
