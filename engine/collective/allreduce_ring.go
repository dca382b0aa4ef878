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

	left, right int
	chunk       int        // bytes
	open        [2]halfway // segments under way
	turn        int        // which of them was posted last
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
	r := &RingAllReduce{
		Rank: rank, Size: size, Out: out, Scratch: scratch, segments: cut(out.Len(), size, elem, maxSegment),
		left: (rank + size - 1) % size, right: (rank + 1) % size,
	}
	r.chunk = r.perRank * r.bytes
	r.open[1].half = r.bytes
	return r
}

// Round writes one chunk's way, segment by segment: first those of the
// reduce-scatter, then those of the all-gather, each followed by what completes
// its last two segments.
func (r *RingAllReduce) Round(i int, p *Program) bool {
	if r.Size == 1 || r.total == 0 {
		return false
	}
	steps := r.Size - 1 // chunks that each rank passes on
	gather := i > steps
	if gather {
		i -= steps + 1
	}
	// In a step, each rank sends a chunk to the left and receives the one behind it.
	chunk := r.Rank + 1 + i
	if gather {
		chunk--
	}
	if i == steps { // the last two are under way
		r.complete(gather, p)
		r.complete(gather, p)
		return !gather
	}
	send, recv := r.at(chunk), r.at(chunk+1)
	if send >= r.total && recv >= r.total && r.idle() {
		return true // neither chunk holds anything
	}
	for k := 0; k < r.chunk; k += r.bytes {
		h := r.complete(gather, p)
		r.post(h, gather, send+k, recv+k, p)
	}
	return true
}

// idle reports whether no segment is under way.
func (r *RingAllReduce) idle() bool {
	a, b := &r.open[0], &r.open[1]
	return a.recv|a.send|b.recv|b.send == 0
}

// at is where a chunk begins, counted round the ring.
func (r *RingAllReduce) at(chunk int) int {
	for chunk >= r.Size {
		chunk -= r.Size
	}
	return chunk * r.chunk
}

// halfway is a segment under way: where it comes to and how many bytes, how many
// are sent, and its half of the scratch.
type halfway struct{ off, recv, send, half int }

// post sends and receives a segment, in the half of the scratch that is free.
func (r *RingAllReduce) post(h *halfway, gather bool, send, recv int, p *Program) {
	h.off, h.recv, h.send = recv, max(0, min(r.bytes, r.total-recv)), max(0, min(r.bytes, r.total-send))
	if h.recv > 0 {
		if gather {
			p.Recv(r.Out, r.right, recv, h.recv)
		} else {
			p.Recv(r.Scratch, r.right, h.half, h.recv)
		}
	}
	if h.send > 0 {
		p.Send(r.Out, r.left, send, h.send)
	}
}

// complete waits for the older of the two segments under way.
func (r *RingAllReduce) complete(gather bool, p *Program) *halfway {
	r.turn = 1 - r.turn
	h := &r.open[r.turn]
	if h.recv > 0 {
		if gather {
			p.WaitRecv(r.Out)
		} else {
			p.WaitRecv(r.Scratch)
			p.Combine(r.Out, h.off, r.Scratch, h.half, h.recv)
		}
	}
	if h.send > 0 {
		p.WaitSend(r.Out)
	}
	h.recv, h.send = 0, 0
	return h
}

// chunkOf is how many bytes of rank's chunk there are.
func (s *segments) chunkOf(rank int) int {
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
	return 2*c.Bytes - s.chunkOf(rank) - s.chunkOf((rank+c.Ranks-1)%c.Ranks)
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
