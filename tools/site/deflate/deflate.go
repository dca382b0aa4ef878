// Package deflate packs what is packed once and downloaded often: it writes gzip
// (RFC 1951, 1952) some percent smaller than the standard library does, and takes
// its time for it. Where that takes the longest match it can find, this looks for
// the cheapest way through a piece of the data, by what each symbol costs there, as
// Zopfli and libdeflate do. It is here since no library in Go does that: the well kept
// ones are made to be fast, and pack a WebAssembly program no smaller.
//
// It knows bytes and bits. It must never know what they are of.
package deflate

import (
	"encoding/binary"
	"hash/crc32"
)

// pieceSize is how much data has costs of its own. Neighbours that are alike share
// a block.
const pieceSize = 32 << 10

// rounds is how often a piece is gone through, each time with the costs of the way
// that was found before. The first has plain costs: those of the piece before can hold
// a piece to the symbols that were good there, and all that follow with it.
const rounds = 3

// Gzip packs data. The same data gives the same bytes, on every machine.
func Gzip(data []byte) []byte {
	out := stream{to: []byte{0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 2, 0xff}}
	var open *block
	found := newFinder(data)
	for from := 0; from < len(data); from += pieceSize {
		to := min(from+pieceSize, len(data))
		found.look(from, to)
		known := plainCosts()
		next := &block{}
		for range rounds {
			next.steps = found.cheapest(from, to, known, next.steps[:0])
			next.count(data[from:to])
			known = next.costs()
		}
		next.close()
		switch joined := open.with(next); {
		case open == nil:
			open = next
		case joined.size <= open.size+next.size:
			open = joined
		default:
			open.write(&out, false)
			open = next
		}
	}
	if open == nil {
		open = &block{}
		open.count(nil)
		open.close()
	}
	open.write(&out, true)
	out.flush()
	out.to = binary.LittleEndian.AppendUint32(out.to, crc32.ChecksumIEEE(data))
	return binary.LittleEndian.AppendUint32(out.to, uint32(len(data)))
}

// stream is bits, written from the lowest of a byte on.
type stream struct {
	to   []byte
	hold uint64
	n    uint
}

func (b *stream) put(v uint32, n uint) {
	b.hold |= uint64(v) << b.n
	for b.n += n; b.n >= 8; b.n -= 8 {
		b.to = append(b.to, byte(b.hold))
		b.hold >>= 8
	}
}

func (b *stream) flush() {
	if b.n > 0 {
		b.put(0, 8-b.n)
	}
}
