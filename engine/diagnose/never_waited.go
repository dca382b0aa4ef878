package diagnose

import (
	"lockstep/engine/result"
	"lockstep/engine/trace"
	"lockstep/engine/wording"
)

// neverWaited are the asynchronous calls that never came to an end and that nobody
// waited for: their programs ended well, with results that never were.
func (c *Case) neverWaited() []*cause {
	waited := map[int32]bool{}
	for i := range c.t.Calls {
		if k := &c.t.Calls[i]; k.Handle != trace.None {
			waited[k.Handle] = true
		}
	}
	var found []*cause
	for _, i := range c.outlasting() {
		w := &c.t.Waits[i]
		if waited[w.Call] || !c.outlives(w) || c.answered(w.Call) {
			continue
		}
		waited[w.Call] = true
		found = append(found, newCause(unwaited, c.t.Calls[w.Call].Start, w.Call).by(w.Proc))
	}
	for i := range c.t.Calls { // a message that is posted waits without a thread of its own
		k := &c.t.Calls[i]
		p := &c.t.Procs[k.Proc]
		if (k.Op == "isend" || k.Op == "irecv") && k.Status == trace.OK && k.Group != trace.None && !waited[int32(i)] && p.Ended != trace.Never && p.Exit == 0 && !c.answered(int32(i)) {
			found = append(found, newCause(unwaited, k.Start, int32(i)).by(k.Proc))
		}
	}
	return found
}

// outlives reports whether a wait that outlasted its call went on after its process
// had ended well.
func (c *Case) outlives(w *trace.Wait) bool {
	k := &c.t.Calls[w.Call]
	p := &c.t.Procs[w.Proc]
	return (collective(k.Op) || pointToPoint(k.Op)) && p.Ended != trace.Never && p.Exit == 0 && endOrNever(w) > p.Ended
}

// answered reports whether the others made their part of a call: then it may well
// have come to an end.
func (c *Case) answered(call int32) bool {
	k := &c.t.Calls[call]
	if pointToPoint(k.Op) {
		for i := range c.t.Messages {
			c.pass(i)
			if m := &c.t.Messages[i]; m.Fate == trace.Delivered && (m.SendCall == call || m.RecvCall == call) {
				return true
			}
		}
		return false
	}
	if k.Group == trace.None {
		return true
	}
	for _, member := range c.t.Groups[k.Group].Members {
		if c.partner(call, member) == trace.None {
			return false
		}
	}
	return true
}

// findNeverWaited: an asynchronous call whose handle the program forgets. Without
// wait nothing tells that the others did not come.
func findNeverWaited(c *Case, k *cause) result.Finding {
	call := k.calls[0]
	w := &c.t.Calls[call]
	args := wording.Args{"who": c.who(k.proc), "call": c.callName(call)}
	var without []int32
	if w.Group != trace.None && w.Seq >= 0 && collective(w.Op) {
		for _, member := range c.t.Groups[w.Group].Members {
			if c.partner(call, member) == trace.None {
				without = append(without, member)
			}
		}
	}
	if len(without) == 0 {
		return ofCall(say("never_waited", c.ranks([]int32{k.proc}), args), w.Seq)
	}
	args["others"] = c.who(without...)
	return ofCall(sayAs("never_waited", "never_waited.missing", c.ranks(append(without, k.proc)), args), w.Seq)
}
