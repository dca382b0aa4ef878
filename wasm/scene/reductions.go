package scene

import "lockstep/engine/trace"

// reduced lists when each call combined what came with what it had.
func (x *index) reduced(call int32) []trace.Time {
	if x.sums == nil && !x.long() {
		x.sumUp(func(int) {})
	}
	if int(call) >= len(x.sums) {
		return nil
	}
	return x.sums[call]
}

// sum is that a call combined at a time.
type sum struct {
	call int32
	at   trace.Time
}

// sumUp finds them all; did is told of the work.
func (x *index) sumUp(did func(units int)) {
	var all []sum
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
				if call := x.sumsCall(&x.t.Writes[e.Ref]); call != trace.None {
					all = append(all, sum{call, tick.At})
				}
			}
		}
	}
	x.sortSums(all)
}

// sortSums gives each call its times, each once. They come in order.
func (x *index) sortSums(all []sum) {
	x.sums = make([][]trace.Time, len(x.t.Calls))
	room(x.sums, len(all), func(i int) int32 { return all[i].call })
	for _, s := range all {
		if list := x.sums[s.call]; len(list) == 0 || list[len(list)-1] != s.at {
			x.sums[s.call] = append(list, s.at)
		}
	}
}

// mostReduced is how many lanes have their reductions marked.
const mostReduced = 16

// sumsCall is the call that combined with a write, or none.
func (x *index) sumsCall(w *trace.Write) int32 {
	if !w.Reduce || w.Msg == trace.None {
		return trace.None
	}
	return x.t.Messages[w.Msg].RecvCall
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
