package timescale

import "sort"

// plan finds the places of the moments: the longest path from the first one,
// where each stretch asks for its room, each item for its width, and each moment
// for the marks that stand in it.
type plan struct {
	c           *Course
	items       []Item
	from, to    []int // moments of each item
	byEnd       [][]int
	left, right []float64
}

func newPlan(c *Course, items []Item) *plan {
	p := &plan{c: c, items: items, from: make([]int, len(items)), to: make([]int, len(items)), byEnd: make([][]int, len(c.at))}
	p.left, p.right = make([]float64, len(c.at)), make([]float64, len(c.at))
	for k := range items {
		p.from[k] = max(c.before(items[k].Start), 0)
		p.to[k] = max(p.index(items[k]), p.from[k])
		p.byEnd[p.to[k]] = append(p.byEnd[p.to[k]], k)
	}
	return p
}

// index is the first moment at or after the item's end.
func (p *plan) index(item Item) int {
	at := p.c.at
	return min(sort.Search(len(at), func(i int) bool { return at[i] >= item.End }), len(at)-1)
}

// least is the width that an item asks for when all are squeezed.
func least(item Item, squeeze float64) float64 {
	return max(item.Min*squeeze, min(item.Min, narrowest))
}

// total places the moments with unit pixels a unit, and returns the length.
func (p *plan) total(unit, squeeze float64) float64 {
	for i := range p.c.at {
		x := 0.0
		if i > 0 {
			x = p.right[i-1] + float64(unit*(p.c.u[i]-p.c.u[i-1]))
		}
		for _, k := range p.byEnd[i] {
			if p.from[k] < i {
				x = max(x, p.left[p.from[k]]+p.lead(k, squeeze)+least(p.items[k], squeeze))
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
			sum += least(p.items[j], squeeze)
		}
	}
	return sum
}

// dwell is the width of a moment: the marks of the lane that has most of them.
func (p *plan) dwell(i int, squeeze float64) float64 {
	most, sum, lane := 0.0, 0.0, -1
	for _, k := range p.byEnd[i] {
		if p.from[k] != i {
			continue
		}
		if p.items[k].Lane != lane {
			lane, sum = p.items[k].Lane, 0
		}
		sum += least(p.items[k], squeeze)
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
			x1 = x0 + least(p.items[k], squeeze)
		}
		list[k] = Place{x0, max(x0, x1)}
	}
	return list
}
