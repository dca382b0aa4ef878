package diagnose

import (
	"maps"
	"slices"
	"strconv"
	"strings"

	"lockstep/engine/scenario"
	"lockstep/engine/trace"
)

// How processes miss each other before they are a group: read from what each says
// that it is, in its environment and in the arguments of its calls.

// coming is one process's way to a meeting of the default group.
type coming struct {
	call, proc int32
	rank, size int
	place      string // where it looks for the store; what $PORT stands for is not known here
}

// comings are all calls of init_process_group, in order.
func (c *Case) comings() []coming {
	if c.came != nil {
		return c.came
	}
	c.came = []coming{}
	for proc := range c.t.Procs {
		env := map[string]string{
			"RANK": strconv.Itoa(proc), "WORLD_SIZE": strconv.Itoa(c.s.WorldSize), "MASTER_ADDR": "127.0.0.1", "MASTER_PORT": "$PORT",
		}
		for _, call := range c.callsOf[proc] {
			if c.t.Calls[call].Op != "init_process_group" {
				continue
			}
			o := c.op(call)
			if o == nil {
				o = &scenario.Op{}
			}
			for _, name := range slices.Sorted(maps.Keys(o.Env)) {
				env[name] = ""
				if v := o.Env[name]; v != nil {
					env[name] = *v
				}
			}
			if at, ok := comes(env, o); ok {
				at.call, at.proc = call, int32(proc)
				c.came = append(c.came, at)
			}
		}
	}
	return c.came
}

// comes reads what a call says of itself; false where it says nothing that makes
// sense, which is an error of its own.
func comes(env map[string]string, o *scenario.Op) (at coming, ok bool) {
	rank, errRank := strconv.Atoi(strings.TrimSpace(env["RANK"]))
	size, errSize := strconv.Atoi(strings.TrimSpace(env["WORLD_SIZE"]))
	at = coming{rank: rank, size: size, place: env["MASTER_ADDR"] + ":" + env["MASTER_PORT"]}
	if url, tcp := strings.CutPrefix(o.InitMethod, "tcp://"); tcp {
		at.place, _, _ = strings.Cut(url, "?")
		errRank, errSize = errNotGiven, errNotGiven
	}
	if o.Rank != nil {
		at.rank, errRank = *o.Rank, nil
	}
	if o.WorldSize != nil {
		at.size, errSize = *o.WorldSize, nil
	}
	return at, errRank == nil && errSize == nil
}

var errNotGiven = strconv.ErrSyntax

// misMeeting finds what is wrong with the meeting that a call fails in; nil if it
// is none, or nothing but that somebody is missing or late.
func (c *Case) misMeeting(call int32) *cause {
	k := &c.t.Calls[call]
	if !c.failed(call) {
		return nil
	}
	switch k.Op {
	case "init_process_group":
		if wrong := c.wrongWorld(call); wrong != nil {
			return wrong
		}
		return c.cameLate(call)
	case "new_group":
		if wrong := c.wrongGroup(call); wrong != nil {
			return wrong
		}
		if wrong := c.unmadeGroup(call); wrong != nil {
			return wrong
		}
		return c.cameLate(call)
	case "store_create":
		if k.Status == trace.Error && strings.Contains(k.Message, "client socket has timed out") {
			return newCause(noStore, k.Start, call).by(k.Proc)
		}
	case "store_get", "store_wait":
		if k.Status == trace.Error && strings.Contains(k.Message, "wait timeout") {
			return newCause(keyMissing, k.Start, call).by(k.Proc)
		}
	}
	return nil
}

