package scene

import "lockstep/engine/trace"

// reduced lists when each call combined what came with what it had.
func (x *index) reduced(call int32) []trace.Time {
	if x.sums == nil && !x.long() {
		x.sumUp(func(int) {})
	}
	return x.sums[call]
}

// sumUp finds them all; did is told of the work.
func (x *index) sumUp(did func(units int)) {
	x.sums = map[int32][]trace.Time{}
	for k := range len(x.t.Ticks) {
		tick, end := x.t.Ticks[k], x.events
		if k+1 < len(x.t.Ticks) {
			end = int(x.t.Ticks[k+1].First)
		}
		for i := int(tick.First); i < end; i++ {
			if i%looks == looks-1 {
				did(looksCost)
			}
			if e := x.t.Events[i]; e.Kind == trace.Wrote {
				x.addSum(&x.t.Writes[e.Ref], tick.At)
			}
		}
	}
}

// mostReduced is how many lanes have their reductions marked.
const mostReduced = 16

func (x *index) addSum(w *trace.Write, at trace.Time) {
	if !w.Reduce || w.Msg == trace.None {
		return
	}
	call := x.t.Messages[w.Msg].RecvCall
	if list := x.sums[call]; call != trace.None && (len(list) == 0 || list[len(list)-1] != at) {
		x.sums[call] = append(list, at)
	}
}

// reductions marks on a block's edge when its rank combined, where there is room to
// tell one mark from the next.
func (d *sheet) reductions(t *timeline, b *block, c RankColor) {
	if t.look.block < 24 || len(t.lanes) > mostReduced {
		return
	}
	last := -100.0
	for _, at := range d.index.reduced(b.call) {
		x := min(t.before(d, at), b.at.right()-7)
		if x-last < 13 || x < b.at.X+4 {
			continue
		}
		last = x
		d.reduction(Point{x, b.at.Y + 1}, c)
	}
}
