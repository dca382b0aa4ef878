package scene

import (
	"slices"

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

// soons are those of the collectives that were asked for last, the latest at the end.
type soons []*soon

// mostRead is of how many messages in all what is found out is kept: of a long run it
// would be more than the run itself.
const mostRead = 32_000

// statesSoon are what the ranks of a collective hold at the cursor, as soon as that is
// known.
func (d *sheet) statesSoon(x *flow.Collective) []flow.State {
	r, events := d.index.reader(), d.index.t.EventsUntil(d.now.at)
	if d.keep == nil { // this picture is the only one
		return r.At(x, events)
	}
	s := d.index.soon.take(x)
	if s == nil {
		s = &soon{replay: r.Replay(x), events: -1}
	}
	if s.events != events {
		if s.work != nil { // which stands somewhere in between
			s.close()
			s.replay = r.Replay(x)
		}
		s.events, s.states = events, nil
		s.work = sim.NewSliced(func(did func(int)) {
			r.ReadWith(x, did)
			s.states = s.replay.To(events, did)
		})
	}
	d.index.soon = append(d.index.soon, s)
	d.index.soon.forget(r, events)
	if s.work != nil {
		d.later = true
		return nil
	}
	return s.states
}

// take takes that of a collective out; nil: there is none.
func (l *soons) take(x *flow.Collective) *soon {
	for i, s := range *l {
		if s.replay.Of() == x {
			*l = slices.Delete(*l, i, i+1)
			return s
		}
	}
	return nil
}

// forget gives up the first of them while there are too many, but none of this moment.
func (l *soons) forget(r *flow.Reader, events int) {
	read := 0
	for _, s := range *l {
		read += s.replay.Of().Messages()
	}
	for len(*l) > 0 && read > mostRead && (*l)[0].events != events {
		s := (*l)[0]
		*l = slices.Delete(*l, 0, 1)
		read -= s.replay.Of().Messages()
		s.close()
		r.Forget(s.replay.Of())
	}
}

// next is one at which there is something to do.
func (l soons) next() *soon {
	for i := len(l) - 1; i >= 0; i-- {
		if l[i].work != nil {
			return l[i]
		}
	}
	return nil
}

func (l soons) close() {
	for _, s := range l {
		s.close()
	}
}

// advance does a part of the work.
func (s *soon) advance(units int) {
	if s.work != nil && s.work.Advance(units) {
		s.work = nil
	}
}

func (s *soon) close() {
	if s.work != nil {
		s.work.Close()
		s.work = nil
	}
}
