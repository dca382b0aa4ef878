package engine

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"lockstep/engine/scenario"
	"lockstep/engine/tensor"
)

func shaped(d tensor.DType, shape ...int) scenario.Value {
	if shape == nil {
		shape = []int{}
	}
	return scenario.Value{Lit: &scenario.TensorSpec{DType: d, Shape: shape, Fill: "0"}}
}

func blank(shape ...int) scenario.Value { return shaped(tensor.Float32, shape...) }

func all(of ...scenario.Value) []scenario.Value { return of }

func exchange(out, in scenario.Value, outSplit, inSplit []int) scenario.Op {
	return scenario.Op{Name: "all_to_all_single", Tensor: &in, Out: all(out), InputSplitSizes: inSplit, OutputSplitSizes: outSplit}
}

func part(out, in scenario.Value) scenario.Op {
	return scenario.Op{Name: "reduce_scatter_tensor", Tensor: &out, Input: &in}
}

func joined(out, in scenario.Value) scenario.Op {
	return scenario.Op{Name: "all_gather_into_tensor", Tensor: &in, Out: all(out)}
}

// What PyTorch 2.14 says to arguments that do not fit, two ranks: each line was
// taken from the real thing. All calls are refused before anything is sent, so
// the group goes on.
func TestWrongArguments(t *testing.T) {
	one, wrong := blank(1), 5
	for name, c := range map[string]struct {
		op   scenario.Op
		kind string
		text string
	}{
		"all_to_all, both lists short": {scenario.Op{Name: "all_to_all", List: all(one), Out: all(one)}, "RuntimeError",
			"ProcessGroupGloo::alltoall: input tensor list size 1 does not match world size 2"},
		"all_to_all, output list short": {scenario.Op{Name: "all_to_all", List: all(one, one), Out: all(one)}, "RuntimeError",
			"ProcessGroupGloo::alltoall: output tensor list size 1 does not match world size 2"},
		"all_to_all, uneven": {scenario.Op{Name: "all_to_all", List: all(one, blank(2)), Out: all(one, one)}, "RuntimeError",
			"ProcessGroupGloo::alltoall: invalid tensor size at index 1 (expected (1), got (2))"},
		"all_to_all, sizes differ": {scenario.Op{Name: "all_to_all", List: all(blank(2), blank(2)), Out: all(one, one)}, "RuntimeError",
			"ProcessGroupGloo::alltoall: input and output tensors must have the same size"},
		"all_to_all_single, scalars":       {exchange(blank(), blank(), nil, nil), "IndexError", "Dimension specified as 0 but tensor has no dimensions"},
		"all_to_all_single, odd":           {exchange(blank(3), blank(3), nil, nil), "RuntimeError", "Tensor's dim 0 does not divide equally across group size"},
		"all_to_all_single, one side odd":  {exchange(blank(3), blank(3), nil, []int{1, 2}), "RuntimeError", "Tensor's dim 0 does not divide equally across group size"},
		"all_to_all_single, few splits":    {exchange(blank(4), blank(4), []int{4}, []int{2, 2}), "RuntimeError", "Number of tensor splits not equal to group size"},
		"all_to_all_single, negative":      {exchange(blank(4), blank(4), []int{2, 2}, []int{5, -1}), "RuntimeError", "Split sizes must be non-negative"},
		"all_to_all_single, sum":           {exchange(blank(3), blank(3), []int{1, 1}, []int{1, 2}), "RuntimeError", "Split sizes doesn't match total dim 0 size"},
		"all_to_all_single, other length":  {exchange(blank(4), blank(2), nil, nil), "RuntimeError", "[enforce fail at alltoall.cc:30] in->size == out->size. "},
		"all_to_all_single, other columns": {exchange(blank(2, 3), blank(2, 2), []int{1, 1}, []int{1, 1}), "RuntimeError", "[enforce fail at alltoallv.cc:138] inLengthPerRank[myRank] == outLengthPerRank[myRank]. "},
		"all_to_all_single, dtypes":        {exchange(shaped(tensor.Float64, 2), blank(2), nil, nil), "ValueError", "Invalid usage of tensors with different dtypesFound torch.float64 and  torch.float32"},
		"reduce_scatter_tensor, dtypes": {part(shaped(tensor.Float64, 1), blank(3)), "RuntimeError",
			"[rank0]:[F TIME ProcessGroupGloo.cpp:1582] Check failed: outputTensors[i].dtype() == inputTensors[i].dtype() (double vs. float). \n"},
		"reduce_scatter_tensor, rows": {part(blank(2), blank(2, 2)), "RuntimeError",
			"[rank0]:[F TIME ProcessGroupGloo.cpp:1583] Check failed: outputShape[0] * worldSize == inputShape[0] (4 vs. 2). \n"},
		"reduce_scatter_tensor, columns": {part(blank(1, 3), blank(2, 2)), "RuntimeError",
			"[rank0]:[F TIME ProcessGroupGloo.cpp:1585] Check failed: outputShape[i] == inputShape[i] (3 vs. 2). \n"},
		"reduce_scatter_tensor, more dimensions": {part(blank(1), blank(2, 3)), "RuntimeError", "output with shape [1] doesn't match the broadcast shape [1, 3]"},
		"reduce_scatter_tensor, broadcast":       {part(blank(2), blank(4, 3)), "RuntimeError", "The size of tensor a (2) must match the size of tensor b (3) at non-singleton dimension 1"},
		"reduce_scatter, long list":              {scenario.Op{Name: "reduce_scatter", Tensor: &one, List: all(one, one, one)}, "RuntimeError", "invalid input tensor list size, must be world size"},
		"reduce_scatter, shape": {scenario.Op{Name: "reduce_scatter", Tensor: &one, List: all(blank(1, 1), blank(1, 1))}, "RuntimeError",
			"[rank0]:[F TIME ProcessGroupGloo.cpp:2262] Check failed: outputs[0].sizes().vec() == inputs[0][i].sizes().vec() (1 vs. 1 1). \n"},
		"all_gather_into_tensor, scalar":     {joined(blank(2), blank()), "RuntimeError", "ProcessGroupGloo::allgather: invalid tensor size at index 0 (expected (), got (1))"},
		"all_gather_into_tensor, scalar out": {joined(blank(), blank()), "RuntimeError", "chunk expects at least a 1-dimensional tensor"},
		"all_gather_into_tensor, short":      {joined(blank(1), blank(1)), "RuntimeError", "ProcessGroupGloo::allgather: invalid output tensor list at index 0 (expected length 2, got 1)"},
		"all_gather_into_tensor, uneven":     {joined(blank(3), blank(2)), "RuntimeError", "ProcessGroupGloo::allgather: invalid tensor size at index 1 (expected (2), got (1))"},
		"all_gather_into_tensor, stacked":    {joined(blank(2, 2), blank(2)), "RuntimeError", "ProcessGroupGloo::allgather: invalid tensor size at index 0 (expected (2), got (1, 2))"},
		"broadcast, root":                    {scenario.Op{Name: "broadcast", Tensor: &one, Src: &wrong}, "RuntimeError", "ProcessGroupGloo::broadcast: invalid root rank: 5"},
		"reduce, root":                       {scenario.Op{Name: "reduce", Tensor: &one, Dst: &wrong}, "RuntimeError", "ProcessGroupGloo::reduce: invalid root rank: 5"},
		"gather, root":                       {scenario.Op{Name: "gather", Tensor: &one, Dst: &wrong}, "RuntimeError", "ProcessGroupGloo::gather: invalid root rank: 5"},
		"scatter, root":                      {scenario.Op{Name: "scatter", Tensor: &one, Src: &wrong}, "RuntimeError", "ProcessGroupGloo::scatter: invalid root rank: 5"},
		"scatter_object_list, empty": {scenario.Op{Name: "scatter_object_list", HasObjList: true, Src: new(int)}, "ValueError",
			"not enough values to unpack (expected 2, got 0)"},
		"scatter_object_list, none": {scenario.Op{Name: "scatter_object_list", Src: new(int)}, "ValueError",
			"source rank must provide non-None scatter_object_input_list"},
		"recv, itself": {scenario.Op{Name: "recv", Tensor: &one, Src: new(int)}, "RuntimeError",
			"[enforce fail at pair.cc:809] state_ >= CONNECTED. 1 vs 4. Pair is not connected ([127.0.0.1]:PORT$0 <--> [none])"},
		"send, itself": {scenario.Op{Name: "send", Tensor: &one, Dst: new(int)}, "ValueError",
			"Invalid destination rank: destination rank should not be the same as the rank of the current process."},
	} {
		t.Run(name, func(t *testing.T) {
			r := refused(t, c.op)
			require.Len(t, r, 1)
			assert.Equal(t, c.kind, r[0].kind)
			assert.Equal(t, c.text, r[0].text)
		})
	}
}

