package scene

import (
	"strconv"
	"strings"

	"lockstep/engine/result"
	"lockstep/engine/trace"
)

// recoverySection tells what a restart did: from which checkpoint each attempt went
// on, which steps it did, and what that means for the parameters.
func (d *sheet) recoverySection(x, y, width float64) float64 {
	if d.index.attempts() < 2 {
		return y
	}
	y = d.heading(x, y, width, d.say("recovery.title"))
	r := d.s.Run.Result
	if r == nil || r.Recovery == nil {
		return d.paragraph(x, y, width, 18, 0, d.say("recovery.running"), ink{size: 12, color: d.pal.Muted}) + 14
	}
	y = d.attemptRows(x, y, width, r.Recovery)
	top := y
	var told []string
	for _, line := range d.recoveryLines(r.Recovery) {
		y = d.paragraph(x, y+2, width, 18, 0, line.text, ink{size: 12.5, color: line.color})
		told = append(told, line.text)
	}
	d.hot(Hot{ID: "recovery", Rect: Rect{x - 4, top - 12, width + 8, y - top}, Role: Group, Name: strings.Join(told, " ")})
	return y + 16
}

// attemptRows is a line for each attempt: when, from which checkpoint, which steps.
func (d *sheet) attemptRows(x, y, width float64, r *result.Recovery) float64 {
	cols := []string{"recovery.at", "recovery.from", "recovery.steps"}
	left := []float64{x + 66, x + 66 + (width-66)*0.25, x + 66 + (width-66)*0.72, x + width + 6}
	y = d.columnHeads(left, 6, y, cols, 11.5)
	for k := range r.Attempts {
		a := &r.Attempts[k]
		y += 22
		d.text(x, y, 62, d.say("attempt", "n", itoa(k)), ink{size: 12, color: d.pal.Text, bold: true})
		from := d.say("recovery.none")
		if text := spanOf(a.Loaded); text != "" {
			from = d.say("recovery.step", "n", text)
		}
		begins := ""
		if k < len(d.index.lives.begins) && d.index.lives.begins[k] != trace.Never {
			begins = formatTimeTo(d.index.lives.begins[k], 1)
		}
		first, last := spanOf(a.First), spanOf(a.Last)
		steps := first
		if last != first {
			steps += " … " + last
		}
		for i, text := range []string{begins, from, steps} {
			d.text(left[i], y, left[i+1]-left[i]-6, text, ink{size: 12, color: d.pal.Text, mono: i != 1})
		}
	}
	return y + 24
}

// spanOf writes the numbers of all ranks: one where they agree, "1 / 3" where they
// do not, nothing where none has one.
func spanOf(list []int64) string {
	var texts []string
	any := false
	for i, v := range list {
		text := "–"
		if v >= 0 {
			text, any = strconv.FormatInt(v, 10), true
		}
		if i == 0 || text != texts[len(texts)-1] {
			texts = append(texts, text)
		}
	}
	if !any {
		return ""
	}
	return strings.Join(texts[:min(4, len(texts))], " / ")
}

// recoveryLine is one thing that a restart did.
type recoveryLine struct {
	text  string
	color Color
}

func (d *sheet) recoveryLines(r *result.Recovery) []recoveryLine {
	var out []recoveryLine
	put := func(key string, list []int64, c Color) {
		if len(list) > 0 {
			out = append(out, recoveryLine{d.say(key, "list", listOf(list)), c})
		}
	}
	put("recovery.lost", r.Lost, d.pal.Warn)
	put("recovery.again", r.Repeated, d.pal.Muted)
	put("recovery.twice", r.Twice, d.pal.Error)
	put("recovery.never", r.Never, d.pal.Error)
	put("recovery.samples.twice", r.SamplesTwice, d.pal.Error)
	put("recovery.samples.never", r.SamplesNever, d.pal.Error)
	for _, t := range r.Torn {
		out = append(out, recoveryLine{d.say("recovery.torn", "rank", itoa(t.Rank), "n", strconv.FormatInt(t.Step, 10)), d.pal.Error})
	}
	for _, saved := range []bool{true, false} {
		out = append(out, d.differences(r, saved)...)
	}
	if r.Compared && len(r.Differs) == 0 && d.s.Run.Result.Outcome == result.Done {
		out = append(out, recoveryLine{d.say("recovery.same"), d.pal.OK})
	}
	const most = 12
	return out[:min(most, len(out))]
}

// differences are the tensors that the program carries from step to step and that
// came out otherwise; ranks that differ by the same share a line.
func (d *sheet) differences(r *result.Recovery, saved bool) (out []recoveryLine) {
	type kind struct{ name, most string }
	ranks, order := map[kind][]string{}, []kind(nil)
	for i := range r.Differs {
		if v := &r.Differs[i]; v.State && v.Saved == saved {
			k := kind{v.Name, strconv.FormatFloat(v.Most, 'g', 4, 64)}
			if ranks[k] == nil {
				order = append(order, k)
			}
			ranks[k] = append(ranks[k], itoa(v.Rank))
		}
	}
	key := "recovery.differs"
	if !saved {
		key = "recovery.differs.unsaved"
	}
	for _, k := range order {
		out = append(out, recoveryLine{d.say(key, "ranks", strings.Join(ranks[k], ", "), "name", k.name, "most", k.most), d.pal.Error})
	}
	return out
}

// listOf writes numbers with their runs: 0–3, 7.
func listOf(list []int64) string {
	var parts []string
	for i := 0; i < len(list); {
		k := i
		for k+1 < len(list) && list[k+1] == list[k]+1 {
			k++
		}
		text := strconv.FormatInt(list[i], 10)
		if k > i {
			text += "–" + strconv.FormatInt(list[k], 10)
		}
		parts = append(parts, text)
		i = k + 1
	}
	if len(parts) > 8 {
		parts = append(parts[:8], ellipsis)
	}
	return strings.Join(parts, ", ")
}
