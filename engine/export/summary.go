package export

import (
	"fmt"
	"io"
	"strings"

	"lockstep/engine/result"
	"lockstep/engine/scenario"
	"lockstep/engine/wording"
)

// textWidth is the width for which text is laid out.
const textWidth = 100

// Summary writes the result of a run for people: outcome, findings and each
// rank's steps. The error is the writer's.
func Summary(w io.Writer, s *scenario.Scenario, r *result.Result, lang string) error {
	p := &printer{w: w, lang: lang}
	p.opening(s, r)
	p.findings(r)
	p.recovery(r)
	p.ranks(s, r.Ranks)
	return p.err
}

func (p *printer) opening(s *scenario.Scenario, r *result.Result) {
	if title := s.Title.In(p.lang); title != "" {
		p.line("%s", title)
	}
	world := p.say("world", wording.Args{"n": wording.Number(s.Processes()), "timeout": wording.Duration(s.Timeout)})
	if s.Debug != scenario.DebugOff && s.Debug != "" {
		world += p.say("world.debug", wording.Args{"debug": wording.Word(s.Debug)})
	}
	p.line("%s", world)
	outcome := "outcome." + r.Outcome
	if r.Outcome == result.Hung && s.StopAfter > 0 {
		outcome = "outcome.hung.stopped"
	}
	p.line("%s", p.say(outcome, wording.Args{"who": troubled(r), "end": wording.Word(r.End), "limit": wording.Word(r.Limit), "stop": wording.Duration(s.StopAfter)}))
	p.line("%s", p.say("model", nil))
}

// troubled are the ranks that did not end well: those that never ended where the
// run hung, else those with an exit that is not 0.
func troubled(r *result.Result) wording.Ranks {
	var who wording.Ranks
	for _, k := range r.Ranks {
		if k.Exit == nil || r.Outcome != result.Hung && *k.Exit != 0 {
			who = append(who, k.Rank)
		}
	}
	return who
}

func (p *printer) findings(r *result.Result) {
	if len(r.Findings) == 0 {
		return
	}
	p.heading("heading.findings")
	for i, f := range r.Findings {
		lead := fmt.Sprintf("  %d. ", i+1)
		for j, line := range wrap(f.Text.In(p.lang), textWidth-len(lead)) {
			if j > 0 {
				lead = strings.Repeat(" ", len(lead))
			}
			p.line("%s%s", lead, line)
		}
		code := f.Code
		if len(f.Events) > 0 {
			code += ", " + p.say("finding.evidence", wording.Args{"events": wording.Word(joinInts(f.Events))})
		}
		p.line("     [%s]", code)
	}
}

// hints are told behind the findings. That a group is never destroyed is so of most
// programs, and told only to whoever asks for everything.
func (p *printer) hints(r *result.Result, all bool) {
	told := false
	for _, h := range r.Hints {
		if h.Code == "not_destroyed" && !all {
			continue
		}
		if !told {
			p.heading("heading.hints")
			told = true
		}
		lead := "  · "
		for _, line := range wrap(h.Text.In(p.lang), textWidth-4) {
			p.line("%s%s", lead, line)
			lead = "    "
		}
		p.line("    [%s]", h.Code)
	}
}

func joinInts(list []int) string {
	parts := make([]string, len(list))
	for i, n := range list {
		parts[i] = fmt.Sprint(n)
	}
	return strings.Join(parts, ", ")
}

// ranks lists every step of every rank, one line each, an error's text below it.
func (p *printer) ranks(s *scenario.Scenario, ranks []result.Rank) {
	p.heading("heading.ranks")
	for i, k := range ranks {
		ended := p.exitText(k.Exit)
		if i < len(s.Ranks) && s.Ranks[i].Never {
			ended = p.say("exit.never", nil)
		}
		p.line("  %s · %s", p.say("rank.one", wording.Args{"rank": wording.Number(k.Rank)}), ended)
		if len(k.Steps) == 0 {
			p.line("    %s", p.say("step.none", nil))
		}
		for j := range k.Steps {
			p.step(j, &k.Steps[j])
		}
	}
}

func (p *printer) exitText(exit *int) string {
	switch {
	case exit == nil:
		return p.say("exit.none", nil)
	case *exit < 0:
		return p.say("exit.signal", wording.Args{"signal": wording.Number(-*exit)})
	}
	return p.say("exit.code", wording.Args{"code": wording.Number(*exit)})
}

func (p *printer) step(i int, s *result.Step) {
	span := s.Start
	if s.End != "" {
		span += " → " + s.End
	}
	line := fmt.Sprintf("    %2d  %s  %s  %s  %s", i, pad(s.Op, 22), pad(s.Status, 7), pad(s.When, 10), span)
	if v := valueText(s.Output); v != "" {
		line = pad(line, 76) + "  " + v
	}
	p.line("%s", strings.TrimRight(line, " "))
	if s.Message != "" {
		for _, l := range wrap(s.ErrorType+": "+strings.Join(strings.Fields(s.Message), " "), textWidth-8) {
			p.line("        %s", l)
		}
	}
	if v := valueText(s.Buffer); v != "" {
		p.line("        buffer %s", v)
	}
}
