package group_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"pgregory.net/rapid"

	"lockstep/engine/failure"
	"lockstep/engine/group"
	"lockstep/engine/tensor"
)

func tensors(shapes ...[]int) []*tensor.Tensor {
	list := make([]*tensor.Tensor, len(shapes))
	for i, shape := range shapes {
		list[i] = tensor.New(tensor.Float32, shape)
	}
	return list
}

// What a member sends is what another reads, whatever the call.
func TestAFingerprintTravels(t *testing.T) {
	g := &group.Group{}
	rapid.Check(t, func(t *rapid.T) {
		g.Posted()
		var list []*tensor.Tensor
		for range rapid.IntRange(0, 3).Draw(t, "tensors") {
			shape := rapid.SliceOfN(rapid.IntRange(0, 4), 0, 4).Draw(t, "shape")
			dtype, _ := tensor.ParseDType(rapid.SampledFrom(tensor.DTypeNames()).Draw(t, "dtype"))
			list = append(list, tensor.New(dtype, shape))
		}
		op := group.OpType(rapid.IntRange(0, 20).Draw(t, "op"))
		own := g.Fingerprint(op, list...)
		numbers := own.Numbers()
		rows := group.Rows(group.Bytes(append(numbers, numbers...)), 2)
		assert.Equal(t, numbers, rows[1])
		assert.Equal(t, own.Words().String(), group.ReadFingerprint(rows[1]).Words().String())
	})
}

// When lengths differ, the length of the other's fingerprint is read as the number
// of its call: the names below are those of calls that nobody made.
func TestALengthIsReadAsACall(t *testing.T) {
	g := &group.Group{}
	for _, c := range []struct {
		what    string
		tensors []*tensor.Tensor
		named   string
	}{
		{"no tensor to compare", nil, "REDUCE"},
		{"a scalar", tensors([]int{}), "ALLGATHER_COALESCED"},
		{"a vector", tensors([]int{2}), "GATHER"},
		{"a matrix", tensors([]int{2, 2}), "SCATTER"},
		{"three dimensions", tensors([]int{2, 2, 2}), "REDUCE_SCATTER"},
		{"two vectors", tensors([]int{4}, []int{2}), "ALLTOALL"},
		{"two matrices", tensors([]int{4, 1}, []int{2, 1}), "RECV"},
		{"two of five dimensions", tensors([]int{1, 1, 1, 1, 1}, []int{1, 1, 1, 1, 1}), "REDUCE_SCATTER_TENSOR_COALESCED"},
		{"two of six dimensions", tensors([]int{1, 1, 1, 1, 1, 1}, []int{1, 1, 1, 1, 1, 1}), ""},
	} {
		length := int64(len(g.Fingerprint(group.Barrier, c.tensors...).Numbers()))
		assert.Equal(t, c.named, group.ReadFingerprint([]int64{length}).Words().Op, c.what)
	}
}

func TestAMismatchNamesWhatDiffers(t *testing.T) {
	g := &group.Group{}
	barrier := g.Fingerprint(group.Barrier).Words()
	g.Posted()
	reduce := g.Fingerprint(group.Reduce, tensors([]int{2, 3})...).Words()
	const device = "TensorOptions(dtype=float (default), device=cpu, layout=Strided (default), requires_grad=false (default), pinned_memory=false (default), memory_format=(nullopt))"
	assert.Equal(t, "Detected mismatch between collectives on ranks."+
		" Rank 1 is running collective: CollectiveFingerPrint(SequenceNumber=1, OpType=REDUCE, TensorShape=[2, 3], TensorDtypes=Float, TensorDeviceTypes="+device+"),"+
		" but Rank 0 is running collective: CollectiveFingerPrint(SequenceNumber=0OpType=BARRIER)."+
		"Collectives differ in the following aspects: \t Sequence number: 1vs 0  Op type: REDUCEvs BARRIER"+
		"  Tensor Tensor shapes: 2 3vs   Tensor Tensor dtypes: Floatvs   Tensor Tensor devices: "+device+"vs ",
		failure.Mismatch(1, reduce, 0, barrier).Message)
	unnamed := group.ReadFingerprint([]int64{21}).Words()
	assert.Contains(t, failure.Mismatch(0, barrier, 1, unnamed).Message, "Unknown op type!")
}
