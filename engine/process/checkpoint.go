package process

import (
	"fmt"
	"slices"
	"time"

	"lockstep/engine/failure"
	"lockstep/engine/scenario"
	"lockstep/engine/script"
	"lockstep/engine/sim"
	"lockstep/engine/tensor"
	"lockstep/engine/trace"
)

// Checkpoints lie on a disk that all processes share and that survives them. Each
// rank writes a part of its own. Until it has written it, the part is torn: a
// process that dies meanwhile leaves it so, and nothing tells its readers but that
// the end is missing.

// What writing and reading take: a teaching figure, as the network's are.
const (
	diskLatency   = time.Millisecond
	diskBandwidth = 1 << 30 // bytes per second
)

// part is what one rank has written of one step's checkpoint.
type part struct {
	step   int
	rank   int
	save   int32 // in the trace
	whole  bool
	shared bool
	state  []byte // of a script
	names  []string
	values []*tensor.Tensor
}

// disk holds the newest part of each rank and step.
type disk struct{ parts []*part }

// put begins a part; an older one of the same step and rank is lost at once.
func (d *disk) put(p *part) {
	d.parts = slices.DeleteFunc(d.parts, func(o *part) bool { return o.step == p.step && o.rank == p.rank })
	d.parts = append(d.parts, p)
}

// find returns a rank's part of a step, or that which one rank wrote for all.
func (d *disk) find(step, rank int) *part {
	var shared *part
	for _, p := range d.parts {
		switch {
		case p.step != step:
		case p.rank == rank:
			return p
		case p.shared:
			shared = p
		}
	}
	return shared
}

// complete reports whether every rank of the world can read its part of a step.
func (d *disk) complete(step, world int) bool {
	for rank := range world {
		if p := d.find(step, rank); p == nil || !p.whole {
			return false
		}
	}
	return true
}

// newest returns the newest step that ok accepts, or −1.
func (d *disk) newest(ok func(step int) bool) int {
	best := -1
	for _, p := range d.parts {
		if p.step > best && ok(p.step) {
			best = p.step
		}
	}
	return best
}

// saving is one save_checkpoint under way.
func (c *call) saving(p *part) {
	bytes := len(p.state)
	for _, x := range p.values {
		bytes += len(x.Bytes)
	}
	t, proc := c.p.job.Trace, c.p
	t.Saves = append(t.Saves, trace.Save{
		Proc: proc.ID, Call: c.index, Step: int64(p.step), Bytes: int64(bytes), Start: proc.job.Clock.Now(), End: trace.Never,
		Shared: p.shared, From: trace.None,
	})
	p.save = int32(len(t.Saves) - 1)
	proc.spend(bytesOfTensor + bytes)
	proc.job.disk.put(p)
	proc.work(transferTime(bytes))
	p.whole = true
	t.Saves[p.save].End = proc.job.Clock.Now()
	proc.record(trace.Saved, p.save)
}

func transferTime(bytes int) time.Duration {
	return diskLatency + time.Duration(int64(bytes)*int64(time.Second)/diskBandwidth)
}

// loading finds what a load_checkpoint asks for; nil is none.
func (c *call) loading(q script.Query) (*part, *failure.Failure) {
	proc := c.p
	d, world, rank := &proc.job.disk, proc.job.Scenario.WorldSize, proc.rank()
	step := -1
	switch {
	case q.Step != nil:
		step = *q.Step
	case q.Mine:
		step = d.newest(func(s int) bool { p := d.find(s, rank); return p != nil && p.whole })
	default:
		step = d.newest(func(s int) bool { return d.complete(s, world) })
	}
	t := proc.job.Trace
	t.Saves = append(t.Saves, trace.Save{
		Proc: proc.ID, Call: c.index, Step: int64(step), Start: proc.job.Clock.Now(), End: trace.Never, Load: true, From: trace.None,
	})
	rec := int32(len(t.Saves) - 1)
	found := d.find(step, rank)
	if found == nil && q.Step == nil {
		c.loaded(rec)
		return nil, nil
	}
	proc.work(diskLatency)
	// What is read is what lies there when the reading is done.
	if found = d.find(step, rank); found == nil || !found.whole {
		c.loaded(rec)
		return nil, unreadable(d, step, rank)
	}
	t.Saves[rec].From, t.Saves[rec].Bytes, t.Saves[rec].Shared = found.save, t.Saves[found.save].Bytes, found.shared
	proc.work(transferTime(int(t.Saves[rec].Bytes)) - diskLatency)
	c.loaded(rec)
	return found, nil
}

func (c *call) loaded(rec int32) {
	c.p.job.Trace.Saves[rec].End = c.p.job.Clock.Now()
	c.p.record(trace.Saved, rec)
}

