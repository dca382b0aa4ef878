package process

import (
	"lockstep/engine/failure"
	"lockstep/engine/scenario"
	"lockstep/engine/tensor"
	"lockstep/engine/trace"
)

// Step is the outcome of one op.
type Step struct {
	Op     string
	Call   int32 // in the trace
	Status trace.Status
	// Output is as the op's result in PyTorch: nil, a *tensor.Tensor, a list of
	// them, or what encoding/json knows.
	Output  any
	Failure *failure.Failure
	Buffer  *tensor.Tensor // after a failure: what the call's tensor holds
}

// call is one op under way.
type call struct {
	p      *Proc
	op     *scenario.Op
	step   int32
	index  int32 // in the trace
	output func() any
	main   *Array // the call's tensor

	literals int // made so far
}

// call runs one op from its beginning to its end, and keeps what came of it.
func (p *Proc) call(step int32, op *scenario.Op) *failure.Failure {
	c := &call{p: p, op: op, step: step}
	c.begin()
	if len(p.faults) > 0 {
		c.struck()
	}
	f := c.unnamed()
	if f == nil {
		f = c.unknown()
	}
	if f == nil {
		f = logged(c, ops[op.Name](c))
	}
	if p.loose {
		p.release()
	}
	c.end(f)
	return f
}

// unknown is the exception of a name that no tensor has: the parser has checked
// those that do not depend on what ran before.
func (c *call) unknown() *failure.Failure {
	if c.p.locals == nil && !c.p.loaded {
		return nil
	}
	missing := ""
	look := func(v *scenario.Value) {
		if v != nil && v.Lit == nil && c.p.memory[v.Name] == nil && missing == "" {
			missing = v.Name
		}
	}
	look(c.op.Tensor)
	look(c.op.Input)
	for i := range c.op.Out {
		look(&c.op.Out[i])
	}
	for i := range c.op.List {
		look(&c.op.List[i])
	}
	if missing != "" {
		return failure.NoName(missing)
	}
	return nil
}

func (c *call) begin() {
	p, t := c.p, c.p.job.Trace
	timeout := c.op.Timeout
	if timeout == 0 {
		timeout = p.job.Scenario.Timeout
	}
	now := p.job.Clock.Now()
	p.spend(bytesOfCall)
	t.Calls = append(t.Calls, trace.Call{
		Proc: p.ID, Step: c.step, Op: c.op.Name, Group: trace.None, Seq: -1, Tensor: trace.None, Handle: trace.None,
		Start: now, End: trace.Never, Done: trace.Never, Timeout: timeout, Line: p.line, Inner: p.inner, Turn: p.turn,
		Reduce: reduceOf(c.op), Root: c.names(), Tag: int32(c.op.Tag), Ranks: c.op.Ranks,
	})
	c.index = int32(len(t.Calls) - 1)
	p.current = c.index
	p.record(trace.CallBegin, c.index)
	if c.step >= 0 {
		p.Steps = append(p.Steps, Step{Op: c.op.Name, Call: c.index})
	}
}

func reduceOf(op *scenario.Op) tensor.ReduceOp {
	r, _ := tensor.ParseReduceOp(op.ReduceOp)
	return r
}

// names is the rank that the op names as src or dst.
func (c *call) names() int32 {
	switch op := c.op; {
	case op.Src != nil:
		return int32(*op.Src)
	case op.Dst != nil:
		return int32(*op.Dst)
	}
	switch c.op.Name {
	case "broadcast", "reduce", "gather", "scatter", "broadcast_object_list", "gather_object", "scatter_object_list":
		return 0 // left out
	}
	return trace.None
}

func (c *call) end(f *failure.Failure) {
	p := c.p
	rec := c.record()
	rec.End, rec.Status = p.job.Clock.Now(), trace.OK
	if rec.Done == trace.Never {
		rec.Done = rec.End
	}
	if f != nil {
		rec.Status, rec.ErrorType, rec.Message = trace.Error, f.Type, f.Message
	}
	p.current = trace.None
	p.record(trace.CallEnd, c.index)
	if c.step < 0 {
		return
	}
	s := &p.Steps[len(p.Steps)-1]
	s.Status, s.Failure = rec.Status, f
	switch {
	case f == nil && c.output != nil:
		s.Output = c.output()
	case f != nil && c.main != nil:
		s.Buffer = c.main.clone()
	}
}

// killed closes the books of the call under way in a process that dies.
func (p *Proc) killed() {
	rec := &p.job.Trace.Calls[p.current]
	rec.End, rec.Done, rec.Status = p.job.Clock.Now(), p.job.Clock.Now(), trace.Killed
	p.record(trace.CallEnd, p.current)
	if rec.Step >= 0 {
		p.Steps[len(p.Steps)-1].Status = trace.Killed
	}
	p.current = trace.None
}

// record returns the call in the trace, for the moment: the list may move.
func (c *call) record() *trace.Call { return &c.p.job.Trace.Calls[c.index] }
