package diagnose

import (
	"lockstep/engine/result"
	"lockstep/engine/trace"
	"lockstep/engine/wording"
)

// How much it takes to call a rank a straggler: so many collectives in which the
// same rank comes last, and by so much of the whole run.
const (
	stragglerCalls = 3
	stragglerShare = 10 // a tenth
)

// stragglers finds in each group the member that comes last again and again, and
// for which the others wait a good part of the run. Nothing fails: a collective is
// as fast as its slowest member.
func stragglers(c *Case) []result.Finding {
	type tally struct {
		calls int
		lost  trace.Time // between the last but one and the last, all together
		first int32
	}
	byGroup := map[int32][]tally{}
	counted := map[int32]int{}
	var groups []int32
	for _, m := range c.mets() {
		if len(m.calls) < 2 {
			continue
		}
		if byGroup[m.group] == nil {
			groups = append(groups, m.group)
			byGroup[m.group] = make([]tally, len(m.calls))
		}
		last, before := 0, trace.Time(0)
		for i, call := range m.calls {
			if c.t.Calls[call].Start > c.t.Calls[m.calls[last]].Start {
				last = i
			}
		}
		for i, call := range m.calls {
			if i != last {
				before = max(before, c.t.Calls[call].Start)
			}
		}
		counted[m.group]++
		x := &byGroup[m.group][last]
		if x.calls == 0 {
			x.first = m.calls[last]
		}
		x.calls++
		x.lost += c.t.Calls[m.calls[last]].Start - before
	}
	var found []result.Finding
	for _, g := range groups {
		for i, x := range byGroup[g] {
			if x.calls < stragglerCalls || 2*x.calls <= counted[g] || x.lost*stragglerShare < c.t.End {
				continue
			}
			proc := c.t.Groups[g].Members[i]
			f := say("straggler", c.ranks([]int32{proc}), wording.Args{
				"who": c.who(proc), "n": wording.Number(x.calls), "of": wording.Number(counted[g]), "group": c.groupName(g), "lost": wording.Duration(x.lost),
			})
			f.Events = []int{c.beginEvent(x.first)}
			found = append(found, f)
		}
	}
	return found
}
