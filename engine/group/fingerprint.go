package group

import (
	"encoding/binary"

	"lockstep/engine/failure"
	"lockstep/engine/tensor"
)

// OpType is a collective by its number in c10d (Work.hpp).
type OpType int64

// The collectives that the debug wrapper checks.
const (
	Broadcast         OpType = 0
	AllReduce         OpType = 1
	Reduce            OpType = 3
	AllGather         OpType = 4
	AllGatherBase     OpType = 5
	Gather            OpType = 7
	Scatter           OpType = 8
	ReduceScatter     OpType = 9
	AllToAllBase      OpType = 10
	AllToAll          OpType = 11
	Barrier           OpType = 15
	ReduceScatterBase OpType = 16
)

// opNames has all of c10d's, also those that no call here is: a fingerprint that
// is read wrongly can name any.
var opNames = [...]string{
	"BROADCAST", "ALLREDUCE", "ALLREDUCE_COALESCED", "REDUCE", "ALLGATHER", "_ALLGATHER_BASE", "ALLGATHER_COALESCED",
	"GATHER", "SCATTER", "REDUCE_SCATTER", "ALLTOALL_BASE", "ALLTOALL", "SEND", "RECV", "RECVANYSOURCE", "BARRIER",
	"_REDUCE_SCATTER_BASE", "COALESCED", "_ALLREDUCE_SPARSE", "REDUCE_SCATTER_TENSOR_COALESCED", "ALLGATHER_INTO_TENSOR_COALESCED",
}

// scalarTypes are the numbers of the dtypes in c10 (ScalarType.h).
var scalarTypes = map[tensor.DType]int64{
	tensor.UInt8: 0, tensor.Int8: 1, tensor.Int32: 3, tensor.Int64: 4, tensor.Float16: 5, tensor.Float32: 6, tensor.Float64: 7,
	tensor.Bool: 11, tensor.BFloat16: 15,
}

// Fingerprint is what the debug wrapper compares between the members before a
// collective: which it is, which number it has, and its tensors' dtypes and shapes
// (ProcessGroupWrapper.cpp, CollectiveFingerPrint). Not in it, and so never
// noticed: values, reduce operations, roots, splits, and everything in send and recv.
type Fingerprint struct {
	op       OpType
	sequence uint64
	dtypes   []int64
	shapes   [][]int64
}

// Fingerprint takes the fingerprint of the call that this member is about to make.
func (g *Group) Fingerprint(op OpType, tensors ...*tensor.Tensor) Fingerprint {
	f := Fingerprint{op: op, sequence: g.sequence}
	for _, x := range tensors {
		f.dtypes = append(f.dtypes, scalarTypes[x.DType])
		shape := make([]int64, len(x.Shape))
		for i, d := range x.Shape {
			shape[i] = int64(d)
		}
		f.shapes = append(f.shapes, shape)
	}
	return f
}

// cpu is the number of the device type.
const cpu = 0

// Numbers writes the fingerprint as the tensor of int64 in which it travels.
func (f Fingerprint) Numbers() []int64 {
	n := []int64{int64(f.op), int64(f.sequence), int64(len(f.dtypes))}
	n = append(n, f.dtypes...)
	for range f.dtypes {
		n = append(n, cpu)
	}
	for _, shape := range f.shapes {
		n = append(n, int64(len(shape)))
		n = append(n, shape...)
	}
	return n
}

// ReadFingerprint reads what another member sent. A single number is taken for the
// kind of collective: so the wrapper, whose first exchange is that of the lengths,
// reads the length of a fingerprint when lengths differ, and names a collective
// that nobody called.
func ReadFingerprint(n []int64) Fingerprint {
	f := Fingerprint{op: OpType(n[0])}
	if len(n) == 1 {
		return f
	}
	f.sequence = uint64(n[1])
	tensors := int(n[2])
	f.dtypes = n[3 : 3+tensors]
	rest := n[3+2*tensors:]
	for range tensors {
		dims := rest[0]
		f.shapes = append(f.shapes, rest[1:1+dims])
		rest = rest[1+dims:]
	}
	return f
}

// Words is the fingerprint as an error text shows it.
func (f Fingerprint) Words() failure.Fingerprint {
	w := failure.Fingerprint{Sequence: f.sequence}
	if int(f.op) < len(opNames) {
		w.Op = opNames[f.op]
	}
	for _, d := range f.dtypes {
		w.DTypes = append(w.DTypes, scalarName(d))
	}
	if len(f.shapes) > 0 {
		w.Shape = f.shapes[0]
	}
	return w
}

func scalarName(number int64) string {
	for d, n := range scalarTypes {
		if n == number {
			return d.ScalarType()
		}
	}
	return "UNKNOWN_SCALAR"
}

// Bytes are numbers as they stand in memory.
func Bytes(numbers []int64) []byte {
	var b []byte
	for _, n := range numbers {
		b = binary.LittleEndian.AppendUint64(b, uint64(n))
	}
	return b
}

// Rows reads count rows of equal length back.
func Rows(b []byte, count int) [][]int64 {
	rows := make([][]int64, count)
	for i := range rows {
		for row := b[i*len(b)/count : (i+1)*len(b)/count]; len(row) > 0; row = row[8:] {
			rows[i] = append(rows[i], int64(binary.LittleEndian.Uint64(row)))
		}
	}
	return rows
}
