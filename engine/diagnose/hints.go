package diagnose

import (
	"slices"

	"lockstep/engine/result"
	"lockstep/engine/scenario"
	"lockstep/engine/trace"
	"lockstep/engine/wording"
)

// Hints are what is worth knowing about a run although nothing in it went wrong: a
// rank for which all others wait, a call that does nothing, a group that is never
// destroyed. A correct program may have any of them, so that they are no findings.
func Hints(s *scenario.Scenario, t *trace.Trace) []result.Finding { return HintsWith(s, t, nil) }

// HintsWith is Hints for a caller that wants to be told how far it has come, as
// that of RunWith is.
func HintsWith(s *scenario.Scenario, t *trace.Trace, did func(units int)) []result.Finding {
	c := &Case{s: s, t: t, did: did}
	c.layCalls()
	return c.hints()
}

// Judge is RunWith and HintsWith at once, for the price of little more than one.
func Judge(s *scenario.Scenario, t *trace.Trace, did func(units int)) (findings, hints []result.Finding) {
	c := open(s, t, did)
	findings = c.run()
	if c.well() {
		return findings, c.hints()
	}
	return findings, HintsWith(s, t, did)
}

func (c *Case) hints() []result.Finding {
	var hints []result.Finding
	for _, k := range c.nonMembers() {
		f := findNonMember(c, k)
		f.Events = c.proof(k)
		hints = append(hints, f)
	}
	for _, rule := range []func(*Case) []result.Finding{stragglers, skippedGroups, notDestroyed} {
		hints = append(hints, rule(c)...)
	}
	return hints
}

// skippedGroups: a new_group that a rank outside it leaves out. Gloo's new_group
// waits for its members alone, but the group's name is a count of the process's
// groups: the next one made would meet strangers.
func skippedGroups(c *Case) []result.Finding {
	most, who := 0, int32(0)
	for i := range c.t.Procs {
		if n := len(c.makings(int32(i))); n > most {
			most, who = n, int32(i)
		}
	}
	var fewer []int32
	for i := range c.t.Procs {
		p := &c.t.Procs[i]
		if p.Started != trace.Never && !p.Signal && p.Ended != trace.Never && p.Exit == 0 && len(c.makings(int32(i))) < most {
			fewer = append(fewer, int32(i))
		}
	}
	if len(fewer) == 0 {
		return nil
	}
	call := c.makings(who)[most-1]
	f := say("new_group_skipped", c.ranks(fewer), wording.Args{
		"who": c.who(fewer...), "other": c.who(who), "members": wording.Word(rankList(c.membersOf(call))),
	})
	f.Events = []int{c.beginEvent(call)}
	return []result.Finding{f}
}

// notDestroyed: processes that end with their group as it is. Gloo does not mind;
// with NCCL torch warns, and what is under way then may be lost.
func notDestroyed(c *Case) []result.Finding {
	var procs []int32
	var events []int
	for i := range c.t.Procs {
		proc := int32(i)
		p := &c.t.Procs[i]
		if p.Started == trace.Never || p.Ended == trace.Never || p.Exit != 0 || p.Signal {
			continue
		}
		joined, destroyed := false, false
		for _, call := range c.callsOf[proc] {
			switch k := &c.t.Calls[call]; {
			case k.Status != trace.OK:
			case k.Op == "init_process_group":
				joined, destroyed = true, false
			case k.Op == "destroy_process_group" && (c.op(call) == nil || c.op(call).Group == ""):
				destroyed = true
			}
		}
		if joined && !destroyed {
			procs = append(procs, proc)
			events = append(events, c.procEvent(proc))
		}
	}
	if len(procs) == 0 {
		return nil
	}
	f := say("not_destroyed", c.ranks(procs), wording.Args{"who": c.who(procs...)})
	f.Events = slices.DeleteFunc(events[:min(len(events), 8)], func(e int) bool { return e < 0 })
	return []result.Finding{f}
}
