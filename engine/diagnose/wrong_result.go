package diagnose

import (
	"slices"

	"lockstep/engine/result"
	"lockstep/engine/trace"
	"lockstep/engine/wording"
)

// findWrongResult: a collective that all made alike, that succeeded on all, and
// whose result is not what one process would have computed from the same inputs.
// What can do that is a program that touches a tensor while an asynchronous call
// still works on it.
func findWrongResult(c *Case, k *cause) result.Finding {
	args := wording.Args{
		"op": wording.Word(c.t.Calls[k.calls[0]].Op), "seq": wording.Number(k.seq), "group": c.groupName(k.group), "wrong": c.offs(k.wrong),
	}
	if k.proc < 0 {
		return ofCall(say("wrong_result", nil, args), k.seq)
	}
	args["who"], args["doing"] = c.who(k.proc), c.callName(k.calls[len(k.calls)-1])
	return ofCall(sayAs("buffer_in_use", "buffer_in_use", c.ranks([]int32{k.proc}), args), k.seq)
}

// wrongResults looks at the values of the collectives that succeeded: what is off
// is told behind the silent cause that it comes from, or is a cause of its own.
func (c *Case) wrongResults(all []met, silent []*cause) []*cause {
	suspects := map[int]bool{}
	of := map[int]*cause{}
	for i := range all {
		for _, k := range silent {
			if k.group == all[i].group && k.seq == all[i].seq {
				suspects[i] = true
				of[i] = k
			}
		}
	}
	found := c.check(all, suspects)
	var own []*cause
	for i := range all {
		wrong := found[i]
		switch {
		case wrong == nil:
		case of[i] != nil:
			of[i].wrong = wrong
		case slices.ContainsFunc(silent, func(k *cause) bool { return c.sameCamps(k, &all[i]) }): // the same mistake once more
		default:
			own = append(own, c.wrongAlone(&all[i], wrong))
		}
	}
	return own
}

// sameCamps reports whether a later collective suffers from a silent cause too.
func (c *Case) sameCamps(k *cause, m *met) bool {
	camps, differ := c.differ(&properties[k.property], m.calls)
	return differ && k.repeats(&cause{group: m.group, property: k.property, camps: camps})
}

func (c *Case) wrongAlone(m *met, wrong []off) *cause {
	at := m.end
	for _, o := range wrong {
		at = min(at, c.t.Calls[o.call].Start)
	}
	k := newCause(wrongResult, at, m.calls...).in(&c.t.Calls[m.calls[0]])
	k.wrong = wrong
	for _, call := range m.calls {
		if other := c.touches(call); other != trace.None {
			k.proc = c.t.Calls[call].Proc
			k.calls = append(slices.Clone(k.calls), other)
			break
		}
	}
	return k
}

// touches is a call of the same process that began before an asynchronous one had
// been waited for, on a tensor that both use; a local op may use any.
func (c *Case) touches(call int32) int32 {
	k := &c.t.Calls[call]
	if k.Done <= k.End {
		return trace.None
	}
	until := k.Done
	for _, i := range c.callsOf[k.Proc] {
		if o := &c.t.Calls[i]; o.Op == "wait" && o.Handle == call {
			until = max(until, o.Start)
			break
		}
	}
	for _, i := range c.callsOf[k.Proc] {
		o := &c.t.Calls[i]
		if i == call || o.Start < k.Start || o.Start > until || i < call && o.Done <= k.Start {
			continue
		}
		if o.Op == "local" || c.share(i, call) {
			return i
		}
	}
	return trace.None
}

// share reports whether two calls use one tensor.
func (c *Case) share(a, b int32) bool {
	for _, u := range c.uses(a) {
		for _, v := range c.uses(b) {
			if u.Tensor == v.Tensor && u.Offset < v.Offset+v.Len && v.Offset < u.Offset+u.Len {
				return true
			}
		}
	}
	return false
}

// offs says which ranks hold what in place of what; those with the same are told
// of together.
func (c *Case) offs(wrong []off) wording.List {
	type told struct {
		off
		procs []int32
	}
	var all []told
	for _, o := range wrong {
		proc := c.t.Calls[o.call].Proc
		o.call = 0
		i := slices.IndexFunc(all, func(t told) bool { return t.off == o })
		if i < 0 {
			i = len(all)
			all = append(all, told{off: o})
		}
		all[i].procs = append(all[i].procs, proc)
	}
	const named = 8
	var l wording.List
	for _, t := range all[:min(len(all), named)] {
		key := "off"
		if t.want == "" {
			key = "off.nothing"
		}
		if t.out > 0 {
			key += ".out"
		}
		l = append(l, wording.Phrase{Key: key, Args: wording.Args{
			"who": c.who(t.procs...), "out": wording.Number(t.out), "elem": wording.Number(t.elem), "got": wording.Word(t.got), "want": wording.Word(t.want),
			"wrong": wording.Number(t.wrong), "of": wording.Number(t.of),
		}})
	}
	return l
}
