package diagnose

import (
	"bytes"

	"lockstep/engine/result"
	"lockstep/engine/trace"
	"lockstep/engine/wording"
)

// partialBuffers are the tensors that a failed call left half done and that another
// call took for good: a failed all_reduce has reduced some blocks and not others.
func (c *Case) partialBuffers() []*cause {
	var found []*cause
	for i := range c.t.Calls {
		k := &c.t.Calls[i]
		if k.Status != trace.Error || k.Tensor == trace.None || !collective(k.Op) || c.t.Tensors[k.Tensor].Name == "" {
			continue
		}
		if later := c.takes(int32(i)); later != trace.None && c.leftChanged(int32(i), later) {
			found = append(found, newCause(partialBuffer, c.t.Calls[later].Start, int32(i), later).by(k.Proc))
		}
	}
	return found
}

// takes is the first call after a failed one that succeeds and reads its tensor.
func (c *Case) takes(failed int32) int32 {
	k := &c.t.Calls[failed]
	for _, i := range c.callsOf[k.Proc] {
		o := &c.t.Calls[i]
		if i <= failed || o.Status != trace.OK || o.Start < k.End {
			continue
		}
		ins, _ := c.inAndOut(i)
		if pointToPoint(o.Op) && (o.Op == "send" || o.Op == "isend") {
			ins = span{0, 1}
		}
		if o.Op == "broadcast" && int32(c.t.Procs[k.Proc].Rank) != o.Root {
			ins = span{} // overwritten, not read
		}
		for in := ins.from; in < ins.to; in++ {
			if uses := c.uses(i); in < len(uses) && uses[in].Tensor == k.Tensor {
				return i
			}
		}
	}
	return trace.None
}

// leftChanged reports whether the failed call changed its tensor, and nobody set it
// anew before the later call.
func (c *Case) leftChanged(failed, later int32) bool {
	k, l := &c.t.Calls[failed], &c.t.Calls[later]
	cursor := c.t.NewCursor()
	cursor.SeekEvent(c.beginEvent(failed) + 1)
	before := bytes.Clone(cursor.Bytes(k.Tensor))
	cursor.SeekEvent(c.endEvent(failed) + 1)
	left := bytes.Clone(cursor.Bytes(k.Tensor))
	cursor.SeekEvent(c.beginEvent(later) + 1)
	return before != nil && left != nil && l.Start >= k.End && !bytes.Equal(before, left) && bytes.Equal(left, cursor.Bytes(k.Tensor))
}

// findPartialBuffer: what an error left behind is used as if it were a value.
func findPartialBuffer(c *Case, k *cause) result.Finding {
	f := say("partial_buffer", c.ranks([]int32{k.proc}), wording.Args{
		"who": c.who(k.proc), "failed": c.callName(k.calls[0]), "later": c.callName(k.calls[1]), "tensor": wording.Word(c.t.Tensors[c.t.Calls[k.calls[0]].Tensor].Name),
	})
	return ofCall(f, c.t.Calls[k.calls[0]].Seq)
}
