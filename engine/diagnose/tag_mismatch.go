package diagnose

import (
	"fmt"

	"lockstep/engine/result"
	"lockstep/engine/wording"
)

// findCrossed: a send and a recv that name each other and still do not meet,
// because their tags or their groups differ. Either can be the wrong one.
func findCrossed(c *Case, k *cause) result.Finding {
	all := c.variants(k.calls, func(call int32) string {
		k := &c.t.Calls[c.work(call)]
		text := fmt.Sprintf("%s tag=%d", k.Op, k.Tag)
		if k.Group >= 0 && c.t.Groups[k.Group].Name != "" {
			text += " group=" + c.t.Groups[k.Group].Name
		}
		return text
	})
	return say("tag_mismatch", c.ranks(procsOf(c, k.calls)), wording.Args{"variants": c.list("does", all)})
}
