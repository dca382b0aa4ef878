package training

import (
	"lockstep/engine/result"
	"lockstep/engine/scenario"
	"lockstep/engine/trace"
	"lockstep/engine/wording"
)

// Abandoned says of a job that a fault ended and that nobody starts again that no
// timeout brings it back; ok is false of all other jobs. first is the place of its
// cause among the findings, −1 for none.
func Abandoned(s *scenario.Scenario, t *trace.Trace, first int) (f result.Finding, ok bool) {
	if s.Job.MaxRestarts > 0 || t.Attempts() > 1 || !struckDown(s) {
		return f, false
	}
	h := read(t)
	if !h.any || h.finished() {
		return f, false
	}
	p := h.progress(0)
	last, args := int64(-1), wording.Args{}
	var ranks wording.Ranks
	for seat := range p.Last {
		last = max(last, p.Last[seat])
		if q := &t.Procs[seat]; q.Ended == trace.Never || q.Exit != 0 {
			ranks = append(ranks, seat)
		}
	}
	if last < 0 {
		return f, false
	}
	kept := int64(-1)
	for i := range t.Saves {
		if save := &t.Saves[i]; !save.Load && save.End != trace.Never && complete(t, save.Step) {
			kept = max(kept, save.Step)
		}
	}
	key := "not_restarted"
	if kept >= 0 {
		key = "not_restarted.kept"
		args["kept"] = number(kept)
	}
	args["step"], args["who"] = number(last), ranks
	f = result.Finding{Code: "not_restarted", Ranks: []int(ranks), Text: words.Text(key, args)}
	if first >= 0 {
		f.Cause = &first
	}
	return f, true
}

// struckDown: something from outside ends or stops a process.
func struckDown(s *scenario.Scenario) bool {
	for i := range s.Faults {
		if k := s.Faults[i].Kind; k == scenario.Crash || k == scenario.Freeze {
			return true
		}
	}
	return false
}

// complete reports whether every rank's part of a step was written, or one for all.
func complete(t *trace.Trace, step int64) bool {
	parts := map[int32]bool{}
	for i := range t.Saves {
		if s := &t.Saves[i]; !s.Load && s.Step == step && s.End != trace.Never {
			if s.Shared {
				return true
			}
			parts[s.Proc] = true
		}
	}
	return len(parts) >= t.World
}
