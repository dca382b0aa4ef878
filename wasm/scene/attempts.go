package scene

import (
	"sort"
	"strconv"

	"lockstep/engine/trace"
)

// A job that its launcher restarts has several processes for each place. They
// share a lane (see trace.Seated); here is which of them it was when, and what
// parts the attempts.

// lives are the processes of a place by attempt, and when each attempt began.
type lives struct {
	procs  [][]trace.Proc // by place, then by attempt
	begins []trace.Time   // by attempt
}

func livesOf(t *trace.Trace) lives {
	l := lives{procs: make([][]trace.Proc, max(1, t.Seats)), begins: make([]trace.Time, t.Attempts())}
	if t.Seats == 0 {
		l.procs = make([][]trace.Proc, len(t.Procs))
	}
	for p := range l.procs {
		l.procs[p] = t.Lives(p)
	}
	for k := range l.begins {
		l.begins[k] = trace.Never
		for p := range l.procs {
			if k >= len(l.procs[p]) {
				continue
			}
			if s := l.procs[p][k].Started; s != trace.Never && (l.begins[k] == trace.Never || s < l.begins[k]) {
				l.begins[k] = s
			}
		}
	}
	return l
}

// livesAlone are those of a trace in which each process has a place of its own, those
// that came after a restart too.
func livesAlone(t *trace.Trace) lives {
	l := lives{procs: make([][]trace.Proc, len(t.Procs))}
	for p := range l.procs {
		l.procs[p] = t.Procs[p : p+1 : p+1]
	}
	return l
}

// procAt is the process that sat at a place at a time: the last one that had
// started, or the first.
func (x *index) procAt(p int, at trace.Time) *trace.Proc {
	list := x.lives.procs[p]
	for k := len(list) - 1; k > 0; k-- {
		if s := list[k].Started; s != trace.Never && s <= at {
			return &list[k]
		}
	}
	return &list[0]
}

// attemptOf is the attempt that was under way at a time.
func (x *index) attemptOf(at trace.Time) int {
	k := sort.Search(len(x.lives.begins), func(k int) bool { return x.lives.begins[k] == trace.Never || x.lives.begins[k] > at })
	return max(0, k-1)
}

// attempts is how often the processes were started.
func (x *index) attempts() int { return len(x.lives.begins) }

// attemptLines part the attempts: a line across all lanes where each begins, with
// its number.
func (d *sheet) attemptLines(t *timeline) {
	if d.index.attempts() < 2 {
		return
	}
	for k, at := range d.index.lives.begins {
		x := t.plot.X + t.scale.Before(at) - d.s.Pan
		if at == trace.Never || x < t.plot.X-1 || x > t.plot.right() {
			continue
		}
		if k > 0 {
			d.out.Shapes = append(d.out.Shapes, Shape{Kind: Line, Points: []Point{{x, t.view.Y - 4}, {x, t.view.bottom() + 4}}, Stroke: d.pal.Text, Width: 1.2, Dash: [2]float64{5, 4}})
		}
		label := d.say("attempt", "n", strconv.Itoa(k))
		ink := ink{size: 10.5, color: d.pal.Surface, bold: true}
		w := d.width(label, ink) + 12
		chip := Rect{x, t.view.Y - 9, w, 17}
		if k == 0 {
			chip.X = t.plot.X
		}
		d.box(chip, 5, d.pal.Text, 0)
		d.text(chip.X+6, chip.Y+12.5, w, label, ink)
	}
}
