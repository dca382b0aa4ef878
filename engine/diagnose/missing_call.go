package diagnose

import (
	"lockstep/engine/result"
	"lockstep/engine/trace"
	"lockstep/engine/wording"
)

// findMissingCall: some members of a group ended their programs without a call
// that the others made. To blame are those without it; where only a minority
// made it, they, for a call too many.
func findMissingCall(c *Case, k *cause) result.Finding {
	var with, without []int32
	for _, member := range c.t.Groups[k.group].Members {
		if c.partner(k.calls[0], member) == trace.None {
			without = append(without, member)
		} else {
			with = append(with, member)
		}
	}
	args := wording.Args{"seq": wording.Number(k.seq), "group": c.groupName(k.group), "op": wording.Word(c.t.Calls[k.calls[0]].Op)}
	s := c.skew(k.group)
	if len(with) < len(without) || len(with) == len(without) && s != nil && s.last && s.extra {
		args["blame"], args["others"] = c.who(with...), c.who(without...)
		return ofCall(say("extra_call", c.ranks(with), args), k.seq)
	}
	args["blame"], args["others"] = c.who(without...), c.who(with...)
	return ofCall(say("missing_call", c.ranks(without), args), k.seq)
}
