package collective

import "lockstep/engine/transport"

// AllToOne is the other barrier of Gloo (gloo/barrier_all_to_one.h): rank 0 hears
// of one rank after the other, and then tells them all.
//
// Steps: P, that is P−1 that rank 0 asks for one by one, and the answers, which go
// out together; the lower bound is ⌈log₂ P⌉. Bytes: none.
type AllToOne struct {
	Rank, Size int
	Buf        *transport.Buffer // empty
}

// Round is one more rank heard at rank 0; the others have only one.
func (b *AllToOne) Round(i int, p *Program) bool {
	switch {
	case b.Size == 1:
		return false
	case b.Rank != 0:
		p.Send(b.Buf, 0, 0, 0)
		p.WaitSend(b.Buf)
		p.Recv(b.Buf, 0, 0, 0)
		p.WaitRecv(b.Buf)
		return false
	case i < b.Size-1:
		p.Recv(b.Buf, i+1, 0, 0)
		p.WaitRecv(b.Buf)
		return true
	}
	for rank := 1; rank < b.Size; rank++ {
		p.Send(b.Buf, rank, 0, 0)
		p.WaitSend(b.Buf)
	}
	return false
}

var allToOneBarrier = Model{
	Op: "barrier", Name: "all_to_one", Source: "gloo/barrier_all_to_one.h",
	Steps: "P", Sent: "0",
	steps:    func(c Call) int { return c.Ranks },
	messages: func(c Call) int { return 2 * (c.Ranks - 1) },
	sent:     func(Call, int) int { return 0 },
}
