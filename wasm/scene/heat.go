package scene

import (
	"lockstep/engine/trace"
	"lockstep/wasm/timescale"
)

// heat is a run of more ranks than have lanes: what each did in each of many
// stretches of the course, one cell a stretch, a byte a cell. It is found a few
// ranks a frame, because a thousand of them have millions of messages.
type heat struct {
	x      *index
	course *timescale.Course
	cells  [][]warmth // by process, heatBins each; those that are not found yet are nil
	found  int        // how many processes are
	bins   []bin
}

// warmth is what a rank mostly does in a stretch.
type warmth uint8

const (
	cold warmth = iota // not there, or nothing of note
	warmWorking
	warmLoading
	warmWaiting
	warmMoving
	warmEnded
	warmFailed
	warmths
)

var warmKeys = [warmths]string{"state.absent", "state.computing", "state.loading", "heat.waiting", "state.moving", "state.finished", "heat.failed"}

const (
	heatBins = 1024
	// heatItems is how much is looked at in one frame: bins, and of waits and messages
	// a part, which cost less.
	heatItems = 20_000
)

// bin is one stretch of the course in time.
type bin struct{ from, to trace.Time }

// heat is that of the run as far as it is known.
func (x *index) heatOn(course *timescale.Course) *heat {
	if x.heat == nil {
		h := &heat{x: x, course: course, cells: make([][]warmth, len(x.t.Procs)), bins: make([]bin, heatBins)}
		for i := range h.bins {
			h.bins[i].from = course.Time(course.Length() * float64(i) / heatBins)
			h.bins[i].to = course.Time(course.Length() * float64(i+1) / heatBins)
		}
		x.heat = h
	}
	return x.heat
}

// findMore finds out about some more ranks, at least one, and reports whether all are
// known.
func (h *heat) findMore(budget int) bool {
	for ; h.found < len(h.cells) && budget > 0; h.found++ {
		p := h.found
		h.cells[p] = h.row(p)
		budget -= (len(h.x.waits[p])+2*len(h.x.sent[p]))/8 + heatBins/4
	}
	return h.found == len(h.cells)
}

// row is one process's: for each stretch that of which there is most in it.
func (h *heat) row(p int) []warmth {
	sums := make([][warmths]trace.Time, heatBins)
	t := h.x.t
	for _, id := range h.x.waits[p] {
		w := &t.Waits[id]
		if w.Kind == trace.WaitTime {
			continue
		}
		end := w.End
		if end == trace.Never {
			end = h.x.ended()
		}
		h.pour(sums, w.Start, end, warmWaiting)
	}
	for _, id := range h.x.calls[p] {
		c := &t.Calls[id]
		switch c.Op {
		case "compute":
			h.pour(sums, c.Start, h.x.until(c), warmWorking)
		case "load_data":
			h.pour(sums, c.Start, h.x.until(c), warmLoading)
		}
		for _, m := range h.x.takenBy(id) {
			if m := &t.Messages[m]; m.Sent != trace.Never && m.Arrived != trace.Never {
				h.pour(sums, m.Sent, m.Arrived, warmMoving)
			}
		}
	}
	row := make([]warmth, heatBins)
	for i := range row {
		row[i] = h.warmest(p, i, &sums[i])
	}
	return row
}

// pour adds a stretch of time to the bins that it covers.
func (h *heat) pour(sums [][warmths]trace.Time, from, to trace.Time, as warmth) {
	for i := h.binAt(from); i < heatBins && h.bins[i].from < to; i++ {
		if d := min(to, h.bins[i].to) - max(from, h.bins[i].from); d > 0 {
			sums[i][as] += d
		}
	}
}

func (h *heat) binAt(t trace.Time) int {
	return min(max(int(h.course.At(t)/max(h.course.Length(), 1e-9)*heatBins), 0), heatBins-1)
}

// warmest is what a stretch shows. Who waits for a message that is on its way is
// not standing still.
func (h *heat) warmest(p, i int, sums *[warmths]trace.Time) warmth {
	proc := &h.x.t.Procs[p]
	b := h.bins[i]
	if proc.Started == trace.Never || proc.Started >= b.to && b.to > 0 {
		return cold
	}
	if proc.Ended != trace.Never && proc.Ended <= b.from {
		if proc.Exit != 0 || proc.Signal {
			return warmFailed
		}
		return warmEnded
	}
	best := cold
	if moving := sums[warmMoving]; moving*2 >= b.to-b.from && moving > 0 {
		return warmMoving
	}
	for _, w := range []warmth{warmWorking, warmLoading, warmWaiting, warmMoving} {
		if sums[w] > sums[best] {
			best = w
		}
	}
	return best
}
