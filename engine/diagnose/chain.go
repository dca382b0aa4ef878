package diagnose

import (
	"slices"
	"strings"

	"lockstep/engine/scenario"
	"lockstep/engine/trace"
)

// stop is a call in a chain, and the moment at which the chain came to it.
type stop struct {
	call int32
	at   trace.Time
}

func through(path []stop, call int32) bool {
	return slices.ContainsFunc(path, func(s stop) bool { return s.call == call })
}

// why walks from a victim to its cause. Each step asks: for whom did this call
// wait, and what did that rank do at that moment?
func (c *Case) why(victim int32) *cause {
	return c.betweenGroups(c.byOutsider(c.addressed(c.refine(c.walk(victim, c.endOf(victim), nil)))))
}

// walk is why for a call at a moment, with the calls that the chain has come
// through.
func (c *Case) walk(call int32, at trace.Time, path []stop) *cause {
	// Back at a call that the chain has come through, at no earlier moment: a
	// circle. At an earlier moment it is another story, which may have an end.
	if i := slices.IndexFunc(path, func(s stop) bool { return s.call == call && s.at <= at }); i >= 0 {
		return c.circle(path[i:])
	}
	// Whoever comes by here ends where the first one did.
	here := stop{call, at}
	if len(path) > 0 {
		c.after[path[len(path)-1]] = here
	}
	if k := c.known[here]; k != nil {
		return k
	}
	k := c.step(call, at, append(path, here))
	if len(path) == 0 || k.kind != unknownCause {
		c.known[here] = k
	}
	return k
}

// step goes on from the call at the end of a path.
func (c *Case) step(call int32, at trace.Time, path []stop) *cause {
	if k := c.misMeeting(call); k != nil {
		return k
	}
	over := c.endOf(call) <= at
	if before := c.brokenBefore(call); over && before != trace.None {
		return c.walk(before, c.endOf(before), path)
	}
	if c.countsDiffer(call) {
		return newCause(detailCounts, c.t.Calls[call].Start, c.members(call)...).in(&c.t.Calls[call])
	}
	if k := c.mismatch(call); k != nil {
		return k
	}
	if k := &c.t.Calls[call]; k.Status == trace.Killed {
		if m := c.rejected(k.Proc); m != nil {
			return m
		}
		if c.abortedByMessage(k.Proc) {
			return c.disagreement(c.tooLong(k.Proc, c.work(call)))
		}
		return c.died(k.Proc, call) // from outside, whatever it waited for
	}
	if k := &c.t.Calls[call]; k.Status == trace.Running {
		if w := c.stoppedAt(k.Proc, at); w != nil { // whatever it waits for, it could not go on
			return newCause(lateRank, w.Start, call).by(k.Proc)
		}
	}
	if made := c.neverMade(call); made != trace.None {
		return c.walk(made, c.endOf(made), path)
	}
	if over && c.raisedByItself(call) {
		return c.ownError(call)
	}
	w := c.waitAt(call, at)
	if w == nil {
		w = c.blocking(call)
	}
	if w == nil || over && c.brokenElsewhere(call, w) {
		return c.alone(call, path)
	}
	return c.follow(call, w, min(c.until(w), at), path)
}

func (c *Case) ownError(call int32) *cause {
	k := &c.t.Calls[call]
	return newCause(ownError, k.Start, call).by(k.Proc)
}

// raisedByItself reports whether a call's exception tells of nobody else: a bad
// argument, an operation that the dtype has not. It may have waited before it.
func (c *Case) raisedByItself(call int32) bool {
	k := &c.t.Calls[call]
	if k.Status != trace.Error || c.deliberate(k) || c.timedOut(call) || connectionText(k.Message) {
		return false
	}
	for _, part := range []string{"monitoredBarrier", "Detected mismatch", "connectFullMesh"} {
		if strings.Contains(k.Message, part) {
			return false
		}
	}
	return true
}

// follow goes on to whoever a call waited for at a moment.
func (c *Case) follow(call int32, w *trace.Wait, at trace.Time, path []stop) *cause {
	switch {
	case w.Peer != trace.None:
		if k := c.behindLink(call, w.Peer, at); k != nil {
			return k
		}
		return c.accuse(call, w.Peer, at, path)
	case w.Kind == trace.WaitRecv:
		return c.nobodySent(call, at, path)
	}
	return c.nobodyCame(call, at, path)
}

