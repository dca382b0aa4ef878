// Package transport carries bytes between processes as Gloo's TCP transport does
// (gloo/transport/tcp): a connection per pair of ranks and process group, slots,
// sends that wait for a posted receive, a check of sizes on arrival, timeouts that
// close every connection of the group, and a peer's end that is noticed after the
// data before it.
//
// It knows bytes, slots and connections. It must never know a collective, a
// program or a tensor's meaning.
//
// What is modelled and what not: a message takes its link's latency plus its
// bytes over the bandwidth, and messages of one link follow each other. Gloo's
// small notifications (ready to send, ready to receive) are free: they arrive at
// once, in order. So a ring step costs what the textbook says, and who meets
// whom is what Gloo's counting of notifications gives.
package transport

import (
	"time"

	"lockstep/engine/sim"
	"lockstep/engine/trace"
)

// Network is all links between the processes of one run.
type Network struct {
	clock *sim.Sim
	trace *trace.Trace

	// Seats is how many processes there are at a time; the n-th of a later start
	// sits where the n-th of an earlier one sat, on the same links. 0: no restarts.
	Seats int32

	latency   time.Duration
	nsPerByte float64
	links     map[[2]int32]*Link

	ops       opSlab
	anyRecvs  int  // receives that wait for whoever comes
	slot      Slot // of the last message, and its terms
	slotKnown bool
	terms     trace.TermsRef
	carried   [][]byte // by op: the bytes of a flight, where the trace does not keep them
	ends      []*End
	fresh     []int32 // messages posted at this moment that found no receive

	arrive sim.Kind
	notice sim.Kind
	// OnLeave is told of each message that leaves; nil: nobody wants to know.
	OnLeave func(msg int32)
}

// New makes a network of equal links; bandwidth is in bytes per second.
func New(clock *sim.Sim, tr *trace.Trace, latency time.Duration, bandwidth float64) *Network {
	n := &Network{clock: clock, trace: tr, latency: latency, nsPerByte: perByte(bandwidth), links: map[[2]int32]*Link{}}
	n.arrive = clock.Register(func(id int32) {
		f := n.ops.byID(id)
		if e := f.to; e.fault != nil || !e.cut && !e.stopped() {
			e.deliver(f)
		} else {
			e.detain(f)
		}
	})
	n.notice = clock.Register(func(id int32) { n.ends[id].noticed() })
	clock.OnAdvance(n.settle)
	return n
}

func perByte(bandwidth float64) float64 {
	if bandwidth <= 0 {
		return 0
	}
	return 1e9 / bandwidth
}

// Link is one direction between two processes, shared by all their groups.
type Link struct {
	Latency   time.Duration
	nsPerByte float64
	free      sim.Time // when the last byte handed over has left
	last      sim.Time // when the last byte handed over arrives

	cuts int        // faults that keep it cut
	lost bool       // one of them for good
	own  *pace      // without the faults that make it slow; nil: there were none
	slow []override // those faults
}

// SetBandwidth changes the link's bytes per second, for messages from now on.
func (l *Link) SetBandwidth(bandwidth float64) { l.nsPerByte = perByte(bandwidth) }

// Link returns the direction from one process to another.
func (n *Network) Link(from, to int32) *Link {
	key := [2]int32{n.seat(from), n.seat(to)}
	l := n.links[key]
	if l == nil {
		l = &Link{Latency: n.latency, nsPerByte: n.nsPerByte}
		n.links[key] = l
	}
	return l
}

func (n *Network) seat(proc int32) int32 {
	if n.Seats > 0 {
		return proc % n.Seats
	}
	return proc
}

// carry takes size bytes onto the link and returns when the first leaves and the
// last arrives. What was handed over first arrives first.
func (l *Link) carry(now sim.Time, size int) (leave, arrive sim.Time) {
	leave = max(now, l.free)
	l.free = leave + sim.Time(float64(size)*l.nsPerByte)
	l.last = max(l.last, l.free+l.Latency)
	return leave, l.last
}

// The end of a connection takes longer to be noticed than a message: the side that
// closes goes from one connection to the next, and on the other side Gloo's thread
// has to find the end, close its own, and wake whoever waits. So of two ranks that
// began to wait a few messages apart, each runs into its own timeout, as real ones
// do. The times are rough ones of real processes.
const (
	closing  = 10 * time.Microsecond  // of one connection
	noticing = 300 * time.Microsecond // beyond the latency
)

// after returns when a close that follows everything on the link is noticed.
func (l *Link) after(now sim.Time) sim.Time {
	l.last = max(l.last, now+l.Latency+noticing)
	return l.last
}

// settle ends a moment: those sends that have to wait beyond it are events. (In a
// ring, half of them meet their receive an instant later at the same time.)
func (n *Network) settle() {
	for _, msg := range n.fresh {
		if m := &n.trace.Messages[msg]; m.Fate == trace.Posted {
			n.trace.Record(n.clock.Now(), trace.MsgPost, m.From, msg)
		}
	}
	n.fresh = n.fresh[:0]
}
