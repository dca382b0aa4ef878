package diagnose

import (
	"slices"

	"lockstep/engine/result"
	"lockstep/engine/scenario"
	"lockstep/engine/trace"
	"lockstep/engine/wording"
)

// unmadeGroup judges a new_group that waits for members: which of them have no such
// call in their programs at all, as against those that are late or dead. In a script
// those that came to its end without it.
func (c *Case) unmadeGroup(call int32) *cause {
	k := &c.t.Calls[call]
	place := slices.Index(c.makings(k.Proc), call)
	if place < 0 || !c.timedOut(call) && k.Status != trace.Running {
		return nil
	}
	var without []int32
	for i := range c.t.Procs {
		proc := int32(i)
		if slices.Contains(c.membersOf(call), int(c.t.Procs[proc].Rank)) && len(c.makings(proc)) <= place && c.makesAtMost(proc, place) {
			without = append(without, proc)
		}
	}
	if len(without) == 0 {
		return nil
	}
	cause := newCause(unmadeGroup, k.Start, call).by(without[0])
	cause.procs = without
	return cause
}

// makesAtMost reports whether a program has no more than n calls of new_group.
func (c *Case) makesAtMost(proc int32, n int) bool {
	p := &c.t.Procs[proc]
	calls := c.callsOf[proc]
	if p.Started == trace.Never || p.Signal || len(calls) > 0 && c.deliberate(&c.t.Calls[calls[len(calls)-1]]) {
		return false // that is what is wrong with it
	}
	made := 0
	if c.eachOp(proc, func(o *scenario.Op) {
		if o.Name == "new_group" {
			made++
		}
	}) {
		return made <= n
	}
	return p.Ended != trace.Never && p.Exit == 0
}

// findUnmadeGroup: members of a group that never make it.
func findUnmadeGroup(c *Case, k *cause) result.Finding {
	blame := c.who(k.procs...)
	return say("new_group_missing", blame, wording.Args{
		"blame": blame, "others": c.who(c.victimsBut(k, k.procs...)...), "members": wording.Word(rankList(c.membersOf(k.calls[0]))),
		"n": wording.Number(slices.Index(c.makings(c.t.Calls[k.calls[0]].Proc), k.calls[0]) + 1),
	})
}
