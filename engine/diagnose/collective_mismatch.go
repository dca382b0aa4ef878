package diagnose

import (
	"slices"

	"lockstep/engine/result"
	"lockstep/engine/wording"
)

// findCollectiveMismatch: members of a group call different collectives as its
// n-th call. To blame are those who leave the majority, or all where there is
// none: the trace cannot tell which of two programs is the right one.
func findCollectiveMismatch(c *Case, k *cause) result.Finding {
	all := c.variants(k.calls, func(call int32) string { return c.t.Calls[call].Op })
	blame := c.odd(c.variants(k.calls, func(call int32) string { return family(c.t.Calls[call].Op) }))
	key := "collective_mismatch"
	if len(blame) == len(c.ranks(procsOf(c, k.calls))) {
		key = "collective_mismatch.tie"
	}
	if slices.ContainsFunc(k.calls, func(call int32) bool { return objects(c.t.Calls[call].Op) }) {
		key = "collective_mismatch.objects"
	}
	return ofCall(sayAs("collective_mismatch", key, blame, wording.Args{
		"seq": wording.Number(k.seq), "group": c.groupName(k.group),
		"variants": c.list("does", all), "blame": wording.Ranks(blame),
	}), k.seq)
}
