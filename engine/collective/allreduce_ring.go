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
	all         int        // bytes of all segments, with what lies beyond the end
	open        [2]halfway // segments under way
	turn        uint       // which of them is the older
	phase       phase
	rest        int // segments that are still to be passed on in this phase
	send, recv  int // where the next one that is passed on lies, and the next that comes
}

// phase is one of the two rings.
type phase uint8

const (
	reduceScatter phase = iota
	allGather
	over
)

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
	r.all = r.count * r.bytes
	r.open[1].half = r.bytes
	r.begin(reduceScatter, r.right)
	if r.total == 0 || size == 1 {
		r.phase = over
	}
	return r
}

// begin begins a ring: every rank sends a chunk to the left and receives the one
// behind it, then sends that one, and so on: segment after segment, once round but
// for the last chunk.
func (r *RingAllReduce) begin(p phase, chunk int) {
	r.phase, r.rest = p, (r.Size-1)*r.perRank
	size := r.perRank * r.bytes
	r.send, r.recv = chunk*size, (chunk+1)%r.Size*size
}

// halfway is a segment under way: where it comes to and how many bytes, how many
// are sent, and its half of the scratch.
type halfway struct{ off, recv, send, half int }

// Round completes the older of the two segments under way, whose message has come,
// lets the next one take its place, and waits for the message of the other. Where
// none is to come, that of the next round follows at once.
func (r *RingAllReduce) Round(_ int, p *Program) bool {
	for r.phase != over {
		h, other := &r.open[r.turn&1], &r.open[(r.turn+1)&1]
		r.turn++
		if h.recv > 0 && r.phase == reduceScatter {
			p.Combine(r.Out, h.off, r.Scratch, h.half, h.recv)
		}
		if h.send > 0 {
			p.WaitSend(r.Out)
		}
		// A sum needs both its sides, so what comes to be added goes to the half of
		// the scratch that is free.
		into, half := r.Scratch, h.half
		h.recv, h.send = 0, 0
		if r.phase == allGather {
			into, half = r.Out, r.recv
		}
		if r.rest > 0 {
			r.rest--
			from := r.send
			h.off = r.recv
			h.recv, h.send = r.length(h.off), r.length(from) // none: beyond the end
			r.send, r.recv = r.next(from), r.next(h.off)
			if h.recv > 0 {
				p.Recv(into, r.right, half, h.recv)
			}
			if h.send > 0 {
				p.Send(r.Out, r.left, from, h.send)
			}
		}
		switch {
		case other.recv > 0:
			p.WaitRecv(into)
			return true
		case h.recv|h.send|other.send != 0:
		case r.rest > 0:
			r.skip()
		case r.phase == allGather:
			r.phase = over
		default:
			r.begin(allGather, r.Rank)
		}
	}
	return false
}

// skip goes over segments that lie beyond the end.
func (r *RingAllReduce) skip() {
	if from := min(r.send, r.recv); from >= r.total {
		n := min(r.rest, (r.all-max(r.send, r.recv))/r.bytes)
		r.rest -= n
		r.send, r.recv = (r.send+n*r.bytes)%r.all, (r.recv+n*r.bytes)%r.all
	}
}

// next is where the segment behind one lies, counted round the ring.
func (r *RingAllReduce) next(off int) int {
	if off += r.bytes; off != r.all {
		return off
	}
	return 0
}

// length is how many bytes the segment at off has.
func (r *RingAllReduce) length(off int) int {
	if off+r.bytes <= r.total {
		return r.bytes
	}
	return max(0, r.total-off)
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
// list, two of them at a time, or one of the whole input. The steps of a list are
// those of entries that fill their chunks; else rings overlap, and they are fewer.
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
