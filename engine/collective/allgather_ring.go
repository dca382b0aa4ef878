package collective

import "lockstep/engine/transport"

// RingAllGather is Gloo's all-gather (gloo/allgather.cc): each rank passes on, to
// rank r+1, the block that it received last, in two halves so that one is on its
// way while the other is awaited.
//
// Steps: 2(P−1) halves; bytes sent by each rank: n(P−1) for blocks of n bytes, the
// lower bound.
type RingAllGather struct {
	Rank, Size int
	Out        *transport.Buffer // P blocks; this rank's is in place at the start
}

// Round posts half-block i and completes half-block i−2.
func (g *RingAllGather) Round(i int, p *Program) bool {
	total := g.Out.Len()
	if g.Size == 1 || total == 0 {
		return false
	}
	last := 2 * (g.Size - 1)
	if i >= 2 {
		p.WaitSend(g.Out)
		p.WaitRecv(g.Out)
	}
	if i < last {
		block := total / g.Size
		half := block / 2
		off, n := 0, half
		if i&1 == 1 {
			off, n = half, block-half
		}
		send := g.Size + g.Rank - i/2
		p.Send(g.Out, (g.Rank+1)%g.Size, (send*block+off)%total, n)
		p.Recv(g.Out, (g.Rank+g.Size-1)%g.Size, ((send-1)*block+off)%total, n)
	}
	return i+1 < last+2
}

var ringAllGather = Model{
	Op: "all_gather", Name: "ring", Source: "gloo/allgather.cc",
	Steps: "P − 1", Sent: "n(P − 1)", quiet: true,
	steps:    func(c Call) int { return c.Ranks - 1 },
	messages: func(c Call) int { return 2 * c.Ranks * (c.Ranks - 1) },
	sent:     func(c Call, _ int) int { return c.Bytes * (c.Ranks - 1) },
}
