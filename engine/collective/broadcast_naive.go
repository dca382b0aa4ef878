package collective

import "lockstep/engine/transport"

// NaiveBroadcast has src send the whole tensor to everyone, in the order of ranks
// (gloo/broadcast_one_to_all.h, without its clear-to-send: a send waits for its
// receive anyway).
//
// Steps: 1, because the sends do not wait for each other; for that src sends n(P−1)
// bytes, where the lower bound of the busiest rank is n.
type NaiveBroadcast struct {
	Rank, Size, Root int
	Buf              *transport.Buffer // in place
}

// Round is all there is.
func (b *NaiveBroadcast) Round(_ int, p *Program) bool {
	n := b.Buf.Len()
	if b.Rank != b.Root {
		p.Recv(b.Buf, b.Root, 0, n)
		p.WaitRecv(b.Buf)
		return false
	}
	for rank := range b.Size {
		if rank != b.Root {
			p.Send(b.Buf, rank, 0, n)
		}
	}
	for range b.Size - 1 {
		p.WaitSend(b.Buf)
	}
	return false
}

var naiveBroadcast = Model{
	Op: "broadcast", Name: "naive", Source: "gloo/broadcast_one_to_all.h",
	Steps: "1", Sent: "n(P − 1)",
	steps:    func(Call) int { return 1 },
	messages: func(c Call) int { return c.Ranks - 1 },
	sent: func(c Call, rank int) int {
		if rank == c.Root {
			return c.Bytes * (c.Ranks - 1)
		}
		return 0
	},
}
