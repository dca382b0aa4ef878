package diagnose

import (
	"slices"

	"lockstep/engine/result"
	"lockstep/engine/trace"
	"lockstep/engine/wording"
)

// A send and a recv that met, and whose tensors do not fit.

// messageMismatches are the messages between programs that arrived and were not what
// the receiver took them for. One mistake in a loop is one cause.
func (c *Case) messageMismatches() []*cause {
	var found []*cause
	for i := range c.t.Messages {
		c.pass(i)
		m := &c.t.Messages[i]
		if m.RecvCall < 0 || m.SendCall < 0 || m.Fate != trace.Delivered || !pointToPoint(c.t.Calls[m.SendCall].Op) {
			continue
		}
		if k := c.unfit(m); k != nil && !slices.ContainsFunc(found, func(other *cause) bool { return c.sameOps(k, other) }) {
			found = append(found, k)
		}
	}
	return found
}

// rejected is the message that was too long for the process that it came to, where
// it is one of programs; nil for those of collectives.
func (c *Case) rejected(proc int32) *cause {
	for i := range c.t.Messages {
		m := &c.t.Messages[i]
		if m.Fate == trace.Rejected && m.To == proc && m.RecvCall >= 0 && pointToPoint(c.t.Calls[m.SendCall].Op) && pointToPoint(c.t.Calls[m.RecvCall].Op) {
			return newCause(messageMismatch, c.t.Calls[m.RecvCall].Start, m.SendCall, m.RecvCall)
		}
	}
	return nil
}

// tooLong is the collective in which a process was sent more than it had room for;
// else the call given.
func (c *Case) tooLong(proc, call int32) int32 {
	for i := range c.t.Messages {
		if m := &c.t.Messages[i]; m.Fate == trace.Rejected && m.To == proc && m.RecvCall >= 0 {
			return m.RecvCall
		}
	}
	return call
}

func (c *Case) unfit(m *trace.Message) *cause {
	s, r := c.mainUse(m.SendCall), c.mainUse(m.RecvCall)
	if s == nil || r == nil || !pointToPoint(c.t.Calls[m.RecvCall].Op) {
		return nil
	}
	a, b := &c.t.Tensors[s.Tensor], &c.t.Tensors[r.Tensor]
	whole := int(s.Len) == a.Size() && int(r.Len) == b.Size()
	if s.Len == r.Len && a.DType == b.DType && (!whole || slices.Equal(a.Shape, b.Shape)) {
		return nil
	}
	return newCause(messageMismatch, c.t.Calls[m.RecvCall].Start, m.SendCall, m.RecvCall)
}

// sameOps reports whether two causes are about the same lines of the programs.
func (c *Case) sameOps(a, b *cause) bool {
	for i := range a.calls {
		x, y := &c.t.Calls[a.calls[i]], &c.t.Calls[b.calls[i]]
		if x.Proc != y.Proc || x.Step != y.Step || x.Inner != y.Inner || x.Line != y.Line {
			return false
		}
	}
	return true
}

// findMessageMismatch: the sender and the receiver of one message, which do not
// agree on what it is.
func findMessageMismatch(c *Case, k *cause) result.Finding {
	s, r := c.mainUse(k.calls[0]), c.mainUse(k.calls[1])
	procs := procsOf(c, k.calls)
	args := wording.Args{
		"sender": c.who(procs[0]), "receiver": c.who(procs[1]),
		"sent": wording.Word(c.sizeOf(k.calls[0])), "room": wording.Word(c.sizeOf(k.calls[1])),
	}
	blame := c.ranks(procs)
	switch {
	case s.Len > r.Len:
		return sayAs("message_mismatch", "message_mismatch.long", blame, args)
	case c.t.Tensors[s.Tensor].DType != c.t.Tensors[r.Tensor].DType && s.Len == r.Len:
		return sayAs("message_mismatch", "message_mismatch.dtype", blame, args)
	case s.Len < r.Len:
		return sayAs("message_mismatch", "message_mismatch.short", blame, args)
	}
	return sayAs("message_mismatch", "message_mismatch.shape", blame, args)
}
