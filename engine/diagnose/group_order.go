package diagnose

import (
	"lockstep/engine/result"
	"lockstep/engine/wording"
)

// betweenGroups turns a circle of waits into what it is where each of them is a
// collective and they are of several groups: members that use their groups in
// another order than others do.
func (c *Case) betweenGroups(k *cause) *cause {
	if k.kind != waitCycle {
		return k
	}
	groups := map[int32]bool{}
	for _, call := range k.calls {
		w := &c.t.Calls[c.work(call)]
		if !collective(w.Op) || w.Seq < 0 {
			return k
		}
		groups[w.Group] = true
	}
	if len(groups) > 1 {
		k.kind = groupOrder
	}
	return k
}

// findGroupOrder: a circle over groups. Within each group the calls are the same on
// all members; what differs is which group comes first.
func findGroupOrder(c *Case, k *cause) result.Finding {
	return say("group_order", c.ranks(procsOf(c, k.calls)), wording.Args{"edges": c.edges(k.calls)})
}