type refusal struct{ kind, text string }

// refused runs an op on rank 0, and on rank 1 too where both have to come for it
// to be refused; then both go on.
func refused(t *testing.T, op scenario.Op) (all []refusal) {
	t.Helper()
	programs := [][]scenario.Op{{catch(op), allReduceOf("1")}, {catch(op), allReduceOf("1")}}
	switch op.Name {
	case "recv", "send", "scatter_object_list":
		programs[1] = programs[1][1:] // refused on rank 0 alone, without the others
	}
	r := run(t, ranked(3*time.Second, programs...))
	assert.Equal(t, "done", r.Outcome)
	for _, s := range r.Ranks[0].Steps {
		if s.Status == "error" {
			assert.Equal(t, "immediate", s.When)
			all = append(all, refusal{s.ErrorType, s.Message})
		}
	}
	return all
}

// PREMUL_SUM is no reduce operation without its factor, and none of Gloo's with it.
func TestPremulSum(t *testing.T) {
	op := allReduceOf("1")
	op.ReduceOp = "PREMUL_SUM"
	bare := refused(t, op)
	require.Len(t, bare, 1)
	assert.Equal(t, "TypeError", bare[0].kind)
	assert.Contains(t, bare[0].text, "AllreduceOptions, arg0: torch._C._distributed_c10d.ReduceOp) -> None")
	factor := scenario.Num("2")
	op.Factor = &factor
	assert.Equal(t, []refusal{{"RuntimeError", "Cannot use ReduceOp.PREMUL_SUM with Gloo"}}, refused(t, op))
}

// A rank that does not exist is looked for in the store; the second time Gloo takes
// it for connected, and uses a connection that is not there.
func TestARankThatDoesNotExist(t *testing.T) {
	seven := 7
	send := catch(scenario.Op{Name: "send", Tensor: literal(1, "0"), Dst: &seven})
	r := run(t, ranked(3*second, []scenario.Op{send, send}, nil))
	assert.Equal(t, seen{"error", "at_timeout", "wait timeout after 3000ms, keys: /default_pg/0//cpu//0/7"}, steps(r.Ranks[0])[0])
	assert.Equal(t, "killed", r.Ranks[0].Steps[1].Status)
	assert.Equal(t, -11, *r.Ranks[0].Exit)
}
