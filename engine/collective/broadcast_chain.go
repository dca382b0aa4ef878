package collective

import "lockstep/engine/transport"

// chainSegment is how much of a tensor goes down the chain at a time. It is of the
// size that MPI libraries choose: large against latency times bandwidth, small
// against a tensor for which a chain is worth it.
const chainSegment = 64 << 10

// ChainBroadcast passes the tensor on from rank to rank, beginning at src, in
// segments: while a rank receives one, it sends on the one before (a pipeline; van
// de Geijn, 1994; Open MPI's "chain").
//
// Steps: P−1 for one segment, P−2+⌈s/2⌉ for s of them, of which two are on their way
// at a time. Bytes: n sent by each rank but the last, the lower bound.
type ChainBroadcast struct {
	Rank, Size, Root int
	Buf              *transport.Buffer // in place
}

func chainSegments(bytes int) int { return max(1, ceilDiv(bytes, chainSegment)) }

func (b *ChainBroadcast) span(i int) (off, n int) {
	off = i * chainSegment
	return off, clamp(off, chainSegment, b.Buf.Len())
}

// Round receives segment i, having asked for the next, and sends it on.
func (b *ChainBroadcast) Round(i int, p *Program) bool {
	segments := chainSegments(b.Buf.Len())
	place := (b.Rank + b.Size - b.Root) % b.Size
	before, after := (b.Rank+b.Size-1)%b.Size, (b.Rank+1)%b.Size
	if place > 0 {
		for k := i; k <= i+1 && k < segments; k++ {
			if k == i && i > 0 {
				continue // asked for in the round before
			}
			off, n := b.span(k)
			p.Recv(b.Buf, before, off, n)
		}
		p.WaitRecv(b.Buf)
	}
	if place < b.Size-1 {
		off, n := b.span(i)
		p.Send(b.Buf, after, off, n)
		if i > 0 {
			p.WaitSend(b.Buf)
		}
		if i == segments-1 {
			p.WaitSend(b.Buf)
		}
	}
	return i < segments-1
}

var chainBroadcast = Model{
	Op: "broadcast", Name: "chain", Source: "van de Geijn, 1994; a pipeline in segments of 64 KiB",
	Steps: "P − 2 + ⌈s/2⌉, s segments", Sent: "n",
	steps:    func(c Call) int { return c.Ranks - 2 + ceilDiv(chainSegments(c.Bytes), 2) },
	messages: func(c Call) int { return (c.Ranks - 1) * chainSegments(c.Bytes) },
	sent: func(c Call, rank int) int {
		if (rank+1)%c.Ranks == c.Root {
			return 0
		}
		return c.Bytes
	},
}