// wrongWorld judges the meeting of the default group.
func (c *Case) wrongWorld(call int32) *cause {
	all := c.comings()
	i := slices.IndexFunc(all, func(at coming) bool { return at.call == call })
	if i < 0 || c.raisedByItself(call) && !outside(all[i]) && !c.portTaken(call) {
		return nil
	}
	me := all[i]
	var here []coming
	for _, at := range all {
		if at.place == me.place {
			here = append(here, at)
		}
	}
	for _, at := range here {
		if outside(at) {
			return c.clash(rankOutside, at)
		}
	}
	if twice := doubles(here); twice != nil {
		return c.clash(rankTwice, twice...)
	}
	if sizes := differing(here, func(at coming) int { return at.size }); sizes != nil {
		return c.clash(sizesDiffer, sizes...)
	}
	if host := slices.IndexFunc(all, func(at coming) bool { return at.rank == 0 }); host >= 0 && all[host].place != me.place {
		return c.clash(noStore, me)
	} else if host >= 0 {
		for _, at := range all {
			if at.place != me.place && !c.cameTo(at.proc, me.place) {
				return c.clash(noStore, at)
			}
		}
	}
	return nil
}

// portTaken reports whether a call failed because another process hosts a store
// already.
func (c *Case) portTaken(call int32) bool {
	return strings.Contains(c.t.Calls[call].Message, "EADDRINUSE")
}

func outside(at coming) bool { return at.rank < 0 || at.size > 0 && at.rank >= at.size }

func (c *Case) cameTo(proc int32, place string) bool {
	return slices.ContainsFunc(c.comings(), func(at coming) bool { return at.proc == proc && at.place == place })
}

// clash makes a cause of comings that do not fit.
func (c *Case) clash(kind causeKind, at ...coming) *cause {
	calls := make([]int32, len(at))
	first := c.t.End
	for i, a := range at {
		calls[i] = a.call
		first = min(first, c.t.Calls[a.call].Start)
	}
	k := newCause(kind, first, calls...)
	if len(at) == 1 {
		return k.by(at[0].proc)
	}
	return k
}

// doubles are the comings of the lowest rank that two processes claim.
func doubles(here []coming) []coming {
	for i, a := range here {
		same := []coming{a}
		for _, b := range here[i+1:] {
			if b.rank == a.rank && !slices.ContainsFunc(same, func(s coming) bool { return s.proc == b.proc }) {
				same = append(same, b)
			}
		}
		if len(same) > 1 {
			return same
		}
	}
	return nil
}

// differing are all comings, if some number of theirs is not the same for all.
func differing(here []coming, number func(coming) int) []coming {
	for _, at := range here {
		if number(at) != number(here[0]) {
			return here
		}
	}
	return nil
}

// wrongGroup judges the meeting of a new group: the place among a process's groups
// is its name, whatever its members are.
func (c *Case) wrongGroup(call int32) *cause {
	n := slices.Index(c.makings(c.t.Calls[call].Proc), call)
	for place := 0; place <= n; place++ {
		var calls []int32
		for proc := range c.t.Procs {
			if made := c.makings(int32(proc)); place < len(made) {
				calls = append(calls, made[place])
			}
		}
		for _, other := range calls[min(1, len(calls)):] {
			if !slices.Equal(c.membersOf(other), c.membersOf(calls[0])) {
				return newCause(groupsDiffer, c.t.Calls[calls[0]].Start, calls...)
			}
		}
	}
	return nil
}

// strangers is the cause of whatever goes wrong in a group that its members made as
// different ones.
func (c *Case) strangers(group int32) *cause {
	for i := range c.t.Calls {
		if k := &c.t.Calls[i]; k.Op == "new_group" && k.Group == group {
			return c.wrongGroup(int32(i))
		}
	}
	return nil
}

// silentGroups is the first disagreement about groups of a run in which nothing
// failed: strangers connected, and computed over the wrong ranks.
func (c *Case) silentGroups() []*cause {
	for i := range c.t.Calls {
		if c.t.Calls[i].Op == "new_group" {
			if wrong := c.wrongGroup(int32(i)); wrong != nil {
				return []*cause{wrong}
			}
		}
	}
	return nil
}

// makings are a process's calls that give a group a name.
func (c *Case) makings(proc int32) []int32 {
	var calls []int32
	for _, i := range c.callsOf[proc] {
		if k := &c.t.Calls[i]; k.Op == "new_group" && k.ErrorType != "ValueError" && k.ErrorType != "AssertionError" {
			calls = append(calls, i)
		}
	}
	return calls
}

