package scene

import (
	"lockstep/engine/sim"
	"lockstep/engine/trace"
)

// traffics is what each process sent, and how long it stood still for others; of a
// long run it is found a part with each picture that shows it.
type traffics struct {
	list []traffic
	work *sim.Sliced
}

type traffic struct {
	known bool
	bytes int64
	idle  trace.Time
}

// trafficOf is that of a process, as far as it is known.
func (d *sheet) trafficOf(p int) traffic {
	x := d.index
	if x.traffics == nil {
		x.traffics = &traffics{list: make([]traffic, len(x.t.Procs))}
		if x.long() {
			x.traffics.work = sim.NewSliced(x.findTraffic)
		}
	}
	f := &x.traffics.list[p]
	if !f.known && x.traffics.work == nil {
		*f = x.trafficNow(p, func(int) {})
	}
	return *f
}

// moreTraffic finds some more of it; what is not known is left open.
func (d *sheet) moreTraffic() {
	if f := d.index.traffics; f != nil && f.work != nil && !f.work.Advance(renewUnits/2) {
		d.unfinished()
	}
}

func (x *index) findTraffic(did func(units int)) {
	for p := range x.traffics.list {
		x.traffics.list[p] = x.trafficNow(p, did)
	}
}

func (x *index) trafficNow(p int, did func(units int)) traffic {
	f := traffic{known: true}
	for _, id := range x.sent[p] {
		f.bytes += int64(x.t.Messages[id].Bytes)
	}
	did(len(x.sent[p]) / 32)
	for _, id := range x.calls[p] {
		if x.t.Calls[id].Step < 0 {
			continue
		}
		list, known := x.knownIdle(id)
		looked := len(list)
		if !known {
			list, looked = x.findIdle(id)
		}
		for _, s := range list {
			f.idle += s.To - s.From
		}
		did(looked / 4)
	}
	return f
}
