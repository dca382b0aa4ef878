package timescale

import (
	"slices"
	"sort"
)

// plan finds the places of the moments: the longest path from the first one,
// where each stretch asks for its room, each item for its width, and each moment
// for the marks that stand in it.
type plan struct {
	c           *Course
	items       []Item
	from, to    []int // moments of each item
	left, right []float64

	// Lanes that do the same ask for the same: of the items that last from one
	// moment to another, with no marks before them, the widest speaks for all. They are
	// in order of their ends.
	reaches []reach
	led     map[int][]int // by moment of their end, the other items that last
	marks   map[int][]int // by moment, the items that do not
}

// reach is what is asked for from one moment to another.
type reach struct {
	to, from int
	least    float64 // an item's Min
}

func newPlan(c *Course, items []Item) *plan {
	n := len(items)
	p := &plan{c: c, items: items, from: make([]int, n), to: make([]int, n), reaches: make([]reach, 0, n), led: map[int][]int{}, marks: map[int][]int{}}
	p.left, p.right = make([]float64, len(c.at)), make([]float64, len(c.at))
	for k := range items {
		from := max(c.before(items[k].Start), 0)
		to := max(p.index(items[k]), from)
		p.from[k], p.to[k] = from, to
		switch {
		case from == to:
			p.marks[to] = append(p.marks[to], k)
		case k > 0 && items[k-1].Lane == items[k].Lane && p.from[k-1] == from:
			p.led[to] = append(p.led[to], k)
		default:
			p.reaches = append(p.reaches, reach{to, from, items[k].Min})
		}
	}
	p.compact()
	return p
}

// compact keeps the widest of the reaches from one moment to another, and sorts
// them by their ends.
func (p *plan) compact() {
	slices.SortFunc(p.reaches, func(a, b reach) int {
		switch { // asked some thousand times for each axis
		case a.to != b.to:
			return a.to - b.to
		case a.from != b.from:
			return a.from - b.from
		case a.least > b.least:
			return -1
		case a.least < b.least:
			return 1
		}
		return 0
	})
	p.reaches = slices.CompactFunc(p.reaches, func(a, b reach) bool { return a.to == b.to && a.from == b.from })
}

// index is the first moment at or after the item's end.
func (p *plan) index(item Item) int {
	at := p.c.at
	return min(sort.Search(len(at), func(i int) bool { return at[i] >= item.End }), len(at)-1)
}

// least is the width that an item of a Min asks for when all are squeezed: by less
// the nearer squeeze is to 1, down to the narrowest at 0, and on to the crammed at −1.
func least(wide, squeeze float64) float64 {
	low := float64(narrowest)
	if squeeze < 0 {
		low += float64(squeeze * (narrowest - crammed))
	}
	if wide < low {
		low = wide
	}
	if w := wide * squeeze; w > low {
		return w
	}
	return low
}

// total places the moments with unit pixels a unit, and returns the length. It is
// asked some dozen times for each axis; the language's max and min are calls where a
// program runs as WebAssembly.
func (p *plan) total(unit, squeeze float64) float64 {
	u, left, right, next := p.c.u, p.left, p.right, p.reaches
	end, before := 0.0, 0.0
	for i := range u {
		x := end + float64(unit*(u[i]-before))
		before = u[i]
		for len(next) > 0 && next[0].to == i {
			if from := left[next[0].from] + least(next[0].least, squeeze); from > x {
				x = from
			}
			next = next[1:]
		}
		if len(p.led) > 0 {
			for _, k := range p.led[i] {
				x = max(x, left[p.from[k]]+p.lead(k, squeeze)+least(p.items[k].Min, squeeze))
			}
		}
		left[i] = x
		if end = x; len(p.marks) > 0 {
			end += p.dwell(i, squeeze)
		}
		right[i] = end
	}
	return end
}

// spread moves each moment a part of the way to where it could come at the latest,
// the later the larger. total puts each as early as it can, so that all the width that
// an item asks for is in its last stretch, which can be the shortest of all; now the
// long ones have most of it. What two plans hold to, all between them hold to, and
// also where what comes later is moved further.
func (p *plan) spread(unit, squeeze float64) {
	n := len(p.left)
	latest, reaches := slices.Clone(p.left), p.reaches
	for i := range n - 1 {
		latest[i] = latest[n-1]
	}
	for i := n - 1; i > 0; i-- {
		at := latest[i]
		for len(reaches) > 0 && reaches[len(reaches)-1].to == i {
			r := reaches[len(reaches)-1]
			latest[r.from] = min(latest[r.from], at-least(r.least, squeeze))
			reaches = reaches[:len(reaches)-1]
		}
		for _, k := range p.led[i] {
			latest[p.from[k]] = min(latest[p.from[k]], at-p.lead(k, squeeze)-least(p.items[k].Min, squeeze))
		}
		dwell := p.right[i-1] - p.left[i-1]
		latest[i-1] = min(latest[i-1], at-float64(unit*(p.c.u[i]-p.c.u[i-1]))-dwell)
	}
	for i := 1; i < n; i++ {
		dwell, part := p.right[i]-p.left[i], p.c.u[i]/p.c.u[n-1]
		p.left[i] = max(p.left[i], p.left[i]+float64(part*(latest[i]-p.left[i])), p.right[i-1]) // whatever was rounded
		p.right[i] = p.left[i] + dwell
	}
}

// lead is how much of the item's first moment is taken by marks of the same lane
// that stand before it.
func (p *plan) lead(k int, squeeze float64) float64 {
	sum := 0.0
	for j := k - 1; j >= 0 && p.items[j].Lane == p.items[k].Lane && p.from[j] == p.from[k]; j-- {
		if p.to[j] == p.from[k] {
			sum += least(p.items[j].Min, squeeze)
		}
	}
	return sum
}

// dwell is the width of a moment: the marks of the lane that has most of them.
func (p *plan) dwell(i int, squeeze float64) float64 {
	most, sum, lane := 0.0, 0.0, -1
	for _, k := range p.marks[i] {
		if p.items[k].Lane != lane {
			lane, sum = p.items[k].Lane, 0
		}
		sum += least(p.items[k].Min, squeeze)
		most = max(most, sum)
	}
	return most
}

// places puts the items where the moments are.
func (p *plan) places(squeeze float64) []Place {
	list := make([]Place, len(p.items))
	for k := range p.items {
		x0 := p.left[p.from[k]] + p.lead(k, squeeze)
		x1 := p.left[p.to[k]]
		if p.from[k] == p.to[k] {
			x1 = x0 + least(p.items[k].Min, squeeze)
		}
		list[k] = Place{x0, max(x0, x1)}
	}
	return list
}
