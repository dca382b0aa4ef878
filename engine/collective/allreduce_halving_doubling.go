package collective

import (
	"math/bits"

	"lockstep/engine/transport"
)

// HalvingDoubling is recursive halving and doubling (gloo/allreduce_halving_doubling.h;
// Thakur, Rabenseifner and Gropp, 2005): in step i, rank r exchanges halves of its
// stretch with r xor 2ⁱ and combines the half that it keeps; then the same
// backwards, handing the results out. Where P is no power of two, the ranks stand
// in blocks that are, the largest first ("binary blocks", Rabenseifner and Träff,
// 2004): each block reduces in itself, hands its sum to the next larger block, and
// gets the result back from there before it hands it out in itself.
//
// Gloo's own also sends notices that a receive buffer is free again; here a send
// waits for its receive anyway.
//
// Steps: 2log₂ P for a power of two, else 2⌊log₂ P⌋ + 1. Bytes sent by each rank:
// 2n(P−1)/P for a power of two, the lower bound; else 2n(P−1) in all, but the ranks
// of the small blocks send more.
type HalvingDoubling struct {
	Rank, Size int
	Out        *transport.Buffer // in place
	Scratch    *transport.Buffer // HalvingScratch bytes
	halving
}

// halving is a rank's place among the binary blocks, and the cut of the bytes.
type halving struct {
	total   int
	unit    int // bytes of a rank's part in the largest block: a power of two of them is the tensor
	depth   int // log₂ of the largest block
	first   int // rank of this block's first
	steps   int // log₂ of this block
	me      int // place in this block
	smaller int // log₂ of the next smaller block, −1: there is none
	larger  int // log₂ of the next larger block, −1: there is none
}

func placeInBlocks(rank, size, total, elem int) halving {
	h := halving{total: total, depth: log2Down(size), smaller: -1, larger: -1}
	h.unit = ceilDiv(total/elem, 1<<h.depth) * elem
	for h.steps = h.depth; ; h.steps-- {
		switch block := 1 << h.steps; {
		case size&block == 0:
			continue
		case rank >= h.first+block:
			h.first, h.larger = h.first+block, h.steps
			continue
		default:
			h.me = rank - h.first
			if rest := size & (block - 1); rest != 0 {
				h.smaller = log2Down(rest)
			}
			return h
		}
	}
}

// part is the stretch that place q of a block holds after step−1 halvings: bit i
// of q says which half was kept in step i. It may lie beyond the end.
func (h *halving) part(q, step int) (off, n int) {
	size := h.unit << h.depth
	for i := range step {
		size /= 2
		if q>>i&1 != 0 {
			off += size
		}
	}
	return off, clamp(off, size, h.total)
}

// partners are the ranks of the next larger block that hold pieces of what this
// one holds, in the order of the pieces.
func (h *halving) partners() []int {
	ratio := h.larger - h.steps
	out := make([]int, 1<<ratio)
	for i := range out {
		reversed := int(bits.Reverse(uint(i)) >> (bits.UintSize - ratio))
		out[i] = h.me + reversed<<h.steps
	}
	return out
}

// HalvingScratch returns the bytes of scratch that an all-reduce of total bytes
// needs: half of them, rounded up.
func HalvingScratch(rank, size, total, elem int) int {
	h := placeInBlocks(rank, size, total, elem)
	return h.unit << h.depth / 2
}

// NewHalvingDoubling prepares rank's part; elem is the size of an element in bytes.
func NewHalvingDoubling(rank, size, elem int, out, scratch *transport.Buffer) *HalvingDoubling {
	return &HalvingDoubling{Rank: rank, Size: size, Out: out, Scratch: scratch, halving: placeInBlocks(rank, size, out.Len(), elem)}
}

// Round is a halving, or what passes between blocks, or a doubling.
func (h *HalvingDoubling) Round(i int, p *Program) bool {
	switch {
	case h.Size == 1 || h.total == 0:
		return false
	case i < h.steps:
		h.halve(i, p)
		return true
	case i == h.steps:
		h.fromSmaller(p)
		h.throughLarger(p)
		h.toSmaller(p)
		return h.steps > 0
	}
	back := 2*h.steps - i
	h.double(back, p)
	return back > 0
}

