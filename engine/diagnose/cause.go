package diagnose

import (
	"slices"

	"lockstep/engine/trace"
)

// causeKind is what a chain of waits can end at.
type causeKind uint8

const (
	collectiveMismatch     causeKind = iota // members call different collectives as the group's n-th
	detailCounts                            // DETAIL's own count of calls differs, the collectives do not
	skewedCalls                             // a call left out or made twice, from where on everything pairs off by one
	collectiveDisagreement                  // the same collective, but sizes, roots or splits do not fit
	missingCall                             // a rank ended its program without the call
	unmatchedMessage                        // a send or recv that its partner answers with nothing that fits
	crossedMessages                         // a send and a recv that name each other and differ in tag or group
	waitCycle                               // ranks wait for each other round in a circle
	absentRank                              // a process that never started
	lateRank                                // a rank that was busy or stopped until others gave up
	diedRank                                // a process that ended by itself or by a fault
	badLink                                 // a link that a fault broke or made slow
	rankOutside                             // a process comes as a rank that its world does not have
	rankTwice                               // processes come as the same rank
	sizesDiffer                             // processes come with different world sizes
	noStore                                 // a process looks for the store where nobody hosts one
	groupsDiffer                            // processes make different groups as their n-th
	keyMissing                              // a wait for a key of the store that nobody sets in time
	silentDisagreement                      // a collective that succeeds although its members ask for different things
	wrongResult                             // a collective that succeeded with a result that is none
	misaddressed                            // a send and a recv of which one names a third rank
	unmatchedLetter                         // a send or a recv that no program has a counterpart for
	messageMismatch                         // a send and a recv that met and do not fit
	groupOrder                              // a circle of collectives over several groups
	nonMember                               // a call in a group by a process outside it
	unmadeGroup                             // members of a new group that never make it
	unwaited                                // an asynchronous call that never ended, and nobody asked
	swappedCalls                            // calls that paired in another order than they were meant
	partialBuffer                           // what a failed call left, used as a value
	noSuchRank                              // a message to or from a rank outside the world
	ownError                                // a call that raised by itself, with nobody waited for
	unknownCause                            // nothing that the trace can tell
)

// cause is where one or more chains end.
type cause struct {
	kind causeKind
	at   trace.Time // when it struck
	proc int32      // the process that did it, or −1
	rank int32      // of an absent rank that no process claims, else −1
	// calls are those that show it: the two that do not fit, those of a cycle in
	// its order, the call that raised, the call that waits for what never comes.
	calls []int32
	group int32 // of collectives: the group and its call number; else −1
	seq   int32

	skew     *skew     // of skewedCalls
	camps    []variant // of silentDisagreement: who is at odds with whom …
	procs    []int32   // of unmadeGroup: who did not come
	letters  []letter  // of misaddressed and the like: the send, the recv
	wrong    []off     // of what is silently wrong: whose results
	property int       // … and in what, an index in properties
	fault    int       // of badLink: its index in the scenario
	victims  []int32
	rule     int // index in rules
}

// newCause is a cause that no process, rank or group belongs to yet.
func newCause(kind causeKind, at trace.Time, calls ...int32) *cause {
	return &cause{kind: kind, at: at, proc: -1, rank: -1, group: -1, seq: -1, calls: calls}
}

// by names the process that did it.
func (k *cause) by(proc int32) *cause {
	k.proc = proc
	return k
}

// in names the group and the call number that a collective has.
func (k *cause) in(c *trace.Call) *cause {
	k.group, k.seq = c.Group, c.Seq
	return k
}

// same reports whether two causes are one: what differs is only by whom it was
// met.
func (a *cause) same(b *cause) bool {
	if a.kind != b.kind || a.rank != b.rank || a.group != b.group {
		return false
	}
	if a.kind == skewedCalls { // wherever it came to light
		return a.skew.at == b.skew.at
	}
	if a.kind == detailCounts { // once off, always off
		return true
	}
	if a.kind == badLink {
		return a.fault == b.fault
	}
	if a.seq != b.seq {
		return false
	}
	if a.kind == missingCall { // all who lack one call are told of together
		return true
	}
	if a.proc != b.proc {
		return false
	}
	switch a.kind {
	case misaddressed, unmatchedLetter, crossedMessages:
		if len(a.letters) > 0 || len(b.letters) > 0 {
			return slices.Equal(a.letters, b.letters)
		}
	}
	switch a.kind {
	case collectiveMismatch, collectiveDisagreement, absentRank, diedRank:
		return true
	case waitCycle, crossedMessages:
		return sameSet(a.calls, b.calls)
	case lateRank:
		return len(a.calls) == len(b.calls) && (len(a.calls) == 0 || a.calls[0] == b.calls[0])
	}
	return slices.Equal(a.calls, b.calls)
}

func sameSet(a, b []int32) bool {
	a, b = slices.Clone(a), slices.Clone(b)
	slices.Sort(a)
	slices.Sort(b)
	return slices.Equal(a, b)
}