// accuse asks what proc did at a moment when call waited for it.
func (c *Case) accuse(call, proc int32, at trace.Time, path []stop) *cause {
	p := &c.t.Procs[proc]
	if p.Started == trace.Never || p.Started > at {
		return c.notThere(proc)
	}
	mine := c.work(call)
	if partner := c.partner(mine, proc); partner != trace.None && c.t.Calls[partner].Start <= at {
		return c.inside(mine, partner, at, path)
	}
	now := c.callAt(proc, at)
	switch {
	case now == trace.None:
		return c.notThere(proc)
	case c.busy(proc, now, at):
		return newCause(lateRank, c.t.Calls[now].Start, now).by(proc)
	case c.endOf(now) <= at && c.lacks(proc, mine):
		return c.neverCame(proc, mine)
	case c.failed(now):
		return c.walk(now, at, path)
	case p.Ended != trace.Never && p.Ended <= at:
		return c.left(proc, mine, now)
	}
	if c.waitAt(now, at) != nil {
		return c.walk(now, at, path)
	}
	if k := &c.t.Calls[now]; k.End == trace.Never || k.End > at {
		return newCause(lateRank, k.Start, now).by(proc)
	}
	return c.neverCame(proc, mine)
}

// inside judges two calls of the same collective, one waiting for the other.
func (c *Case) inside(call, partner int32, at trace.Time, path []stop) *cause {
	k := &c.t.Calls[partner]
	if w := c.stoppedAt(k.Proc, at); w != nil {
		return newCause(lateRank, w.Start, partner).by(k.Proc)
	}
	last := c.lastWait(partner)
	switch {
	case k.Status == trace.Killed && !c.abortedByMessage(k.Proc):
		return c.died(k.Proc, partner)
	case c.failed(partner), c.waitAt(partner, at) != nil:
		return c.walk(partner, at, path)
	case k.Done > k.End && last != trace.None: // an async operation that had ended by then
		return c.walk(partner, min(at, c.until(&c.t.Waits[last])), path)
	case !c.failed(call) && !c.failed(path[len(path)-1].call): // it got what it waited for: the message was on its way
		return newCause(unknownCause, c.t.Calls[call].Start, call)
	}
	return c.disagreement(call)
}

// circle is a chain that came back to itself. Within one collective that is no
// deadlock between calls but a collective whose sizes or roots do not fit.
func (c *Case) circle(path []stop) *cause {
	var calls []int32
	for _, s := range path {
		if !slices.Contains(calls, s.call) {
			calls = append(calls, s.call)
		}
	}
	first := c.work(calls[0])
	one := &c.t.Calls[first]
	within := collective(one.Op) && one.Seq >= 0
	at := c.t.End
	for _, i := range calls {
		k := &c.t.Calls[c.work(i)]
		within = within && k.Group == one.Group && k.Seq == one.Seq
		at = min(at, c.t.Calls[i].Start)
	}
	if within {
		return c.disagreement(first)
	}
	if c.talkPast(calls) {
		return newCause(crossedMessages, at, calls...)
	}
	return newCause(waitCycle, at, calls...)
}

// talkPast reports whether two calls are a send and a recv that name each other:
// they wait for each other because tag or group differ, not because of an order.
func (c *Case) talkPast(calls []int32) bool {
	if len(calls) != 2 {
		return false
	}
	a, b := c.blocking(calls[0]), c.blocking(calls[1])
	opA, opB := c.t.Calls[c.work(calls[0])].Op, c.t.Calls[c.work(calls[1])].Op
	return a != nil && b != nil && pointToPoint(opA) && pointToPoint(opB) && a.Peer == b.Proc && b.Peer == a.Proc && (a.Kind == trace.WaitSend) != (b.Kind == trace.WaitSend)
}

// alone is a victim that waited for nobody.
func (c *Case) alone(call int32, path []stop) *cause {
	k := &c.t.Calls[call]
	switch {
	case k.Status == trace.Error && c.deliberate(k) && c.wentOn(call):
		return c.ownError(call)
	case k.Status == trace.Killed, c.deliberate(k):
		return c.died(k.Proc, call)
	case k.Status == trace.Error && strings.HasPrefix(k.Op, "store_") && connectionText(k.Message) && !c.timedOut(call):
		return c.storeLost(call)
	case k.Status == trace.Error && connectionText(k.Message) && !meeting(k.Op):
		peer := c.closedBefore(call)
		if peer == trace.None {
			peer = c.firstGone(call)
		}
		theirs := c.gaveUpBefore(call, peer)
		if theirs != trace.None && !through(path, theirs) {
			return c.walk(theirs, c.endOf(theirs), path) // it closed its connections then
		}
		if peer != trace.None {
			return c.accuse(call, peer, c.endOf(call), path)
		}
	case k.Status == trace.Error && meeting(k.Op) && (c.timedOut(call) || connectionText(k.Message)):
		return c.nobodyCame(call, c.endOf(call), path)
	}
	return newCause(unknownCause, k.Start, call)
}

// wentOn reports whether a process did anything after a call: it caught what that
// raised.
func (c *Case) wentOn(call int32) bool {
	calls := c.callsOf[c.t.Calls[call].Proc]
	return len(calls) > 0 && calls[len(calls)-1] > call || c.t.Procs[c.t.Calls[call].Proc].Exit == 0
}

