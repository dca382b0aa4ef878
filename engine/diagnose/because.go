package diagnose

import (
	"slices"

	"lockstep/engine/trace"
	"lockstep/engine/wording"
)

// chain tells the longest way from a victim to the cause, step by step: "rank 2 lost
// its connection in …, because rank 1 had given up in …, because of rank 0". None
// where it has no step between: the chapters say that already.
func (c *Case) chain(k *cause) wording.Value {
	var longest []int32
	for _, v := range k.victims {
		if way := c.way(v); len(way) > len(longest) {
			longest = way
		}
	}
	fewest, most := 2, 6
	switch k.kind {
	case waitCycle, groupOrder, crossedMessages, misaddressed, collectiveMismatch, collectiveDisagreement, messageMismatch:
		fewest = max(3, len(k.calls)+1) // that they wait for each other is what the cause says
	}
	if len(longest) < fewest {
		return nil
	}
	if len(longest) > most {
		longest = append(slices.Clone(longest[:most-1]), longest[len(longest)-1])
	}
	story := c.reason(k)
	if last := len(longest) - 1; k.kind != badLink && c.t.Calls[longest[last]].Proc == k.proc { // the one to blame says it itself
		if last < fewest {
			return nil
		}
		story, longest = c.fate(longest[last]), longest[:last]
	}
	for i := len(longest) - 1; i >= 0; i-- {
		story = wording.Phrase{Key: "because", Args: wording.Args{"what": c.fate(longest[i]), "why": story}}
	}
	return story
}

// reason is the end of a chain: the cause in a clause.
func (c *Case) reason(k *cause) wording.Value {
	key := "reason"
	switch k.kind {
	case diedRank:
		key = "reason.gone"
	case lateRank:
		key = "reason.late"
	case missingCall:
		key = "reason.without"
	}
	if k.proc < 0 || key == "reason" {
		return wording.Phrase{Key: "reason"}
	}
	return wording.Phrase{Key: key, Args: wording.Args{"who": c.who(k.proc)}}
}

// way are the calls from a victim to its cause that went wrong themselves, one a
// process.
func (c *Case) way(victim int32) []int32 {
	var way []int32
	var procs []int32
	at := stop{victim, c.endOf(victim)}
	for range len(c.t.Calls) {
		if p := c.t.Calls[at.call].Proc; c.failed(at.call) && !slices.Contains(procs, p) {
			way, procs = append(way, at.call), append(procs, p)
		}
		next, ok := c.after[at]
		if !ok || next == at {
			break
		}
		at = next
	}
	return way
}

// fate says in a clause how a call ended.
func (c *Case) fate(call int32) wording.Value {
	key := "fate.failed"
	switch {
	case c.t.Calls[call].Status == trace.Running:
		key = "fate.waits"
	case c.aborted(call):
		key = "fate.died"
	case c.timedOut(call):
		key = "fate.timeout"
	case c.lostConnection(call):
		key = "fate.lost"
	}
	return wording.Phrase{Key: key, Args: wording.Args{"who": c.who(c.t.Calls[call].Proc), "call": c.callName(c.work(call))}}
}
