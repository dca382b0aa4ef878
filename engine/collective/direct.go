package collective

import "lockstep/engine/transport"

// Gather is Gloo's (gloo/gather.cc): everyone sends to the root, which has posted
// all receives. Steps: 1; bytes received by the root: n(P−1), the lower bound.
type Gather struct {
	Rank, Size, Root int
	In               *transport.Buffer // n bytes
	Out              *transport.Buffer // P·n bytes at the root, nil elsewhere
}

// Round is all there is.
func (g *Gather) Round(_ int, p *Program) bool {
	n := g.In.Len()
	if g.Rank != g.Root {
		p.Send(g.In, g.Root, 0, n)
		p.WaitSend(g.In)
		return false
	}
	for rank := range g.Size {
		if rank != g.Rank {
			p.Recv(g.Out, rank, rank*n, n)
		}
	}
	p.Copy(g.Out, g.Rank*n, g.In, 0, n)
	for range g.Size - 1 {
		p.WaitRecv(g.Out)
	}
	return false
}

// Scatter is Gloo's (gloo/scatter.cc): the root sends each rank its part. Steps: 1;
// bytes sent by the root: n(P−1), the lower bound.
type Scatter struct {
	Rank, Size, Root int
	In               []*transport.Buffer // one for each rank, at the root
	Out              *transport.Buffer
}

// Round is all there is.
func (s *Scatter) Round(_ int, p *Program) bool {
	if s.Rank != s.Root {
		p.Recv(s.Out, s.Root, 0, s.Out.Len())
		p.WaitRecv(s.Out)
		return false
	}
	for rank, in := range s.In {
		if rank != s.Rank {
			p.Send(in, rank, 0, in.Len())
		}
	}
	p.Copy(s.Out, 0, s.In[s.Rank], 0, s.Out.Len())
	for rank, in := range s.In {
		if rank != s.Rank {
			p.WaitSend(in)
		}
	}
	return false
}

// Part is a stretch of a buffer: what goes to one rank, or comes from it.
type Part struct{ Off, Len int }

// EvenParts cuts total bytes into one part for each of size ranks.
func EvenParts(total, size int) []Part {
	parts := make([]Part, size)
	for i := range parts {
		parts[i] = Part{Off: i * (total / size), Len: total / size}
	}
	return parts
}

// AllToAll is Gloo's (gloo/alltoall.cc, alltoallv.cc): all pairs at once, rank r
// beginning with r+1 and r−1. Steps: 1, if links do not share anything; bytes sent
// by each rank: its parts for the others, the lower bound.
type AllToAll struct {
	Rank, Size int
	In, Out    *transport.Buffer
	Send, Recv []Part
}

// Round is all there is.
func (a *AllToAll) Round(_ int, p *Program) bool {
	p.Copy(a.Out, a.Recv[a.Rank].Off, a.In, a.Send[a.Rank].Off, a.Send[a.Rank].Len)
	for i := 1; i < a.Size; i++ {
		to, from := (a.Rank+i)%a.Size, (a.Rank+a.Size-i)%a.Size
		p.Send(a.In, to, a.Send[to].Off, a.Send[to].Len)
		p.Recv(a.Out, from, a.Recv[from].Off, a.Recv[from].Len)
	}
	for i := 1; i < a.Size; i++ {
		p.WaitSend(a.In)
		p.WaitRecv(a.Out)
	}
	return false
}

// In these, the sends of one rank do not wait for each other.
var (
	directGather = Model{
		Op: "gather", Name: "direct", Source: "gloo/gather.cc",
		Steps: "1", Sent: "n",
		steps:    func(Call) int { return 1 },
		messages: func(c Call) int { return c.Ranks - 1 },
		sent: func(c Call, rank int) int {
			if rank == c.Root {
				return 0
			}
			return c.Bytes
		},
	}
	directScatter = Model{
		Op: "scatter", Name: "direct", Source: "gloo/scatter.cc",
		Steps: "1", Sent: "n(P − 1)",
		steps:    func(Call) int { return 1 },
		messages: func(c Call) int { return c.Ranks - 1 },
		sent: func(c Call, rank int) int {
			if rank != c.Root {
				return 0
			}
			return c.Bytes * (c.Ranks - 1)
		},
	}
	directAllToAll = Model{
		Op: "all_to_all", Name: "direct", Source: "gloo/alltoall.cc",
		Steps: "1", Sent: "n(P − 1)",
		steps:    func(Call) int { return 1 },
		messages: func(c Call) int { return c.Ranks * (c.Ranks - 1) },
		sent:     func(c Call, _ int) int { return c.Bytes * (c.Ranks - 1) },
	}
)
