package diagnose

import (
	"lockstep/engine/result"
	"lockstep/engine/wording"
)

// findNoSuchRank: a send to or a recv from a rank that the world does not have.
func findNoSuchRank(c *Case, k *cause) result.Finding {
	call := c.work(k.calls[0])
	rank, _ := c.peerOf(call)
	return say("no_such_rank", c.ranks([]int32{k.proc}), wording.Args{
		"who": c.who(k.proc), "call": c.callName(call), "rank": wording.Ranks{rank}, "n": wording.Number(c.s.WorldSize), "last": wording.Number(c.s.WorldSize - 1),
	})
}
