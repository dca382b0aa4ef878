package diagnose

import (
	"lockstep/engine/result"
	"lockstep/engine/wording"
)

// findOwnError: a call that raised by itself: a bad argument, an operation that
// the dtype has not, a group of which the rank is no member.
func findOwnError(c *Case, k *cause) result.Finding {
	call := k.calls[0]
	key := "failed_call"
	if c.deliberate(&c.t.Calls[call]) {
		key = "failed_call.caught"
	}
	f := sayAs("failed_call", key, c.ranks([]int32{k.proc}), wording.Args{
		"who": c.who(k.proc), "call": c.callName(call), "error": c.errorText(call),
	})
	return ofCall(f, c.t.Calls[call].Seq)
}

// findUnknown: a call that went wrong for a reason that the trace does not hold.
// It blames nobody.
func findUnknown(c *Case, k *cause) result.Finding {
	call := k.calls[0]
	f := say("unexplained", nil, wording.Args{"who": c.who(c.t.Calls[call].Proc), "call": c.callName(call)})
	return ofCall(f, c.t.Calls[call].Seq)
}
