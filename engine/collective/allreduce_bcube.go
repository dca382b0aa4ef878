package collective

import "lockstep/engine/transport"

// Bcube is Gloo's other all-reduce (gloo/allreduce.cc, bcube): P is taken apart
// into factors, 2 as often as it goes and what is left at the end. In a step of
// factor g, groups of g ranks exchange directly: each gets its g-th of the group's
// stretch from all others and combines it; then the same backwards, handing the
// results out. With P a power of two this is halving and doubling, with P prime it
// is one direct reduce-scatter and one direct all-gather. Parts beyond the end are
// sent all the same, empty.
//
// Steps: 2 for each factor; bytes sent by each rank: 2n(P−1)/P, the lower bound.
type Bcube struct {
	Rank, Size int
	Out        *transport.Buffer // in place
	Scratch    *transport.Buffer // BcubeScratch bytes
	stages     []bcubeStage
}

// bcubeStage is what a rank does with one factor. Offsets and lengths are in bytes.
type bcubeStage struct {
	size     int // of the group: the factor
	distance int // between its ranks
	me       int // this rank's place in the group
	off, n   int // the group's stretch
	chunk    int // of it for each rank
}

// chunkOf is the stretch of the group's i-th rank; an empty one stands at the end.
func (s *bcubeStage) chunkOf(i int) (off, n int) {
	return s.off + min(i*s.chunk, s.n), clamp(i*s.chunk, s.chunk, s.n)
}

// factors takes size apart.
func factors(size int) []int {
	var out []int
	for ; size > 1 && size%2 == 0; size /= 2 {
		out = append(out, 2)
	}
	if size > 1 {
		out = append(out, size)
	}
	return out
}

func bcubeStages(rank, size, bytes, elem int) []bcubeStage {
	var stages []bcubeStage
	distance, off, n := 1, 0, bytes
	for _, g := range factors(size) {
		s := bcubeStage{size: g, distance: distance, me: rank / distance % g, off: off, n: n, chunk: ceilDiv(n/elem, g) * elem}
		stages = append(stages, s)
		off, n = s.chunkOf(s.me)
		distance *= g
	}
	return stages
}

// BcubeScratch returns the bytes of scratch that an all-reduce of bytes needs.
func BcubeScratch(rank, size, bytes, elem int) int {
	most := 0
	for _, s := range bcubeStages(rank, size, bytes, elem) {
		most = max(most, s.size*s.chunk)
	}
	return most
}

// NewBcube prepares rank's part; elem is the size of an element in bytes.
func NewBcube(rank, size, elem int, out, scratch *transport.Buffer) *Bcube {
	return &Bcube{Rank: rank, Size: size, Out: out, Scratch: scratch, stages: bcubeStages(rank, size, out.Len(), elem)}
}

// Round is one factor, forwards and then backwards.
func (b *Bcube) Round(i int, p *Program) bool {
	if b.Size == 1 || b.Out.Len() == 0 {
		return false
	}
	if i < len(b.stages) {
		b.reduceScatter(&b.stages[i], p)
		return true
	}
	last := 2*len(b.stages) - 1
	b.allGather(&b.stages[last-i], p)
	return i < last
}

// others calls f for each other rank of the group: its place, and who it is.
func (b *Bcube) others(s *bcubeStage, f func(place, rank int)) {
	for i := range s.size {
		if i != s.me {
			f(i, b.Rank+(i-s.me)*s.distance)
		}
	}
}

func (b *Bcube) reduceScatter(s *bcubeStage, p *Program) {
	mine, n := s.chunkOf(s.me)
	b.others(s, func(i, rank int) { p.Recv(b.Scratch, rank, i*s.chunk, n) })
	b.others(s, func(i, rank int) {
		off, n := s.chunkOf(i)
		p.Send(b.Out, rank, off, n)
	})
	b.others(s, func(int, int) {
		p.WaitRecv(b.Scratch)
		p.WaitSend(b.Out)
	})
	b.others(s, func(i, _ int) { p.Combine(b.Out, mine, b.Scratch, i*s.chunk, n) })
}

func (b *Bcube) allGather(s *bcubeStage, p *Program) {
	mine, n := s.chunkOf(s.me)
	b.others(s, func(i, rank int) {
		off, n := s.chunkOf(i)
		p.Recv(b.Out, rank, off, n)
	})
	b.others(s, func(_, rank int) { p.Send(b.Out, rank, mine, n) })
	b.others(s, func(int, int) {
		p.WaitRecv(b.Out)
		p.WaitSend(b.Out)
	})
}

var bcube = Model{
	Op: "all_reduce", Name: "bcube", Source: "gloo/allreduce.cc, bcube",
	Steps: "2 × (factors of P)", Sent: "2n(P − 1)/P", quiet: true,
	steps: func(c Call) int { return 2 * len(factors(c.Ranks)) },
	messages: func(c Call) int {
		peers := 0
		for _, g := range factors(c.Ranks) {
			peers += g - 1
		}
		return 2 * c.Ranks * peers
	},
	sent: func(c Call, rank int) int {
		// Forwards all but the chunk that stays; backwards each step's chunk to
		// all others of the group.
		stages := bcubeStages(rank, c.Ranks, c.Bytes, c.Elem)
		sum := c.Bytes
		for i := range stages {
			_, n := stages[i].chunkOf(stages[i].me)
			sum += (stages[i].size - 1) * n
			if i == len(stages)-1 {
				sum -= n
			}
		}
		return sum
	},
}
