package process

import (
	"lockstep/engine/failure"
	"lockstep/engine/group"
	"lockstep/engine/trace"
	"lockstep/engine/transport"
)

// member finds the op's group. A process that is no member of it does nothing and
// goes on: torch warns only.
func (c *call) member() (*group.Group, bool, *failure.Failure) {
	g, known := c.p.groups[c.op.Group]
	if !known {
		return nil, false, failure.NotInitialized
	}
	if g == nil {
		if c.op.Async && c.op.As != "" {
			c.p.handles[c.op.As] = launched{call: c.index}
			c.output = func() any { return returned{"NoneType"} }
		}
		return nil, false, nil
	}
	return g, true, nil
}

// root translates a global rank that an op names; nil is rank 0.
func root(g *group.Group, rank *int) (int, *failure.Failure) {
	global := 0
	if rank != nil {
		global = *rank
	}
	r, ok := g.GroupRank(global)
	if !ok {
		return 0, failure.NotInGroup(global)
	}
	return r, nil
}

// work takes the next tag of the group for a collective of this call.
func (c *call) work(g *group.Group, prefix uint8, algorithm string) *group.Work {
	rec := c.record()
	rec.Group, rec.Algorithm = g.Index, algorithm
	if rec.Seq < 0 { // a call of several works goes by its first tag
		rec.Seq = int32(g.Calls())
	}
	w := g.NewWork(c.index, prefix)
	if c.op.Async {
		w.OnDone(func(*group.Work) { c.p.workDone(c.index) })
	}
	return w
}

// workDone marks the end of an asynchronous call's work.
func (p *Proc) workDone(index int32) {
	p.job.Trace.Calls[index].Done = p.job.Clock.Now()
	p.record(trace.CallDone, index)
}

// run hands one work to the group's threads, and the call waits or not.
func (c *call) run(g *group.Group, w *group.Work, value func() any) *failure.Failure {
	g.Enqueue(w)
	return c.launch(&works{list: []*group.Work{w}, value: value})
}

// unpack copies the rows of a flat buffer out to arrays, as ProcessGroupGloo does
// at the end of a call that gathers.
func unpack(w *group.Work, flat *transport.Buffer, to []*Array) {
	off := 0
	for _, x := range to {
		n := copy(x.value.Bytes, flat.Bytes()[off:])
		w.Memory(x.value.Bytes, x.index, x.base).Wrote(0, n, trace.None, false)
		off += n
	}
}
