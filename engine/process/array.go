package process

import (
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
	base  int // where a view begins in it, in bytes
}

// newArray makes a tensor as the scenario writes it; call is the one that a
// literal belongs to.
func (p *Proc) newArray(name string, call int32, spec *scenario.TensorSpec) *Array {
	return p.adopt(name, call, p.build(spec))
}

// adopt gives a tensor its place in the trace.
func (p *Proc) adopt(name string, call int32, value *tensor.Tensor) *Array {
	t := p.job.Trace
	t.Tensors = append(t.Tensors, trace.Tensor{
		Proc: p.ID, Name: name, Call: call, DType: value.DType, Shape: value.Shape, Init: t.Keep(value.Bytes),
	})
	return &Array{value: value, index: int32(len(t.Tensors) - 1)}
}

func (p *Proc) build(spec *scenario.TensorSpec) *tensor.Tensor {
	x := tensor.New(spec.DType, spec.Shape)
	switch spec.Fill {
	case "":
		for i, text := range spec.Data {
			_ = tensor.Store(spec.DType, x.At(i), string(text)) // checked by the parser
		}
	case "rank":
		x.FillInt(int64(p.ID))
	case "arange":
		x.FillArange()
	case "random":
		x.FillRandom(uint64(p.job.Scenario.Seed)*1_000_003 + uint64(p.ID))
	default:
		if x.Len() > 0 {
			_ = tensor.Store(spec.DType, x.At(0), string(spec.Fill))
			x.Fill(x.At(0))
		}
	}
	return x
}

// array returns the tensor that an op's argument means: a named one, or a
// literal that lives as long as the call.
func (c *call) array(v *scenario.Value) *Array {
	if v.Lit != nil {
		return c.p.newArray("", c.index, v.Lit)
	}
	return c.p.memory[v.Name]
}

// tensor takes the op's main tensor, in place as in PyTorch: it is the output.
func (c *call) tensor() *Array {
	x := c.array(c.op.Tensor)
	c.main = x
	c.record().Tensor = x.index
	c.output = func() any { return x.value.Clone() }
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
