package process

import (
	"fmt"
	"slices"

	"lockstep/engine/failure"
	"lockstep/engine/scenario"
	"lockstep/engine/sim"
	"lockstep/engine/tensor"
	"lockstep/engine/trace"
)

const never = sim.Never

// Array is a tensor in the memory of a process, and its place in the trace.
type Array struct {
	value *tensor.Tensor
	index int32
	base  int   // where a view begins in it, in bytes
	of    *Proc // whose memory it takes; nil: not counted
}

// What a tensor and a call take beside their bytes, in the trace and here.
const (
	bytesOfTensor = 256
	bytesOfCall   = 320
)

// clone copies the value, at the expense of its process. Nothing changes a shape, so
// that stays the same.
func (x *Array) clone() *tensor.Tensor {
	if x.of != nil {
		x.of.spend(bytesOfTensor + len(x.value.Bytes))
	}
	v := x.value
	return &tensor.Tensor{DType: v.DType, Shape: v.Shape, Bytes: slices.Clone(v.Bytes)}
}

// spend counts memory that the program takes; the run ends where there is none.
func (p *Proc) spend(bytes int) { p.job.Clock.Spend(bytes) }

// adopt gives a tensor its place in the trace.
func (p *Proc) adopt(name string, call int32, value *tensor.Tensor) *Array {
	t := p.job.Trace
	t.Tensors = append(t.Tensors, trace.Tensor{
		Proc: p.ID, Name: name, Call: call, DType: value.DType, Shape: value.Shape, Init: t.Keep(value.Bytes),
	})
	return &Array{value: value, index: int32(len(t.Tensors) - 1), of: p}
}

// build makes the tensor; the salt tells random literals of a process apart.
func (p *Proc) build(spec *scenario.TensorSpec, salt string) *tensor.Tensor {
	x, err := spec.Build(p.seat, p.job.Scenario.Seed, salt)
	if err != nil {
		panic(err) // the parser has checked every element
	}
	return x
}

// array returns the tensor that an op's argument means: a named one, or a
// literal that lives as long as the call.
func (c *call) array(v *scenario.Value) *Array {
	if v.Lit == nil {
		return c.uses(c.p.memory[v.Name])
	}
	c.literals++
	salt := ""
	if v.Lit.Fill == scenario.FillRandom {
		salt = fmt.Sprintf("%d.%d", c.step, c.literals)
	}
	c.p.spend(bytesOfTensor + tensor.NumElements(v.Lit.Shape)*v.Lit.DType.Size())
	return c.uses(c.p.adopt("", c.index, c.p.build(v.Lit, salt)))
}

// uses notes that the call was given an array.
func (c *call) uses(x *Array) *Array {
	t := c.p.job.Trace
	t.Uses = append(t.Uses, trace.Use{Call: c.index, Tensor: x.index, Offset: int32(x.base), Len: int32(len(x.value.Bytes))})
	return x
}

// tensor takes the op's main tensor, in place as in PyTorch: it is the output.
func (c *call) tensor() *Array {
	x := c.array(c.op.Tensor)
	c.main = x
	c.record().Tensor = x.index
	c.output = func() any { return x.clone() }
	return x
}

// reduction finds the loop of the op's reduce operation.
func (c *call) reduction(d tensor.DType) (tensor.ReduceOp, tensor.Combine, *failure.Failure) {
	op, _ := tensor.ParseReduceOp(c.op.ReduceOp)
	f, err := tensor.ReduceFunc(op, d)
	if err != nil {
		return op, nil, failure.Runtime(err.Error())
	}
	return op, f, nil
}
