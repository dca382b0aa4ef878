package process

import (
	"slices"

	"lockstep/engine/collective"
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
		return nil, false, failure.NotInitialized // a named group is known: see unnamed
	}
	if g == nil {
		if c.op.Async {
			c.nothing()
		}
		return nil, false, nil
	}
	return g, true, nil
}

// nothing ends a call that gives None for a handle.
func (c *call) nothing() *failure.Failure {
	if c.op.As != "" {
		c.p.handles[c.op.As] = launched{call: c.index}
	}
	c.output = func() any { return returned{"NoneType"} }
	return nil
}

// rooted is member for those calls that translate their root before they look who
// is in the group. A process outside can translate the ranks of the group that was
// last made without it, and the error about any other is lost on the way to the
// log: what comes out is one about the group.
func (c *call) rooted(rank *int) (g *group.Group, r int, member bool, f *failure.Failure) {
	g, member, f = c.member()
	switch {
	case member:
		r, f = root(g, rank)
		return g, r, f == nil, f
	case f == nil && !slices.Contains(c.p.without, named(rank)):
		f = failure.InvalidGroup
	}
	return nil, 0, false, f
}

// outside turns the error of a call in a group without this process into the one
// that its way to the log makes of it.
func (c *call) outside(f *failure.Failure) *failure.Failure {
	if g, known := c.p.groups[c.op.Group]; f != nil && known && g == nil {
		return failure.InvalidGroup
	}
	return f
}

// named is the global rank that an op names; left out it is rank 0.
func named(rank *int) int {
	if rank == nil {
		return 0
	}
	return *rank
}

// root translates a global rank that an op names; nil is rank 0.
func root(g *group.Group, rank *int) (int, *failure.Failure) {
	global := named(rank)
	r, ok := g.GroupRank(global)
	switch {
	case g.Destroyed:
		return 0, failure.NotRegistered
	case !ok:
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

// algorithm is the name of the one that the op asks for, or of Gloo's own; of an op
// that moves bytes by another's messages, that one's.
func (c *call) algorithm() string {
	if m, ok := collective.ModelOf(c.op.Name, c.op.Algorithm); ok {
		return m.Name
	}
	return ""
}

// workDone marks the end of an asynchronous call's work.
func (p *Proc) workDone(index int32) {
	p.job.Trace.Calls[index].Done = p.job.Clock.Now()
	p.record(trace.CallDone, index)
}

// run hands one work to the group's threads, and the call waits or not.
func (c *call) run(g *group.Group, w *group.Work, value func() any) *failure.Failure {
	g.Enqueue(w)
	if c.waits() { // and nobody keeps a handle
		return c.p.await(w, never)
	}
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
