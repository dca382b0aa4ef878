package collective

import "lockstep/engine/transport"

// Dissemination is Gloo's barrier (gloo/barrier.cc; Hensgen, Finkel and Manber,
// 1988): in round k each rank tells the one 2ᵏ ahead and hears of the one 2ᵏ
// behind. Steps: ⌈log₂ P⌉, which is the lower bound; bytes: none.
type Dissemination struct {
	Rank, Size int
	Buf        *transport.Buffer // empty
}

// Round is one distance.
func (b *Dissemination) Round(i int, p *Program) bool {
	d := 1 << i
	if d >= b.Size {
		return false
	}
	p.Recv(b.Buf, (b.Rank+b.Size-d)%b.Size, 0, 0)
	p.Send(b.Buf, (b.Rank+d)%b.Size, 0, 0)
	p.WaitRecv(b.Buf)
	p.WaitSend(b.Buf)
	return 2*d < b.Size
}

var disseminationBarrier = Model{
	Op: "barrier", Name: "dissemination", Source: "gloo/barrier.cc; Hensgen, Finkel and Manber, 1988",
	Steps: "⌈log₂ P⌉", Sent: "0",
	steps:    func(c Call) int { return log2Up(c.Ranks) },
	messages: func(c Call) int { return c.Ranks * log2Up(c.Ranks) },
	sent:     func(Call, int) int { return 0 },
}