func (h *HalvingDoubling) halve(i int, p *Program) {
	peer := h.me ^ 1<<i
	keep, n := h.part(h.me, i+1)
	give, m := h.part(peer, i+1)
	if n > 0 {
		p.Recv(h.Scratch, h.first+peer, 0, n)
	}
	if m > 0 {
		p.Send(h.Out, h.first+peer, give, m)
	}
	if n > 0 {
		p.WaitRecv(h.Scratch)
		p.Combine(h.Out, keep, h.Scratch, 0, n)
	}
	if m > 0 {
		p.WaitSend(h.Out)
	}
}

func (h *HalvingDoubling) double(i int, p *Program) {
	peer := h.me ^ 1<<i
	give, n := h.part(h.me, i+1)
	take, m := h.part(peer, i+1)
	if m > 0 {
		p.Recv(h.Out, h.first+peer, take, m)
	}
	if n > 0 {
		p.Send(h.Out, h.first+peer, give, n)
	}
	if m > 0 {
		p.WaitRecv(h.Out)
	}
	if n > 0 {
		p.WaitSend(h.Out)
	}
}

// below is the rank of the next smaller block that holds what this one holds.
func (h *halving) below() int { return h.first + 1<<h.steps + h.me&(1<<h.smaller-1) }

func (h *HalvingDoubling) fromSmaller(p *Program) {
	off, n := h.part(h.me, h.steps)
	if h.smaller < 0 || n == 0 {
		return
	}
	p.Recv(h.Scratch, h.below(), 0, n)
	p.WaitRecv(h.Scratch)
	p.Combine(h.Out, off, h.Scratch, 0, n)
}

func (h *HalvingDoubling) toSmaller(p *Program) {
	off, n := h.part(h.me, h.steps)
	if h.smaller < 0 || n == 0 {
		return
	}
	p.Send(h.Out, h.below(), off, n)
	p.WaitSend(h.Out)
}

// throughLarger sends each piece of this rank's part to the one of the larger block
// that holds it, and takes the result back from there.
func (h *HalvingDoubling) throughLarger(p *Program) {
	if h.larger < 0 {
		return
	}
	above := h.first - 1<<h.larger
	count := 0
	for _, q := range h.partners() {
		if off, n := h.part(q, h.larger); n > 0 {
			p.Send(h.Out, above+q, off, n)
			p.Recv(h.Out, above+q, off, n)
			count++
		}
	}
	for range count {
		p.WaitSend(h.Out)
		p.WaitRecv(h.Out)
	}
}

var halvingDoubling = Model{
	Op: "all_reduce", Name: "halving_doubling", Source: "gloo/allreduce_halving_doubling.h; Thakur, Rabenseifner and Gropp, 2005",
	Steps: "2log₂ P, or 2⌊log₂ P⌋ + 1", Sent: "2n(P − 1)/P", quiet: true,
	steps: func(c Call) int {
		if c.Ranks&(c.Ranks-1) == 0 {
			return 2 * log2Down(c.Ranks)
		}
		return 2*log2Down(c.Ranks) + 1
	},
	messages: halvingMessages,
	sent: func(c Call, rank int) int {
		// Halving sends all but the part that stays; between blocks that part
		// goes up and down; doubling sends what it has in each step.
		h := placeInBlocks(rank, c.Ranks, c.Bytes, c.Elem)
		_, own := h.part(h.me, h.steps)
		sum := h.total - own
		if h.smaller >= 0 {
			sum += own
		}
		if h.larger >= 0 {
			sum += own
		}
		for i := range h.steps {
			_, n := h.part(h.me, i+1)
			sum += n
		}
		return sum
	},
}

// halvingMessages counts, for each block of 2ᵇ ranks: in step i, 2ᵇ/2ⁱ⁺¹ ranks for
// each of the 2ⁱ⁺¹ parts that hold anything, twice; and between two blocks one
// message up and one down for each part of the larger.
func halvingMessages(c Call) int {
	h := placeInBlocks(0, c.Ranks, c.Bytes, c.Elem)
	filled := func(log int) int { return ceilDiv(h.total, h.unit<<(h.depth-log)) }
	sum, larger := 0, -1
	for b := h.depth; b >= 0; b-- {
		if c.Ranks>>b&1 == 0 {
			continue
		}
		for i := range b {
			sum += 2 * filled(i+1) << (b - i - 1)
		}
		if larger >= 0 {
			sum += 2 * filled(larger)
		}
		larger = b
	}
	return sum
}
