package collective

import "lockstep/engine/transport"

// The algorithms by the names that a scenario gives them; no name, and any name
// that the op does not have, is Gloo's own. Ranks that choose differently use the
// same slots, as they do in Gloo, and get what comes of it.

// Scratch gives an algorithm memory that no program sees.
type Scratch func(bytes int) *transport.Buffer

// NewAllReduce prepares rank's part of an all-reduce in place; elem is the size of
// an element in bytes.
func NewAllReduce(name string, rank, size, elem int, out *transport.Buffer, scratch Scratch) Algorithm {
	n := out.Len()
	switch name {
	case halvingDoubling.Name:
		return NewHalvingDoubling(rank, size, elem, out, scratch(HalvingScratch(rank, size, n, elem)))
	case bcube.Name:
		return NewBcube(rank, size, elem, out, scratch(BcubeScratch(rank, size, n, elem)))
	case treeAllReduce.Name:
		return NewTreeAllReduce(rank, size, out, scratch(n))
	case naiveAllReduce.Name:
		return &NaiveAllReduce{Rank: rank, Size: size, Out: out, Scratch: scratch(n)}
	}
	return NewRingAllReduce(rank, size, elem, out, scratch(RingScratch(n, size, elem)))
}

// NewBroadcast prepares rank's part of a broadcast in place.
func NewBroadcast(name string, rank, size, root int, buf *transport.Buffer) Algorithm {
	switch name {
	case naiveBroadcast.Name:
		return &NaiveBroadcast{Rank: rank, Size: size, Root: root, Buf: buf}
	case chainBroadcast.Name:
		return &ChainBroadcast{Rank: rank, Size: size, Root: root, Buf: buf}
	}
	return &BinomialBroadcast{Rank: rank, Size: size, Root: root, Buf: buf}
}

// NewAllGather prepares rank's part of an all-gather into out, size blocks of which
// its own is in place.
func NewAllGather(name string, rank, size int, out *transport.Buffer, scratch Scratch) Algorithm {
	if name == bruckAllGather.Name {
		return &BruckAllGather{Rank: rank, Size: size, Out: out, Scratch: scratch(out.Len())}
	}
	return &RingAllGather{Rank: rank, Size: size, Out: out}
}

// NewBarrier prepares rank's part of a barrier; buf is empty.
func NewBarrier(name string, rank, size int, buf *transport.Buffer) Algorithm {
	if name == allToOneBarrier.Name {
		return &AllToOne{Rank: rank, Size: size, Buf: buf}
	}
	return &Dissemination{Rank: rank, Size: size, Buf: buf}
}
