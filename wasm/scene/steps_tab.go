package scene

import (
	"strings"

	"lockstep/engine/trace"
	"lockstep/wasm/app"
)

// isTraining: there are steps, logged values, checkpoints or restarts to tell of.
func (d *sheet) isTraining() bool {
	t := d.index.t
	return len(t.Logs) > 0 || len(t.Saves) > 0 || d.index.attempts() > 1
}

const (
	stepLabel = 58.0
	stepLeast = 7.0 // the width of a step's bar
	stepHigh  = 40.0
)

// stepsTab tells a training run: what a restart did, what each step's time went
// to on each rank, and the values that the program logs.
func (d *sheet) stepsTab(x, y, width float64) float64 {
	y = d.recoverySection(x, y, width)
	y = d.stepsSection(x, y, width)
	if !d.reckons() {
		y = d.logsSection(x, y, width)
	}
	return d.model(x, y+4, width)
}

// stepsSection is the bars over the steps and the table of the one at the cursor.
func (d *sheet) stepsSection(x, y, width float64) float64 {
	y = d.heading(x, y, width, d.say("steps.title"))
	if d.reckons() {
		return d.paragraph(x, y-2, width, 18, 0, "…", ink{size: 12, color: d.pal.Muted}) + 14
	}
	tr := d.training()
	if len(tr.steps) == 0 {
		return d.paragraph(x, y-2, width, 18, 0, d.say("steps.none"), ink{size: 12, color: d.pal.Muted}) + 14
	}
	s := d.spent()
	y = d.timeLegend(x, y, width, s) + 10
	here := tr.stepAt(d.now.at)
	fit := max(1, int((width-stepLabel)/stepLeast))
	first := 0
	if len(tr.steps) > fit {
		first = min(max(0, here-fit/2), len(tr.steps)-fit)
	}
	shown := tr.steps[first:min(len(tr.steps), first+fit)]
	each := min(44, (width-stepLabel)/float64(len(shown)))
	top := y
	if here >= first && here < first+len(shown) {
		rows := float64(len(d.index.t.Procs)) + 2
		d.box(Rect{x + stepLabel + float64(here-first)*each, top - 2, each, rows*(stepHigh+4) + 18}, 3, d.pal.Accent.alpha(0.10), 0)
	}
	for p := range d.index.t.Procs {
		if d.insight(y, stepHigh) {
			d.text(x, y+stepHigh-4, stepLabel-6, "rank "+itoa(d.rankAt(p)), ink{size: 12, color: d.rankColor(p).Ink, bold: true})
			for i := range shown {
				if shown[i].From[p] != trace.Never {
					at := Rect{x + stepLabel + float64(i)*each, y, each - 1.5, stepHigh}
					d.stepBar(at, shown[i].share[p], tr.most)
					if shown[i].slow == p {
						d.box(Rect{at.X, at.bottom() + 1, at.W, 2.5}, 1, d.pal.Error, 0)
					}
				}
			}
		}
		y += stepHigh + 4
	}
	y += 4
	y = d.averageRow(x, y, each, shown, tr.most, false)
	y = d.averageRow(x, y, each, shown, tr.most, true)
	d.stepHots(x, top, y-top, each, first, shown)
	y = d.stepNumbers(x, y+10, each, first, shown, len(tr.steps))
	y = d.stepVerdict(x, y+8, width, tr)
	if here >= 0 {
		y = d.stepTable(x, y+10, width, &tr.steps[here])
	}
	return y + 14
}

// stepBar is what a step's time went to, from the ground up, as high as it was
// long.
func (d *sheet) stepBar(at Rect, share [uses]trace.Time, most trace.Time) {
	y := at.bottom()
	for u := range uses {
		h := at.H * float64(share[u]) / float64(max(1, most))
		if h < 0.4 {
			continue
		}
		y -= h
		d.timePiece(Rect{at.X, y, at.W, max(0.8, h-0.4)}, u)
	}
}

// averageRow is the mean of the ranks in each step, or the longest of them: beside
// each other they show what a mean hides.
func (d *sheet) averageRow(x, y, each float64, shown []step, most trace.Time, slowest bool) float64 {
	key := "time.average"
	if slowest {
		key = "time.slowest"
	}
	if d.insight(y, stepHigh) {
		d.text(x, y+stepHigh-4, stepLabel-6, d.say(key), ink{size: 11.5, color: d.pal.Muted})
		for i := range shown {
			share, _, _ := shown[i].average()
			if slowest {
				p := shown[i].slowest()
				if p < 0 {
					continue
				}
				share = shown[i].share[p]
			}
			d.stepBar(Rect{x + stepLabel + float64(i)*each, y, each - 1.5, stepHigh}, share, most)
		}
	}
	return y + stepHigh + 4
}

// slowest is who the others waited for, else the one that worked longest alone.
func (st *step) slowest() int {
	if st.slow >= 0 {
		return st.slow
	}
	best := -1
	for p := range st.From {
		if st.From[p] != trace.Never && (best < 0 || st.alone(p) > st.alone(best)) {
			best = p
		}
	}
	return best
}

