package diagnose

import (
	"lockstep/engine/trace"
)

// usedAfterFailure reports whether a call failed only because an earlier one of the
// same process had failed in the same group: a timeout or a lost connection closes
// the group's connections for good, and every later call over them fails at once.
func (c *Case) usedAfterFailure(call int32) bool {
	k := &c.t.Calls[call]
	return k.Status == trace.Error && connectionText(k.Message) && k.Op != "wait" && c.brokenBefore(call) != trace.None
}
