package scene

import (
	"lockstep/engine/scenario"
	"lockstep/engine/tensor"
)

const (
	cellGap   = 4
	leastCell = 26.0 // a digit or two
	mostHots  = 64   // elements that the mirror offers of one tensor outside its editor
)

// cells are the elements of a tensor that fit into r; the rest is behind "…".
func (d *sheet) cells(l *lane, t *scenario.NamedTensor, r Rect, want float64) {
	n := tensor.NumElements(t.Spec.Shape)
	if n == 0 {
		d.text(r.X, r.Y+r.H*0.66, r.W, "[]", ink{size: 12, color: d.pal.Muted, mono: true})
		return
	}
	w := d.cellWidth(l, t, min(n, 8), want)
	fits := int((r.W + cellGap) / (w + cellGap))
	if n > fits { // narrower cells before leaving some out, but none too narrow for its number
		least := 24.0
		if n > 2 && w > leastCell {
			least = w
		}
		w = max(least, min(w, (r.W+cellGap)/float64(n)-cellGap))
		fits = int((r.W + cellGap) / (w + cellGap))
	}
	shown := min(n, max(fits, 1))
	if n > fits && fits > 1 {
		shown = max(1, int((r.W-18)/(w+cellGap)))
	}
	if shown == 1 && n > 1 { // the only one has all the room that it needs
		w = max(w, min(r.W-16, d.numberWidth(l, t, 0)))
	}
	for i := range shown {
		d.cell(l, t, i, Rect{r.X + float64(i)*(w+cellGap), r.Y, min(w, r.W), r.H})
	}
	if n > shown {
		x := r.X + float64(shown)*(w+cellGap)
		d.moreCells(l, t, Rect{x, r.Y, 16, r.H})
		for i := shown; i < min(n, mostHots); i++ {
			d.hiddenCell(l, t, i, Rect{x, r.Y, 16, r.H})
		}
	}
}

// cellWidth is what the first n elements ask for, at most want.
func (d *sheet) cellWidth(l *lane, t *scenario.NamedTensor, n int, want float64) float64 {
	w := leastCell
	if n <= 2 { // there is room for a long number
		w, want = want, max(want, 84)
	}
	for i := range n {
		w = max(w, d.numberWidth(l, t, i))
	}
	return min(w, want)
}

// numberWidth is what an element asks for.
func (d *sheet) numberWidth(l *lane, t *scenario.NamedTensor, i int) float64 {
	return d.cellWidthOf(d.shownElement(l.proc, t, i))
}

// cellWidthOf is what a cell asks for that shows a number.
func (d *sheet) cellWidthOf(shown string) float64 {
	return d.width(shown, ink{size: 13, mono: true}) + 10
}

func (d *sheet) moreCells(l *lane, t *scenario.NamedTensor, r Rect) {
	d.text(r.X+r.W/2, r.Y+r.H*0.66, r.W, ellipsis, ink{size: 12, color: d.pal.Muted, align: Middle})
}
