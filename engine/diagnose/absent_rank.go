package diagnose

import (
	"lockstep/engine/result"
	"lockstep/engine/trace"
	"lockstep/engine/wording"
)

// findAbsent: a rank of the world whose process never starts, or never joins.
func findAbsent(c *Case, k *cause) result.Finding {
	absent := wording.Ranks{int(k.rank)}
	if k.proc >= 0 {
		absent = c.who(k.proc)
	}
	key := "absent_rank"
	if k.proc >= 0 && c.t.Procs[k.proc].Started != trace.Never {
		key = "absent_rank.never_joins"
	}
	return sayAs("absent_rank", key, absent, wording.Args{
		"who": absent, "n": wording.Number(c.s.WorldSize), "others": c.who(c.victimsBut(k, k.proc)...),
	})
}
