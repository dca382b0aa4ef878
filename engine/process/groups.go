package process

import (
	"slices"

	"lockstep/engine/failure"
	"lockstep/engine/group"
	"lockstep/engine/store"
	"lockstep/engine/trace"
	"lockstep/engine/transport"
)

// newGroup: torch.distributed.new_group. It waits for its members alone: a process
// outside returns at once. The group's name is how many groups this process has
// made, or tried to: processes that make their groups in different order meet
// under names that mean different groups to them.
func newGroup(c *call) *failure.Failure {
	p := c.p
	world := p.groups[""]
	if world == nil {
		return failure.NotInitialized
	}
	ranks, f := members(c.op.Ranks, world.Size)
	if f != nil {
		return f
	}
	name := p.nextName()
	rank := slices.Index(ranks, world.Rank)
	switch {
	case len(ranks) == 0:
		return failure.NobodyInGroup
	case rank < 0:
		p.without = ranks
		p.register(c, c.op.As, nil, ranks)
		return nil
	}
	g, f := p.connect(c.index, world.Store, p.base+"/"+name+"//cpu//0", rank, len(ranks), c.patience())
	if f != nil {
		return f
	}
	p.register(c, c.op.As, g, ranks)
	return nil
}

// members checks and sorts the ranks of a new group; nil are all.
func members(given []int, world int) ([]int, *failure.Failure) {
	if given == nil {
		all := make([]int, world)
		for i := range all {
			all[i] = i
		}
		return all, nil
	}
	ranks := slices.Sorted(slices.Values(given))
	for i := 1; i < len(ranks); i++ {
		if ranks[i] == ranks[i-1] {
			return nil, failure.RanksTwice(ranks)
		}
	}
	if len(ranks) > world {
		return nil, failure.GroupTooLarge
	}
	for _, r := range ranks {
		if r < 0 || r >= world {
			return nil, failure.RankOutOfRange(r, world)
		}
	}
	return ranks, nil
}

// register gives a group that came to be, or nil in a process outside it, its
// name in the program and its place in the trace.
func (p *Proc) register(c *call, name string, g *group.Group, ranks []int) {
	old := p.groups[name]
	p.groups[name] = g
	if old != nil {
		p.loose = true
	}
	if g == nil {
		c.output = func() any { return membership{false, -1, -1} }
		return
	}
	if name != "" {
		g.Members = ranks
		c.output = func() any { return membership{true, g.Rank, g.Size} }
	}
	g.Index = p.job.groupIndex(name, g)
	if g.Checks != nil {
		g.Checks.Index = g.Index
	}
	c.record().Group = g.Index
}

type membership struct {
	Member    bool `json:"member"`
	GroupRank int  `json:"group_rank"`
	GroupSize int  `json:"group_size"`
}

// groupIndex finds the group in the trace: those who mean the same processes by
// the same name in the store have made one group.
func (j *Job) groupIndex(name string, g *group.Group) int32 {
	procs := make([]int32, g.Size)
	for i := range procs {
		procs[i] = g.Ctx.Process(i)
	}
	made := j.made[g.Prefix]
	for _, i := range made {
		if slices.Equal(j.Trace.Groups[i].Members, procs) {
			return i
		}
	}
	index := int32(len(j.Trace.Groups))
	if len(made) == 0 && name == "" && slices.Equal(j.Trace.Groups[0].Members, procs) {
		index = 0
	} else {
		j.Trace.Groups = append(j.Trace.Groups, trace.Group{Name: name, Members: procs})
	}
	j.made[g.Prefix] = append(made, index)
	return index
}

// destroyProcessGroup: torch.distributed.destroy_process_group. torch forgets the
// group; the group itself lives as long as somebody holds it: the program by its
// name, or a handle of one of its calls. The end of the default group is that of
// all, as far as torch knows them.
func destroyProcessGroup(c *call) *failure.Failure {
	p := c.p
	world := p.groups[""]
	g, known := p.groups[c.op.Group]
	switch {
	case c.op.Group != "" && !known:
		return failure.NoHandle(c.op.Group)
	case c.op.Group != "" && g == nil:
		return nil
	case world == nil && c.op.Group == "":
		return failure.NoGroup
	case g.Destroyed:
		return failure.InvalidGroup
	}
	c.record().Group = g.Index
	g.Destroyed = true
	if c.op.Group == "" {
		for _, other := range p.live {
			other.Destroyed = true
		}
		delete(p.groups, "")
		p.named, p.without = 0, nil
	}
	p.loose = true
	return nil
}

