package scene

import (
	"lockstep/engine/scenario"
	"lockstep/engine/trace"
	"lockstep/wasm/app"
)

// tellLane are the calls of a process, marks behind those that failed, and the
// ops that were not called. What the calls' blocks say is for word to find.
func (d *sheet) tellLane(p int) (blocks, tail []block) {
	t := d.index.t
	program := d.s.Scenario.ProgramOf(p)
	called := make([]bool, len(program))
	var begun map[app.OpRef]bool
	if p < len(d.index.calls) {
		blocks = make([]block, 0, len(d.index.calls[p])+1) // and the mark of a failure
		for _, id := range d.index.calls[p] {
			c := &t.Calls[id]
			b := block{op: int(c.Step), call: id}
			if c.Status == trace.Skipped {
				continue
			}
			if b.op >= 0 && d.isScripted() {
				b.first = d.index.attemptOf(c.Start) == 0 // where a fault strikes that is moved there
				blocks = append(blocks, b)
				if c.Status == trace.Error || c.Status == trace.Killed {
					blocks = append(blocks, d.failureMark(b, c))
				}
				continue
			}
			if b.op >= 0 && b.op < len(program) && !called[b.op] {
				called[b.op], b.first = true, true
			}
			if b.in = int(c.Inner); b.in > 0 {
				if begun == nil {
					begun = map[app.OpRef]bool{}
				}
				ref := app.OpRef{Rank: b.op, Op: b.in}
				b.begin, begun[ref] = !begun[ref], true
			}
			blocks = append(blocks, b)
			if c.Status == trace.Error || c.Status == trace.Killed {
				blocks = append(blocks, d.failureMark(b, c))
			}
		}
	}
	for i := range program {
		if !called[i] {
			tail = append(tail, block{op: i, call: trace.None, first: true, label: d.opLabel(&program[i])})
		}
	}
	return blocks, tail
}

// word gives the blocks of a process's calls their words.
func (d *sheet) word(p int, blocks []block) {
	for i := range blocks {
		switch b := &blocks[i]; {
		case b.mark:
		case b.op >= 0 && d.isScripted():
			b.label, b.sub = d.scriptText(&d.index.t.Calls[b.call])
		default:
			b.label, b.sub = d.blockText(p, b.call)
		}
	}
}

func (d *sheet) failureMark(of block, c *trace.Call) block {
	m := block{op: of.op, call: of.call, mark: true}
	switch {
	case d.aborted(c):
		m.label = d.say("mark.aborted")
	case c.Status == trace.Killed:
		m.label = d.say("mark.killed")
	case timedOut(c):
		m.label, m.sub = formatTime(d.index.endOf(c)-c.Start), c.ErrorType
	default:
		m.label, m.sub = d.say("mark.failed"), c.ErrorType
	}
	return m
}

// opLabel is an op as a short call: "all_reduce(x, SUM)". Ranks share most of their
// programs.
func (d *sheet) opLabel(op *scenario.Op) string {
	t := d.told()
	known, ok := t.labels[op]
	if !ok {
		known = labelOf(op)
		t.labels[op] = known
	}
	return known
}

func labelOf(op *scenario.Op) string {
	switch op.Name {
	case "compute", "load_data", "sleep":
		return op.Name
	case "local":
		return op.Code
	}
	return op.Name + "(" + op.Brief() + ")"
}
