package scene

import (
	"lockstep/engine/collective"
	"lockstep/engine/trace"
)

// costLine is one kind of collective in the run: what its calls sent, beside what
// the algorithm's formula says and what no algorithm can do without.
type costLine struct {
	op, algorithm string
	call          collective.Call
	times         int
	complete      bool // all members made each call, and all came to an end
	messages      int  // of one call, all ranks together
	busiest       int64
	model         *collective.Model
	cost          collective.Cost
}

// costLines are found once for each run.
func (d *sheet) costLines() []costLine {
	if d.index.costs == nil {
		d.index.costs = d.findCosts(func(int) {})
	}
	return d.index.costs
}

func (d *sheet) findCosts(did func(units int)) []costLine {
	list := []costLine{}
	sizes := d.index.usedBytes(did)
	for _, g := range d.tablesOfCalls() {
		for i := range g.rows {
			line, ok := d.costOfRow(g, &g.rows[i], sizes)
			did(len(g.procs) + line.messages/8)
			if !ok {
				continue
			}
			known := false
			for k := range list {
				if e := &list[k]; e.op == line.op && e.algorithm == line.algorithm && e.call == line.call && e.messages == line.messages && e.complete == line.complete && e.busiest == line.busiest {
					e.times++
					known = true
				}
			}
			if !known {
				list = append(list, line)
			}
		}
	}
	return list
}

// usedBytes is how much of its main tensor each call uses.
func (x *index) usedBytes(did func(units int)) map[int32]int {
	sizes := map[int32]int{}
	for i := range x.t.Uses {
		if i%looks == looks-1 {
			did(looks / 4)
		}
		u := &x.t.Uses[i]
		if _, known := sizes[u.Call]; !known && x.t.Calls[u.Call].Tensor == u.Tensor {
			sizes[u.Call] = int(u.Len)
		}
	}
	return sizes
}

// costOfRow measures the calls of one index, if they are of one algorithm that
// has a formula.
func (d *sheet) costOfRow(g *groupCalls, r *callRow, sizes map[int32]int) (costLine, bool) {
	t := d.index.t
	line := costLine{call: collective.Call{Ranks: len(g.procs)}, complete: true, times: 1}
	for _, id := range r.calls {
		if id == trace.None {
			line.complete = false
			continue
		}
		c := &t.Calls[id]
		if line.op == "" {
			line.op, line.algorithm = c.Op, c.Algorithm
			d.measureCall(&line, g, c, sizes[id])
		} else if line.op != c.Op || line.algorithm != c.Algorithm {
			return line, false
		}
		line.complete = line.complete && c.Status == trace.OK && c.Done != trace.Never
		messages, bytes := d.index.traffic(id)
		line.messages += messages
		line.busiest = max(line.busiest, bytes)
	}
	var ok bool
	if line.model, ok = collective.ModelOf(line.op, line.algorithm); !ok || line.op == "" {
		return line, false
	}
	line.cost = line.model.Cost(line.call)
	return line, true
}

// measureCall finds what the cost of a call depends on.
func (d *sheet) measureCall(line *costLine, g *groupCalls, c *trace.Call, used int) {
	if c.Tensor != trace.None {
		b := &d.index.t.Tensors[c.Tensor]
		line.call.Bytes, line.call.Elem = used, b.DType.Size()
	}
	if c.Op == "all_to_all_single" {
		line.call.Bytes /= max(1, len(g.procs))
	}
	if op := d.opOf(c); op != nil {
		root := op.Src
		if root == nil {
			root = op.Dst
		}
		line.call.Root = d.memberOf(g, root)
	}
}

// memberOf is the group rank of a rank that an op names; none named is the first.
func (d *sheet) memberOf(g *groupCalls, rank *int) int {
	for k, p := range g.procs {
		if rank != nil && d.rankAt(int(p)) == *rank {
			return k
		}
	}
	return 0
}

// costs is the table of what the collectives sent.
func (d *sheet) costs(x, y, width float64) float64 {
	lines := d.costLines()
	if len(lines) == 0 {
		return y
	}
	y = d.heading(x, y, width, d.say("cost.title"))
	y = d.paragraph(x, y-4, width, 18, 0, d.say("cost.about"), ink{size: 11.5, color: d.pal.Muted}) + 6
	for i := range lines {
		y = d.costLine(x, y, width, i, &lines[i])
	}
	return y
}

func (d *sheet) costLine(x, y, width float64, i int, l *costLine) float64 {
	const h = 96.0
	if !d.insight(y-14, h) {
		return y + h
	}
	top := y - 14
	name := l.op + " · " + l.algorithm
	if l.times > 1 {
		name += " × " + itoa(l.times)
	}
	d.text(x, y, width-104, name, ink{size: 12, color: d.pal.Text, bold: true})
	d.text(x+width, y, 100, d.say("cost.of", "p", itoa(l.call.Ranks), "n", formatBytes(int64(l.call.Bytes))), ink{size: 11, color: d.pal.Muted, align: End})
	least := func(n string) string { return d.say("cost.least", "n", n) }
	exact := l.complete && l.messages == l.cost.Messages && l.busiest == int64(l.cost.Busiest())
	rows := [][4]string{
		{d.say("cost.steps"), itoa(l.cost.Steps), l.model.Steps, least(itoa(l.cost.LeastSteps))},
		{d.say("cost.busiest"), formatBytes(l.busiest), l.model.Sent, least(formatBytes(int64(l.cost.LeastBytes)))},
		{d.say("cost.messages"), itoa(l.messages), "", ""},
	}
	if !exact {
		rows[2][2] = d.say("cost.differs", "messages", itoa(l.cost.Messages), "bytes", formatBytes(int64(l.cost.Busiest())))
	}
	words := name
	for _, r := range rows {
		y += 20
		d.text(x+8, y, 84, r[0], ink{size: 11.5, color: d.pal.Muted})
		d.text(x+94, y, 60, r[1], ink{size: 11.5, color: d.pal.Text, mono: true})
		if r[3] == "" {
			d.text(x+156, y, width-156, r[2], ink{size: 11, color: d.pal.Warn})
		} else {
			d.text(x+156, y, width-156-66, r[2], ink{size: 11, color: d.pal.Muted})
			d.text(x+width, y, 64, r[3], ink{size: 11, color: d.pal.Muted, align: End})
		}
		words += "; " + r[0] + " " + r[1] + " " + r[2] + " " + r[3]
	}
	if exact {
		d.icon("check", x+150, y-4, 0.7, d.pal.OK)
	}
	d.hot(Hot{ID: "cost-" + itoa(i), Rect: Rect{x - 4, top, width + 8, h - 10}, Role: Group, Name: words, Describe: l.model.Source})
	return top + 14 + h
}
