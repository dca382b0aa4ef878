package diagnose

import (
	"fmt"
	"slices"

	"lockstep/engine/scenario"
	"lockstep/engine/trace"
	"lockstep/engine/wording"
)

// An analysis of call tables in the manner of PyTorch's Flight Recorder
// (tools/flight_recorder): each rank keeps a table of its collectives by group, with
// type, size, dtype and state; the tables are laid side by side, place by place, and
// the first place that does not match is what it tells of. It holds everything
// against the first rank of the group, and knows no reduce operation, root or tag.

// Entry is a line of one rank's table.
type Entry struct {
	Rank  int
	Group int32
	Place int // in the group's table of this rank, from 0
	Op    string
	DType string
	Shape string
	State string // scheduled, started, completed
}

// callTable is the table of a process: its collectives of one group.
func (c *Case) callTable(proc, group int32) []Entry {
	var table []Entry
	for _, i := range c.callsOf[proc] {
		k := &c.t.Calls[i]
		if k.Group != group || k.Seq < 0 || !collective(k.Op) {
			continue
		}
		e := Entry{Rank: int(c.t.Procs[proc].Rank), Group: group, Place: len(table), Op: k.Op, State: "started"}
		if u := c.payload(i); u != nil {
			e.DType, e.Shape = c.t.Tensors[u.Tensor].DType.String(), shapeText(c.shapeOf(u))
		}
		if k.Status == trace.OK {
			e.State = "completed"
		}
		table = append(table, e)
	}
	return table
}

// flightRecorder lays the tables of each group side by side.
func (c *Case) flightRecorder() Tool {
	var says []scenario.Text
	var names []int
	for g := range c.t.Groups {
		text, blamed := c.firstUnmatched(int32(g))
		if text != nil {
			says = append(says, text)
			names = append(names, blamed...)
		}
	}
	return toolOf("tool.flight", says, names)
}

// firstUnmatched is the first place at which a group's tables do not match.
func (c *Case) firstUnmatched(group int32) (scenario.Text, []int) {
	members := c.t.Groups[group].Members
	tables := make([][]Entry, len(members))
	longest := 0
	for i, proc := range members {
		tables[i] = c.callTable(proc, group)
		longest = max(longest, len(tables[i]))
	}
	for place := range longest {
		var here []Entry
		var missing []int
		for i, table := range tables {
			if place < len(table) {
				here = append(here, table[place])
			} else {
				missing = append(missing, int(c.t.Procs[members[i]].Rank))
			}
		}
		args := wording.Args{"place": wording.Number(place), "group": c.groupName(group), "op": wording.Word(here[0].Op)}
		for _, property := range []struct {
			key string
			of  func(Entry) string
		}{
			{"type", func(e Entry) string { return family(e.Op) }},
			{"size", func(e Entry) string { return e.Shape }},
			{"dtype", func(e Entry) string { return e.DType }},
		} {
			if odd := unlikeFirst(here, property.of); len(odd) > 0 {
				args["odd"], args["found"], args["expected"] = wording.Ranks(odd), wording.Word(property.of(entryOf(here, odd[0]))), wording.Word(property.of(here[0]))
				args["first"] = wording.Ranks{here[0].Rank}
				return words.Text("tool.flight."+property.key, args), odd
			}
		}
		if len(missing) > 0 {
			args["missing"] = wording.Ranks(missing)
			return words.Text("tool.flight.missing", args), missing
		}
		if odd := unlikeFirst(here, func(e Entry) string { return e.State }); len(odd) > 0 || here[0].State != "completed" {
			var waiting []int
			for _, e := range here {
				if e.State != "completed" {
					waiting = append(waiting, e.Rank)
				}
			}
			args["waiting"], args["of"] = wording.Ranks(waiting), wording.Word(fmt.Sprintf("%d/%d", len(waiting), len(here)))
			return words.Text("tool.flight.state", args), waiting
		}
	}
	return nil, nil
}

// unlikeFirst are the ranks whose entry is not as the first one's.
func unlikeFirst(here []Entry, of func(Entry) string) (odd []int) {
	for _, e := range here[1:] {
		if of(e) != of(here[0]) {
			odd = append(odd, e.Rank)
		}
	}
	return odd
}

func entryOf(here []Entry, rank int) Entry {
	return here[slices.IndexFunc(here, func(e Entry) bool { return e.Rank == rank })]
}
