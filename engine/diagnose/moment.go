package diagnose

import (
	"slices"
	"sort"

	"lockstep/engine/trace"
)

// callAt is the call that a process was in at a moment, or the last one before
// it; None if it had begun none.
func (c *Case) callAt(proc int32, at trace.Time) int32 {
	calls := c.callsOf[proc]
	k := sort.Search(len(calls), func(k int) bool { return c.t.Calls[calls[k]].Start > at })
	if k == 0 {
		return trace.None
	}
	return calls[k-1]
}

// partner is the call that a process made as the same group's same number.
func (c *Case) partner(call int32, proc int32) int32 {
	k := &c.t.Calls[call]
	if k.Group == trace.None || k.Seq < 0 || !collective(k.Op) {
		return trace.None
	}
	// A call that DETAIL refuses does not count, so that several calls can have
	// one number: the first goes with the first.
	key := seqKey{k.Group, k.Seq}
	at := max(0, slices.Index(c.made(k.Proc, key), call))
	if theirs := c.made(proc, key); at < len(theirs) {
		return theirs[at]
	}
	return trace.None
}

// made are the collectives that a process made as the group's n-th.
func (c *Case) made(proc int32, key seqKey) []int32 {
	if c.seqOf == nil {
		c.seqOf = make([]map[seqKey][]int32, len(c.t.Procs))
	}
	if c.seqOf[proc] == nil {
		known := map[seqKey][]int32{}
		for i, call := range c.callsOf[proc] {
			c.pass(i)
			if k := &c.t.Calls[call]; k.Group != trace.None && k.Seq >= 0 && collective(k.Op) {
				key := seqKey{k.Group, k.Seq}
				known[key] = append(known[key], call)
			}
		}
		c.seqOf[proc] = known
	}
	return c.seqOf[proc][key]
}

// work is the call whose messages a victim waits for: itself, or for wait() the
// operation behind the handle.
func (c *Case) work(call int32) int32 {
	if k := &c.t.Calls[call]; k.Handle != trace.None {
		return k.Handle
	}
	return call
}

// blocking is the wait that a call ended in; nil if it waited for nobody.
func (c *Case) blocking(call int32) *trace.Wait {
	if work := c.work(call); work != call {
		if w := c.waitAt(work, c.endOf(call)); w != nil { // the operation may go on after wait() gave up
			return w
		}
	}
	for _, i := range []int32{c.work(call), call} {
		if w := c.lastWait(i); w != trace.None {
			return &c.t.Waits[w]
		}
	}
	return nil
}

// until is when a wait ended, or the end of the run.
func (c *Case) until(w *trace.Wait) trace.Time {
	if w.End == trace.Never {
		return c.t.End
	}
	return w.End
}

// waitAt is the wait for somebody in which a call stood at a moment.
func (c *Case) waitAt(call int32, at trace.Time) *trace.Wait {
	for _, i := range []int32{call, c.work(call)} {
		for _, k := range c.waitsOf(i) {
			if w := &c.t.Waits[k]; w.Start <= at && endOrNever(w) >= at {
				return w
			}
		}
	}
	return nil
}

// stoppedAt is the stretch in which a process was stopped at a moment.
func (c *Case) stoppedAt(proc int32, at trace.Time) *trace.Wait {
	for _, i := range c.stops {
		if w := &c.t.Waits[i]; w.Proc == proc && w.Start <= at && endOrNever(w) >= at {
			return w
		}
	}
	return nil
}

// busy reports whether a process was at something that concerns nobody else:
// sleeping, computing, or stopped.
func (c *Case) busy(proc, now int32, at trace.Time) bool {
	if c.stoppedAt(proc, at) != nil {
		return true
	}
	k := &c.t.Calls[now]
	switch k.Op {
	case "sleep", "compute", "load_data", "sigstop":
		return k.End == trace.Never || k.End >= at
	}
	return false
}

