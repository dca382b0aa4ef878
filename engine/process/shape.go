package process

import (
	"fmt"
	"slices"
	"strings"

	"lockstep/engine/collective"
	"lockstep/engine/failure"
	"lockstep/engine/group"
	"lockstep/engine/tensor"
	"lockstep/engine/trace"
)

// The checks that torch makes before anything is sent, in its order and words
// (distributed_c10d.py, ProcessGroupGloo.cpp, c10d/Utils.hpp).

// sameDType is _ensure_all_tensors_same_dtype.
func sameDType(list []*Array) *failure.Failure {
	for i := 1; i < len(list); i++ {
		if a, b := list[0].value.DType, list[i].value.DType; a != b {
			return failure.Value(fmt.Sprintf("Invalid usage of tensors with different dtypesFound torch.%s and  torch.%s", a, b))
		}
	}
	return nil
}

// matches is assertTypeAndSizesMatch for one tensor.
func matches(op string, i int, want, got *tensor.Tensor) *failure.Failure {
	if want.DType != got.DType {
		return failure.Runtime(fmt.Sprintf("ProcessGroupGloo::%s: invalid tensor type at index %d (expected %s, got %s)", op, i, options(want.DType), options(got.DType)))
	}
	if !sameShape(want, got) {
		return failure.Runtime(fmt.Sprintf("ProcessGroupGloo::%s: invalid tensor size at index %d (expected %s, got %s)", op, i, sizes(want.Shape), sizes(got.Shape)))
	}
	return nil
}

// atRoot checks the root of a gather or scatter, and on the root its list: one
// tensor a rank, each like x.
func atRoot(g *group.Group, op, which string, root int, x *Array, list []*Array) *failure.Failure {
	if root < 0 || root >= g.Size {
		return failure.BadRoot(op, root)
	}
	if root != g.Rank {
		return nil
	}
	if len(list) != g.Size {
		return failure.ListLength(op, which, len(list), g.Size)
	}
	for i, y := range list {
		if f := matches(op, i, x.value, y.value); f != nil {
			return f
		}
	}
	return nil
}

func sameShape(a, b *tensor.Tensor) bool { return slices.Equal(a.Shape, b.Shape) }

// sizes writes a shape as c10d does: (2, 3).
func sizes(shape []int) string { return "(" + list(shape, ", ") + ")" }

// vector writes a shape as c10 writes a std::vector: 2 3.
func vector(shape []int) string { return list(shape, " ") }

func list(shape []int, between string) string {
	parts := make([]string, len(shape))
	for i, d := range shape {
		parts[i] = fmt.Sprint(d)
	}
	return strings.Join(parts, between)
}

// typeName is a dtype as caffe2::TypeMeta prints it: in the words of C++.
func typeName(d tensor.DType) string {
	return map[tensor.DType]string{
		tensor.Float32: "float", tensor.Float64: "double", tensor.Float16: "c10::Half", tensor.BFloat16: "c10::BFloat16",
		tensor.Int8: "signed char", tensor.Int32: "int", tensor.Int64: "long", tensor.UInt8: "unsigned char", tensor.Bool: "bool",
	}[d]
}

// options is a dtype as c10::TensorOptions prints it.
func options(d tensor.DType) string {
	return "TensorOptions(dtype=" + typeName(d) + ", device=cpu, layout=Strided, requires_grad=false (default), pinned_memory=false (default), memory_format=(nullopt))"
}

// checkParts is what reduce_scatter_tensor asks of its two tensors. It looks at
// the first dimension even where there is none, and then the process dies.
func (c *call) checkParts(g *group.Group, out, in *tensor.Tensor) *failure.Failure {
	if out.DType != in.DType {
		return failure.CheckFailed("1582", "outputTensors[i].dtype() == inputTensors[i].dtype()", typeName(out.DType), typeName(in.DType), c.p.rank())
	}
	if len(out.Shape) == 0 || len(in.Shape) == 0 {
		c.p.die(sigSegv, true)
	}
	if a, b := out.Shape[0]*g.Size, in.Shape[0]; a != b {
		return failure.CheckFailed("1583", "outputShape[0] * worldSize == inputShape[0]", fmt.Sprint(a), fmt.Sprint(b), c.p.rank())
	}
	for i := 1; i < len(out.Shape); i++ {
		b := 0 // what mostly stands in memory after the last dimension
		if i < len(in.Shape) {
			b = in.Shape[i]
		}
		if a := out.Shape[i]; a != b {
			return failure.CheckFailed("1585", "outputShape[i] == inputShape[i]", fmt.Sprint(a), fmt.Sprint(b), c.p.rank())
		}
	}
	return nil
}

