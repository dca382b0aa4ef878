package process

import (
	"errors"

	"lockstep/engine/failure"
	"lockstep/engine/scenario"
	"lockstep/engine/script"
	"lockstep/engine/tensor"
	"lockstep/engine/trace"
)

// local runs statements over the process's named tensors, in no time. Names that
// they make are there for later ops.
func local(c *call) *failure.Failure {
	p := c.p
	if p.locals == nil {
		p.locals = p.newSession(&computing{p})
	}
	for name, x := range p.memory {
		if _, known := p.locals.Get(name); !known {
			p.locals.Set(name, p.locals.Wrap(&script.Memory{Whole: x.value, Place: x}))
		}
	}
	err := p.job.code.locals[c.op.Code].Run(p.locals)
	p.adoptVariables(c.index)
	var exit *script.Exit
	var limit *script.Limit
	var raised *script.Error
	switch {
	case err == nil:
		return nil
	case errors.As(err, &exit):
		return &failure.Failure{Type: "SystemExit", Message: exit.Error()}
	case errors.As(err, &limit):
		p.exceeded(limit)
	case errors.As(err, &raised):
		return &failure.Failure{Type: raised.Type, Message: raised.Message}
	}
	return failure.Runtime(err.Error())
}

// adoptVariables makes the variables that are tensors the process's memory.
func (p *Proc) adoptVariables(call int32) {
	for _, name := range p.locals.Variables() {
		x, _ := p.locals.Get(name)
		m := x.Memory()
		before := p.memory[name]
		if whole, placed := m.Place.(*Array); placed {
			if m.Changed {
				p.wrote(whole)
				m.Changed = false
			}
			p.memory[name] = p.viewed(x, whole)
			continue
		}
		m.Changed = false
		if before != nil && p.replaceable(name, before, x) {
			// A variable that is given a new value of the same form is shown as a
			// write to the tensor of its name.
			p.overwrite(before, x.Value().Bytes)
			p.locals.Set(name, p.locals.Wrap(&script.Memory{Whole: before.value, Place: before}))
			continue
		}
		p.spend(bytesOfTensor + len(m.Whole.Bytes))
		whole := p.adopt(name, trace.None, m.Whole)
		m.Place = whole
		p.memory[name] = p.viewed(x, whole)
	}
}

// viewed is the array that a variable means: all of its memory or a part.
func (p *Proc) viewed(x *script.Tensor, whole *Array) *Array {
	value, offset, ok := x.InPlace()
	if !ok {
		// An op cannot take what is not contiguous: it gets a copy.
		return p.adopt("", p.current, x.Value())
	}
	return &Array{value: value, index: whole.index, base: whole.base + offset, of: p}
}

// replaceable reports whether new bytes can be written over the tensor that a name
// had: the same form, nobody else who still means the old ones, and nobody else who
// means the new.
func (p *Proc) replaceable(name string, old *Array, x *script.Tensor) bool {
	value := x.Value()
	if old.value.DType != value.DType || !sameShape(old.value, value) || len(p.handles) > 0 || old.base != 0 {
		return false
	}
	if tensor.NumElements(p.job.Trace.Tensors[old.index].Shape) != old.value.Len() {
		return false
	}
	named := 0
	for _, other := range p.memory {
		if other.index == old.index {
			named++
		}
	}
	return named == 1 && !p.locals.Holds(old.value, name) && !p.locals.Holds(x.Memory().Whole, name)
}

// computing is the host of local ops: they compute and do nothing else.
type computing struct{ p *Proc }

// Call refuses.
func (h *computing) Call(op *scenario.Op, _ []script.Arg) (func() any, error) {
	if op.Name == "raise" {
		return nil, failure.Runtime(op.Message)
	}
	return nil, failure.Runtime(op.Name + " is not for local ops, which compute only: make it an op of the program, or write a script")
}

// Group tells of a group.
func (h *computing) Group(handle string) (int, []int, bool) {
	return (&scripted{p: h.p}).Group(handle)
}

// At has no line to keep: a local op is a call itself.
func (h *computing) At(int) {}

// Pause lets others go on.
func (h *computing) Pause() { h.p.pause() }

// Log keeps a metric or a text.
func (h *computing) Log(name string, value float64, text string) { h.p.log(name, value, text) }

// Save refuses.
func (h *computing) Save(int, []byte, []*script.Tensor, bool) error {
	_, err := h.Call(&scenario.Op{Name: "save_checkpoint"}, nil)
	return err
}

// Load refuses.
func (h *computing) Load(script.Query) (*script.Loaded, error) {
	_, err := h.Call(&scenario.Op{Name: "load_checkpoint"}, nil)
	return nil, err
}
