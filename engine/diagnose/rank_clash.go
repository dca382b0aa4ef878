package diagnose

import (
	"fmt"
	"slices"
	"strings"

	"lockstep/engine/result"
	"lockstep/engine/trace"
	"lockstep/engine/wording"
)

// The findings about meetings: who came as what.

// cameAs is the coming of a call of a cause.
func (c *Case) cameAs(call int32) coming {
	all := c.comings()
	return all[slices.IndexFunc(all, func(at coming) bool { return at.call == call })]
}

// process names a process by its place in the scenario: its rank is what is in
// question.
func process(proc int32) wording.Value {
	return wording.Phrase{Key: "process", Args: wording.Args{"n": wording.Number(proc)}}
}

// findRankOutside: a process whose rank the world does not have.
func findRankOutside(c *Case, k *cause) result.Finding {
	at := c.cameAs(k.calls[0])
	return say("rank_out_of_range", []int{int(k.proc)}, wording.Args{
		"who": process(k.proc), "rank": wording.Word(fmt.Sprint(at.rank)), "n": wording.Number(at.size),
	})
}

// findRankTwice: processes that claim one rank.
func findRankTwice(c *Case, k *cause) result.Finding {
	rank := c.cameAs(k.calls[0]).rank
	key := "duplicate_rank"
	if rank == 0 {
		key = "duplicate_rank.host"
	}
	var who wording.List
	blame := []int{}
	for _, proc := range procsOf(c, k.calls) {
		who = append(who, process(proc))
		blame = append(blame, int(proc))
	}
	return sayAs("duplicate_rank", key, blame, wording.Args{"who": who, "rank": wording.Number(rank)})
}

// findSizesDiffer: processes that do not agree on how many they are.
func findSizesDiffer(c *Case, k *cause) result.Finding {
	all := c.variants(k.calls, func(call int32) string { return fmt.Sprint(c.cameAs(call).size) })
	return say("world_size_mismatch", c.ranks(procsOf(c, k.calls)), wording.Args{"variants": c.list("has", all)})
}

// findNoStore: a process that looks for the store where nobody hosts one.
func findNoStore(c *Case, k *cause) result.Finding {
	call := k.calls[0]
	args := wording.Args{"who": c.who(k.proc), "call": c.callName(call)}
	if c.t.Calls[call].Op != "init_process_group" {
		return sayAs("no_store", "no_store.made", c.ranks([]int32{k.proc}), args)
	}
	return say("no_store", c.ranks([]int32{k.proc}), args)
}

// findGroupsDiffer: processes that make different groups at the same place.
func findGroupsDiffer(c *Case, k *cause) result.Finding {
	all := c.variants(k.calls, func(call int32) string { return rankList(c.membersOf(call)) })
	place := slices.Index(c.makings(c.t.Calls[k.calls[0]].Proc), k.calls[0])
	return say("group_mismatch", c.ranks(procsOf(c, k.calls)), wording.Args{
		"n": wording.Number(place + 1), "variants": c.list("makes", all),
	})
}

// findKeyMissing: a wait for a key that nobody sets, or too late.
func findKeyMissing(c *Case, k *cause) result.Finding {
	call := k.calls[0]
	args := wording.Args{"who": c.who(k.proc), "call": c.callName(call), "key": wording.Word(c.keyOf(call))}
	return say("key_missing", c.ranks([]int32{k.proc}), args)
}

// keyOf is the key that a call waited for last.
func (c *Case) keyOf(call int32) string {
	if i := c.lastWait(call); i != trace.None {
		return strings.TrimPrefix(c.t.KeyOf(&c.t.Waits[i]), "/")
	}
	return ""
}

// rankList writes ranks as a program does: [0, 1].
func rankList(ranks []int) string { return strings.Join(strings.Fields(fmt.Sprint(ranks)), ", ") }
