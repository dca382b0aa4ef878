package scene

import (
	"lockstep/engine/flow"
)

// spot is a rank's place on the stage: a circle, or, where there is more to tell
// than fits into one, a plate of half the size w × h.
type spot struct {
	c    Point
	r    float64 // of the circle; of a plate, of the largest circle in it
	w, h float64 // 0: it is a circle
	over float64 // room above and below its middle for what bends; 0: enough
}

func (s spot) rect() Rect {
	if s.w == 0 {
		return Rect{s.c.X - s.r, s.c.Y - s.r, 2 * s.r, 2 * s.r}
	}
	return Rect{s.c.X - s.w, s.c.Y - s.h, 2 * s.w, 2 * s.h}
}

// spots places the ranks: two face each other; more stand as their algorithm has
// them, and in a ring where nothing else is said.
func (d *sheet) spots(room Rect, s *showing) []spot {
	n := len(d.index.t.Procs)
	if n == 0 {
		return nil
	}
	cx, cy := room.X+room.W/2, room.Y+room.H/2
	if n <= 2 {
		r := min(150, max(92, room.H*0.15), room.H/2-4, room.W/6)
		gap := min(room.W*0.29, 3*r)
		if n == 1 {
			return []spot{{c: Point{cx, cy}, r: r}}
		}
		return []spot{{c: Point{cx - gap, cy}, r: r, over: room.H / 2}, {c: Point{cx + gap, cy}, r: r, over: room.H / 2}}
	}
	if s.waits || s.x == nil {
		return d.index.ring(room)
	}
	if list := d.plates(room, n, s.x); list != nil {
		return list
	}
	return d.index.ring(room)
}

// grid is where ranks stand before they are measured: columns and rows from 0,
// halves where one stands between two.
type grid struct {
	at         []Point // by process
	cols, rows float64
}

// plates places a plate for each rank, as large as its neighbours and the links
// between them let it. nil: too small to write on.
func (d *sheet) plates(room Rect, n int, x *flow.Collective) []spot {
	gapX, gapY := 84.0, 42.0
	if shape := x.Shape(); x.Ranks == n && (shape == flow.Tree || shape == flow.Star) {
		gapY = 9 // the links go along the rows
	}
	var best []spot
	size, low := 0.0, true
	for _, turned := range []bool{false, true} {
		g := d.gridOf(n, x)
		cols, rows := g.cols, g.rows
		if turned {
			cols, rows = rows, cols
		}
		slotW, slotH := room.W/cols, room.H/rows
		gx, gy := gapX, gapY
		if turned && gy < 20 {
			gx, gy = 12, 42
		}
		if cols == 1 {
			gx = 0
		}
		if rows == 1 {
			gy = 0
		}
		mostW, mostH := slotW-min(gx, slotW*0.4), slotH-min(gy, slotH*0.4)
		wantW, wantH := d.plateSize(x, mostW, mostH)
		w, h := min(wantW, mostW), min(wantH, mostH)
		if w < 54 || h < 34 || !low && h < 46 || low == (h < 46) && w*h <= size {
			continue
		}
		size, low = w*h, h < 46
		// Plates that are smaller than their slots stand closer to each other.
		slotW, slotH = min(slotW, w+150), min(slotH, h+90)
		left, top := room.X+(room.W-slotW*cols)/2, room.Y+(room.H-slotH*rows)/2
		best = nil
		for p := range n {
			at := g.at[p]
			if turned {
				at.X, at.Y = at.Y, at.X
			}
			c := Point{left + (at.X+0.5)*slotW, top + (at.Y+0.5)*slotH}
			best = append(best, spot{c: c, r: min(w, h) / 2, w: w / 2, h: h / 2})
		}
	}
	return best
}

