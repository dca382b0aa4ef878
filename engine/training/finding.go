package training

import (
	"embed"
	"slices"
	"strconv"

	"lockstep/engine/result"
	"lockstep/engine/trace"
	"lockstep/engine/wording"
)

//go:embed words
var wordFiles embed.FS

var words = wording.Compiled(wordFiles, "words")

// Findings warn of what a restart did to the training, the gravest first: what is
// wrong with the numbers although nothing complained.
func Findings(t *trace.Trace, r *result.Recovery) []result.Finding {
	w := &writer{t: t, r: r, attempt: t.Attempts() - 1}
	w.disagree()
	w.counted()
	w.state()
	w.torn()
	return w.out
}

type writer struct {
	t       *trace.Trace
	r       *result.Recovery
	attempt int
	out     []result.Finding
}

// say adds a finding about the ranks, proved by an event of a save or a load.
func (w *writer) say(code string, ranks []int, proof int32, args wording.Args) {
	f := result.Finding{Code: code, Ranks: ranks, Text: words.Text(code, args)}
	if ranks == nil {
		f.Ranks = []int{}
	}
	if i := w.event(proof); i >= 0 {
		f.Events = []int{i}
	}
	if w.t.Attempts() > 1 {
		attempt := w.attempt
		f.Attempt = &attempt
	}
	w.out = append(w.out, f)
}

// event finds the event of a save or load: its end, or, of one that was torn, its
// call's beginning. −1: none.
func (w *writer) event(save int32) int {
	if save == trace.None {
		return -1
	}
	s := &w.t.Saves[save]
	return slices.IndexFunc(w.t.Events, func(e trace.Event) bool {
		return e.Kind == trace.Saved && e.Ref == save || s.End == trace.Never && e.Kind == trace.CallBegin && e.Ref == s.Call
	})
}

// load finds the load of a rank in the last attempt with which it went on.
func (w *writer) load(seat int) int32 {
	proc := int32(w.attempt*w.t.Seats + seat)
	for i := len(w.t.Saves) - 1; i >= 0; i-- {
		if s := &w.t.Saves[i]; s.Load && s.Proc == proc && s.From != trace.None {
			return int32(i)
		}
	}
	return trace.None
}

// disagree: the ranks of an attempt went on from different steps.
func (w *writer) disagree() {
	for k := 1; k < len(w.r.Attempts); k++ {
		loaded := w.r.Attempts[k].Loaded
		all := distinct(loaded)
		if len(all) < 2 {
			continue
		}
		var parts wording.List
		var behind []int
		for _, step := range all {
			var ranks wording.Ranks
			for seat, v := range loaded {
				if v == step {
					ranks = append(ranks, seat)
				}
			}
			if step != all[len(all)-1] {
				behind = append(behind, ranks...)
			}
			key := "loads"
			if step < 0 {
				key = "loads.nothing"
			}
			parts = append(parts, wording.Phrase{Key: key, Args: wording.Args{"who": ranks, "step": number(step)}})
		}
		w.attempt = k
		w.say("steps_disagree", behind, w.load(behind[0]), wording.Args{"parts": parts})
	}
	w.attempt = w.t.Attempts() - 1
}

// counted: something counts twice, or never.
func (w *writer) counted() {
	one := func(code string, list []int64) bool {
		if len(list) > 0 {
			w.say(code, nil, w.load(0), wording.Args{"list": numbers(list), "attempt": wording.Number(w.attempt), "differ": w.differ()})
		}
		return len(list) > 0
	}
	if !one("steps_twice", w.r.Twice) {
		one("samples_twice", w.r.SamplesTwice)
	}
	if !one("steps_never", w.r.Never) {
		one("samples_never", w.r.SamplesNever)
	}
}

// differ is how far the parameters are from those of an undisturbed run, as a
// sentence of its own; nothing where they are not.
func (w *writer) differ() wording.Value {
	d := w.most(func(d *result.Difference) bool { return d.Saved })
	if d == nil {
		return wording.Word("")
	}
	return wording.Phrase{Key: "differ", Args: wording.Args{"name": wording.Word(d.Name), "most": wording.Word(short(d.Most)), "who": wording.Ranks{d.Rank}}}
}

// most is the greatest difference of a kind.
func (w *writer) most(kind func(*result.Difference) bool) *result.Difference {
	var best *result.Difference
	for i := range w.r.Differs {
		if d := &w.r.Differs[i]; kind(d) && (best == nil || d.Most > best.Most) {
			best = d
		}
	}
	return best
}

// state: what the program carries from step to step was in no checkpoint, and came
// out otherwise; or the parameters did, and no reason is to be seen.
func (w *writer) state() {
	var names []string
	for i := range w.r.Differs {
		if d := &w.r.Differs[i]; d.State && !d.Saved && !slices.Contains(names, d.Name) {
			names = append(names, d.Name)
		}
	}
	slices.Sort(names)
	switch {
	case len(w.r.Attempts[w.attempt].Loaded) > 0 && slices.Max(w.r.Attempts[w.attempt].Loaded) < 0:
		// Nothing was loaded: all began anew, which the steps tell.
	case len(names) > 0:
		var list string
		for i, n := range names {
			if i > 0 {
				list += ", "
			}
			list += n
		}
		w.say("state_not_saved", nil, w.load(0), wording.Args{"names": wording.Word(list), "differ": w.differ()})
	case len(w.out) == 0 && w.most(func(d *result.Difference) bool { return d.Saved }) != nil:
		w.say("parameters_differ", nil, w.load(0), wording.Args{"differ": w.differ()})
	}
}

// torn: a process died while it wrote its part.
func (w *writer) torn() {
	for _, torn := range w.r.Torn {
		at := slices.IndexFunc(w.t.Saves, func(s trace.Save) bool {
			return !s.Load && s.End == trace.Never && s.Step == torn.Step && int(w.t.Procs[s.Proc].Rank) == torn.Rank
		})
		w.attempt = torn.Attempt
		w.say("torn_checkpoint", []int{torn.Rank}, int32(at), wording.Args{"who": wording.Ranks{torn.Rank}, "step": number(torn.Step)})
	}
}

func number(v int64) wording.Word { return wording.Word(strconv.FormatInt(v, 10)) }

// numbers writes a list with its runs: 0–3, 7.
func numbers(list []int64) wording.Word {
	const most = 6
	text, runs := "", 0
	for i := 0; i < len(list); runs++ {
		k := i
		for k+1 < len(list) && list[k+1] == list[k]+1 {
			k++
		}
		if runs == most {
			text += ", …"
			break
		}
		if runs > 0 {
			text += ", "
		}
		text += strconv.FormatInt(list[i], 10)
		if k > i {
			text += "–" + strconv.FormatInt(list[k], 10)
		}
		i = k + 1
	}
	return wording.Word(text)
}

// short writes a difference to four digits.
func short(v float64) string { return strconv.FormatFloat(v, 'g', 4, 64) }