func (p *Proc) rank() int { return int(p.info().Rank) }

// checkAllToAll is what ProcessGroupGloo's alltoall asks of its lists: one size for
// all, whatever one would expect of an exchange of lists.
func checkAllToAll(g *group.Group, in, out []*Array) *failure.Failure {
	const op = "ProcessGroupGloo::alltoall: "
	if len(in)+len(out) == 0 {
		return failure.NoTensors("c10d::alltoall_")
	}
	for _, l := range []struct {
		name string
		list []*Array
	}{{"input", in}, {"output", out}} {
		if len(l.list) != g.Size {
			return failure.Runtime(fmt.Sprintf("%s%s tensor list size %d does not match world size %d", op, l.name, len(l.list), g.Size))
		}
	}
	for _, l := range [][]*Array{in, out} {
		for i, x := range l {
			if f := matches("alltoall", i, l[0].value, x.value); f != nil {
				return f
			}
		}
	}
	if !sameShape(in[0].value, out[0].value) {
		return failure.Runtime(op + "input and output tensors must have the same size")
	}
	return nil
}

// split cuts a tensor along its first dimension (c10d::checkSplitSizes,
// computeLengthsAndOffsets).
func split(g *group.Group, x *tensor.Tensor, by []int) ([]collective.Part, *failure.Failure) {
	switch {
	case len(by) != 0 && len(by) != g.Size:
		return nil, failure.Runtime("Number of tensor splits not equal to group size")
	case len(x.Shape) == 0:
		return nil, failure.NoDimensions
	}
	dim, row := x.Shape[0], x.DType.Size()*tensor.NumElements(x.Shape[1:])
	if len(by) == 0 {
		if dim%g.Size != 0 {
			return nil, failure.Runtime("Tensor's dim 0 does not divide equally across group size")
		}
		return collective.EvenParts(len(x.Bytes), g.Size), nil
	}
	parts, at := make([]collective.Part, g.Size), 0
	for i, n := range by {
		if n < 0 {
			return nil, failure.Runtime("Split sizes must be non-negative")
		}
		parts[i] = collective.Part{Off: at * row, Len: n * row}
		at += n
	}
	if at != dim {
		return nil, failure.Runtime("Split sizes doesn't match total dim 0 size")
	}
	return parts, nil
}

// fits is what Gloo itself asks of an exchange, on the thread that runs it: equal
// sizes without splits (alltoall.cc), with splits an equal own part (alltoallv.cc).
func fits(g *group.Group, in, out *tensor.Tensor, send, recv []collective.Part, splits bool) *failure.Failure {
	if !splits && len(in.Bytes) != len(out.Bytes) {
		return failure.Enforce("alltoall.cc:30", "in->size == out->size")
	}
	if splits && send[g.Rank].Len != recv[g.Rank].Len {
		return failure.Enforce("alltoallv.cc:138", "inLengthPerRank[myRank] == outLengthPerRank[myRank]")
	}
	return nil
}

// chunk cuts an array along its first dimension into at most n views, as
// torch.chunk does; they share its memory and its place in the trace.
func chunk(x *Array, n int) []*Array {
	shape := x.value.Shape
	if len(shape) == 0 {
		return []*Array{x}
	}
	step := (shape[0] + n - 1) / n
	row := x.value.DType.Size() * tensor.NumElements(shape[1:])
	var out []*Array
	for at := 0; at < shape[0] || at == 0; at += max(step, 1) {
		rows := min(step, shape[0]-at)
		view := append([]int{rows}, shape[1:]...)
		out = append(out, &Array{
			value: &tensor.Tensor{DType: x.value.DType, Shape: view, Bytes: x.value.Bytes[at*row : (at+rows)*row]},
			index: x.index, base: x.base + at*row, of: x.of,
		})
		if step == 0 {
			for len(out) < n {
				out = append(out, out[0])
			}
			break
		}
	}
	return out
}

// copy is the array's value now, for an output.
func (x *Array) copy() any { return x.clone() }

func copies(list []*Array) any {
	out := make([]*tensor.Tensor, len(list))
	for i, x := range list {
		out[i] = x.clone()
	}
	return out
}

// overwrite puts new bytes into an array on the program's own thread.
func (p *Proc) overwrite(x *Array, bytes []byte) {
	t := p.job.Trace
	copy(x.value.Bytes, bytes)
	t.Writes = append(t.Writes, trace.Write{Tensor: x.index, Offset: int32(x.base), Len: int32(len(bytes)), Data: t.Keep(bytes), Msg: trace.None})
	p.record(trace.Wrote, int32(len(t.Writes)-1))
}
