package export

import (
	"fmt"
	"strconv"
	"strings"

	"lockstep/engine/result"
	"lockstep/engine/wording"
)

// recovery tells what restarting the job did to its training: from which checkpoint
// each attempt went on, which steps it did, and what has become of the parameters.
func (p *printer) recovery(r *result.Result) {
	v := r.Recovery
	if v == nil {
		return
	}
	p.heading("heading.recovery")
	for k := range v.Attempts {
		a := &v.Attempts[k]
		args := wording.Args{"n": wording.Number(k), "from": wording.Phrase{Key: "recovery.beginning"}, "steps": wording.Phrase{Key: "recovery.nothing"}}
		if text := numbersOf(a.Loaded); text != "" {
			args["from"] = wording.Phrase{Key: "recovery.checkpoint", Args: wording.Args{"step": wording.Word(text)}}
		}
		if first := numbersOf(a.First); first != "" {
			args["steps"] = wording.Phrase{Key: "recovery.range", Args: wording.Args{"first": wording.Word(first), "last": wording.Word(numbersOf(a.Last))}}
		}
		p.line("  %s", p.say("recovery.attempt", args))
	}
	list := func(key string, steps []int64) {
		if len(steps) > 0 {
			p.line("  %s", p.say(key, wording.Args{"list": wording.Word(runsOf(steps))}))
		}
	}
	list("recovery.lost", v.Lost)
	list("recovery.again", v.Repeated)
	list("recovery.twice", v.Twice)
	list("recovery.never", v.Never)
	list("recovery.samples.twice", v.SamplesTwice)
	list("recovery.samples.never", v.SamplesNever)
	for _, d := range v.Differs {
		if d.State {
			key := "recovery.differs"
			if !d.Saved {
				key = "recovery.differs.unsaved"
			}
			p.line("  %s", p.say(key, wording.Args{"who": wording.Ranks{d.Rank}, "name": wording.Word(d.Name), "most": wording.Word(strconv.FormatFloat(d.Most, 'g', 6, 64))}))
		}
	}
	if v.Compared && len(v.Differs) == 0 && r.Outcome == result.Done {
		p.line("  %s", p.say("recovery.same", nil))
	}
}

// numbersOf writes a number of each rank: one where they agree, "3 / 1" where they
// do not, nothing where none has one.
func numbersOf(list []int64) string {
	var texts []string
	any := false
	for i, v := range list {
		text := "–"
		if v >= 0 {
			text, any = fmt.Sprint(v), true
		}
		if i == 0 || text != texts[len(texts)-1] {
			texts = append(texts, text)
		}
	}
	if !any {
		return ""
	}
	return strings.Join(texts, " / ")
}

// runsOf writes numbers with their runs: 0–3, 7.
func runsOf(list []int64) string {
	var parts []string
	for i := 0; i < len(list); {
		k := i
		for k+1 < len(list) && list[k+1] == list[k]+1 {
			k++
		}
		text := fmt.Sprint(list[i])
		if k > i {
			text += fmt.Sprintf("–%d", list[k])
		}
		parts = append(parts, text)
		i = k + 1
	}
	return strings.Join(parts, ", ")
}
