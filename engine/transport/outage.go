package transport

import (
	"time"

	"lockstep/engine/sim"
)

// Faults of the links themselves, from outside. A link that is cut is one whose
// packets get lost: TCP keeps both ends open, nothing passes either way, what is
// under way and what is posted waits, and all of it goes on when the link is
// mended. Nobody is told: only timeouts notice.

// override is what a slow link carries while it lasts.
type override struct {
	id        int
	latency   time.Duration // 0: the link's own
	bandwidth float64       // bytes per second; 0: the link's own
}

// pace is what a link has by itself.
type pace struct {
	latency   time.Duration
	nsPerByte float64
}

// Cut takes both directions between two processes away. A cut for good gives up the
// messages that are under way.
func (n *Network) Cut(a, b int32, forGood bool) {
	for _, l := range n.both(a, b) {
		l.cuts++
		l.lost = l.lost || forGood
	}
	n.between(a, b, func(e *End) { e.cut = true })
}

// Mend undoes one Cut: when the last is undone, both ends hear of each other again.
func (n *Network) Mend(a, b int32) {
	for _, l := range n.both(a, b) {
		l.cuts--
		if l.cuts > 0 {
			return
		}
	}
	var ends []*End
	n.between(a, b, func(e *End) {
		e.cut = false
		ends = append(ends, e)
	})
	for _, e := range ends {
		if e.peer != nil { // else nobody has answered its call yet
			e.resume()
		}
	}
}

// Slow makes both directions between two processes slow; zero keeps what the link
// has. Hurry undoes the Slow of the same id. Of several the last one counts.
func (n *Network) Slow(a, b int32, id int, latency time.Duration, bandwidth float64) {
	for _, l := range n.both(a, b) {
		l.slow = append(l.slow, override{id, latency, bandwidth})
		l.apply()
	}
}

// Hurry undoes Slow.
func (n *Network) Hurry(a, b int32, id int) {
	for _, l := range n.both(a, b) {
		for i := range l.slow {
			if l.slow[i].id == id {
				l.slow = append(l.slow[:i], l.slow[i+1:]...)
				break
			}
		}
		l.apply()
	}
}

func (n *Network) both(a, b int32) [2]*Link { return [2]*Link{n.Link(a, b), n.Link(b, a)} }

// between calls f for every end of a connection between two processes.
func (n *Network) between(a, b int32, f func(*End)) {
	for _, e := range n.ends {
		if me, peer := n.seat(e.ctx.host.ID), n.seat(e.host); me == n.seat(a) && peer == n.seat(b) || me == n.seat(b) && peer == n.seat(a) {
			f(e)
		}
	}
}

// apply works out what the link carries now.
func (l *Link) apply() {
	if l.own == nil {
		l.own = &pace{l.Latency, l.nsPerByte}
	}
	l.Latency, l.nsPerByte = l.own.latency, l.own.nsPerByte
	for _, o := range l.slow {
		if o.latency > 0 {
			l.Latency = o.latency
		}
		if o.bandwidth > 0 {
			l.nsPerByte = perByte(o.bandwidth)
		}
	}
}

// hold keeps what should arrive at this side while the link is cut.
func (e *End) hold(flight *op) {
	net := e.ctx.net
	if e.peer.out.lost {
		net.abort(flight.msg)
	}
	e.held = append(e.held, flight)
}

// resume goes on after a cut: what was held is sent again, and what this side has
// posted is announced.
func (e *End) resume() {
	net := e.ctx.net
	again := func() sim.Time { return e.peer.out.after(net.clock.Now()) }
	for _, o := range e.held {
		net.clock.At(again(), net.arrive, o.id)
	}
	e.held = nil
	if e.heldEnd {
		e.heldEnd = false
		net.clock.At(again(), net.notice, e.id)
	}
	for o := e.sends.head; o != nil; o = o.next {
		o.visible = e.reaches()
	}
	for o := e.recvs.head; o != nil; o = o.next {
		o.visible = e.reaches() && !e.fatal
	}
	e.meet()
	e.peer.meet()
}

// meet lets this side's sends go to those receives of the peer that wait for them,
// in order. A process that is stopped takes part when it goes on.
func (e *End) meet() {
	for _, side := range []*End{e, e.peer} {
		if side.stopped() {
			h := side.ctx.host
			h.late = append(h.late, e.meet)
			return
		}
	}
	if e.fault != nil || e.peer.fault != nil {
		return
	}
	var slots []Slot
	for o := e.sends.head; o != nil; o = o.next {
		slots = append(slots, o.slot)
	}
	for _, slot := range slots {
		if e.sends.first(slot) == nil {
			continue
		}
		if e.peer.recvs.first(slot) == nil {
			e.peer.meetAny(slot)
			continue
		}
		e.take(slot, e.peer.recvs.take(slot))
	}
}