// brokenBefore is an earlier call of the same process in the same group that
// failed, where that is what this one stumbles over: a failed call leaves its
// connections closed.
func (c *Case) brokenBefore(call int32) int32 {
	k := &c.t.Calls[call]
	if k.Status != trace.Error || !connectionText(k.Message) || c.blocking(call) != nil && c.blocking(call).End > c.blocking(call).Start {
		return trace.None
	}
	for _, i := range c.callsOf[k.Proc] {
		o := &c.t.Calls[i]
		if i == call || o.Start >= k.Start && i > call {
			break
		}
		if o.Group == k.Group && o.Status == trace.Error && c.endOf(i) <= k.Start && c.lastWait(i) != trace.None {
			return i
		}
	}
	return trace.None
}

// connectionText reports whether an error tells of a connection that is gone, as
// against one that the call raised by itself.
func connectionText(message string) bool {
	for _, part := range []string{"Connection closed by peer", "Connection reset by peer", "Broken pipe", "Failed to recv", "pair closure", "Read error", "Write error", "Connection refused"} {
		if strings.Contains(message, part) {
			return true
		}
	}
	return false
}

// nobodySent judges a receive from any source.
func (c *Case) nobodySent(call int32, at trace.Time, path []stop) *cause {
	me := c.t.Calls[call].Proc
	for i := range c.t.Procs {
		proc := int32(i)
		now := c.callAt(proc, at)
		if proc == me || now == trace.None || through(path, now) {
			continue
		}
		if c.busy(proc, now, at) {
			return newCause(lateRank, c.t.Calls[now].Start, now).by(proc)
		}
		if c.failed(now) {
			return c.walk(now, at, path)
		}
	}
	return newCause(unmatchedMessage, c.t.Calls[call].Start, call)
}

// noSuchRank reports whether a call names a rank that its group does not have:
// it waits for an address that nobody will ever put into the store.
func (c *Case) noSuchRank(call int32) bool {
	named, ok := c.peerOf(c.work(call))
	return ok && (named < 0 || named >= c.s.WorldSize)
}

// nobodyCame judges a wait for the store: some process did not come to the
// meeting.
func (c *Case) nobodyCame(call int32, at trace.Time, path []stop) *cause {
	k := &c.t.Calls[call]
	if c.noSuchRank(call) {
		return newCause(noSuchRank, k.Start, call).by(k.Proc)
	}
	for i := range c.t.Procs {
		if p := &c.t.Procs[i]; int32(i) != k.Proc && (p.Started == trace.Never || p.Started > at) {
			return c.notThere(int32(i))
		}
	}
	if rank := c.unclaimedRank(); rank >= 0 {
		absent := newCause(absentRank, 0)
		absent.rank = rank
		return absent
	}
	for i := range c.t.Procs {
		proc := int32(i)
		now := c.callAt(proc, at)
		if proc == k.Proc || now == trace.None || through(path, now) || c.t.Calls[now].Op == k.Op {
			continue
		}
		return c.accuse(call, proc, at, path)
	}
	return newCause(unknownCause, k.Start, call)
}

// notThere is a process that had not begun when others gave up on it.
func (c *Case) notThere(proc int32) *cause {
	if c.t.Procs[proc].Started == trace.Never {
		return newCause(absentRank, 0).by(proc)
	}
	return newCause(lateRank, 0).by(proc)
}

// left is a process that had ended when it was waited for.
func (c *Case) left(proc, needed, last int32) *cause {
	p := &c.t.Procs[proc]
	if !p.Signal && p.Exit == 0 && !c.deliberate(&c.t.Calls[last]) {
		return c.neverCame(proc, needed)
	}
	return c.died(proc, last)
}

func (c *Case) died(proc, last int32) *cause {
	return newCause(diedRank, c.t.Procs[proc].Ended, last).by(proc)
}

// neverCame is a process whose program has no call that answers.
func (c *Case) neverCame(proc, needed int32) *cause {
	k := &c.t.Calls[needed]
	if k.Op == "init_process_group" {
		return newCause(absentRank, 0).by(proc)
	}
	if !collective(k.Op) || k.Seq < 0 {
		return newCause(unmatchedMessage, k.Start, needed).by(proc)
	}
	return newCause(missingCall, k.Start, needed).by(proc).in(k)
}

// lacks reports whether the program of a process, whose last call is over, has no
// call that answers: whatever failed in it before, it would not have come.
func (c *Case) lacks(proc, needed int32) bool {
	k := &c.t.Calls[needed]
	p := &c.t.Procs[proc]
	calls := c.callsOf[proc]
	if !collective(k.Op) || k.Seq < 0 || p.Signal || len(calls) > 0 && c.deliberate(&c.t.Calls[calls[len(calls)-1]]) {
		return false
	}
	n := 0
	if !c.eachOp(proc, func(o *scenario.Op) {
		if collective(o.Name) && o.Group == c.t.Groups[k.Group].Name {
			n++
		}
	}) {
		return false
	}
	return n <= c.position(needed)
}