// plateSize is what a plate asks for, at most that wide and high: room for the
// segments, the line above and the sum below.
func (d *sheet) plateSize(x *flow.Collective, mostW, mostH float64) (w, h float64) {
	k := max(len(x.Segments), 1)
	cell, row, frame := d.cellWant(x)+4, 40.0, 30.0+18
	if k == 1 {
		row = 28
	}
	cols := min(k, max(1, int((mostW-16)/cell)))
	rows := (k + cols - 1) / cols
	if most := max(1, int((mostH-frame+18)/24)); rows > most { // rather narrower than left out
		rows = most
	}
	cols = (k + rows - 1) / rows
	return max(138, float64(cols)*cell+18), frame + float64(rows)*row
}

// gridOf is the grid of a collective's algorithm. A collective of some of the ranks
// stands among all of them, in a ring.
func (d *sheet) gridOf(n int, x *flow.Collective) grid {
	if x.Ranks == n {
		order := d.index.t.Groups[x.Group].Members
		at := make([]Point, n)
		g := rankGrid(x, n)
		for rank, p := range order {
			if int(p) >= n {
				return ringGrid(n)
			}
			at[p] = g.at[rank]
		}
		g.at = at
		return g
	}
	return ringGrid(n)
}

func rankGrid(x *flow.Collective, n int) grid {
	switch x.Shape() {
	case flow.Tree:
		return treeGrid(x)
	case flow.Line:
		return lineGrid(x)
	case flow.Pairs:
		return pairsGrid(n)
	case flow.Star:
		return starGrid(x)
	}
	return ringGrid(n)
}

// ringGrid goes along the upper row and back along the lower one.
func ringGrid(n int) grid {
	upper := (n + 1) / 2
	g := grid{at: make([]Point, n), cols: float64(upper), rows: 2}
	lower := n - upper
	for i := range n {
		if i < upper {
			g.at[i] = Point{float64(i), 0}
			continue
		}
		g.at[i] = Point{float64(upper-lower)/2 + float64(n-1-i), 1}
	}
	return g
}

// pairsGrid has the nearest partner below, the next ones beside.
func pairsGrid(n int) grid {
	g := grid{at: make([]Point, n), cols: float64((n + 1) / 2), rows: 2}
	for i := range n {
		g.at[i] = Point{float64(i / 2), float64(i % 2)}
	}
	return g
}

// lineGrid begins with the one that all comes from; a long line comes back below.
func lineGrid(x *flow.Collective) grid {
	n := x.Ranks
	per := n
	if n > 8 {
		per = (n + 1) / 2
	}
	g := grid{at: make([]Point, n), cols: float64(per), rows: float64((n + per - 1) / per)}
	for place := range n {
		col := place % per
		if place/per%2 == 1 {
			col = per - 1 - col
		}
		g.at[(place+x.Center())%n] = Point{float64(col), float64(place / per)}
	}
	return g
}

// starGrid has the one in the middle and the others at both sides.
func starGrid(x *flow.Collective) grid {
	n := x.Ranks
	left := n / 2
	rows := float64(max(left, 1))
	g := grid{at: make([]Point, n), cols: 3, rows: rows}
	g.at[x.Center()] = Point{1, (rows - 1) / 2}
	for i := 1; i < n; i++ {
		rank := (x.Center() + i) % n
		if i <= left {
			g.at[rank] = Point{0, float64(i - 1)}
			continue
		}
		right := float64(n - 1 - left)
		g.at[rank] = Point{2, (rows-right)/2 + float64(i-left-1)}
	}
	return g
}

// treeGrid has a column for each distance from the root; leaves follow each other,
// and a parent stands in the middle of its children.
func treeGrid(x *flow.Collective) grid {
	children := make([][]int, x.Ranks)
	root := 0
	for r := range x.Ranks {
		if p := x.Parent(r); p >= 0 {
			children[p] = append(children[p], r)
		} else {
			root = r
		}
	}
	g := grid{at: make([]Point, x.Ranks)}
	var place func(r int, depth float64) (y float64)
	place = func(r int, depth float64) float64 {
		g.cols = max(g.cols, depth+1)
		y := 0.0
		if len(children[r]) == 0 {
			y = g.rows
			g.rows++
		}
		for _, c := range children[r] {
			y += place(c, depth+1) / float64(len(children[r]))
		}
		g.at[r] = Point{depth, y}
		return y
	}
	place(root, 0)
	return g
}