// unreadable is what reading a part says that is not there, or not whole.
func unreadable(d *disk, step, rank int) *failure.Failure {
	if d.find(step, rank) == nil {
		return &failure.Failure{Type: "FileNotFoundError", Message: fmt.Sprintf("[Errno 2] No such file or directory: 'step%d/rank%d.pt'", step, rank)}
	}
	return failure.Runtime("PytorchStreamReader failed reading zip archive: failed finding central directory")
}

// saveCheckpoint is the op: named tensors, all of them if it names none.
func saveCheckpoint(c *call) *failure.Failure {
	p := c.p
	part := &part{rank: p.rank(), shared: c.op.Shared}
	part.names = c.op.Names
	if part.names == nil {
		for name := range p.memory {
			part.names = append(part.names, name)
		}
		slices.Sort(part.names)
	}
	for _, name := range part.names {
		x := p.memory[name]
		if x == nil {
			return failure.NoName(name)
		}
		part.values = append(part.values, x.value.Clone())
	}
	if c.op.Step != nil {
		part.step = *c.op.Step
	} else {
		part.step = 1 + p.job.disk.newest(func(s int) bool { o := p.job.disk.find(s, part.rank); return o != nil && o.rank == part.rank })
	}
	c.saving(part)
	c.output = func() any { return checkpointed{part.step} }
	return nil
}

// checkpointed is the output of both ops.
type checkpointed struct {
	Step int `json:"step"`
}

// loadCheckpoint is the op: it writes the saved values over the named tensors.
func loadCheckpoint(c *call) *failure.Failure {
	p := c.p
	p.loaded = true
	from, f := c.loading(script.Query{Step: c.op.Step, Mine: c.op.Mine})
	if from == nil {
		return f
	}
	for i, name := range from.names {
		if c.op.Names != nil && !slices.Contains(c.op.Names, name) {
			continue
		}
		p.restore(name, from.values[i])
	}
	for _, name := range c.op.Names {
		if !slices.Contains(from.names, name) {
			return &failure.Failure{Type: "KeyError", Message: "'" + name + "'"}
		}
	}
	c.output = func() any { return checkpointed{from.step} }
	return nil
}

// restore gives a named tensor a value, in place where it has the form.
func (p *Proc) restore(name string, value *tensor.Tensor) {
	if x := p.memory[name]; x != nil && x.value.DType == value.DType && sameShape(x.value, value) {
		p.overwrite(x, value.Bytes)
		return
	}
	x := p.adopt(name, trace.None, value.Clone())
	p.memory[name] = x
	if p.locals != nil {
		p.locals.Set(name, p.locals.Wrap(&script.Memory{Whole: x.value, Place: x}))
	}
}

// Save is save_checkpoint of a script.
func (h *scripted) Save(step int, state []byte, tensors []*script.Tensor, shared bool) error {
	part := &part{step: step, rank: h.p.rank(), shared: shared, state: state}
	for _, x := range tensors {
		part.values = append(part.values, x.Value())
	}
	return h.checkpoint("save_checkpoint", &step, func(c *call) *failure.Failure {
		c.saving(part)
		c.output = func() any { return checkpointed{step} }
		return nil
	})
}

// Load is load_checkpoint of a script.
func (h *scripted) Load(q script.Query) (*script.Loaded, error) {
	var got *script.Loaded
	err := h.checkpoint("load_checkpoint", q.Step, func(c *call) *failure.Failure {
		from, f := c.loading(q)
		if from == nil {
			return f
		}
		got = &script.Loaded{Step: from.step, Part: from.state}
		for _, x := range from.values {
			got.Tensors = append(got.Tensors, h.session.NewTensor(x.Clone()))
		}
		c.output = func() any { return checkpointed{from.step} }
		return nil
	})
	return got, err
}

// checkpoint runs one of the two as a call.
func (h *scripted) checkpoint(name string, step *int, run func(*call) *failure.Failure) error {
	c := &call{p: h.p, op: &scenario.Op{Name: name, Step: step}, step: h.step}
	h.step++
	c.begin()
	if len(h.p.faults) > 0 {
		c.struck()
	}
	f := run(c)
	c.end(f)
	if f != nil {
		h.last = f
		h.p.task.Sleep(catching)
		return f
	}
	return nil
}

// lasts is how long an op takes that sends nothing; 0: not known. (A fault that is
// to strike during it strikes in the middle.)
func (c *call) lasts() sim.Time {
	switch c.op.Name {
	case "save_checkpoint", "load_checkpoint":
		return diskLatency
	}
	return c.op.For
}
