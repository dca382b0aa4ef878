package diagnose

import (
	"lockstep/engine/result"
	"lockstep/engine/trace"
	"lockstep/engine/wording"
)

// findLate: a rank that was at something of its own, or not yet started, until
// the others had given up on it.
func findLate(c *Case, k *cause) result.Finding {
	blame := c.ranks([]int32{k.proc})
	victims := c.victimsBut(k, k.proc)
	args := wording.Args{"who": wording.Ranks(blame), "others": c.who(victims...)}
	gaveUp, patience := trace.Never, trace.Time(0)
	for _, v := range k.victims {
		if call := &c.t.Calls[v]; call.Proc != k.proc && call.Status != trace.Running && gaveUp == trace.Never {
			gaveUp, patience = c.endOf(v), c.endOf(v)-call.Start
		}
	}
	if len(k.calls) == 0 {
		args["start"], args["end"] = wording.Duration(c.t.Procs[k.proc].Started), wording.Duration(gaveUp)
		return sayAs("late_rank", "late_start", blame, args)
	}
	args["doing"], args["start"] = c.callName(k.calls[0]), wording.Duration(k.at)
	if c.t.Calls[k.calls[0]].Op == "sigstop" || c.stoppedAt(k.proc, max(gaveUp, k.at)) != nil {
		args["doing"] = wording.Phrase{Key: "stopped"}
	}
	if cut, endless := c.parted(c.others(k.victims, k.proc)); gaveUp == trace.Never && len(endless) == 0 && len(cut) > 0 {
		args["at"] = wording.Duration(c.cutAt())
		return sayAs("late_rank", "late_rank.cut", blame, args)
	}
	if gaveUp == trace.Never {
		return sayAs("late_rank", "late_rank.hang", blame, args)
	}
	args["timeout"] = wording.Duration(patience)
	return say("late_rank", blame, args)
}
