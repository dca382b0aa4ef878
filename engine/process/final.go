package process

import (
	"slices"
	"sort"

	"lockstep/engine/script"
	"lockstep/engine/tensor"
)

// Final is a tensor that a process holds when it has ended.
type Final struct {
	Name  string
	Value *tensor.Tensor
	Saved bool // in some checkpoint, under this name
	State bool // carried from step to step: it was there when the first one began
}

// Final lists the named tensors of the process, by name: those of its memory, or
// the variables that its script has left behind.
func (p *Proc) Final() []Final {
	saved := p.job.disk.names()
	var out []Final
	add := func(name string, x *tensor.Tensor, state bool) {
		out = append(out, Final{Name: name, Value: x, Saved: slices.Contains(saved, name), State: state})
	}
	if p.script == nil {
		for name, x := range p.memory {
			add(name, x.value, true)
		}
		sort.Slice(out, func(i, j int) bool { return out[i].Name < out[j].Name })
		return out
	}
	state := p.script.State()
	for _, name := range p.script.Variables() {
		x, _ := p.script.Get(name)
		add(name, x.Value(), slices.Contains(state, name))
	}
	return out
}

// names lists what stands in checkpoints as a tensor under a name.
func (d *disk) names() []string {
	var out []string
	for _, p := range d.parts {
		names := p.names
		if p.state != nil {
			names = script.TensorNames(p.state)
		}
		for _, name := range names {
			if !slices.Contains(out, name) {
				out = append(out, name)
			}
		}
	}
	return out
}
