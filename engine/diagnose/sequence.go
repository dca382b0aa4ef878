package diagnose

import (
	"fmt"
	"slices"

	"lockstep/engine/result"
	"lockstep/engine/scenario"
	"lockstep/engine/tensor"
	"lockstep/engine/trace"
	"lockstep/engine/wording"
)

// skew is how the programs of a group's members differ when one call is left out
// or made twice: from there on everything pairs off by one, and what fails can be
// a call much later that nobody got wrong.
type skew struct {
	at    int  // which of the group's collectives is missing or too many, counted from 0
	seq   int  // the group's call counter there
	first int  // where it can have been as well: the same calls stand from there to at
	last  bool // nothing comes behind it
	extra bool // too many, and not missing
	odd   []int32
	rest  []int32
	op    string
}

// refine looks whether a cause is only where a skew came to light.
func (c *Case) refine(k *cause) *cause {
	if k.group >= 0 && c.t.Groups[k.group].Name != "" {
		if wrong := c.strangers(k.group); wrong != nil {
			return wrong
		}
	}
	places := k.calls
	switch k.kind {
	case collectiveMismatch, collectiveDisagreement, missingCall:
		places = k.calls[:1]
	case waitCycle:
	default:
		return k
	}
	for _, call := range places {
		w := &c.t.Calls[c.work(call)]
		if w.Group == trace.None || w.Seq < 0 || !collective(w.Op) {
			continue
		}
		here := c.position(c.work(call))
		s := c.skew(w.Group)
		switch {
		case s == nil, s.first > here, s.last && k.kind == missingCall: // at the end it is told more plainly
			continue
		case k.kind != waitCycle && s.at > here: // something else went wrong before
			continue
		}
		s.at = min(s.at, here)
		s.seq = c.seqAt(w.Group, s.at)
		refined := newCause(skewedCalls, k.at, c.members(c.work(call))...).in(w)
		refined.skew = s
		return refined
	}
	return k
}

// skew compares the programs as they are written: by name, size and root of each
// collective on the group, then with less and less, because members may differ in
// those by right.
func (c *Case) skew(group int32) *skew {
	for _, sign := range []func(*Case, int32, *scenario.Op) string{named, signature, byFamily} {
		if s := c.skewBy(group, sign); s != nil {
			return s
		}
	}
	return nil
}

func byFamily(_ *Case, _ int32, o *scenario.Op) string { return family(o.Name) }

// named is a signature with the tensor's name: programs of one source call the
// same thing by the same name.
func named(c *Case, proc int32, o *scenario.Op) string {
	s := signature(c, proc, o)
	if o.Tensor != nil {
		s += " " + o.Tensor.Name
	}
	return s
}

func (c *Case) skewBy(group int32, sign func(*Case, int32, *scenario.Op) string) *skew {
	g := &c.t.Groups[group]
	type camp struct {
		signs []string
		ops   []string
		procs []int32
		all   int // operations that concern others, messages included
	}
	var camps []camp
	for _, proc := range g.Members {
		var signs, ops []string
		all := 0
		if !c.eachOp(proc, func(o *scenario.Op) {
			if collective(o.Name) || pointToPoint(o.Name) {
				all++
			}
			if o.Group == g.Name && collective(o.Name) {
				signs, ops = append(signs, sign(c, proc, o)), append(ops, o.Name)
			}
		}) {
			return nil
		}
		i := slices.IndexFunc(camps, func(k camp) bool { return slices.Equal(k.signs, signs) })
		if i < 0 {
			i = len(camps)
			camps = append(camps, camp{signs: signs, ops: ops, all: all})
		}
		camps[i].procs = append(camps[i].procs, proc)
	}
	if len(camps) != 2 {
		return nil
	}
	long, short := camps[0], camps[1]
	if len(long.signs) < len(short.signs) {
		long, short = short, long
	}
	at := 0
	for at < len(short.signs) && long.signs[at] == short.signs[at] {
		at++
	}
	if len(long.signs) != len(short.signs)+1 || !slices.Equal(long.signs[at+1:], short.signs[at:]) {
		return nil
	}
	first := at
	for first > 0 && long.signs[first-1] == long.signs[at] {
		first--
	}
	extra := len(long.procs) < len(short.procs)
	if len(long.procs) == len(short.procs) {
		// Nobody is in the minority. What is made twice in a row is one too many,
		// and so is what stands where the others have a message; else it was left out.
		extra = first < at || long.all == short.all
	}
	s := &skew{at: at, first: first, last: at == len(short.signs), extra: extra, odd: short.procs, rest: long.procs, op: long.ops[at]}
	if extra {
		s.odd, s.rest = long.procs, short.procs
	}
	return s
}

