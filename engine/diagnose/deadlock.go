package diagnose

import (
	"lockstep/engine/result"
	"lockstep/engine/wording"
)

// findDeadlock: ranks wait for each other round in a circle, each in a call that
// would be right if the others came to it.
func findDeadlock(c *Case, k *cause) result.Finding {
	return say("deadlock", c.ranks(procsOf(c, k.calls)), wording.Args{"edges": c.edges(k.calls)})
}
