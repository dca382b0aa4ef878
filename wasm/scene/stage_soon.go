package scene

import (
	"lockstep/engine/flow"
	"lockstep/engine/sim"
)

// What very many ranks hold of a collective takes longer to find out than a frame has.
// It is found out behind the picture while that stands, see Prepare, and shown when it
// is known; till then the stage shows the tensors as they are.

// soon is what is found out of one collective at one moment.
type soon struct {
	replay *flow.Replay
	events int
	work   *sim.Sliced // nil: it is done
	states []flow.State
}

// statesSoon are what the ranks of a collective hold at the cursor, as soon as that is
// known.
func (d *sheet) statesSoon(x *flow.Collective) []flow.State {
	r, events := d.index.reader(), d.index.t.EventsUntil(d.now.at)
	if d.keep == nil { // this picture is the only one
		return r.At(x, events)
	}
	s := d.index.soon
	if s == nil || s.replay.Of() != x || s.events != events {
		next := &soon{replay: r.Replay(x), events: events}
		if s != nil {
			if s.replay.Of() == x && s.work == nil {
				next.replay = s.replay // which goes on from there
			}
			s.close()
		}
		next.work = sim.NewSliced(func(did func(int)) {
			r.ReadWith(x, did)
			next.states = next.replay.To(events, did)
		})
		d.index.soon, s = next, next
	}
	if s.work != nil {
		d.later = true
		return nil
	}
	return s.states
}

// advance does a part of the work, and reports whether that was the last.
func (s *soon) advance(units int) bool {
	if s.work != nil && s.work.Advance(units) {
		s.work = nil
	}
	return s.work == nil
}

func (s *soon) close() {
	if s.work != nil {
		s.work.Close()
		s.work = nil
	}
}
