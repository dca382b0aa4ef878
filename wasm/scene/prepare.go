package scene

import "lockstep/wasm/app"

// What a picture of a long run lacks is found out behind it, while it stands: to make
// the same picture again and again, each time with a little more in it, would take
// most of the time for what has been seen already.

// Pieces are short, so that whoever has a frame to share can stop after each.
const (
	preparedUnits = 500 // what an event of a run costs
	preparedItems = 4_000
)

// Prepare finds out what the last picture of a state lacks, as long as there is room
// for more, and reports whether a picture would show more now. It is nil that says
// that there is no end of room.
func (c *Composer) Prepare(s *app.State, room app.Room) (ready bool) {
	for !c.prepare(s.Run) {
		if room != nil && !room() {
			return false
		}
	}
	return true
}

// prepare does a piece of what there is to do, and reports whether that was the last.
func (c *Composer) prepare(run *app.Run) (ready bool) {
	if !c.indexOf(run, preparedUnits) {
		return false
	}
	x := c.index
	if n := len(x.lacking); n > 0 {
		looked := 0
		for ; n > 0 && looked < preparedUnits; n-- {
			_, more := x.learnIdle(x.lacking[n-1])
			looked += more
		}
		x.lacking = x.lacking[:n]
		if n > 0 {
			return false
		}
	} else if f := x.traffics; f != nil && f.work != nil && !f.work.Advance(preparedUnits) {
		return false
	} else if r := x.reckoned; r != nil && !r.work.Advance(preparedUnits) {
		return false
	} else if h := x.heat; h != nil && !h.findMore(preparedItems) {
		return false
	} else if s := x.soon.next(); s != nil { // its parts know what they are made from
		s.advance(preparedUnits)
		return x.soon.next() == nil
	}
	x.learnt++
	return true
}

// lacks tells whether something that has been asked for is still to be found out.
func (x *index) lacks() bool {
	return len(x.lacking) > 0 || x.reckoned != nil && !x.reckoned.work.Done() || x.traffics != nil && x.traffics.work != nil && !x.traffics.work.Done()
}
