package diagnose

import (
	"lockstep/engine/trace"
)

// members returns the calls that a group's members made as the same number, in
// the order of group ranks.
func (c *Case) members(call int32) []int32 {
	k := &c.t.Calls[call]
	if k.Group == trace.None || k.Seq < 0 || !collective(k.Op) {
		return nil
	}
	var calls []int32
	for _, member := range c.t.Groups[k.Group].Members {
		if p := c.partner(call, member); p != trace.None {
			calls = append(calls, p)
		}
	}
	return calls
}

// mismatch is the cause of a call at whose number some member calls another
// collective; nil if all that came call the same.
func (c *Case) mismatch(call int32) *cause {
	call = c.work(call)
	k := &c.t.Calls[call]
	calls := c.members(call)
	differ := false
	at := c.t.End
	for _, p := range calls {
		differ = differ || family(c.t.Calls[p].Op) != family(k.Op)
		at = min(at, c.t.Calls[p].Start)
	}
	if !differ {
		return nil
	}
	return newCause(collectiveMismatch, at, calls...).in(k)
}

// disagreement is the cause of a collective that all call, and that does not fit
// together all the same.
func (c *Case) disagreement(call int32) *cause {
	k := &c.t.Calls[call]
	calls := c.members(call)
	if calls == nil {
		return newCause(unmatchedMessage, k.Start, call)
	}
	at := k.Start
	for _, p := range calls {
		at = min(at, c.t.Calls[p].Start)
	}
	return newCause(collectiveDisagreement, at, calls...).in(k)
}

// variant is what some members of a group do alike.
type variant struct {
	name  string
	procs []int32
	calls []int32
}

// variants groups calls by a property, in the order in which it is first met.
func (c *Case) variants(calls []int32, property func(call int32) string) []variant {
	var all []variant
	for _, i := range calls {
		name := property(i)
		k := 0
		for k < len(all) && all[k].name != name {
			k++
		}
		if k == len(all) {
			all = append(all, variant{name: name})
		}
		all[k].procs = append(all[k].procs, c.t.Calls[i].Proc)
		all[k].calls = append(all[k].calls, i)
	}
	return all
}

// odd are the ranks to blame where members disagree: those that leave the
// majority, or all where there is none.
func (c *Case) odd(all []variant) []int {
	largest, ties := 0, 0
	for i, v := range all {
		switch n := len(all[largest].procs); {
		case i == 0 || len(v.procs) > n:
			largest, ties = i, 1
		case len(v.procs) == n:
			ties++
		}
	}
	var procs []int32
	for i, v := range all {
		if ties > 1 || i != largest {
			procs = append(procs, v.procs...)
		}
	}
	return c.ranks(procs)
}

// procsOf are the processes of calls, in their order.
func procsOf(c *Case, calls []int32) []int32 {
	procs := make([]int32, len(calls))
	for i, call := range calls {
		procs[i] = c.t.Calls[call].Proc
	}
	return procs
}
