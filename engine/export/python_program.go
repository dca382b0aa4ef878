package export

import (
	"slices"
	"strings"

	"lockstep/engine/scenario"
)

// People do not write one program for each rank. They write one program, with an
// `if` where the ranks differ; so what all ranks share is found first.

// program is what some of the ranks run.
type program struct {
	ranks []int
	ops   []scenario.Op
	texts []string // of the ops, to compare them by
}

// programs groups the ranks that run anything by what they run.
func programs(s *scenario.Scenario) []program {
	var out []program
	known := map[string]int{}
	for i := range s.Processes() {
		if i < len(s.Ranks) && s.Ranks[i].Never {
			continue
		}
		p := program{ops: s.ProgramOf(i)}
		all := ""
		for k := range p.ops {
			text := string(scenario.FormatOps(p.ops[k : k+1]))
			p.texts = append(p.texts, text)
			all += text + "\n"
		}
		k, ok := known[all]
		if !ok {
			k = len(out)
			known[all] = k
			out = append(out, p)
		}
		out[k].ranks = append(out[k].ranks, i)
	}
	return out
}

// section is a stretch of the programs that all ranks share, or in which they part.
type section struct {
	shared bool
	parts  []part // one where it is shared
}

// part is what some ranks do in a section.
type part struct {
	ranks []int
	steps []step
}

// step is an op, and where it stands in whose program.
type step struct {
	op *scenario.Op
	at []OpRef
}

// sections finds what is shared. Programs of one length are laid side by side, op
// by op; others share how they begin and how they end.
func sections(s *scenario.Scenario) []section {
	list := programs(s)
	if len(list) == 0 {
		return nil
	}
	var out []section
	from := make([]int, len(list)) // where the stretch begins in each program
	to := make([]int, len(list))
	flush := func(shared bool) {
		if sec := cut(list, from, to, shared); len(sec.parts) > 0 {
			out = append(out, sec)
		}
		copy(from, to)
	}
	head, tail := ends(list)
	level := sameLength(list)
	n := len(list[0].ops)
	for i := 0; i < n && (level || i < head); {
		shared := alike(list, i)
		for ; i < n && (level || i < head) && alike(list, i) == shared; i++ {
			for k := range to {
				to[k]++
			}
		}
		flush(shared)
	}
	if !level {
		for k := range to {
			to[k] = len(list[k].ops) - tail
		}
		flush(false)
		for k := range to {
			to[k] = len(list[k].ops)
		}
		flush(true)
	}
	return out
}

// alike reports whether op i is the same in all programs.
func alike(list []program, i int) bool {
	for k := range list {
		if list[k].texts[i] != list[0].texts[i] {
			return false
		}
	}
	return true
}

func sameLength(list []program) bool {
	for k := range list {
		if len(list[k].ops) != len(list[0].ops) {
			return false
		}
	}
	return true
}

// ends counts the ops with which all programs begin, and those with which all end.
func ends(list []program) (head, tail int) {
	shortest := len(list[0].ops)
	for k := range list {
		shortest = min(shortest, len(list[k].ops))
	}
	for head < shortest && alike(list, head) {
		head++
	}
	same := func(back int) bool {
		for k := range list {
			if list[k].texts[len(list[k].texts)-back] != list[0].texts[len(list[0].texts)-back] {
				return false
			}
		}
		return true
	}
	for tail < shortest-head && same(tail+1) {
		tail++
	}
	return head, tail
}

// cut takes a stretch out of all programs, those together that are equal in it.
func cut(list []program, from, to []int, shared bool) section {
	sec := section{shared: shared}
	known := map[string]int{}
	for k := range list {
		p := &list[k]
		text := ""
		for i := from[k]; i < to[k]; i++ {
			text += p.texts[i] + "\n"
		}
		if text == "" {
			continue
		}
		at, ok := known[text]
		if !ok {
			at = len(sec.parts)
			known[text] = at
			steps := make([]step, to[k]-from[k])
			for i := range steps {
				steps[i].op = &p.ops[from[k]+i]
			}
			sec.parts = append(sec.parts, part{steps: steps})
		}
		sec.parts[at].join(p.ranks, from[k])
	}
	return sec
}

// join adds ranks, in order, whose stretch begins at op from.
func (p *part) join(ranks []int, from int) {
	for _, r := range ranks {
		at := 0
		for at < len(p.ranks) && p.ranks[at] < r {
			at++
		}
		p.ranks = slices.Insert(p.ranks, at, r)
		for i := range p.steps {
			p.steps[i].at = slices.Insert(p.steps[i].at, at, OpRef{r, from + i})
		}
	}
}

// likeness is how far programs are the same as collectives see it: all of them;
// all but the work beside the calls; all but what is passed to the calls; or not
// even in which calls they make.
func likeness(list []program) string {
	if len(list) < 2 {
		return "same"
	}
	like := "work"
	first := list[0].calls()
	for k := range list {
		calls := list[k].calls()
		if len(calls) != len(first) {
			return "differ"
		}
		for i := range calls {
			a, b := first[i], calls[i]
			switch {
			case list[0].ops[a].Name != list[k].ops[b].Name:
				return "differ"
			case list[0].texts[a] != list[k].texts[b]:
				like = "arguments"
			}
		}
	}
	return like
}

// calls are the indices of the ops that another rank can notice.
func (p *program) calls() (list []int) {
	for i := range p.ops {
		spec, _ := scenario.SpecOf(p.ops[i].Name)
		if spec == nil || spec.Family != scenario.Compute {
			list = append(list, i)
		}
	}
	return list
}

// asksForRank reports whether a script has a condition on the rank.
func asksForRank(script string) bool {
	condition := false
	for _, t := range scan(script) {
		switch {
		case strings.Contains(t.text, "\n"):
			condition = false
		case t.kind == word && (t.text == "if" || t.text == "elif" || t.text == "while"):
			condition = true
		case condition && t.kind == word && t.text == "rank":
			return true
		}
	}
	return false
}
