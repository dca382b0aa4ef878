package scene

import (
	"hash/maphash"

	"lockstep/engine/trace"
)

// closeAt is what the plate of a rank that is shown closely is made from while a run
// plays, see pressed.
type closeAt struct {
	s     spot
	p     int
	waits bool
	begun bool
	stood stood
	holds uint64 // a sum of what it holds and held before
}

// closeSpot is spot for one of a few beside a grid. While a run plays something happens
// to some rank in each frame, but to these seldom.
func (d *sheet) closeSpot(i, p int, s spot, what *showing) {
	if d.keep == nil || !d.pressed() {
		d.spot(p, s, what)
		return
	}
	at := closeAt{s: s, p: p, waits: what.waits, begun: d.s.Cursor > 0}
	at.stood.condition, at.stood.peer, at.stood.call = d.now.standing(p)
	if id := d.mainTensor(p, what.calls[p]); id != trace.None {
		at.holds = d.shownSum(id)
	}
	part(d, "close", i, at, func() float64 { d.spot(p, s, what); return 0 })
}

// shownSum is a sum of the elements of a tensor that elementCells shows, and of what
// they were before.
func (d *sheet) shownSum(id int32) uint64 {
	var h maphash.Hash
	h.SetSeed(seed)
	shown := mostElements * d.index.t.Tensors[id].DType.Size()
	for _, c := range []*trace.Cursor{d.now.cursor, d.now.earlier} {
		if c == nil {
			continue
		}
		b := c.Bytes(id)
		maphash.WriteComparable(&h, [2]int{int(id), len(b)})
		h.Write(b[:min(len(b), shown)]) //nolint:errcheck // it never fails
	}
	return h.Sum64()
}
