package export

import (
	"lockstep/engine/result"
	"lockstep/engine/scenario"
	"lockstep/engine/trace"
	"lockstep/engine/wording"
)

// A job that restarts is told one start after the other: each is a run of its own,
// and what the launcher did stands between them.

// attempts tells each of them by tell, if there are several under a heading with a
// lead of its own in front.
func (p *printer) attempts(s *scenario.Scenario, t *trace.Trace, r *result.Result, lead string, tell func(t *trace.Trace, ranks []result.Rank)) {
	if len(r.Attempts) < 2 {
		tell(t, r.Ranks)
		return
	}
	for k := range r.Attempts {
		a := &r.Attempts[k]
		p.line("")
		p.line("%s%s", lead, p.attemptHeading(a))
		only, _ := t.Attempt(k)
		tell(only, a.Ranks)
		if key := after(s, r, k); key != "" {
			p.line("")
			p.line("%s", p.say(key, nil))
		}
	}
}

func (p *printer) attemptHeading(a *result.Attempt) string {
	return p.say("heading.attempt", wording.Args{"n": wording.Number(a.Attempt), "start": wording.Word(a.Start), "end": wording.Word(a.End)})
}

// after is what the launcher did behind an attempt.
func after(s *scenario.Scenario, r *result.Result, k int) string {
	switch {
	case k+1 < len(r.Attempts):
		return "attempt.again"
	case r.Outcome == result.Failed && k == s.Job.MaxRestarts:
		return "attempt.last"
	}
	return ""
}
