package scene

import (
	"lockstep/engine/result"
	"lockstep/engine/trace"
	"lockstep/wasm/app"
)

// algorithms is the table of what one collective costs with each algorithm that it
// can be told, each from a run of its own.
func (d *sheet) algorithms(x, y, width float64) float64 {
	ref, op := d.chosenAlgorithm()
	y = d.heading(x, y, width, d.say("algorithms.title"))
	if op == "" {
		return d.paragraph(x, y, width, 19, 0, d.say("algorithms.none"), ink{size: 12, color: d.pal.Muted})
	}
	name := d.say("algorithms.of", "op", op, "n", itoa(ref.Op+1), "rank", itoa(ref.Rank))
	y = d.paragraph(x, y-4, width, 18, 0, name, ink{size: 12, color: d.pal.Muted}) + 4
	t := d.s.Trials
	if t == nil || t.Ref != ref {
		label := d.say("algorithms.run")
		d.button(button{id: "algorithms", at: Rect{x, y - 8, min(width, d.buttonWidth(label, "")), 28}, label: label, press: app.CompareAlgorithms{Ref: ref}, size: 12})
		return y + 30
	}
	return d.trialTable(x, y+4, width, t)
}

// chosenAlgorithm is the op that the table is about: what is chosen, if it has a
// choice, else what the table was about, else the first op that has.
func (d *sheet) chosenAlgorithm() (ref app.OpRef, op string) {
	name := func(ref app.OpRef) string {
		if op, _ := app.AlgorithmsAt(d.s.Scenario, ref); op != nil {
			return op.Name
		}
		return ""
	}
	if ref := d.s.Selected; ref != app.NoOp && name(ref) != "" {
		return ref, name(ref)
	}
	if t := d.s.Trials; t != nil && name(t.Ref) != "" {
		return t.Ref, name(t.Ref)
	}
	for rank := range d.s.Scenario.Processes() {
		for i := range d.s.Scenario.ProgramOf(rank) {
			if ref := (app.OpRef{Rank: rank, Op: i}); name(ref) != "" {
				return ref, name(ref)
			}
		}
	}
	return app.NoOp, ""
}

// trialColumns are where the columns begin, and the last ends, as parts of the room.
var trialColumns = [6]float64{0, 0.33, 0.435, 0.617, 0.805, 1}

func (d *sheet) trialTable(x, y, width float64, t *app.Trials) float64 {
	at := make([]float64, len(trialColumns))
	for i, share := range trialColumns {
		at[i] = x + share*width
	}
	at[len(at)-1] += 6 // into the margin of a line
	const gap = 3
	y = d.columnHeads(at, gap, y, []string{"algorithms.name", "algorithms.steps", "algorithms.messages", "algorithms.bytes", "algorithms.time"}, 11)
	now := ""
	if op, names := app.AlgorithmsAt(d.s.Scenario, t.Ref); op != nil {
		if now = op.Algorithm; now == "" {
			now = names[0]
		}
	}
	best := bestTrial(t)
	for i := range t.List {
		r := &t.List[i]
		y += 28
		row := Rect{x - 6, y - 18, width + 12, 26}
		cells := d.trialCells(r)
		if r.Algorithm == now {
			d.box(row, 6, d.pal.Chip, d.pal.Accent)
		} else {
			d.box(row, 6, d.pal.Surface, d.pal.Line)
		}
		words := r.Algorithm
		for k, text := range cells {
			c := ink{size: 11, color: d.pal.Text, mono: k > 0, bold: k == 0 || i == best && k == 4}
			if !r.Over || r.Outcome != result.Done {
				c.color = d.pal.Muted
			}
			d.text(at[k], y, at[k+1]-at[k]-gap, text, c)
			if k > 0 {
				words += ", " + d.say([]string{"", "algorithms.steps", "algorithms.messages", "algorithms.bytes", "algorithms.time"}[k]) + " " + text
			}
		}
		h := Hot{ID: "algorithm-" + r.Algorithm, Rect: row, Role: Button, Name: words, Selected: r.Algorithm == now}
		if r.Model != nil {
			h.Describe = r.Model.Source
		}
		if !d.s.ReadOnly {
			h.Press = app.UseAlgorithm{Ref: t.Ref, Name: r.Algorithm}
		}
		d.hot(h)
	}
	y += 26
	if r := &t.List[0]; r.Model != nil {
		d.text(at[0], y, at[1]-at[0]-gap, d.say("algorithms.least"), ink{size: 11, color: d.pal.Muted})
		d.text(at[1], y, at[2]-at[1]-gap, "≥ "+itoa(r.Cost.LeastSteps), ink{size: 11, color: d.pal.Muted, mono: true})
		d.text(at[3], y, at[5]-at[3], "≥ "+formatBytes(int64(r.Cost.LeastBytes)), ink{size: 11, color: d.pal.Muted, mono: true})
	}
	y += 22
	return d.paragraph(x, y, width, 18, 0, d.say("algorithms.about"), ink{size: 11.5, color: d.pal.Muted})
}

// trialCells are the texts of a row.
func (d *sheet) trialCells(r *app.Trial) [5]string {
	cells := [5]string{r.Algorithm, ellipsis, ellipsis, ellipsis, ellipsis}
	switch {
	case !r.Over:
		return cells
	case r.Took == trace.Never:
		return [5]string{r.Algorithm, "—", itoa(r.Messages), formatBytes(r.Busiest), "—"}
	}
	return [5]string{r.Algorithm, itoa(r.Cost.Steps), itoa(r.Messages), formatBytes(r.Busiest), formatTimeTo(r.Took, 2)}
}

// bestTrial is the quickest, or −1 while some are still to come.
func bestTrial(t *app.Trials) int {
	best := -1
	for i := range t.List {
		r := &t.List[i]
		switch {
		case !r.Over:
			return -1
		case r.Took == trace.Never:
		case best < 0 || r.Took < t.List[best].Took:
			best = i
		}
	}
	return best
}
