package diagnose

import (
	"slices"

	"lockstep/engine/result"
	"lockstep/engine/scenario"
	"lockstep/engine/wording"
)

// property is something in which members of one collective can differ.
type property struct {
	code string
	key  string // the sentence where it made the call fail
	// silent is the sentence where the call succeeded all the same; "" where that is
	// as it should be.
	silent string
	name   func(op string) string // as the program spells it, where the sentence names it
	of     func(*Case, int32) string
	by     func(*Case, int32) string // what has to differ, where that is less than what is shown
	// camps says who is at odds with whom, where members differ by right.
	camps func(c *Case, calls []int32) ([]variant, bool)
}

// properties in the order in which they are looked at: what changes the messages
// first.
var properties = []property{nameProperty, dtypeProperty, sizeProperty, rootProperty, reduceOpProperty, shapeProperty, algorithmProperty, splitsProperty, listsProperty}

// nameProperty: other names of one algorithm, which DETAIL compares.
var nameProperty = property{code: "collective_mismatch", key: "name_mismatch", of: func(c *Case, call int32) string { return c.t.Calls[call].Op }}

// differ reports whether members differ in a property, and how those that do fall
// apart.
func (c *Case) differ(p *property, calls []int32) (camps []variant, ok bool) {
	if p.camps != nil {
		return p.camps(c, calls)
	}
	by := p.by
	if by == nil {
		by = p.of
	}
	camps = c.variants(calls, func(call int32) string { return by(c, call) })
	unknown := slices.ContainsFunc(camps, func(v variant) bool { return v.name == "" })
	return camps, len(camps) > 1 && (!unknown || p.silent == "")
}

// findDisagreement: all members call the same collective, and its messages do
// not fit together.
func findDisagreement(c *Case, k *cause) result.Finding {
	first := k.calls[0]
	args := wording.Args{
		"seq": wording.Number(k.seq), "group": c.groupName(k.group), "op": wording.Word(c.t.Calls[first].Op),
	}
	for i := range properties {
		p := &properties[i]
		camps, differ := c.differ(p, k.calls)
		if !differ || p.key == "name_mismatch" && c.s.Debug != scenario.DebugDetail { // without DETAIL the names do not count
			continue
		}
		return c.sayProperty(p, p.key, k, camps)
	}
	procs := procsOf(c, k.calls)
	args["who"] = c.who(procs...)
	return ofCall(say("disagreement", c.ranks(procs), args), k.seq)
}

// sayProperty says in what members differ, and who leaves the majority.
func (c *Case) sayProperty(p *property, key string, k *cause, camps []variant) result.Finding {
	op := c.t.Calls[k.calls[0]].Op
	verb, which := "has", ""
	if p.key == "name_mismatch" {
		verb = "does"
	}
	if p.name != nil {
		which = p.name(op)
	}
	blame := c.odd(camps)
	if odd := &camps[len(camps)-1]; odd.name == atOdds {
		blame = c.ranks(odd.procs)
	}
	return ofCall(sayAs(p.code, key, blame, wording.Args{
		"seq": wording.Number(k.seq), "group": c.groupName(k.group), "op": wording.Word(op), "which": wording.Word(which),
		"variants": c.list(verb, c.variants(k.calls, func(call int32) string { return p.of(c, call) })),
	}), k.seq)
}
