package scene

import (
	"slices"
	"sort"

	"lockstep/engine/scenario"
	"lockstep/engine/tensor"
	"lockstep/engine/trace"
	"lockstep/wasm/app"
)

// groupCalls is what the members of one process group called, index by rank.
type groupCalls struct {
	group int32
	name  string // "" is the default group
	procs []int32
	rows  []callRow
	first int // the first row in which the calls differ, or −1
}

// callRow is one index of the group's call counter.
type callRow struct {
	seq   int32
	calls []int32        // by member; trace.None: made no call of this index
	never []*scenario.Op // by member: what its program has there and never came to; nil: nothing
}

// someCall is one that was made in the group, or None.
func (g *groupCalls) someCall() int32 {
	for i := range g.rows {
		for _, c := range g.rows[i].calls {
			if c != trace.None {
				return c
			}
		}
	}
	return trace.None
}

// tablesOfCalls are the tables of all groups, found once for each run.
func (d *sheet) tablesOfCalls() []*groupCalls {
	if d.index.tables == nil {
		d.index.tables = d.findTables()
	}
	return d.index.tables
}

func (d *sheet) findTables() []*groupCalls {
	t := d.index.t
	tables := make([]*groupCalls, len(t.Groups))
	place := make([]map[int32]int, len(t.Groups)) // of each member
	for g := range t.Groups {
		tables[g] = &groupCalls{group: int32(g), name: t.Groups[g].Name, procs: t.Groups[g].Members, first: -1}
		place[g] = map[int32]int{}
		for i, p := range t.Groups[g].Members {
			place[g][p] = i
		}
	}
	rows := make([]map[int32]int, len(t.Groups))
	for i := range t.Calls {
		c := &t.Calls[i]
		if c.Group == trace.None || c.Seq < 0 || c.Step < 0 {
			continue
		}
		k, member := place[c.Group][c.Proc]
		if !member {
			continue
		}
		g := tables[c.Group]
		if rows[c.Group] == nil {
			rows[c.Group] = map[int32]int{}
		}
		row, known := rows[c.Group][c.Seq]
		if !known {
			row = len(g.rows)
			rows[c.Group][c.Seq] = row
			g.rows = append(g.rows, g.newRow(c.Seq))
		}
		g.rows[row].calls[k] = int32(i)
	}
	kept := []*groupCalls{}
	for _, g := range tables {
		if len(g.rows) == 0 {
			continue
		}
		sort.Slice(g.rows, func(a, b int) bool { return g.rows[a].seq < g.rows[b].seq })
		d.addNever(g)
		g.first = slices.IndexFunc(g.rows, d.diverges)
		kept = append(kept, g)
	}
	return kept
}

func (g *groupCalls) newRow(seq int32) callRow {
	return callRow{seq, slices.Repeat([]int32{trace.None}, len(g.procs)), make([]*scenario.Op, len(g.procs))}
}

// addNever puts what a member's program has for the group and the member never
// came to behind its last call, where the group would have counted it.
func (d *sheet) addNever(g *groupCalls) {
	if !d.s.Run.Over() || d.s.Scenario.Script != "" {
		return
	}
	for k, p := range g.procs {
		last := -1
		for i := range g.rows {
			if g.rows[i].calls[k] != trace.None {
				last = i
			}
		}
		for _, op := range d.neverCalled(p, g.name) {
			if last++; last == len(g.rows) {
				g.rows = append(g.rows, g.newRow(g.rows[last-1].seq+1))
			}
			g.rows[last].never[k] = op
		}
	}
}

// neverCalled lists a program's collectives on a group that did not begin.
func (d *sheet) neverCalled(p int32, group string) []*scenario.Op {
	program := d.s.Scenario.ProgramOf(d.index.t.Seat(p))
	called := make([]bool, len(program))
	for _, id := range d.index.calls[p] {
		if c := &d.index.t.Calls[id]; c.Step >= 0 && int(c.Step) < len(program) && c.Status != trace.Skipped {
			called[c.Step] = true
		}
	}
	var list []*scenario.Op
	for i := range program {
		if op := &program[i]; !called[i] && op.Group == group && app.FamilyOf(op.Name) == scenario.Collectives {
			list = append(list, op)
		}
	}
	return list
}

// diverges tells whether the members called different things at one index. Who
// called nothing yet differs only when nothing more will come.
func (d *sheet) diverges(r callRow) bool {
	var first string
	for i, id := range r.calls {
		what := ""
		if id != trace.None {
			what = d.signature(id)
		} else if !d.s.Run.Over() {
			continue
		}
		if i == 0 || first == "" {
			first = what
		}
		if what != first {
			return true
		}
	}
	return false
}

// signature is what has to be alike in a collective that all members make: its
// name, what it moves and how much of it, and the arguments that they agree on.
func (d *sheet) signature(id int32) string {
	c := &d.index.t.Calls[id]
	text := c.Op
	if op := d.opOf(c); op != nil {
		text = callText(op)
	}
	if c.Tensor != trace.None {
		b := &d.index.t.Tensors[c.Tensor]
		text += " " + b.DType.String() + " " + itoa(tensor.NumElements(b.Shape))
	}
	return text
}

// callText is an op as the table of its group has it.
func callText(op *scenario.Op) string {
	of := *op
	of.Group = ""
	return cellText(&of)
}

// opOf is the op that a call is one run of; nil where a script made the call.
func (d *sheet) opOf(c *trace.Call) *scenario.Op {
	if c.Line > 0 || c.Step < 0 {
		return nil
	}
	program := d.s.Scenario.ProgramOf(d.index.t.Seat(c.Proc))
	if int(c.Step) >= len(program) {
		return nil
	}
	op := &program[c.Step]
	if c.Inner > 0 {
		n := int(c.Inner)
		return inner(op.Body, &n)
	}
	return op
}

// inner is the n-th op of a body, from 1, all ops below it counted as they are
// written.
func inner(body []scenario.Op, n *int) *scenario.Op {
	for i := range body {
		if *n--; *n == 0 {
			return &body[i]
		}
		if op := inner(body[i].Body, n); op != nil {
			return op
		}
	}
	return nil
}
