package diagnose

import (
	"lockstep/engine/result"
	"lockstep/engine/scenario"
	"lockstep/engine/trace"
	"lockstep/engine/wording"
)

// linkFault is a fault of a link that struck, and for how long.
type linkFault struct {
	fault int
	from  trace.Time
	until trace.Time
}

// layLinkFault keeps a fault of a link that strikes in event i.
func (c *Case) layLinkFault(i int, fault int32) {
	f := &c.s.Faults[fault]
	if f.Kind != scenario.DropLink && f.Kind != scenario.SlowLink {
		return
	}
	at := c.t.EventTime(i)
	until := trace.Time(1<<63 - 1)
	if f.For > 0 {
		until = at + f.For
	}
	c.links = append(c.links, linkFault{int(fault), at, until})
}

// behindLink is the fault of the link over which a call waited for a peer until a
// moment; nil if that link was well then. A slow one counts while something is on
// it that comes later.
func (c *Case) behindLink(call, peer int32, at trace.Time) *cause {
	me := c.t.Calls[call].Proc
	for _, l := range c.links {
		f := &c.s.Faults[l.fault]
		if at < l.from || at > l.until || !concerns(f, me, peer) {
			continue
		}
		if f.Kind == scenario.SlowLink && !c.underWay(me, peer, at) {
			continue
		}
		k := newCause(badLink, l.from, call).by(int32(f.Rank))
		k.fault = l.fault
		return k
	}
	return nil
}

// concerns reports whether a fault is one of the link between two processes.
func concerns(f *scenario.Fault, a, b int32) bool {
	if int(b) == f.Rank {
		a, b = b, a
	}
	return int(a) == f.Rank && (f.Peer == nil || *f.Peer == int(b))
}

// underWay reports whether a message between two processes had left and not come
// by a moment.
func (c *Case) underWay(a, b int32, at trace.Time) bool {
	for i := range c.t.Messages {
		m := &c.t.Messages[i]
		if (m.From == a && m.To == b || m.From == b && m.To == a) && m.Sent != trace.Never && m.Sent <= at && (m.Arrived == trace.Never || m.Arrived > at) {
			return true
		}
	}
	return false
}

// findBadLink: a fault of a link, and those who waited behind it. Nobody is told
// of a broken link: TCP keeps both ends open.
func findBadLink(c *Case, k *cause) result.Finding {
	f := &c.s.Faults[k.fault]
	procs := []int32{k.proc}
	args := wording.Args{"rank": c.who(k.proc), "at": wording.Duration(k.at), "others": c.who(c.victimsBut(k)...)}
	links := wording.Phrase{Key: "links.all", Args: wording.Args{"rank": args["rank"]}}
	if f.Peer != nil {
		procs = append(procs, int32(*f.Peer))
		links = wording.Phrase{Key: "links.one", Args: wording.Args{"who": c.who(procs...)}}
	}
	args["link"] = links
	if f.Kind == scenario.SlowLink {
		return say("slow_link", c.ranks(procs), args)
	}
	if f.For > 0 {
		args["for"] = wording.Duration(f.For)
		return sayAs("broken_link", "broken_link.while", c.ranks(procs), args)
	}
	return say("broken_link", c.ranks(procs), args)
}
