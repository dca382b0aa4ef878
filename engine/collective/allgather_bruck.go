package collective

import "lockstep/engine/transport"

// BruckAllGather is Bruck's (Bruck, Ho, Kipnis, Upfal and Weathersby, 1997): in
// round i each rank sends all blocks that it has, but no more than are missing, to
// r−2ⁱ and gets as many from r+2ⁱ. The blocks stand in the order in which they
// came, its own first, and are put in place at the end.
//
// Steps: ⌈log₂ P⌉, the lower bound, for any P; bytes sent by each rank: n(P−1), the
// lower bound.
type BruckAllGather struct {
	Rank, Size int
	Out        *transport.Buffer // P blocks; this rank's is in place at the start
	Scratch    *transport.Buffer // P blocks
}

// Round is one doubling; the last puts the blocks in place.
func (g *BruckAllGather) Round(i int, p *Program) bool {
	total := g.Out.Len()
	if g.Size == 1 || total == 0 {
		return false
	}
	block := total / g.Size
	if i == 0 {
		p.Copy(g.Scratch, 0, g.Out, g.Rank*block, block)
	}
	have := 1 << i
	if have >= g.Size {
		wrap := g.Size - g.Rank // blocks before the order begins again at rank 0
		p.Copy(g.Out, g.Rank*block, g.Scratch, 0, wrap*block)
		p.Copy(g.Out, 0, g.Scratch, wrap*block, g.Rank*block)
		return false
	}
	n := min(have, g.Size-have) * block
	p.Recv(g.Scratch, (g.Rank+have)%g.Size, have*block, n)
	p.Send(g.Scratch, (g.Rank+g.Size-have)%g.Size, 0, n)
	p.WaitRecv(g.Scratch)
	p.WaitSend(g.Scratch)
	return true
}

var bruckAllGather = Model{
	Op: "all_gather", Name: "bruck", Source: "Bruck, Ho, Kipnis, Upfal and Weathersby, 1997",
	Steps: "⌈log₂ P⌉", Sent: "n(P − 1)", quiet: true,
	steps:    func(c Call) int { return log2Up(c.Ranks) },
	messages: func(c Call) int { return c.Ranks * log2Up(c.Ranks) },
	sent:     func(c Call, _ int) int { return c.Bytes * (c.Ranks - 1) },
}