// stepHots makes each step a button that puts the cursor to its begin.
func (d *sheet) stepHots(x, y, h, each float64, first int, shown []step) {
	for i := range shown {
		st := &shown[i]
		_, took, most := st.average()
		name := d.say("steps.step", "n", itoa(int(st.number)), "average", formatTime(took), "most", formatTime(most))
		if st.attempt > 0 {
			name += " · " + d.say("attempt", "n", itoa(st.attempt))
		}
		if st.slow >= 0 {
			name += " · " + d.say("steps.slow.step", "rank", itoa(d.rankAt(st.slow)), "time", formatTime(st.waited))
		}
		d.hot(Hot{ID: "step-" + itoa(first+i), Rect: Rect{x + stepLabel + float64(i)*each, y, each, h}, Role: Button, Name: name, Describe: name,
			Press: app.Seek{T: st.begins()}})
	}
}

// begins is when the first process began the step.
func (st *step) begins() trace.Time {
	first := trace.Never
	for _, from := range st.From {
		if from != trace.Never && (first == trace.Never || from < first) {
			first = from
		}
	}
	return first
}

// stepNumbers stand below the bars, as many as there is room for; where an attempt
// begins there is a line.
func (d *sheet) stepNumbers(x, y, each float64, first int, shown []step, all int) float64 {
	k := ink{size: 10, color: d.pal.Muted, mono: true, align: Middle}
	free := x
	for i := range shown {
		at := x + stepLabel + (float64(i)+0.5)*each
		if first+i > 0 && i > 0 && shown[i].attempt != shown[i-1].attempt {
			left := at - each/2
			d.out.Shapes = append(d.out.Shapes, Shape{Kind: Line, Points: []Point{{left, y - 20 - (stepHigh+4)*float64(len(d.index.t.Procs)+2)}, {left, y}}, Stroke: d.pal.Text, Width: 1, Dash: [2]float64{4, 3}})
		}
		text := itoa(int(shown[i].number))
		if w := d.width(text, k); at-w/2 > free+4 || i == 0 {
			d.text(at, y, w+2, text, k)
			free = at + w/2
		}
	}
	if len(shown) < all {
		y += 18
		d.text(x+stepLabel, y, 400, d.say("steps.window", "from", itoa(first+1), "to", itoa(first+len(shown)), "all", itoa(all)), ink{size: 11, color: d.pal.Muted})
	}
	return y + 14
}

// stepVerdict says who makes the others wait, and in how many steps.
func (d *sheet) stepVerdict(x, y, width float64, tr *training) float64 {
	times, waited := map[int]int{}, map[int]trace.Time{}
	worst := -1
	for i := range tr.steps {
		if p := tr.steps[i].slow; p >= 0 {
			times[p]++
			waited[p] += tr.steps[i].waited
			if worst < 0 || waited[p] > waited[worst] || waited[p] == waited[worst] && p < worst {
				worst = p
			}
		}
	}
	text := d.say("steps.even")
	if worst >= 0 {
		var all []string
		for p := range d.index.t.Procs {
			if times[p] > 0 {
				all = append(all, d.say("steps.slow", "rank", itoa(d.rankAt(p)), "n", itoa(times[p]), "all", itoa(len(tr.steps)), "time", formatTime(waited[p])))
			}
		}
		text = strings.Join(all[:min(3, len(all))], " ")
	}
	top := y - 14
	y = d.paragraph(x, y, width, 18, 0, text, ink{size: 12.5, color: d.pal.Text, bold: true})
	d.hot(Hot{ID: "steps-verdict", Rect: Rect{x - 4, top, width + 8, y - top}, Role: Group, Name: text})
	return y
}

// stepTable is the step at the cursor in numbers: each rank, the average, the
// slowest.
func (d *sheet) stepTable(x, y, width float64, st *step) float64 {
	y = d.heading(x, y, width, d.say("steps.table", "n", itoa(int(st.number))))
	cols := []string{"steps.data", "steps.compute", "steps.wait", "steps.transfer", "steps.took"}
	col := (width - stepLabel) / float64(len(cols))
	y = d.columnHeads(evenly(x+stepLabel, col, len(cols)), 4, y, cols, 10.5)
	row := func(id, name string, c Color, share [uses]trace.Time, took trace.Time) {
		y += 20
		if !d.insight(y, 20) {
			return
		}
		d.text(x, y, stepLabel-4, name, ink{size: 12, color: c, bold: true})
		var words []string
		for i, v := range []trace.Time{share[loading], share[working], share[standingBy], share[exchanging], took} {
			d.text(x+stepLabel+float64(i)*col, y, col-1, formatTimeTo(v, 1), ink{size: 10, color: d.pal.Text, mono: true})
			words = append(words, d.say(cols[i])+" "+formatTime(v))
		}
		d.hot(Hot{ID: id, Rect: Rect{x - 4, y - 14, width + 8, 20}, Role: Group, Name: d.pair(name, strings.Join(words, d.say("time.and")))})
	}
	for p := range d.index.t.Procs {
		if st.From[p] != trace.Never {
			row("step-rank-"+itoa(p), "rank "+itoa(d.rankAt(p)), d.rankColor(p).Ink, st.share[p], st.To[p]-st.From[p])
		}
	}
	mean, took, _ := st.average()
	row("step-average", d.say("time.average"), d.pal.Text, mean, took)
	if p := st.slowest(); p >= 0 {
		row("step-slowest", d.say("time.slowest"), d.rankColor(p).Ink, st.share[p], st.To[p]-st.From[p])
	}
	return y + 14
}
