package diagnose

import (
	"lockstep/engine/result"
	"lockstep/engine/wording"
)

// findDeadlock: ranks wait for each other round in a circle, each in a call that
// would be right if the others came to it.
func findDeadlock(c *Case, k *cause) result.Finding {
	procs := make([]int32, len(k.calls))
	for i, call := range k.calls {
		procs[i] = c.t.Calls[call].Proc
	}
	return say("deadlock", c.ranks(procs), wording.Args{"edges": c.edges(k.calls)})
}
