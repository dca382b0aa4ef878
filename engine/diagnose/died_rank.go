package diagnose

import (
	"lockstep/engine/result"
	"lockstep/engine/trace"
	"lockstep/engine/wording"
)

// findDied: a process that ended by its own deed or by a fault, and those who
// still needed it.
func findDied(c *Case, k *cause) result.Finding {
	p := &c.t.Procs[k.proc]
	blame := c.ranks([]int32{k.proc})
	args := wording.Args{
		"who": wording.Ranks(blame), "at": wording.Duration(p.Ended),
		"signal": wording.Number(-p.Exit), "code": wording.Number(p.Exit),
		"after": wording.Phrase{Key: "not.needed"},
	}
	if others := c.victimsBut(k, k.proc); len(others) > 0 {
		args["after"] = wording.Phrase{Key: "needed", Args: wording.Args{"others": c.who(others...)}}
	}
	last := trace.None
	if len(k.calls) > 0 {
		last = k.calls[0]
		args["doing"] = c.callName(last)
	}
	switch {
	case (p.Signal || p.Exit < 0) && last == trace.None:
		return sayAs("crashed_rank", "crashed_idle", blame, args)
	case p.Signal || p.Exit < 0:
		return say("crashed_rank", blame, args)
	case last != trace.None && c.t.Calls[last].Status == trace.Error:
		args["error"] = c.errorText(last)
		return sayAs("exited_rank", "raised", blame, args)
	}
	return say("exited_rank", blame, args)
}
