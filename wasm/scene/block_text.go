package scene

import (
	"strconv"

	"lockstep/engine/scenario"
	"lockstep/engine/trace"
	"lockstep/wasm/app"
)

// blockText is the two lines of a call's block: what is called, and how it goes.
func (d *sheet) blockText(p int, id int32) (label, sub string) {
	c := &d.index.t.Calls[id]
	program := d.s.Scenario.ProgramOf(p)
	op := scenario.OpAt(program, int(c.Step), int(c.Inner))
	if op == nil {
		return d.unaskedText(c)
	}
	label = d.opLabel(op)
	if d.troubled() && c.Seq >= 0 {
		label += "  #" + strconv.Itoa(int(c.Seq))
	}
	return label, d.blockSub(op, id)
}

// unaskedText names what a process does by itself.
func (d *sheet) unaskedText(c *trace.Call) (label, sub string) {
	if c.Op == "init_process_group" {
		return "init", d.say("block.rendezvous")
	}
	return c.Op, ""
}

// troubled: a run that does not end well shows the group's call numbers, since
// calls are matched by them.
func (d *sheet) troubled() bool {
	r := d.s.Run.Result
	return r != nil && r.Outcome != "done"
}

func (d *sheet) blockSub(op *scenario.Op, id int32) string {
	c := &d.index.t.Calls[id]
	switch op.Name {
	case "compute", "load_data", "sleep":
		return formatTime(op.For)
	case "local":
		return "local"
	}
	if f := app.FamilyOf(op.Name); f == scenario.Collectives || f == scenario.PointToPoint {
		if c.Status != trace.OK && (c.Status != trace.Running || d.s.Run.Over()) {
			if s, ok := d.index.longestIdle(id); ok {
				return d.waitText(s.Peer)
			}
		}
		return d.trafficText(id)
	}
	return ""
}

// trafficText is "ring · 2 messages · 8 B".
func (d *sheet) trafficText(id int32) string {
	n, bytes := d.index.traffic(id)
	t, w := d.told(), wordedTraffic{algorithm: d.index.t.Calls[id].Algorithm, n: n, bytes: bytes}
	if w.text = t.traffic.text; w == t.traffic { // as that of the call before it, mostly
		return w.text
	}
	w.text = w.algorithm
	if n > 0 {
		if w.text != "" {
			w.text += " · "
		}
		w.text += d.say("block.traffic", "n", strconv.Itoa(n), "bytes", formatBytes(bytes))
	}
	t.traffic = w
	return w.text
}

// wordedTraffic is what a call sent, in words.
type wordedTraffic struct {
	algorithm string
	n         int
	bytes     int64
	text      string
}

// waitText says for whom: a rank, or nobody in particular.
func (d *sheet) waitText(peer int) string {
	if peer < 0 || peer >= len(d.index.t.Procs) {
		return d.say("wait.any")
	}
	return d.say("wait.rank", "rank", strconv.Itoa(d.now.rankOf(peer)))
}
