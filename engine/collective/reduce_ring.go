package collective

import "lockstep/engine/transport"

// RingReduce is Gloo's reduce (gloo/reduce.cc): the reduce-scatter half of the ring
// all-reduce, data going from rank r to r−1, then each rank sends its chunk to the
// root. It works in place, so ranks other than the root keep the partial results
// of the chains that passed them.
//
// Steps: 2(P−1) segments and one chunk; bytes sent by each rank: at most n, that
// is n(P−1)/P in the ring and n/P to the root.
type RingReduce struct {
	Rank, Size, Root int
	Out              *transport.Buffer // in place
	Scratch          *transport.Buffer // two segments
	segments
}

// NewRingReduce prepares the ring; elem is the size of an element in bytes.
func NewRingReduce(rank, size, root, elem int, out, scratch *transport.Buffer) *RingReduce {
	return &RingReduce{Rank: rank, Size: size, Root: root, Out: out, Scratch: scratch, segments: cutReduce(out.Len(), size, elem)}
}

// cutReduce differs from the all-reduce's cut beyond 2·P segments of the greatest
// size: there it keeps that size.
func cutReduce(total, size, elem int) segments {
	s := segments{total: total}
	s.bytes = roundUp(min((total+2*size-1)/(2*size), elem*(maxSegment/elem)), elem)
	if s.bytes == 0 {
		return s
	}
	s.count = roundUp(max((total+s.bytes-1)/s.bytes, 2*size), size)
	s.perRank = s.count / size
	return s
}

// ReduceScratch returns the bytes of scratch that a reduce of total bytes needs.
func ReduceScratch(total, size, elem int) int { return 2 * cutReduce(total, size, elem).bytes }

// Round posts segment i, completes segment i−2, and at the end gathers.
func (r *RingReduce) Round(i int, p *Program) bool {
	if r.Size == 1 || r.total == 0 {
		return false
	}
	if i == r.count {
		r.gather(p)
		return false
	}
	send, recv := (r.Rank+1)*r.perRank, (r.Rank+2)*r.perRank
	half := (i & 1) * r.bytes
	if i >= 2 {
		if off, n := r.span(recv + i - 2); n > 0 {
			p.WaitRecv(r.Scratch)
			p.Combine(r.Out, off, r.Scratch, half, n)
		}
		if _, n := r.span(send + i - 2); n > 0 {
			p.WaitSend(r.Out)
		}
	}
	if i < r.count-2 {
		if _, n := r.span(recv + i); n > 0 {
			p.Recv(r.Scratch, (r.Rank+1)%r.Size, half, n)
		}
		if off, n := r.span(send + i); n > 0 {
			p.Send(r.Out, (r.Rank+r.Size-1)%r.Size, off, n)
		}
	}
	return true
}

func (r *RingReduce) gather(p *Program) {
	chunk := r.perRank * r.bytes
	if r.Rank != r.Root {
		off := r.Rank * chunk
		if n := min(chunk, r.total-off); n > 0 {
			p.Send(r.Out, r.Root, off, n)
			p.WaitSend(r.Out)
		}
		return
	}
	count := 0
	for rank := range r.Size {
		off := rank * chunk
		if n := min(chunk, r.total-off); n > 0 && rank != r.Rank {
			p.Recv(r.Out, rank, off, n)
			count++
		}
	}
	for range count {
		p.WaitRecv(r.Out)
	}
}

var ringReduce = Model{
	Op: "reduce", Name: "ring", Source: "gloo/reduce.cc",
	Steps: "P", Sent: "n", quiet: true,
	steps: func(c Call) int {
		s := cutReduce(c.Bytes, c.Ranks, c.Elem)
		steps := ceilDiv(s.count-2, 2)
		if c.Root != 0 || s.chunkOf(1) > 0 { // some chunk is not the root's
			steps++
		}
		return steps
	},
	messages: func(c Call) int {
		s := cutReduce(c.Bytes, c.Ranks, c.Elem)
		sum := 0
		for i := range ceilDiv(c.Bytes, s.bytes) {
			sum += c.Ranks
			if i%s.perRank >= s.perRank-2 { // where its own rank stops
				sum--
			}
		}
		for rank := range c.Ranks {
			if rank != c.Root && s.chunkOf(rank) > 0 {
				sum++
			}
		}
		return sum
	},
	sent: func(c Call, rank int) int {
		// The ring passes on all segments but the last two of the rank's chunk.
		s := cutReduce(c.Bytes, c.Ranks, c.Elem)
		sum := c.Bytes
		for i := 1; i <= 2; i++ {
			_, n := s.span((rank+1)*s.perRank - i)
			sum -= max(0, n)
		}
		if rank != c.Root {
			sum += s.chunkOf(rank)
		}
		return sum
	},
}
