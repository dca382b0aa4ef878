package diagnose

import (
	"lockstep/engine/result"
	"lockstep/engine/wording"
)

// findAbsent: a rank of the world whose process never starts.
func findAbsent(c *Case, k *cause) result.Finding {
	absent := wording.Ranks{int(k.rank)}
	if k.proc >= 0 {
		absent = c.who(k.proc)
	}
	return say("absent_rank", absent, wording.Args{
		"who": absent, "n": wording.Number(c.s.WorldSize), "others": c.who(c.victimsBut(k, k.proc)...),
	})
}
