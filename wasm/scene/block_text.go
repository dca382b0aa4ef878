package scene

import (
	"strconv"

	"lockstep/engine/scenario"
	"lockstep/engine/trace"
	"lockstep/wasm/app"
)

// blockText is the two lines of a call's block: what is called, and how it goes.
func (d *sheet) blockText(p int, c *trace.Call) (label, sub string) {
	program := d.s.Scenario.ProgramOf(p)
	if c.Step < 0 || int(c.Step) >= len(program) {
		return d.unaskedText(c)
	}
	op := &program[c.Step]
	label = d.opLabel(op)
	if d.troubled() && c.Seq >= 0 {
		label += "  #" + strconv.Itoa(int(c.Seq))
	}
	return label, d.blockSub(op, c)
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

func (d *sheet) blockSub(op *scenario.Op, c *trace.Call) string {
	switch op.Name {
	case "compute", "load_data", "sleep":
		return formatTime(op.For)
	case "local":
		return "local"
	}
	if f := app.FamilyOf(op.Name); f == scenario.Collectives || f == scenario.PointToPoint {
		if peer, idle := d.longestIdle(c); idle {
			return d.waitText(peer)
		}
		return d.trafficText(c)
	}
	return ""
}

// trafficText is "ring · 2 messages · 8 B".
func (d *sheet) trafficText(c *trace.Call) string {
	n, bytes := d.index.traffic(d.callIndex(c))
	text := ""
	if c.Algorithm != "" {
		text = c.Algorithm
	}
	if n > 0 {
		if text != "" {
			text += " · "
		}
		text += d.say("block.traffic", "n", strconv.Itoa(n), "bytes", formatBytes(bytes))
	}
	return text
}

// callIndex finds a call's index from a pointer into the trace.
func (d *sheet) callIndex(c *trace.Call) int32 {
	for _, id := range d.index.calls[c.Proc] {
		if &d.index.t.Calls[id] == c {
			return id
		}
	}
	return trace.None
}

// longestIdle tells whom a call that did not end well waited for longest.
func (d *sheet) longestIdle(c *trace.Call) (peer int, idle bool) {
	if c.Status == trace.OK || c.Status == trace.Running && !d.s.Run.Over() {
		return -1, false
	}
	longest := trace.Time(-1)
	peer = -1
	for _, w := range d.index.waitsOf(d.callIndex(c)) {
		if w.Kind == trace.WaitTime {
			continue
		}
		if dur := d.index.idleUntil(w) - w.Start; dur > longest {
			longest, peer, idle = dur, int(w.Peer), true
		}
	}
	return peer, idle
}

// waitText says for whom: a rank, or nobody in particular.
func (d *sheet) waitText(peer int) string {
	if peer < 0 || peer >= len(d.index.t.Procs) {
		return d.say("wait.any")
	}
	return d.say("wait.rank", "rank", strconv.Itoa(d.now.rankOf(peer)))
}
