// Package recorded knows which scenarios real processes have run: how often, and in
// how many of the runs they did what the playground shows. So a page can say of a
// picture that it was seen so, and of all others that they are a model's.
//
// It knows scenarios by a digest, and a table of digests. It must never know what
// the runs did: that is judged once, when the table is made (tools/recordings).
package recorded

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"errors"
	"slices"

	"lockstep/engine/scenario"
	"lockstep/engine/sha256"
)

// Seen is how often a scenario was run for real, and in how many of the runs as the
// playground runs it.
type Seen struct{ Agree, Runs int }

// Digest is what a scenario is known by: the beginning of the SHA-256 of its
// canonical form without its title and its question, which nothing depends on. Two
// of a few thousand share one with a chance of less than one in ten million.
type Digest [6]byte

// DigestOf returns a scenario's digest.
func DigestOf(s *scenario.Scenario) Digest {
	bare := *s
	bare.Title, bare.Question = nil, nil
	sum := sha256.Sum256(scenario.Format(&bare))
	return Digest(sum[:len(Digest{})])
}

// Table is what is known, one group for each Seen, digests sorted within.
type Table struct{ groups []group }

type group struct {
	seen    Seen
	digests []byte // one behind the other
}

// Find looks a scenario up; ok is false for one that was never run for real. A nil
// table knows none.
func (t *Table) Find(s *scenario.Scenario) (seen Seen, ok bool) {
	if t == nil || len(t.groups) == 0 {
		return Seen{}, false
	}
	want := DigestOf(s)
	for _, g := range t.groups {
		low, high := 0, len(g.digests)/len(want)
		for low < high {
			mid := (low + high) / 2
			switch bytes.Compare(g.digests[mid*len(want):(mid+1)*len(want)], want[:]) {
			case 0:
				return g.seen, true
			case -1:
				low = mid + 1
			default:
				high = mid
			}
		}
	}
	return Seen{}, false
}

// Len is how many scenarios the table knows.
func (t *Table) Len() (n int) {
	for _, g := range t.groups {
		n += len(g.digests) / len(Digest{})
	}
	return n
}

// Pack writes a table: for each group a byte with the runs that agree, one with all
// runs, two with the count (big-endian), and the digests.
func Pack(known map[Digest]Seen) []byte {
	by := map[Seen][]Digest{}
	for d, seen := range known {
		by[seen] = append(by[seen], d)
	}
	kinds := make([]Seen, 0, len(by))
	for seen := range by {
		kinds = append(kinds, seen)
	}
	slices.SortFunc(kinds, func(a, b Seen) int {
		return cmp.Or(cmp.Compare(a.Runs, b.Runs), cmp.Compare(a.Agree, b.Agree))
	})
	var out []byte
	for _, seen := range kinds {
		list := by[seen]
		slices.SortFunc(list, func(a, b Digest) int { return bytes.Compare(a[:], b[:]) })
		out = append(out, byte(seen.Agree), byte(seen.Runs))
		out = binary.BigEndian.AppendUint16(out, uint16(len(list)))
		for _, d := range list {
			out = append(out, d[:]...)
		}
	}
	return out
}

// Read takes a table apart. The error says that it is damaged.
func Read(packed []byte) (*Table, error) {
	t := &Table{}
	for len(packed) > 0 {
		if len(packed) < 4 {
			return nil, errDamaged
		}
		g := group{seen: Seen{Agree: int(packed[0]), Runs: int(packed[1])}}
		n := int(binary.BigEndian.Uint16(packed[2:])) * len(Digest{})
		packed = packed[4:]
		if n > len(packed) || g.seen.Agree > g.seen.Runs {
			return nil, errDamaged
		}
		g.digests, packed = packed[:n], packed[n:]
		t.groups = append(t.groups, g)
	}
	return t, nil
}

var errDamaged = errors.New("the table of recorded scenarios is damaged")
