package scene

import (
	"lockstep/engine/flow"
	"lockstep/wasm/app"
)

// Part is a stretch of a scene that is the same, to the last pixel, as the part of
// the same number in any other scene of the composer.
type Part struct {
	Number      uint64
	Shapes, Hot Range

	areas  Range
	key    partKey
	on     any     // what it was made from, beside the state without its cursor
	result float64 // what making it gave
}

// Range are the places From … To−1 of a list.
type Range struct{ From, To int }

// partKey names a part within a scene.
type partKey struct {
	name string
	n    int
}

// retained is what a composer keeps of the picture that it made last, so that the
// next one need not be made as a whole: during playback the cursor moves, and most
// of what is seen does not.
type retained struct {
	state   app.State
	index   *index
	pin     *index
	scene   *Scene
	whole   bool   // its parts have all that is to be in them
	spare   *Scene // the one before, whose memory the next one gets
	lanes   *timeline
	laid    laid
	reach   [2]float64 // see sheet.over
	learnt  int        // what index had found out, see Prepare
	when    when       // what had happened by then
	now     *moment
	states  map[*flow.Collective][]flow.State
	later   bool
	numbers uint64 // how many parts have been made
}

// laid is what a timeline was laid out for.
type laid struct {
	look                look
	x, y, width, height float64
}

// holds tells whether a state differs from that of the last picture in the cursor
// alone, so that its parts may go on.
func (k *retained) holds(s *app.State, d *sheet) bool {
	return k.scene != nil && s.Run.Over() && k.index == d.index && k.learnt == d.index.learnt && k.pin == d.pin && k.state.Elsewhen(s)
}

// Frame is Build for a screen that shows one picture after the other. What of the
// last one still holds is not made again, and is marked as a part of the same
// number. A scene is good until the second one after it: its memory is used again.
func (c *Composer) Frame(s *app.State) *Scene {
	k := &c.kept
	spare := k.spare
	k.spare = nil // should this one fail, nobody knows what is in there
	if s.Theme == app.Projector {
		k.scene = nil // it is made larger where it stands
		return c.Build(s)
	}
	var lacking []int32
	if c.index != nil {
		lacking = c.index.lacking
	}
	d := c.begin(s, spare)
	d.keep, d.goOn = k, k.holds(s, d)
	if d.goOn {
		d.index.lacking = lacking // its parts go on lacking that
	}
	d.lasts = !d.goOn && k.lasts(s, d)
	if d.when = whenIs(d); d.goOn && k.when == d.when && !k.later {
		d.still, d.now.stood, d.now.flying, d.now.asked, d.states = true, k.now.stood, k.now.flying, k.now.asked, k.states
	}
	c.draw(d)
	if d.stale {
		d = c.begin(s, spare)
		d.keep, d.old = k, nil
		d.when = whenIs(d)
		c.draw(d)
	}
	k.spare, k.scene, k.whole = k.scene, &d.out, !d.out.Unfinished
	k.when, k.now, k.states, k.later = d.when, d.now, d.states, d.later
	d.out.Unfinished = d.out.Unfinished || d.later && s.Run.Over()
	k.state, k.index, k.learnt, k.pin, k.lanes, k.laid, k.reach = *s, d.index, d.index.learnt, d.pin, d.lanes, d.laid, d.reach
	return &d.out
}

// part draws what depends on nothing but the state without its cursor, and on what
// is given with on. It is left out when the last picture has it. result is whatever
// draw returns. It must leave as many clips as it found.
func part[On comparable](d *sheet, name string, n int, on On, draw func() float64) float64 {
	if d.keep == nil {
		return draw()
	}
	key := partKey{name, n}
	if old := d.find(key); old != nil {
		if was, ok := old.on.(On); ok && was == on {
			return d.again(old)
		}
	}
	d.keep.numbers++
	p := Part{Number: d.keep.numbers, key: key, on: on, Shapes: Range{From: len(d.out.Shapes)}, Hot: Range{From: len(d.out.Hot)}, areas: Range{From: len(d.out.Areas)}}
	at := len(d.out.Parts)
	p.result = draw()
	if len(d.out.Parts) != at {
		panic("scene: a part within the part " + name)
	}
	p.Shapes.To, p.Hot.To, p.areas.To = len(d.out.Shapes), len(d.out.Hot), len(d.out.Areas)
	d.out.Parts = append(d.out.Parts, p)
	return p.result
}

// fixed is a part that depends on the state without its cursor alone.
func (d *sheet) fixed(name string, draw func()) {
	part(d, name, 0, struct{}{}, func() float64 { draw(); return 0 })
}

// find is the part of the last picture by its key, if it may go on. Parts come in
// the same order from picture to picture.
func (d *sheet) find(key partKey) *Part {
	if !d.goOn && !(d.lasts && lasting[key.name]) {
		return nil
	}
	list := d.keep.scene.Parts
	for range list {
		if d.next >= len(list) {
			d.next = 0
		}
		p := &list[d.next]
		d.next++
		if p.key == key {
			return p
		}
	}
	return nil
}

// again puts a part of the last picture into this one.
func (d *sheet) again(old *Part) float64 {
	p, from := *old, d.keep.scene
	there := d.there(old)
	p.Shapes, d.out.Shapes = appended(d.out.Shapes, from.Shapes, old.Shapes, there)
	p.Hot, d.out.Hot = appended(d.out.Hot, from.Hot, old.Hot, there)
	p.areas, d.out.Areas = appended(d.out.Areas, from.Areas, old.areas, false)
	d.out.Parts = append(d.out.Parts, p)
	return p.result
}

// there tells whether the memory that is used again has a part at the very place
// where it comes to lie, so that nothing has to be moved.
func (d *sheet) there(p *Part) bool {
	i := len(d.out.Parts)
	if d.old == nil || i >= len(d.old.Parts) || cap(d.out.Shapes) != cap(d.old.Shapes) || cap(d.out.Hot) != cap(d.old.Hot) {
		return false
	}
	was := &d.old.Parts[i]
	return was.Number == p.Number && was.Shapes.From == len(d.out.Shapes) && was.Hot.From == len(d.out.Hot)
}

// appended appends a range of a list, or finds it behind the end.
func appended[T any](to, from []T, r Range, there bool) (Range, []T) {
	at := len(to)
	if n := r.To - r.From; there {
		to = to[:at+n]
	} else {
		to = append(to, from[r.From:r.To]...)
	}
	return Range{at, len(to)}, to
}

// The parts of a page that may be longer than their room.
const (
	reachSide = iota
	reachPage
)

// over notes by how much something is longer than its room. The places in it know
// how far they can be scrolled: when that is another than in the last picture,
// none of its parts holds.
func (d *sheet) over(what int, by float64) {
	if d.keep == nil {
		return
	}
	d.stale = d.stale || (d.goOn || d.lasts) && d.keep.reach[what] != by
	d.reach[what] = by
}
