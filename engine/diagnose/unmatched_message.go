package diagnose

import (
	"lockstep/engine/result"
	"lockstep/engine/trace"
	"lockstep/engine/wording"
)

// findUnmatchedMessage: a send that nobody receives, or a recv to which nobody
// sends. To blame is the partner, who has no call that fits; where the trace
// does not say who that is, the caller.
func findUnmatchedMessage(c *Case, k *cause) result.Finding {
	call := k.calls[0]
	me := c.t.Calls[call].Proc
	args := wording.Args{"who": c.who(me), "call": c.callName(call)}
	peer := k.proc
	w := c.blocking(call)
	if peer < 0 && w != nil {
		peer = w.Peer
	}
	if peer < 0 {
		return say("recv_any_without_send", c.ranks([]int32{me}), args)
	}
	args["peer"] = c.who(peer)
	if w != nil && w.Kind == trace.WaitSend {
		return say("send_without_recv", c.ranks([]int32{peer}), args)
	}
	return say("recv_without_send", c.ranks([]int32{peer}), args)
}