// query: is_initialized, get_rank and get_world_size.
func query(c *call) *failure.Failure {
	type answer struct {
		IsInitialized bool `json:"is_initialized"`
		Rank          *int `json:"rank,omitempty"`
		WorldSize     *int `json:"world_size,omitempty"`
	}
	world := c.p.groups[""]
	if world == nil {
		c.output = func() any { return answer{} }
		return nil
	}
	g, known := c.p.groups[c.op.Group]
	rank, size := -1, -1
	switch {
	case !known:
		return failure.NoHandle(c.op.Group)
	case g != nil && g.Destroyed:
		return failure.NotRegistered
	case g != nil:
		rank, size = g.Rank, g.Size
	}
	c.output = func() any { return answer{true, &rank, &size} }
	return nil
}

// release lets go of groups and stores that nobody holds any more. A group's end
// waits for its calls, as its destructor does for its threads.
func (p *Proc) release() {
	p.loose = false
	for _, g := range slices.Clone(p.live) { // close takes them out of it
		if p.holds(g) {
			p.loose = p.loose || g.Destroyed
			continue
		}
		p.finish(g)
		p.task.Sleep(transport.Leaving) // until its connections are closed …
		p.close(g)
		p.task.Sleep(transport.Leaving) // … and its thread has ended
	}
	p.stores = slices.DeleteFunc(p.stores, func(st *store.Client) bool {
		used := st == p.store || slices.ContainsFunc(p.live, func(g *group.Group) bool { return g.Store == st })
		if !used {
			st.Close()
		}
		return !used
	})
}

// holds reports whether torch, the program or a handle still refers to a group.
func (p *Proc) holds(g *group.Group) bool {
	if !g.Destroyed {
		return true
	}
	for _, held := range p.groups {
		if held == g {
			return true
		}
	}
	for _, h := range p.handles {
		if h.group == g {
			return true
		}
	}
	return false
}

// finish waits for the calls of a group that still run.
func (p *Proc) finish(g *group.Group) {
	for {
		works := g.Unfinished()
		if len(works) == 0 {
			return
		}
		if p.waiting == trace.None {
			p.beginWait(trace.Wait{Call: p.current, Peer: trace.None, Kind: trace.WaitHandle}, uint64(works[0].Call()), trace.Never)
		}
		if !works[0].Await(p.task) {
			p.task.Park(never)
		}
		p.endWait()
	}
}

// close is the end of this process's side of a group.
func (p *Proc) close(g *group.Group) {
	g.Stop()
	g.Ctx.Shut(failure.ClosedByPeer)
	if g.Checks != nil {
		p.close(g.Checks)
	}
	p.live = slices.DeleteFunc(p.live, func(other *group.Group) bool { return other == g })
}

// unnamed is the error of a program that uses a name that it gave to no group.
func (c *call) unnamed() *failure.Failure {
	if c.op.Group == "" {
		return nil
	}
	if _, known := c.p.groups[c.op.Group]; known {
		return nil
	}
	return failure.NoHandle(c.op.Group)
}

// loggedOps put every exception that leaves them into torch's log first
// (_exception_logger); the others raise it as it is.
var loggedOps = map[string]bool{
	"send": true, "recv": true, "broadcast": true, "all_reduce": true, "reduce": true, "all_gather_object": true,
	"gather_object": true, "broadcast_object_list": true, "scatter_object_list": true, "all_gather": true,
	"all_gather_single": true, "all_gather_into_tensor": true, "gather": true, "scatter": true, "reduce_scatter": true,
	"reduce_scatter_single": true, "reduce_scatter_tensor": true, "all_to_all_single": true, "all_to_all": true, "barrier": true,
}

// logged is what becomes of an exception on its way through the log. The log tells
// the name of the group's backend as well, and where torch does not find it, the
// complaint about that is what the program gets.
func logged(c *call, f *failure.Failure) *failure.Failure {
	if f == nil || !loggedOps[c.op.Name] || c.p.groups[""] == nil {
		return f
	}
	switch g := c.p.groups[c.op.Group]; {
	case g == nil:
		return failure.InvalidGroup
	case g.Destroyed:
		return failure.NotInWorld
	}
	return f
}
