package diagnose

import (
	"slices"

	"lockstep/engine/result"
)

// What goes wrong without a sound: a collective in which the members ask for
// different things, and that succeeds on all of them.

// silent are the causes among the collectives that succeeded. One mistake in a loop
// is one cause, told of where it is first met.
func (c *Case) silent(all []met) []*cause {
	var found []*cause
	for _, m := range all {
		c.told(len(m.calls))
		if c.alike(m.calls) {
			continue
		}
		for i := range properties {
			c.told(len(m.calls))
			p := &properties[i]
			if p.silent == "" {
				continue
			}
			camps, differ := c.differ(p, m.calls)
			if !differ {
				continue
			}
			at := c.t.Calls[m.calls[0]].Start
			for _, call := range m.calls {
				at = min(at, c.t.Calls[call].Start)
			}
			k := newCause(silentDisagreement, at, m.calls...).in(&c.t.Calls[m.calls[0]])
			k.property, k.camps = i, camps
			if !slices.ContainsFunc(found, k.repeats) {
				found = append(found, k)
			}
			if p.code == "size_mismatch" || p.code == "dtype_mismatch" {
				break // the others follow from it
			}
		}
	}
	return found
}

// alike reports whether members plainly ask for the same, so that there is no
// property in which they could differ. Where it says no, they are looked at.
func (c *Case) alike(calls []int32) bool {
	first := &c.t.Calls[calls[0]]
	if first.Op == "all_to_all_single" { // whose splits are the program's
		return false
	}
	of := c.payload(calls[0])
	for _, call := range calls[1:] {
		k := &c.t.Calls[call]
		if k.Op != first.Op || k.Algorithm != first.Algorithm || k.Reduce != first.Reduce || k.Root != first.Root {
			return false
		}
		u := c.payload(call)
		if u == nil || of == nil {
			if u != of {
				return false
			}
			continue
		}
		a, b := &c.t.Tensors[u.Tensor], &c.t.Tensors[of.Tensor]
		if u.Len != of.Len || a.DType != b.DType || !slices.Equal(a.Shape, b.Shape) {
			return false
		}
	}
	return true
}

// repeats reports whether two collectives differ in the same way between the same
// ranks.
func (a *cause) repeats(b *cause) bool {
	return a.group == b.group && a.property == b.property && slices.EqualFunc(a.camps, b.camps, func(x, y variant) bool {
		return x.name == y.name && slices.Equal(x.procs, y.procs)
	})
}

// findSilent: members disagree, and nobody is told.
func findSilent(c *Case, k *cause) result.Finding {
	p := &properties[k.property]
	return c.sayProperty(p, p.silent, k, k.camps)
}