// position is which of its collectives on the group a process made with a call,
// counted from 0. The group's counter is another count: one collective can be
// several of its calls.
func (c *Case) position(call int32) int {
	n := 0
	for _, i := range c.callsOf[c.t.Calls[call].Proc] {
		if i == call {
			break
		}
		if k := &c.t.Calls[i]; k.Group == c.t.Calls[call].Group && k.Seq >= 0 && collective(k.Op) {
			n++
		}
	}
	return n
}

// seqAt is the call counter of a group's n-th collective, by whoever came so far.
func (c *Case) seqAt(group int32, n int) int {
	for _, proc := range c.t.Groups[group].Members {
		left := n
		for _, i := range c.callsOf[proc] {
			k := &c.t.Calls[i]
			if k.Group != group || k.Seq < 0 || !collective(k.Op) {
				continue
			}
			if left == 0 {
				return int(k.Seq)
			}
			left--
		}
	}
	return n
}

// eachOp goes through a process's program as it would run; false if that cannot
// be told by reading (a script).
func (c *Case) eachOp(proc int32, do func(*scenario.Op)) bool {
	if c.s.Script != "" {
		return false
	}
	const most = 10_000
	n := 0
	var walk func(ops []scenario.Op) bool
	walk = func(ops []scenario.Op) bool {
		for i := range ops {
			if n++; n > most {
				return false
			}
			if ops[i].Name != "repeat" {
				do(&ops[i])
				continue
			}
			for range ops[i].Times {
				if !walk(ops[i].Body) {
					return false
				}
			}
		}
		return true
	}
	return walk(c.s.ProgramOf(int(proc)))
}

// signature is what has to be alike in a collective that all members make.
func signature(c *Case, proc int32, o *scenario.Op) string {
	s := family(o.Name)
	if spec := c.spec(proc, o.Tensor); spec != nil {
		s += fmt.Sprintf(" %d", tensor.NumElements(spec.Shape)*spec.DType.Size())
	}
	for _, root := range []*int{o.Src, o.Dst} {
		if root != nil {
			s += fmt.Sprintf(" %d", *root)
		}
	}
	if reducing(o.Name) {
		s += " " + o.ReduceOp
	}
	return s
}

// spec is what a program writes for a tensor, by name or in place.
func (c *Case) spec(proc int32, v *scenario.Value) *scenario.TensorSpec {
	if v == nil || v.Lit != nil {
		if v == nil {
			return nil
		}
		return v.Lit
	}
	for _, x := range c.s.TensorsOf(int(proc)) {
		if x.Name == v.Name {
			return &x.Spec
		}
	}
	return nil
}

// findSkewed: one call left out, or one too many, in the middle of a program.
func findSkewed(c *Case, k *cause) result.Finding {
	s := k.skew
	code := "missing_call"
	if s.extra {
		code = "extra_call"
	}
	blame := c.ranks(s.odd)
	return ofCall(sayAs(code, code+".skewed", blame, wording.Args{
		"blame": wording.Ranks(blame), "others": c.who(s.rest...), "op": wording.Word(s.op), "seq": wording.Number(s.seq),
		"group": c.groupName(k.group), "at": wording.Number(k.seq),
		"variants": c.list("does", c.variants(k.calls, func(call int32) string { return c.t.Calls[call].Op })),
	}), int32(s.seq))
}

// fold takes those silent causes away that come from a skew: from there on calls
// pair off by one, and succeed with what was meant for another call.
func (c *Case) fold(all []*cause) []*cause {
	var skews []*cause
	for _, k := range all {
		if k.kind == skewedCalls {
			skews = append(skews, k)
		}
	}
	return slices.DeleteFunc(all, func(k *cause) bool {
		if k.kind != silentDisagreement {
			return false
		}
		for _, s := range skews {
			if s.group == k.group && c.position(k.calls[0]) >= s.skew.first {
				s.wrong = append(s.wrong, k.wrong...)
				return true
			}
		}
		return false
	})
}
