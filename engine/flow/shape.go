package flow

import "math/bits"

// Shape is how the ranks of an algorithm stand to each other.
type Shape uint8

// The shapes.
const (
	Ring  Shape = iota // each talks to its neighbours, the last to the first
	Tree               // parents and children, see Parent
	Line               // each passes on to the next
	Pairs              // partners at distances 1, 2, 4, …
	Star               // one talks to all others
)

// Shape is that of the collective's algorithm. Where all talk to all it is a ring.
func (x *Collective) Shape() Shape {
	switch x.Algorithm {
	case "tree":
		return Tree
	case "chain":
		return Line
	case "halving_doubling":
		return Pairs
	case "naive", "all_to_one":
		return Star
	case "direct":
		if x.Op != "all_to_all" {
			return Star
		}
	}
	return Ring
}

// Center is the rank of a star's middle, or of a tree's root.
func (x *Collective) Center() int { return max(0, x.Root) }

// Parent is the rank that a rank of a tree hands up to, or gets from; −1 for the
// root. An all_reduce's sum goes up one binomial tree (the lowest bit is cleared),
// a broadcast down another (the highest is).
func (x *Collective) Parent(rank int) int {
	v := (rank - x.Center() + x.Ranks) % x.Ranks
	if v == 0 {
		return -1
	}
	if x.Op == "all_reduce" {
		v &= v - 1
	} else {
		v &^= 1 << (bits.Len(uint(v)) - 1)
	}
	return (v + x.Center()) % x.Ranks
}
