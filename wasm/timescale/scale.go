package timescale

import (
	"cmp"
	"math"
	"slices"
	"sort"

	"lockstep/engine/trace"
)

// Item is something that has to have a width: a block in a lane that lasts from
// Start to End, or a mark that belongs to one moment (Start == End). The items of
// one lane are given in order, lane after lane.
type Item struct {
	Lane       int
	Start, End trace.Time
	Min        float64 // pixels, when there is room
}

// Place is where an item lies.
type Place struct{ X0, X1 float64 }

// Scale is a course set out on pixels. A moment may be as wide as the marks that
// stand in it: it reaches from left to right, and no time passes in between.
type Scale struct {
	course      *Course
	left, right []float64 // of each moment; nil when the course is dense
	perUnit     float64   // of a dense course
	width       float64
	Places      []Place // of the items; nil when the course is dense
}

// dense is the number of moments from which on labels have no say: there is less
// than a pixel for each.
const dense = 3000

// widest is how many pixels a unit gets at most: a run with three moments must
// not fill a desktop.
const widest = 150

// narrowest is how far items may be squeezed below their Min to fit the width.
const narrowest = 34

// crammed is how far they may where that makes all of them fit: they lose their
// words, but nobody has to move them to see the last one. A finger still hits them.
const crammed = 24

// Set lays the course out on width pixels. When the items cannot be squeezed any
// further, the scale is longer than width, and its owner scrolls. zoom stretches
// it by that factor.
func (c *Course) Set(width, zoom float64, items []Item) *Scale {
	if c.Dense(len(items)) {
		return c.SetDense(width, zoom)
	}
	s := &Scale{course: c}
	p := newPlan(c, items)
	// Every stretch gets a sliver, whatever the labels ask for.
	sliver := min(2, width/2/max(c.Length(), 1e-9))
	squeeze := 1.0
	if p.total(sliver, 1) > width {
		squeeze = largest(width, func(q float64) float64 { return p.total(sliver, q) })
		if squeeze == 0 && p.total(sliver, -1) <= width {
			squeeze = largest(width, func(q float64) float64 { return p.total(sliver, q-1) }) - 1
		}
	}
	target := width * zoom
	unit := sliver
	if p.total(sliver, squeeze) < target {
		unit += largest(target, func(q float64) float64 { return p.total(sliver+q*widest*zoom, squeeze) }) * widest * zoom
	}
	p.total(unit, squeeze)
	if squeeze < 1 {
		p.spread(unit, squeeze)
	}
	s.left, s.right = p.left, p.right
	s.width = p.right[len(p.right)-1]
	s.Places = p.places(squeeze)
	return s
}

// Dense reports whether a course with so many items is set out without asking them.
func (c *Course) Dense(items int) bool { return len(c.at) > dense || items > dense }

// SetDense is Set without items.
func (c *Course) SetDense(width, zoom float64) *Scale {
	s := &Scale{course: c}
	s.perUnit = min(width*zoom/max(c.Length(), 1e-9), widest*zoom)
	s.width = s.perUnit * c.Length()
	return s
}

// Dense reports whether the scale was set out without items.
func (s *Scale) Dense() bool { return s.left == nil }

// largest is the largest q in [0, 1] for which f does not exceed limit, to a part of
// 10¹²; 0 when it always does. f must rise, and the faster the further: it is made of
// the longest of straight paths. Then a straight line between two of its points meets
// the limit before it does, and one through two points goes on behind it, so that a few
// questions do what halving needs forty for. A round that has not halved what is open
// ends with halving: three questions for one of halving's are the worst.
func largest(limit float64, f func(q float64) float64) float64 {
	low, high := 0.0, 1.0
	atHigh := f(high)
	if atHigh <= limit {
		return high
	}
	atLow := f(low)
	if atLow > limit {
		return low
	}
	ask := func(q float64) {
		if !(q > low && q < high) {
			return
		}
		if at := f(q); at <= limit {
			low, atLow = q, at
		} else {
			high, atHigh = q, at
		}
	}
	const near, nearest = 1e-9, 1e-12
	for limit-atLow > near*limit && high-low > nearest {
		was, atWas, open := low, atLow, high-low
		ask(low + (limit-atLow)*(high-low)/(atHigh-atLow))
		if atLow > atWas {
			ask(low + (limit-atLow)*(low-was)/(atLow-atWas))
		}
		if limit-atLow > near*limit && high-low > open/2 {
			ask((low + high) / 2)
		}
	}
	return low
}

