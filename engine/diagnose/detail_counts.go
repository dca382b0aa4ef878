package diagnose

import (
	"strings"

	"lockstep/engine/result"
	"lockstep/engine/wording"
)

// countsDiffer reports whether DETAIL refused a call for its sequence number
// alone. ProcessGroupWrapper compares a number that sends and receives raise too,
// on the ranks that make them only: so it refuses collectives that fit.
func (c *Case) countsDiffer(call int32) bool {
	_, aspects, found := strings.Cut(c.t.Calls[call].Message, "Collectives differ in the following aspects:")
	if !found || !strings.Contains(aspects, "Sequence number") {
		return false
	}
	for _, other := range []string{"Op type", "Tensor"} {
		if strings.Contains(aspects, other) {
			return false
		}
	}
	return true
}

// findDetailCounts: nobody is to blame but the check.
func findDetailCounts(c *Case, k *cause) result.Finding {
	op := ""
	if len(k.calls) > 0 {
		op = c.t.Calls[k.calls[0]].Op
	}
	return ofCall(say("detail_false_alarm", nil, wording.Args{
		"op": wording.Word(op), "seq": wording.Number(k.seq), "group": c.groupName(k.group), "who": c.who(procsOf(c, k.calls)...),
	}), k.seq)
}
