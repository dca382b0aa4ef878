package timescale

import (
	"cmp"
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
	// moment to another, with no marks before them, the widest speaks for all. Those
	// that end at moment i are reaches[first[i]:first[i+1]].
	reaches []reach
	first   []int
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
		return cmp.Or(a.to-b.to, a.from-b.from, cmp.Compare(b.least, a.least))
	})
	p.reaches = slices.CompactFunc(p.reaches, func(a, b reach) bool { return a.to == b.to && a.from == b.from })
	p.first = make([]int, len(p.c.at)+1)
	for _, r := range p.reaches {
		p.first[r.to+1]++
	}
	for i := range p.c.at {
		p.first[i+1] += p.first[i]
	}
}

// index is the first moment at or after the item's end.
func (p *plan) index(item Item) int {
	at := p.c.at
	return min(sort.Search(len(at), func(i int) bool { return at[i] >= item.End }), len(at)-1)
}

// least is the width that an item of a Min asks for when all are squeezed: by less
// the nearer squeeze is to 1, down to the narrowest at 0, and on to the crammed at −1.
func least(wide, squeeze float64) float64 {
	return max(wide*squeeze, min(wide, narrowest+min(squeeze, 0)*(narrowest-crammed)))
}

// total places the moments with unit pixels a unit, and returns the length.
func (p *plan) total(unit, squeeze float64) float64 {
	for i := range p.c.at {
		x := 0.0
		if i > 0 {
			x = p.right[i-1] + float64(unit*(p.c.u[i]-p.c.u[i-1]))
		}
		for _, r := range p.reaches[p.first[i]:p.first[i+1]] {
			x = max(x, p.left[r.from]+least(r.least, squeeze))
		}
		if len(p.led) > 0 {
			for _, k := range p.led[i] {
				x = max(x, p.left[p.from[k]]+p.lead(k, squeeze)+least(p.items[k].Min, squeeze))
			}
		}
		p.left[i] = x
		p.right[i] = x + p.dwell(i, squeeze)
	}
	return p.right[len(p.right)-1]
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
	if len(p.marks) == 0 {
		return 0
	}
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
