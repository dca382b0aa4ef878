package scene

import (
	"slices"

	"lockstep/engine/trace"
)

// More arrows than these would be a carpet: then an even choice of them is drawn, and
// how many that is stands below the lanes.
const (
	mostArrows = 600
	fewArrows  = 240 // how many are drawn where there are more than the most
	slimArrows = 90  // in lanes as low as their blocks, where a choice would be a riddle
	// mostLooked is how many messages are looked at for that: what comes to more is
	// counted from some of them.
	mostLooked = 16_384
)

// arrows are the messages that are to be seen in a timeline.
type arrows struct {
	ids   []int32 // that are drawn, in the order of their making
	n     int     // that there are
	about bool    // n was counted from some of them
}

// slim: the lanes are as low as their blocks, and there are many.
func (t *timeline) slim() bool { return t.look.block < 20 && len(t.lanes) > 16 }

// arrowsIn are those of the time and of the lanes that are seen.
func (d *sheet) arrowsIn(t *timeline) *arrows {
	if t.arrows != nil {
		return t.arrows
	}
	t.arrows = &arrows{}
	a := t.arrows
	groups := d.crossingsIn(t)
	between := d.between(t)
	every := 1 + len(groups)*together/mostLooked
	looked := 0
	a.about = every > 1
	for i := 0; i < len(groups); i += every {
		looked++
		for _, id := range groups[i] {
			if d.arrowSeen(t, &d.index.t.Messages[id], between) {
				a.ids = append(a.ids, id)
			}
		}
	}
	if a.n = len(a.ids); a.about && looked > 0 {
		a.n = a.n * len(groups) / looked
	}
	slices.Sort(a.ids)
	switch {
	case t.slim() && a.n > slimArrows:
		a.ids = nil
	case a.n > mostArrows:
		a.ids = thinned(a.ids, fewArrows)
	}
	return a
}

// thinned keeps so many of a list, as far from each other as can be.
func thinned(ids []int32, n int) []int32 {
	if len(ids) <= n {
		return ids
	}
	few := make([]int32, n)
	for i := range few {
		few[i] = ids[i*len(ids)/n]
	}
	return few
}

// crossingsIn are the messages, some of one sender together, of which one may be on
// the wire in the time that is seen.
func (d *sheet) crossingsIn(t *timeline) [][]int32 {
	x := d.index
	from, to := t.scale.Time(d.s.Pan-16), t.scale.Time(d.s.Pan+t.plot.W)
	var list [][]int32
	for p := range x.sent {
		for k, f := range x.flightsOf(p) {
			if f.from <= to && f.to >= from || f.posted <= to && f.kept >= from {
				list = append(list, x.sent[p][k*together:min((k+1)*together, len(x.sent[p]))])
			}
		}
	}
	return list
}

// between is the time of which it is plain that it is seen.
func (d *sheet) between(t *timeline) [2]trace.Time {
	return [2]trace.Time{t.scale.Time(d.s.Pan), t.scale.Time(d.s.Pan + t.plot.W - 1)}
}

// arrowSeen tells whether something of an arrow can be seen. Most arrows begin at a
// time that is: then it need not be found out where.
func (d *sheet) arrowSeen(t *timeline, m *trace.Message, between [2]trace.Time) bool {
	top, bottom := max(t.view.Y, 0), min(t.view.bottom(), d.s.H)
	if m.Sent != trace.Never && m.Sent >= between[0] && m.Sent <= between[1] && int(m.From) < len(t.lanes) && int(m.To) < len(t.lanes) {
		from, to := t.lanes[m.From].at.Y+t.look.blockY, t.lanes[m.To].at.Y+t.look.blockY
		return m.From != m.To && max(from, to) > top && min(from, to)+t.look.block < bottom
	}
	a, b, ok := d.arrowOf(t, m)
	return ok && max(a.Y, b.Y) > top && min(a.Y, b.Y) < bottom
}

// arrowsTold says how many of the arrows are drawn where that is not all of them. It
// returns the room that this takes below the lanes.
func (d *sheet) arrowsTold(t *timeline) float64 {
	a := d.arrowsIn(t)
	if len(a.ids) == a.n {
		return 0
	}
	n := itoa(a.n)
	if a.about {
		n = "≈ " + n
	}
	text := d.say("arrows.some", "n", n, "shown", itoa(len(a.ids)))
	if len(a.ids) == 0 {
		text = d.say("arrows.none", "n", n)
	}
	d.text(t.plot.right(), t.view.bottom()+9, t.plot.W, text, ink{size: 10, color: d.pal.Muted, align: End})
	return 12
}