// membersOf are the ranks that a call of new_group names, in order.
func (c *Case) membersOf(call int32) []int {
	ranks := c.t.Calls[call].Ranks
	if ranks == nil {
		all := make([]int, c.s.WorldSize)
		for i := range all {
			all[i] = i
		}
		return all
	}
	return slices.Sorted(slices.Values(ranks))
}

// cameLate judges a call that comes to a meeting which others had given up.
func (c *Case) cameLate(call int32) *cause {
	gaveUp := c.metWithout(call)
	if gaveUp == trace.None {
		return nil
	}
	proc, at := c.t.Calls[call].Proc, c.endOf(gaveUp)
	if now := c.callAt(proc, at); now != trace.None && now != call && c.busy(proc, now, at) {
		return newCause(lateRank, c.t.Calls[now].Start, now).by(proc)
	}
	if c.t.Procs[proc].Started > at {
		return newCause(lateRank, 0).by(proc)
	}
	return nil
}

// metWithout is the call in which another process had given up the meeting before
// this one's process came to it.
func (c *Case) metWithout(call int32) int32 {
	k := &c.t.Calls[call]
	for _, v := range c.victims {
		o := &c.t.Calls[v]
		if o.Proc != k.Proc && o.Op == k.Op && c.nth(v) == c.nth(call) && o.Status == trace.Error && c.endOf(v) < k.Start {
			return v
		}
	}
	return trace.None
}

// nth counts the calls of an op in its process before a call.
func (c *Case) nth(call int32) (n int) {
	k := &c.t.Calls[call]
	for _, i := range c.callsOf[k.Proc] {
		if i == call {
			break
		}
		if c.t.Calls[i].Op == k.Op {
			n++
		}
	}
	return n
}

// neverMade is the earlier call that should have made the group, or the store,
// that a call misses; None where it misses nothing.
func (c *Case) neverMade(call int32) int32 {
	k := &c.t.Calls[call]
	maker := ""
	switch {
	case k.Status != trace.Error:
	case k.ErrorType == "KeyError" && (k.Op == "wait" || k.Op == "poll"):
		return c.failedMaker(call)
	case k.ErrorType == "KeyError":
		maker = "new_group"
	case k.ErrorType == "ValueError" && strings.Contains(k.Message, "has not been initialized"):
		maker = "init_process_group"
	case k.ErrorType == "AttributeError" && strings.HasPrefix(k.Op, "store_"):
		maker = "store_create"
	}
	last := trace.None
	for _, i := range c.callsOf[k.Proc] {
		m := &c.t.Calls[i]
		if i >= call || m.Op != maker || m.Status != trace.Error {
			continue
		}
		if o := c.op(i); maker == "new_group" && (o == nil || c.op(call) == nil || o.As != c.op(call).Group) {
			continue
		}
		last = i
	}
	return last
}

// failedMaker is the failed call that should have given the handle that wait or
// poll looks for.
func (c *Case) failedMaker(call int32) int32 {
	o := c.op(call)
	last := trace.None
	for _, i := range c.callsOf[c.t.Calls[call].Proc] {
		if i >= call || o == nil {
			break
		}
		if m := c.op(i); m != nil && m.As == o.ID && c.t.Calls[i].Status == trace.Error {
			last = i
		}
	}
	return last
}

// storeLost judges a call of the store that found no connection: whoever was gone by
// then had hosted it, or the server had hung up on a request that makes no sense.
func (c *Case) storeLost(call int32) *cause {
	k := &c.t.Calls[call]
	for i := range c.t.Procs {
		proc := int32(i)
		if p := &c.t.Procs[i]; proc != k.Proc && p.Ended != trace.Never && p.Ended <= k.Start {
			if last := c.callsOf[proc]; len(last) > 0 {
				return c.died(proc, last[len(last)-1])
			}
		}
	}
	for _, i := range c.callsOf[k.Proc] { // once hung up, always hung up
		if o := &c.t.Calls[i]; strings.HasPrefix(o.Op, "store_") && o.Status == trace.Error && connectionText(o.Message) && !c.timedOut(i) {
			return c.ownError(i)
		}
	}
	return c.ownError(call)
}
