package collective

import (
	"math/bits"

	"lockstep/engine/transport"
)

// TreeAllReduce reduces along a binomial tree to rank 0 and broadcasts the result
// along one back (Chan et al., Collective communication: theory, practice, and
// experience, 2007): in round i, rank r with i low bits clear takes the partial sum
// of r+2ⁱ, where there is one. So an order of its own again:
// (x[0] ∘ x[1]) ∘ (x[2] ∘ x[3]) ….
//
// Steps: ⌈log₂ P⌉ up and ⌊log₂ P⌋ down, where the lower bound for both is
// ⌈log₂ P⌉ (on the way down a rank sends to several at once: see
// BinomialBroadcast). Bytes: the whole tensor on each edge, 2n(P−1) in all; rank 0
// sends n⌈log₂ P⌉, the lower bound is 2n(P−1)/P. Good for short tensors.
type TreeAllReduce struct {
	Rank, Size int
	Out        *transport.Buffer // in place
	Scratch    *transport.Buffer // as long
	down       BinomialBroadcast
}

// NewTreeAllReduce prepares rank's part.
func NewTreeAllReduce(rank, size int, out, scratch *transport.Buffer) *TreeAllReduce {
	return &TreeAllReduce{Rank: rank, Size: size, Out: out, Scratch: scratch, down: BinomialBroadcast{Rank: rank, Size: size, Buf: out}}
}

// Round is one distance up, then one down.
func (t *TreeAllReduce) Round(i int, p *Program) bool {
	if t.Size == 1 || t.Out.Len() == 0 {
		return false
	}
	rounds := log2Up(t.Size)
	if i >= rounds {
		return t.down.Round(i-rounds, p)
	}
	n, bit := t.Out.Len(), 1<<i
	switch {
	case t.Rank&(bit-1) != 0: // its part has gone up
	case t.Rank&bit != 0:
		p.Send(t.Out, t.Rank-bit, 0, n)
		p.WaitSend(t.Out)
	case t.Rank+bit < t.Size:
		p.Recv(t.Scratch, t.Rank+bit, 0, n)
		p.WaitRecv(t.Scratch)
		p.Combine(t.Out, 0, t.Scratch, 0, n)
	}
	return true
}

var treeAllReduce = Model{
	Op: "all_reduce", Name: "tree", Source: "Chan, Heimlich, Purkayastha and van de Geijn, 2007",
	Steps: "⌈log₂ P⌉ + ⌊log₂ P⌋", Sent: "n⌈log₂ P⌉", quiet: true,
	steps:    func(c Call) int { return log2Up(c.Ranks) + log2Down(c.Ranks) },
	messages: func(c Call) int { return 2 * (c.Ranks - 1) },
	sent: func(c Call, rank int) int {
		n := c.Bytes * binomialChildren(rank, c.Ranks)
		if rank != 0 {
			n += c.Bytes
		}
		return n
	},
}

// binomialChildren is to how many ranks a binomial tree's node, counted from the
// root, sends: those 2ⁱ above it for all 2ⁱ > node.
func binomialChildren(node, size int) int {
	n := 0
	for i := bits.Len(uint(node)); node+1<<i < size; i++ {
		n++
	}
	return n
}
