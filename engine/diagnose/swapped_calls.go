package diagnose

import (
	"slices"

	"lockstep/engine/result"
	"lockstep/engine/trace"
	"lockstep/engine/wording"
)

// swapped finds collectives that paired although the programs mean other tensors by
// them: all members make the same calls on the same names, in another order. Names
// are all that tells: programs of one source call the same thing by the same name.
func (c *Case) swapped(all []met) []*cause {
	byGroup := map[int32][]met{}
	var groups []int32
	for _, m := range all {
		if byGroup[m.group] == nil {
			groups = append(groups, m.group)
		}
		byGroup[m.group] = append(byGroup[m.group], m)
	}
	var found []*cause
	for _, g := range groups {
		if first := c.firstSwap(byGroup[g]); first != nil {
			m := *first
			at := m.end
			for _, call := range m.calls {
				at = min(at, c.t.Calls[call].Start)
			}
			found = append(found, newCause(swappedCalls, at, m.calls...).in(&c.t.Calls[m.calls[0]]))
		}
	}
	return found
}

// firstSwap is the first collective of a group whose members name different
// things, where over the whole run each names the same things as often.
func (c *Case) firstSwap(all []met) *met {
	var first *met
	for i := range all {
		one := c.label(all[i].calls[0])
		for _, call := range all[i].calls {
			l := c.label(call)
			if l.tensor == "" && l.handle == "" {
				return nil
			}
			if l != one && first == nil {
				first = &all[i]
			}
		}
	}
	if first == nil {
		return nil
	}
	labels := make([][]string, len(first.calls))
	for _, m := range all {
		for k, call := range m.calls {
			labels[k] = append(labels[k], c.label(call).String())
		}
	}
	for k := range labels {
		slices.Sort(labels[k])
		if !slices.Equal(labels[k], labels[0]) {
			return nil
		}
	}
	return first
}

// label is what a program calls a collective's tensor, and its handle.
type label struct{ op, tensor, handle string }

func (c *Case) label(call int32) label {
	k := &c.t.Calls[call]
	l := label{op: k.Op}
	if k.Tensor != trace.None {
		l.tensor = c.t.Tensors[k.Tensor].Name
	}
	if o := c.op(call); o != nil {
		l.handle = o.As
	}
	return l
}

func (l label) String() string {
	switch {
	case l.tensor == "" && l.handle == "":
		return ""
	case l.handle == "":
		return l.op + " " + l.tensor
	case l.tensor == "":
		return l.op + " handle " + l.handle
	}
	return l.op + " " + l.tensor + ", handle " + l.handle
}

// findSwapped: calls that pair by their order, and are in another order.
func findSwapped(c *Case, k *cause) result.Finding {
	all := c.variants(k.calls, func(call int32) string { return c.label(call).String() })
	blame := c.odd(all)
	return ofCall(say("swapped_calls", blame, wording.Args{
		"seq": wording.Number(k.seq), "group": c.groupName(k.group), "variants": c.list("does", all),
	}), k.seq)
}
