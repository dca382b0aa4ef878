// Package diagnose says what went wrong in a run, who is to blame and which
// events prove it.
//
// It works backwards. Every call that failed or never ended is a victim; the
// last wait of a victim names the rank that it waited for; what that rank did at
// that moment either is the cause or is a victim itself. Walking on in this way
// ends at a cause (see chain.go), and each rule, one file each, puts one kind of
// cause into words. A rank that only waits is never blamed.
//
// It knows scenarios and traces. It must never know how the engine works: no
// transport, no algorithm is read here, only what was seen.
package diagnose

import (
	"embed"
	"slices"
	"sort"

	"lockstep/engine/result"
	"lockstep/engine/scenario"
	"lockstep/engine/trace"
	"lockstep/engine/wording"
)

//go:embed words
var wordFiles embed.FS

// words are the sentences of all rules in all languages.
var words = wording.Compiled(wordFiles, "words")

// rule puts one kind of cause into words.
type rule struct {
	kind causeKind
	find func(*Case, *cause) result.Finding
}

// rules, one for each kind of cause. The order breaks ties between causes that
// struck at the same moment: what a person has to mend first stands first.
var rules = []rule{
	{skewedCalls, findSkewed},
	{detailCounts, findDetailCounts},
	{collectiveMismatch, findCollectiveMismatch},
	{collectiveDisagreement, findDisagreement},
	{silentDisagreement, findSilent},
	{wrongResult, findWrongResult},
	{missingCall, findMissingCall},
	{unmatchedMessage, findUnmatchedMessage},
	{crossedMessages, findCrossed},
	{misaddressed, findMisaddressed},
	{unmatchedLetter, findUnmatchedLetter},
	{messageMismatch, findMessageMismatch},
	{groupOrder, findGroupOrder},
	{waitCycle, findDeadlock},
	{nonMember, findNonMember},
	{unmadeGroup, findUnmadeGroup},
	{unwaited, findNeverWaited},
	{swappedCalls, findSwapped},
	{partialBuffer, findPartialBuffer},
	{rankOutside, findRankOutside},
	{rankTwice, findRankTwice},
	{sizesDiffer, findSizesDiffer},
	{groupsDiffer, findGroupsDiffer},
	{noStore, findNoStore},
	{absentRank, findAbsent},
	{lateRank, findLate},
	{diedRank, findDied},
	{badLink, findBadLink},
	{noSuchRank, findNoSuchRank},
	{keyMissing, findKeyMissing},
	{ownError, findOwnError},
	{unknownCause, findUnknown},
}

// Run returns the findings about a run that is over: each root cause, the
// earliest first, with what followed from it behind it. A run in which nothing
// failed and every result is right has none.
func Run(s *scenario.Scenario, t *trace.Trace) []result.Finding { return RunWith(s, t, nil) }

// RunWith is Run for a caller that wants to be told how far it has come: did is
// called again and again with the units of work done since, an event's worth each.
func RunWith(s *scenario.Scenario, t *trace.Trace, did func(units int)) []result.Finding {
	return open(s, t, did).run()
}

func (c *Case) run() []result.Finding {
	findings := []result.Finding{}
	for _, cause := range c.causes() {
		f := rules[cause.rule].find(c, cause)
		f.Events = c.proof(cause)
		root := len(findings)
		findings = append(findings, f)
		for _, after := range consequences(c, cause) {
			after.Ranks, after.Cause = f.Ranks, &root
			findings = append(findings, after)
		}
	}
	return findings
}

// causes are those of what failed and those of what is silently wrong, in the
// order in which they struck.
func (c *Case) causes() []*cause {
	var all []*cause
	if !c.well() {
		all = c.failures()
	}
	mets := c.mets()
	silent := c.silent(mets)
	for _, quiet := range [][]*cause{
		silent, c.wrongResults(mets, silent), c.messageMismatches(), c.swapped(mets), c.neverWaited(),
	} {
		all = append(all, quiet...)
	}
	if c.well() {
		all = append(all, c.silentGroups()...)
	} else {
		all = append(all, c.partialBuffers()...)
	}
	all = c.fold(all)
	if len(all) > 0 && c.firstWait == nil {
		c.layWaits()
	}
	if len(all) > 0 && c.events == nil {
		c.layEvents()
	}
	for _, k := range all {
		k.rule = slices.IndexFunc(rules, func(r rule) bool { return r.kind == k.kind })
	}
	sort.SliceStable(all, func(i, j int) bool {
		a, b := all[i], all[j]
		if a.at != b.at {
			return a.at < b.at
		}
		return a.rule < b.rule
	})
	return all
}

// failures walks from every victim to its cause and gathers the victims of each.
func (c *Case) failures() []*cause {
	var all []*cause
	for _, v := range c.victims {
		found := c.why(v)
		i := slices.IndexFunc(all, func(known *cause) bool { return known.same(found) })
		if i < 0 {
			i = len(all)
			all = append(all, found)
		}
		all[i].victims = append(all[i].victims, v)
	}
	for _, proc := range c.doomed {
		k := c.died(proc, trace.None)
		if calls := c.callsOf[proc]; len(calls) > 0 {
			k = c.died(proc, calls[len(calls)-1])
		} else {
			k.calls = nil
		}
		if !slices.ContainsFunc(all, func(known *cause) bool { return known.same(k) }) {
			all = append(all, k)
		}
	}
	return all
}

// proof lists the events that show a cause: the decisive moment first, then the
// end of each victim's call, at most a handful.
func (c *Case) proof(k *cause) []int {
	const most = 8
	var events []int
	add := func(i int) {
		if i >= 0 && len(events) < most && !slices.Contains(events, i) {
			events = append(events, i)
		}
	}
	for i := range c.s.Faults { // what the scenario does is what proves it best
		if f := &c.s.Faults[i]; k.kind == badLink && i == k.fault ||
			k.kind == diedRank && f.Kind == scenario.Crash && f.Rank == int(k.proc) ||
			k.kind == lateRank && (f.Kind == scenario.Freeze || f.Kind == scenario.Slow) && f.Rank == int(k.proc) {
			add(c.struckEvent(i))
		}
	}
	for _, call := range k.calls {
		add(c.beginEvent(call))
	}
	if k.proc >= 0 {
		add(c.procEvent(k.proc))
	}
	for _, v := range k.victims {
		if e := c.endEvent(v); e >= 0 {
			add(e)
		} else {
			add(c.beginEvent(v))
		}
	}
	return events
}
