package diagnose

import (
	"slices"

	"lockstep/engine/result"
	"lockstep/engine/scenario"
	"lockstep/engine/trace"
	"lockstep/engine/wording"
)

// What other tools say about the same run, and what each of them misses or whom it
// blames wrongly.

// Tool is one of them.
type Tool struct {
	Name   scenario.Text
	Says   []scenario.Text // line by line; of a silent tool one line that says so
	Misses scenario.Text   // held against the first finding
	// Names are the ranks that it names, and Right says whether the first cause is
	// among them. A tool that names nobody in a run without a finding is right.
	Names []int
	Right bool
}

// Tools are the analysis of a Flight Recorder's call tables, a monitored barrier in
// front of the call that failed first, and DETAIL, of which the caller hands in the
// run: the same scenario under DETAIL. Nil leaves it out.
func Tools(s *scenario.Scenario, t *trace.Trace, r, detail *result.Result) []Tool {
	c := open(s, t, nil)
	tools := []Tool{c.flightRecorder(), c.monitoredBarrier()}
	if detail != nil {
		tools = append(tools, c.detailMode(detail))
	}
	for i := range tools {
		tools[i].judge(r)
	}
	return tools
}

// ToolsHeading is what a report says above them.
func ToolsHeading() scenario.Text { return words.Text("tools", nil) }

// judge holds a tool's words against the first finding.
func (x *Tool) judge(r *result.Result) {
	if len(r.Findings) == 0 {
		x.Right = len(x.Names) == 0
		x.Misses = words.Text(map[bool]string{true: "tool.agrees.nothing", false: "tool.false.alarm"}[x.Right], nil)
		return
	}
	first := r.Findings[0]
	cause := wording.Ranks(first.Ranks)
	var others wording.Ranks
	for _, rank := range x.Names {
		if !slices.Contains(first.Ranks, rank) {
			others = append(others, rank)
		} else {
			x.Right = true
		}
	}
	args := wording.Args{"cause": cause, "others": others}
	switch {
	case len(first.Ranks) == 0:
		x.Misses = words.Text("tool.nobody", nil)
	case len(x.Names) == 0:
		x.Misses = words.Text("tool.silent", args)
	case !x.Right:
		x.Misses = words.Text("tool.wrong", args)
	case len(others) > 0:
		x.Misses = words.Text("tool.wider", args)
	default:
		x.Misses = words.Text("tool.right", args)
	}
}

// toolOf makes a tool that has its say.
func toolOf(key string, says []scenario.Text, names []int) Tool {
	if len(says) == 0 {
		says = []scenario.Text{words.Text(key+".nothing", nil)}
	}
	slices.Sort(names)
	return Tool{Name: words.Text(key, nil), Says: says, Names: slices.Compact(names)}
}

// detailMode is what DETAIL printed: the first error that its checks raised on each
// rank.
func (c *Case) detailMode(r *result.Result) Tool {
	var says []scenario.Text
	var names []int
	for _, k := range r.Ranks {
		for _, step := range k.Steps {
			if checks, other := checkText(step.Message); checks {
				says = append(says, words.Text("tool.prints", wording.Args{"who": wording.Ranks{k.Rank}, "text": wording.Word(step.ErrorType + ": " + oneLine(step.Message))}))
				names = append(names, other...)
				break
			}
		}
	}
	return toolOf("tool.detail", says, names)
}
