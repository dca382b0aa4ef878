package deflate

import (
	"encoding/binary"
	"math/bits"
)

const (
	window  = 1 << 15
	longest = 258
	least   = 3
	depth   = 96 // how many earlier places are looked at
)

// match is a stretch that has been there before, dist bytes ago.
type match struct{ length, dist uint16 }

// finder finds for each place of a piece the nearest match of each length.
type finder struct {
	data  []byte
	short [1 << 15]int32 // the last place with a hash of three bytes, from 1
	heads [1 << 16]int32 // and of four
	prev  [window]int32  // the one before with the same four
	list  []match        // of the piece, longer ones later
	first []int32        // where those of each place begin
	cost  []int32        // see cheapest
	by    []match
}

func newFinder(data []byte) *finder { return &finder{data: data} }

// look finds the matches of a piece.
func (f *finder) look(from, to int) {
	f.list, f.first = f.list[:0], f.first[:0]
	run := match{}
	for p := from; p < to; p++ {
		f.first = append(f.first, int32(len(f.list)))
		if p+least >= len(f.data) {
			continue
		}
		h := hash(f.data[p:]) >> 1
		near := f.short[h]
		f.short[h] = int32(p + 1)
		h = hash(f.data[p+1:]) ^ uint32(f.data[p])*0x9e3
		h &= 1<<16 - 1
		before := f.heads[h]
		f.prev[p&(window-1)], f.heads[h] = before, int32(p+1)
		if run.length == longest && p+longest <= len(f.data) && f.data[p+longest-1] == f.data[p+longest-1-int(run.dist)] {
			f.list = append(f.list, run) // the same goes on
			continue
		}
		run = f.search(p, int(near)-1, int(before)-1)
	}
	f.first = append(f.first, int32(len(f.list)))
}

// search lists the matches of a place, and returns the longest. Of those of three
// bytes it looks at the nearest alone.
func (f *finder) search(p, near, at int) (best match) {
	most := min(longest, len(f.data)-p)
	here := f.data[p : p+most]
	length := least - 1
	if near >= 0 && p-near <= window && near != at {
		if n := alike(f.data[near:near+most], here); n > length {
			length = n
			best = match{uint16(n), uint16(p - near)}
			f.list = append(f.list, best)
		}
	}
	for range depth {
		if length == most {
			break
		}
		if at < 0 || p-at > window {
			break
		}
		there := f.data[at : at+most]
		if there[length] == here[length] && there[0] == here[0] {
			if n := alike(there, here); n > length {
				length = n
				best = match{uint16(n), uint16(p - at)}
				f.list = append(f.list, best)
			}
		}
		next := int(f.prev[at&(window-1)]) - 1
		if next >= at {
			break
		}
		at = next
	}
	return best
}

// alike is how many bytes two stretches of one length have in common.
func alike(a, b []byte) int {
	n := 0
	for ; n+8 <= len(a) && n+8 <= len(b); n += 8 {
		if differ := binary.LittleEndian.Uint64(a[n:]) ^ binary.LittleEndian.Uint64(b[n:]); differ != 0 {
			return n + bits.TrailingZeros64(differ)/8
		}
	}
	for n < len(a) && n < len(b) && a[n] == b[n] {
		n++
	}
	return n
}

func hash(b []byte) uint32 {
	return (uint32(b[0])<<16 | uint32(b[1])<<8 | uint32(b[2])) * 2654435761 >> 16
}

// cheapest is the cheapest way through a piece: literals (length 1) and matches.
func (f *finder) cheapest(from, to int, c *costs, steps []match) []match {
	n := to - from
	if cap(f.cost) < n+1 {
		f.cost, f.by = make([]int32, n+1), make([]match, n+1)
	}
	cost, by := f.cost[:n+1], f.by[:n+1]
	for i := range cost {
		cost[i] = 1<<31 - 1
	}
	cost[0] = 0
	for i := range n {
		if now := cost[i] + c.literal[f.data[from+i]]; now < cost[i+1] {
			cost[i+1], by[i+1] = now, match{1, 0}
		}
		length := least
		for _, m := range f.list[f.first[i]:f.first[i+1]] {
			base := cost[i] + c.distance[distanceCode(m.dist)]
			for most := min(int(m.length), n-i); length <= most; length++ {
				if now := base + c.length[length]; now < cost[i+length] {
					cost[i+length], by[i+length] = now, match{uint16(length), m.dist}
				}
			}
		}
	}
	for i := n; i > 0; i -= int(by[i].length) {
		steps = append(steps, by[i])
	}
	for i, k := 0, len(steps)-1; i < k; i, k = i+1, k-1 {
		steps[i], steps[k] = steps[k], steps[i]
	}
	return steps
}
