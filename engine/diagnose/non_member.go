package diagnose

import (
	"slices"
	"strings"

	"lockstep/engine/result"
	"lockstep/engine/trace"
	"lockstep/engine/wording"
)

// nonMembers are the collectives that a process made in a group that it is not in,
// and that did nothing: torch warns only. One line of a program is one cause.
func (c *Case) nonMembers() []*cause {
	var found []*cause
	for i := range c.t.Calls {
		k := &c.t.Calls[i]
		if k.Group != trace.None || k.Status != trace.OK || !collective(k.Op) || !c.outsideOf(int32(i)) {
			continue
		}
		at := newCause(nonMember, k.Start, int32(i)).by(k.Proc)
		if !slices.ContainsFunc(found, func(o *cause) bool { return c.sameOps(at, o) }) {
			found = append(found, at)
		}
	}
	return found
}

// outsideOf reports whether the process of a call has no part in the group that the
// call names. A script's calls do not say which that is, but one that succeeded in
// no group was made in none of its own.
func (c *Case) outsideOf(call int32) bool {
	o := c.op(call)
	if o == nil {
		return c.s.Script != ""
	}
	if o.Group == "" {
		return false
	}
	made := false
	for _, i := range c.callsOf[c.t.Calls[call].Proc] {
		if m := c.op(i); i < call && m != nil && m.Name == "new_group" && m.As == o.Group && c.t.Calls[i].Status == trace.OK {
			made = !slices.Contains(c.membersOf(i), int(c.t.Procs[c.t.Calls[call].Proc].Rank))
		}
	}
	return made
}

// byOutsider turns an exception into what it is where a process outside raises it.
func (c *Case) byOutsider(k *cause) *cause {
	if k.kind != ownError {
		return k
	}
	call := &c.t.Calls[k.calls[0]]
	if strings.Contains(call.Message, "Invalid process group specified") && (collective(call.Op) || pointToPoint(call.Op)) && c.outsideOf(k.calls[0]) {
		k.kind = nonMember
	}
	return k
}

// findNonMember: a call in a group by a rank that is not in it.
func findNonMember(c *Case, k *cause) result.Finding {
	call := &c.t.Calls[k.calls[0]]
	name := "?"
	if o := c.op(k.calls[0]); o != nil {
		name = o.Group
	}
	args := wording.Args{"who": c.who(k.proc), "op": wording.Word(call.Op), "group": wording.Phrase{Key: "group.named", Args: wording.Args{"name": wording.Word(name)}}}
	if call.Status == trace.Error {
		args["error"] = c.errorText(k.calls[0])
		return sayAs("non_member", "non_member.error", c.ranks([]int32{k.proc}), args)
	}
	return say("non_member", c.ranks([]int32{k.proc}), args)
}