// abortedByMessage reports whether a process died of a message for which its
// receive had no room.
func (c *Case) abortedByMessage(proc int32) bool {
	if c.aborts == nil {
		c.aborts = make([]bool, len(c.t.Procs))
		for i := range c.t.Messages {
			c.pass(i)
			if m := &c.t.Messages[i]; m.Fate == trace.Rejected {
				c.aborts[m.To] = true
			}
		}
	}
	return c.aborts[proc]
}

// closedBefore is the first peer whose connection a process lost before the end
// of a call; None if it lost none.
func (c *Case) closedBefore(call int32) int32 {
	if lost := c.closings[c.t.Calls[call].Proc]; len(lost) > 0 && lost[0].at <= c.endOf(call) {
		return lost[0].peer
	}
	return trace.None
}

// brokenElsewhere reports whether a call failed over another connection than the
// one that its last wait was about: that one still stood.
func (c *Case) brokenElsewhere(call int32, w *trace.Wait) bool {
	k := &c.t.Calls[call]
	if k.Status != trace.Error || !connectionText(k.Message) || w.Peer == trace.None {
		return false
	}
	return !slices.ContainsFunc(c.closings[k.Proc], func(x closing) bool {
		return x.peer == w.Peer && x.at <= c.endOf(call)
	})
}

// gaveUpBefore is the call in which a peer, or if none is named any member of the
// group, had failed first when a call stumbled over its connections.
func (c *Case) gaveUpBefore(call, peer int32) int32 {
	k := &c.t.Calls[c.work(call)]
	members := []int32{peer}
	if peer == trace.None {
		if k.Group == trace.None {
			return trace.None
		}
		members = c.t.Groups[k.Group].Members
	}
	first := trace.None
	for _, p := range members {
		if p == k.Proc {
			continue
		}
		if i := c.failedBefore(p, c.endOf(call)); i != trace.None && (first == trace.None || c.endOf(i) < c.endOf(first)) {
			first = i
		}
	}
	return first
}

// failedBefore is the first call of a process that failed before a moment.
func (c *Case) failedBefore(proc int32, at trace.Time) int32 {
	for _, i := range c.callsOf[proc] {
		if c.t.Calls[i].Status == trace.Error && c.endOf(i) <= at && c.blocking(i) != nil {
			return i
		}
	}
	return trace.None
}

// firstGone is the member of a call's group, or for a message its partner, whose
// process ended first before the end of the call; None if all were there.
func (c *Case) firstGone(call int32) int32 {
	k := &c.t.Calls[c.work(call)]
	if k.Group == trace.None {
		return trace.None
	}
	first := trace.None
	for _, p := range c.t.Groups[k.Group].Members {
		ended := c.t.Procs[p].Ended
		if p == k.Proc || ended == trace.Never || ended > c.endOf(call) || pointToPoint(k.Op) && !c.partnerOf(call, p) {
			continue
		}
		if first == trace.None || ended < c.t.Procs[first].Ended {
			first = p
		}
	}
	return first
}

// partnerOf reports whether a message's op names a process.
func (c *Case) partnerOf(call, proc int32) bool {
	o := c.op(c.work(call))
	if o == nil {
		return true
	}
	rank := int(c.t.Procs[proc].Rank)
	return o.Dst != nil && *o.Dst == rank || o.Src != nil && *o.Src == rank
}

// unclaimedRank is a rank of the world that no process has; −1 if there is none.
func (c *Case) unclaimedRank() int32 {
	claimed := make([]bool, c.s.WorldSize)
	for i := range c.t.Procs {
		if r := c.t.Procs[i].Rank; r >= 0 && int(r) < len(claimed) {
			claimed[r] = true
		}
	}
	for rank, ok := range claimed {
		if !ok {
			return int32(rank)
		}
	}
	return -1
}

// ranks names processes by their ranks, each once, in order.
func (c *Case) ranks(procs []int32) []int {
	seen := map[int]bool{}
	ranks := []int{}
	for _, p := range procs {
		if r := int(c.t.Procs[p].Rank); !seen[r] {
			seen[r] = true
			ranks = append(ranks, r)
		}
	}
	sort.Ints(ranks)
	return ranks
}
