package process

import (
	"fmt"
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

func sameShape(a, b *tensor.Tensor) bool {
	if len(a.Shape) != len(b.Shape) {
		return false
	}
	for i, d := range a.Shape {
		if d != b.Shape[i] {
			return false
		}
	}
	return true
}

// sizes writes a shape as c10d does: (2, 3).
func sizes(shape []int) string { return "(" + list(shape) + ")" }

// vector writes a shape as c10 writes a std::vector: 2, 3.
func vector(shape []int) string { return list(shape) }

func list(shape []int) string {
	parts := make([]string, len(shape))
	for i, d := range shape {
		parts[i] = fmt.Sprint(d)
	}
	return strings.Join(parts, ", ")
}

// options is a dtype as c10::TensorOptions prints it.
func options(d tensor.DType) string {
	name := map[tensor.DType]string{
		tensor.Float32: "float", tensor.Float64: "double", tensor.Float16: "c10::Half", tensor.BFloat16: "c10::BFloat16",
		tensor.Int8: "signed char", tensor.Int32: "int", tensor.Int64: "long", tensor.UInt8: "unsigned char", tensor.Bool: "bool",
	}[d]
	return "TensorOptions(dtype=" + name + ", device=cpu, layout=Strided, requires_grad=false (default), pinned_memory=false (default), memory_format=(nullopt))"
}

// checkParts is what reduce_scatter_tensor asks of its two tensors.
func (c *call) checkParts(g *group.Group, out, in *tensor.Tensor) *failure.Failure {
	if len(out.Shape) == 0 || len(in.Shape) == 0 {
		return nil
	}
	if a, b := out.Shape[0]*g.Size, in.Shape[0]; a != b {
		return failure.CheckFailed("1583", "outputShape[0] * worldSize == inputShape[0]", fmt.Sprint(a), fmt.Sprint(b), c.p.rank())
	}
	return nil
}

func (p *Proc) rank() int { return int(p.info().Rank) }

// checkAllToAll is what ProcessGroupGloo's alltoall asks of its lists.
func checkAllToAll(g *group.Group, in, out []*Array) *failure.Failure {
	const op = "ProcessGroupGloo::alltoall: "
	if len(out) != g.Size {
		return failure.Runtime(fmt.Sprintf("%soutput tensor list size %d does not match world size %d", op, len(out), g.Size))
	}
	if len(in) != g.Size {
		return failure.Runtime(fmt.Sprintf("%sinput tensor list size %d does not match world size %d", op, len(in), g.Size))
	}
	for i, x := range out {
		if f := matches("alltoall", i, out[0].value, x.value); f != nil {
			return f
		}
	}
	for i, x := range in {
		if f := matches("alltoall", i, out[0].value, x.value); f != nil {
			return f
		}
	}
	return nil
}

// split cuts a tensor along its first dimension (c10d::checkSplitSizes,
// computeLengthsAndOffsets).
func split(g *group.Group, x *tensor.Tensor, by []int) ([]collective.Part, *failure.Failure) {
	dim, row := 1, len(x.Bytes)
	if len(x.Shape) > 0 {
		dim = x.Shape[0]
		row = x.DType.Size() * tensor.NumElements(x.Shape[1:])
	}
	if len(by) == 0 {
		if dim%g.Size != 0 {
			return nil, failure.Runtime("Tensor's dim 0 does not divide equally across group size")
		}
		return collective.EvenParts(len(x.Bytes), g.Size), nil
	}
	if len(by) != g.Size {
		return nil, failure.Runtime("Number of tensor splits not equal to group size")
	}
	parts, at := make([]collective.Part, g.Size), 0
	for i, n := range by {
		parts[i] = collective.Part{Off: at * row, Len: n * row}
		at += n
	}
	if at != dim {
		return nil, failure.Runtime("Split sizes doesn't match total dim 0 size")
	}
	return parts, nil
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
			index: x.index, base: x.base + at*row,
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
func (x *Array) copy() any { return x.value.Clone() }

func copies(list []*Array) any {
	out := make([]*tensor.Tensor, len(list))
	for i, x := range list {
		out[i] = x.value.Clone()
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
