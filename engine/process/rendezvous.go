package process

import (
	"time"

	"lockstep/engine/failure"
	"lockstep/engine/group"
	"lockstep/engine/store"
	"lockstep/engine/transport"
)

// port is where the store is, when nothing else is said.
const port = "$PORT"

// initProcessGroup: torch.distributed.init_process_group. Rank 0 hosts the store,
// all join it, leave their addresses there, and connect to each other.
func initProcessGroup(c *call) *failure.Failure {
	p, s := c.p, c.p.job.Scenario
	rank, size, timeout := int(p.ID), s.WorldSize, s.Timeout
	if f := p.joinStore(rank == 0, size, timeout); f != nil {
		return f
	}
	g, f := p.connect(c.index, "/default_pg/0//cpu//0", rank, size, timeout)
	if f != nil {
		return f
	}
	c.record().Group = g.Index
	p.groups[""] = g
	return nil
}

// roundtrip is a question to the store and its answer.
func (p *Proc) roundtrip() { p.task.Sleep(2 * p.job.Scenario.Network.Latency) }

// joinStore connects to the store, or hosts it and waits for its clients.
func (p *Proc) joinStore(master bool, size int, timeout time.Duration) *failure.Failure {
	j := p.job
	if master {
		p.hosts = store.NewServer(j.Clock)
		j.servers[port] = p.hosts
		for _, t := range j.arriving {
			t.Wake()
		}
		j.arriving = nil
	}
	deadline := j.Clock.Now() + timeout
	for j.servers[port] == nil {
		if j.Clock.Now() >= deadline {
			return failure.NoServer(timeout)
		}
		j.arriving = append(j.arriving, p.task)
		p.task.Park(deadline)
	}
	p.store = j.servers[port]
	p.roundtrip()
	p.store.Join()
	if !master {
		return nil
	}
	return p.store.AwaitClients(p.task, size, timeout+time.Second)
}

// connect makes this process's side of a group, and that of its debug wrapper.
func (p *Proc) connect(callIndex int32, prefix string, rank, size int, timeout time.Duration) (*group.Group, *failure.Failure) {
	g, f := p.meet(callIndex, prefix, rank, size, timeout)
	if f == nil {
		f = p.wrap(callIndex, g)
	}
	if f != nil {
		return nil, f
	}
	return g, nil
}

// meet opens this process's side of a group and connects it to the others', whose
// addresses it looks for in the order of ranks (gloo/transport/tcp/context.cc).
func (p *Proc) meet(callIndex int32, prefix string, rank, size int, timeout time.Duration) (*group.Group, *failure.Failure) {
	j := p.job
	ctx := j.Net.NewContext(p.host, rank, size)
	m := p.store.Meet(prefix)
	p.roundtrip()
	m.Leave(rank, ctx)
	p.roundtrip()
	for i := 0; i < size && m.All(size) == nil; i++ {
		if _, f := m.Find(p.task, i, timeout, keyWait{p, callIndex}); f != nil {
			return nil, f
		}
	}
	ctx.ConnectMesh(mesh(m, size))
	g := &group.Group{
		Clock: j.Clock, Trace: j.Trace, Ctx: ctx, Gate: p.gate, Proc: p.ID,
		Rank: rank, Size: size, Timeout: timeout, Prefix: prefix,
	}
	p.live = append(p.live, g)
	return g, nil
}

// mesh is the list of a group's sides, one for all its members: a thousand lists
// of a thousand would be the largest thing in the job.
func mesh(m *store.Meeting, size int) []*transport.Context {
	if list, ok := m.Cache.([]*transport.Context); ok {
		return list
	}
	list := make([]*transport.Context, size)
	for i, a := range m.All(size) {
		list[i] = a.(*transport.Context)
	}
	m.Cache = list
	return list
}
