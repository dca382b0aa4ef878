package deflate

import (
	"math/bits"
	"slices"
)

const (
	literals  = 286 // bytes, the end of a block, lengths
	distances = 30
	end       = 256
)

// lengthCode and its extra bits are those of RFC 1951, 3.2.5.
func lengthCode(length int) (code int, extra uint, rest uint32) {
	switch n := uint(length - least); {
	case length == longest:
		return 285, 0, 0
	case n < 8:
		return 257 + int(n), 0, 0
	default:
		extra = uint(bits.Len(n)) - 3
		return 257 + int(4*extra+n>>extra), extra, uint32(n & (1<<extra - 1))
	}
}

func distanceCode(dist uint16) int {
	n := uint(dist - 1)
	if n < 4 {
		return int(n)
	}
	extra := uint(bits.Len(n)) - 2
	return int(2*extra + n>>extra)
}

func distanceExtra(dist uint16) (extra uint, rest uint32) {
	n := uint(dist - 1)
	if n < 4 {
		return 0, 0
	}
	extra = uint(bits.Len(n)) - 2
	return extra, uint32(n & (1<<extra - 1))
}

// costs are what symbols take, in parts of a bit, extra bits included.
type costs struct {
	literal  [256]int32
	length   [longest + 1]int32
	distance [distances]int32
}

const bit = 1 << 8

// plainCosts are those of somebody who knows nothing yet.
func plainCosts() *costs {
	var lit [literals]int
	var dist [distances]int
	for i := range lit {
		lit[i] = 1
	}
	for i := range dist {
		dist[i] = 1
	}
	return costsOf(&lit, &dist)
}

func costsOf(lit *[literals]int, dist *[distances]int) *costs {
	all, far := 0, 0
	for _, n := range lit {
		all += n
	}
	for _, n := range dist {
		far += n
	}
	c := &costs{}
	for i := range c.literal {
		c.literal[i] = information(lit[i], all)
	}
	for i := least; i <= longest; i++ {
		code, extra, _ := lengthCode(i)
		c.length[i] = information(lit[code], all) + int32(extra)*bit
	}
	for i := range c.distance {
		c.distance[i] = information(dist[i], far) + int32(max(0, i/2-1))*bit
	}
	return c
}

// information is −log₂ of a share, in integers, so that it is the same everywhere.
func information(n, of int) int32 {
	if n == 0 {
		return logarithm(max(of, 1)) + bit // a symbol that would be new here
	}
	return logarithm(of) - logarithm(n)
}

func logarithm(n int) int32 {
	whole := bits.Len(uint(n)) - 1
	x := uint64(n) << 31 >> uint(whole) // from 1 to 2, with 31 bits behind the point
	out := int32(whole) * bit
	for part := int32(bit / 2); part > 0; part /= 2 {
		if x = x * x >> 31; x >= 2<<31 {
			x /= 2
			out += part
		}
	}
	return out
}

// tree gives each symbol that occurs the length of its code, at most limit bits, so
// that all take the least: package-merge (Larmore, Hirschberg 1990).
func tree(counts []int, limit int) []uint8 {
	type node struct{ weight, symbol, left, right int } // symbol −1: a package of two nodes
	var nodes []node
	var leaves []int
	for s, n := range counts {
		if n > 0 {
			nodes, leaves = append(nodes, node{n, s, 0, 0}), append(leaves, len(nodes))
		}
	}
	lengths := make([]uint8, len(counts))
	if len(leaves) <= 1 {
		for _, l := range leaves {
			lengths[nodes[l].symbol] = 1
		}
		return lengths
	}
	slices.SortStableFunc(leaves, func(a, b int) int { return nodes[a].weight - nodes[b].weight })
	row := leaves
	for range limit - 1 {
		next := make([]int, 0, len(leaves)+len(row)/2)
		leaf := 0
		for i := 0; i+1 < len(row); i += 2 {
			pair := node{nodes[row[i]].weight + nodes[row[i+1]].weight, -1, row[i], row[i+1]}
			for leaf < len(leaves) && nodes[leaves[leaf]].weight <= pair.weight {
				next, leaf = append(next, leaves[leaf]), leaf+1
			}
			nodes = append(nodes, pair)
			next = append(next, len(nodes)-1)
		}
		row = append(next, leaves[leaf:]...)
	}
	var deepen func(n int)
	deepen = func(n int) {
		if s := nodes[n].symbol; s >= 0 {
			lengths[s]++
			return
		}
		deepen(nodes[n].left)
		deepen(nodes[n].right)
	}
	for _, n := range row[:2*len(leaves)-2] {
		deepen(n)
	}
	return lengths
}

// codesOf numbers the codes of given lengths, RFC 1951, 3.2.2, as they are written:
// from their highest bit on.
func codesOf(lengths []uint8) []uint32 {
	var next [17]uint32
	for _, l := range lengths {
		if l > 0 {
			next[l+1]++
		}
	}
	code := uint32(0)
	for l := 1; l <= 16; l++ {
		code = (code + next[l]) << 1
		next[l] = code
	}
	codes := make([]uint32, len(lengths))
	for s, l := range lengths {
		if l > 0 {
			codes[s] = bits.Reverse32(next[l]) >> (32 - l)
			next[l]++
		}
	}
	return codes
}
