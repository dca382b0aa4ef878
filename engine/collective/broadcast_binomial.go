package collective

import (
	"math/bits"

	"lockstep/engine/transport"
)

// BinomialBroadcast is Gloo's broadcast (gloo/broadcast.cc): in round i those that
// have the data, ranks 0 … 2ⁱ−1 counted from the root, send it to the ranks 2ⁱ
// above them. A receive ends a round; sends are awaited at the end of all.
//
// Steps: ⌈log₂ P⌉ rounds, the lower bound where a rank sends to one other at a
// time. But Gloo does not await a send before the next, so the longest chain is
// that to rank 2ᵏ−1 and has ⌊log₂ P⌋ messages. Bytes: n(P−1) in all, the root sends
// n⌈log₂ P⌉.
type BinomialBroadcast struct {
	Rank, Size, Root int
	Buf              *transport.Buffer // in place
	sends            int
}

// Round is one doubling.
func (b *BinomialBroadcast) Round(i int, p *Program) bool {
	rounds := bits.Len(uint(b.Size - 1))
	if i >= rounds {
		for range b.sends {
			p.WaitSend(b.Buf)
		}
		return false
	}
	bit := 1 << i
	virtual := (b.Rank + b.Size - b.Root) % b.Size
	if peer := virtual ^ bit; virtual < 2*bit && peer < b.Size {
		to := (peer + b.Root) % b.Size
		if virtual < bit {
			p.Send(b.Buf, to, 0, b.Buf.Len())
			b.sends++
		} else {
			p.Recv(b.Buf, to, 0, b.Buf.Len())
			p.WaitRecv(b.Buf)
		}
	}
	return true
}

var binomialBroadcast = Model{
	Op: "broadcast", Name: "tree", Source: "gloo/broadcast.cc",
	Steps: "⌊log₂ P⌋", Sent: "n⌈log₂ P⌉",
	steps:    func(c Call) int { return log2Down(c.Ranks) },
	messages: func(c Call) int { return c.Ranks - 1 },
	sent: func(c Call, rank int) int {
		return c.Bytes * binomialChildren((rank+c.Ranks-c.Root)%c.Ranks, c.Ranks)
	},
}
