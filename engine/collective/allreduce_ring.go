package collective

import "lockstep/engine/transport"

// maxSegment bounds the bytes of one message (gloo/allreduce.h).
const maxSegment = 1 << 20

// RingAllReduce is Gloo's default (gloo/allreduce.cc, ring): a reduce-scatter ring
// and an allgather ring, data going from rank r to r−1. Each of the P chunks is
// cut into segments, at least two, so that one is on its way while another is
// combined. Segments that lie beyond the end are neither sent nor awaited.
//
// Rank k's chunk ends as ((x[k−1] ∘ x[k−2]) ∘ …) ∘ x[k]: the order of a float sum
// depends on the position.
//
// Steps: 2(P−1) chunks one after the other; bytes sent by each rank: 2n(P−1)/P,
// which is the lower bound for n bytes (Patarasuk and Yuan, 2009); each chunk
// travels in segments, so messages are 2(P−1) times the segments of a chunk.
type RingAllReduce struct {
	Rank, Size int
	Out        *transport.Buffer // in place
	Scratch    *transport.Buffer // RingScratch bytes
	segments
}

// segments is the cut of n bytes for a ring of size ranks.
type segments struct {
	total   int // bytes
	bytes   int // of one segment, a whole number of elements
	count   int // a multiple of the ranks, so that the ring is symmetric
	perRank int
}

func cut(total, size, elem, limit int) segments {
	s := segments{total: total}
	limit = elem * max(1, limit/elem)
	s.count = roundUp(max((total+limit-1)/limit, 2*size), size)
	s.perRank = s.count / size
	s.bytes = roundUp((total+s.count-1)/s.count, elem)
	return s
}

func roundUp(n, multiple int) int { return (n + multiple - 1) / multiple * multiple }

// span returns where segment i (counted round the ring) lies; length ≤ 0 means
// beyond the end.
func (s *segments) span(i int) (off, length int) {
	off = i % s.count * s.bytes
	return off, min(s.bytes, s.total-off)
}

// RingScratch returns the bytes of scratch that an all-reduce of total bytes needs.
func RingScratch(total, size, elem int) int { return 2 * cut(total, size, elem, maxSegment).bytes }

// RingMessages returns how many messages all ranks send in all.
func RingMessages(total, size, elem int) int {
	s := cut(total, size, elem, maxSegment)
	if s.bytes == 0 {
		return 0
	}
	return 2 * (size - 1) * ((total + s.bytes - 1) / s.bytes)
}

// NewRingAllReduce prepares the ring; elem is the size of an element in bytes.
func NewRingAllReduce(rank, size, elem int, out, scratch *transport.Buffer) *RingAllReduce {
	return &RingAllReduce{Rank: rank, Size: size, Out: out, Scratch: scratch, segments: cut(out.Len(), size, elem, maxSegment)}
}

// Round i posts segment i of a ring and completes segment i−2.
func (r *RingAllReduce) Round(i int, p *Program) bool {
	if r.Size == 1 || r.total == 0 {
		return false
	}
	hops := r.count - r.perRank // segments that each rank passes on
	if i < hops+2 {
		r.reduceScatter(i, hops, p)
		return true
	}
	r.allGather(i-hops-2, hops, p)
	return i < 2*(hops+2)-1
}

func (r *RingAllReduce) left() int  { return (r.Rank + r.Size - 1) % r.Size }
func (r *RingAllReduce) right() int { return (r.Rank + 1) % r.Size }

func (r *RingAllReduce) reduceScatter(i, hops int, p *Program) {
	send, recv := (r.Rank+1)*r.perRank, (r.Rank+2)*r.perRank
	half := (i & 1) * r.bytes
	if i >= 2 {
		off, n := r.span(recv + i - 2)
		if n > 0 {
			p.WaitRecv(r.Scratch)
			p.Combine(r.Out, off, r.Scratch, half, n)
		}
		if _, n := r.span(send + i - 2); n > 0 {
			p.WaitSend(r.Out)
		}
	}
	if i < hops {
		if _, n := r.span(recv + i); n > 0 {
			p.Recv(r.Scratch, r.right(), half, n)
		}
		if off, n := r.span(send + i); n > 0 {
			p.Send(r.Out, r.left(), off, n)
		}
	}
}

func (r *RingAllReduce) allGather(i, hops int, p *Program) {
	send, recv := r.Rank*r.perRank, (r.Rank+1)*r.perRank
	if i >= 2 {
		if _, n := r.span(recv + i - 2); n > 0 {
			p.WaitRecv(r.Out)
		}
		if _, n := r.span(send + i - 2); n > 0 {
			p.WaitSend(r.Out)
		}
	}
	if i < hops {
		if off, n := r.span(recv + i); n > 0 {
			p.Recv(r.Out, r.right(), off, n)
		}
		if off, n := r.span(send + i); n > 0 {
			p.Send(r.Out, r.left(), off, n)
		}
	}
}

// chunk is how many bytes of rank's chunk there are.
func (s *segments) chunk(rank int) int {
	return clamp(rank*s.perRank*s.bytes, s.perRank*s.bytes, s.total)
}

var ringAllReduce = Model{
	Op: "all_reduce", Name: "ring", Source: "gloo/allreduce.cc, ring; Patarasuk and Yuan, 2009",
	Steps: "2(P − 1)", Sent: "2n(P − 1)/P", quiet: true,
	steps:    ringSteps,
	messages: func(c Call) int { return RingMessages(c.Bytes, c.Ranks, c.Elem) },
	sent:     ringSent,
}

// ringSteps: two segments of a ring are on their way at a time.
func ringSteps(c Call) int {
	s := cut(c.Bytes, c.Ranks, c.Elem, maxSegment)
	return 2 * ceilDiv(s.count-s.perRank, 2)
}

// ringSent: the first ring passes on all chunks but the rank's own, the second all
// but its left neighbour's.
func ringSent(c Call, rank int) int {
	s := cut(c.Bytes, c.Ranks, c.Elem, maxSegment)
	return 2*c.Bytes - s.chunk(rank) - s.chunk((rank+c.Ranks-1)%c.Ranks)
}

// ProcessGroupGloo makes reduce_scatter of all-reduces: one for each entry of the
// list, two of them at a time, or one of the whole input.
var (
	ringReduceScatter = Model{
		Op: "reduce_scatter", Name: "ring", Source: "ProcessGroupGloo.cpp, reduce_scatter",
		Steps: "2(P − 1)⌈P/2⌉", Sent: "2n(P − 1)", quiet: true,
		steps:    func(c Call) int { return ceilDiv(c.Ranks, 2) * ringSteps(c) },
		messages: func(c Call) int { return c.Ranks * RingMessages(c.Bytes, c.Ranks, c.Elem) },
		sent:     func(c Call, rank int) int { return c.Ranks * ringSent(c, rank) },
	}
	ringReduceScatterTensor = Model{
		Op: "reduce_scatter_tensor", Name: "ring", Source: "ProcessGroupGloo.cpp, _reduce_scatter_base",
		Steps: "2(P − 1)", Sent: "2n(P − 1)", quiet: true,
		steps:    func(c Call) int { return ringSteps(c.whole()) },
		messages: func(c Call) int { return RingMessages(c.whole().Bytes, c.Ranks, c.Elem) },
		sent:     func(c Call, rank int) int { return ringSent(c.whole(), rank) },
	}
)

// whole is the call with the bytes of all ranks' results.
func (c Call) whole() Call {
	c.Bytes *= c.Ranks
	return c
}