// Width is how many pixels the whole run takes.
func (s *Scale) Width() float64 { return s.width }

// X is where the cursor stands at t: everything that has happened by then lies to
// the left of it.
func (s *Scale) X(t trace.Time) float64 { return s.x(t, s.right) }

// Before is where t begins: what ends at t ends here.
func (s *Scale) Before(t trace.Time) float64 { return s.x(t, s.left) }

func (s *Scale) x(t trace.Time, edge []float64) float64 {
	c := s.course
	if s.left == nil {
		return c.At(t) * s.perUnit
	}
	i := c.before(t)
	switch {
	case i < 0:
		return 0
	case c.at[i] == t || i == len(c.at)-1:
		return edge[i]
	}
	share := float64(t-c.at[i]) / float64(c.at[i+1]-c.at[i])
	return s.right[i] + float64(share*(s.left[i+1]-s.right[i]))
}

// Time is the time at a place.
func (s *Scale) Time(x float64) trace.Time {
	c := s.course
	if s.left == nil {
		if s.perUnit == 0 {
			return 0
		}
		return c.Time(x / s.perUnit)
	}
	i := sort.Search(len(s.left), func(i int) bool { return s.left[i] > x }) - 1
	switch {
	case i < 0:
		return c.at[0]
	case i == len(s.left)-1 || x <= s.right[i]:
		return c.at[i]
	}
	share := (x - s.right[i]) / (s.left[i+1] - s.right[i])
	return c.at[i] + trace.Time(math.Round(share*float64(c.at[i+1]-c.at[i])))
}

// Fold is a stretch that is drawn with an axis break, at X.
type Fold struct {
	X        float64
	From, To trace.Time
}

// Folds lists the breaks from left to right.
func (s *Scale) Folds() []Fold {
	var list []Fold
	c := s.course
	for _, i := range c.cutAt() {
		mid := (s.X(c.at[i]) + s.Before(c.at[i+1])) / 2
		list = append(list, Fold{mid, c.at[i], c.at[i+1]})
	}
	return list
}

// Tick is a labelled place of the axis.
type Tick struct {
	X float64
	T trace.Time
}

// Ticks chooses the moments that are labelled: those that begin or end the widest
// stretches first, as long as two are at least apart pixels from each other.
func (s *Scale) Ticks(apart float64) []Tick {
	c := s.course
	if len(c.at) > dense {
		step := s.width / math.Max(1, math.Floor(s.width/apart))
		var list []Tick
		for x := 0.0; x <= s.width+0.5 && step > 0; x += step {
			list = append(list, Tick{x, s.Time(x)})
		}
		return list
	}
	type moment struct {
		i    int
		wide float64 // the wider of the stretches that it begins and ends
	}
	order := make([]moment, len(c.at))
	for i := range order {
		order[i] = moment{i, math.Inf(1)}
		if i > 0 && i < len(c.at)-1 {
			order[i].wide = max(c.u[i]-c.u[i-1], c.u[i+1]-c.u[i])
		}
	}
	slices.SortFunc(order, func(a, b moment) int {
		if a.wide != b.wide {
			return cmp.Compare(b.wide, a.wide)
		}
		return a.i - b.i
	})
	var list []Tick
	for _, m := range order {
		i, x := m.i, s.Before(c.at[m.i])
		if i == 0 {
			x = s.X(0)
		}
		k := sort.Search(len(list), func(k int) bool { return list[k].X >= x })
		if k < len(list) && list[k].X-x < apart || k > 0 && x-list[k-1].X < apart {
			continue
		}
		list = append(list, Tick{})
		copy(list[k+1:], list[k:])
		list[k] = Tick{x, c.at[i]}
	}
	return list
}
