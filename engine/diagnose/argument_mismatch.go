package diagnose

import (
	"fmt"
	"slices"
	"strings"

	"lockstep/engine/trace"
)

// listsProperty: lists and splits that do not fit together. Members may differ in
// them by right, so that they are named only where the messages did not meet.
var listsProperty = property{code: "argument_mismatch", key: "argument_mismatch", of: (*Case).listsOf}

// algorithmProperty: members that run one collective by different algorithms, a
// choice that real programs do not have.
var algorithmProperty = property{
	code: "argument_mismatch", key: "argument_mismatch", silent: "argument_mismatch",
	of: func(c *Case, call int32) string {
		switch k := &c.t.Calls[call]; family(k.Op) {
		case "all_reduce", "broadcast", "all_gather", "barrier":
			return "algorithm " + k.Algorithm
		}
		return ""
	},
}

// listsOf tells the arguments that are lists: how many entries, which splits.
func (c *Case) listsOf(call int32) string {
	o := c.op(call)
	if o == nil {
		return ""
	}
	var parts []string
	add := func(name string, v any) { parts = append(parts, fmt.Sprintf("%s %v", name, v)) }
	if o.List != nil {
		add("list", len(o.List))
	}
	if o.InputSplitSizes != nil {
		add("input_split_sizes", o.InputSplitSizes)
	}
	if o.OutputSplitSizes != nil {
		add("output_split_sizes", o.OutputSplitSizes)
	}
	return strings.Join(parts, ", ")
}

// splitsProperty: what one member of all_to_all_single sends another is not as much
// as that one expects of it.
var splitsProperty = property{
	code: "argument_mismatch", key: "argument_mismatch", silent: "splits_mismatch",
	of: (*Case).listsOf, camps: (*Case).crossedSplits,
}

// atOdds names those who are to blame, where members differ by right.
const atOdds = "at odds"

// crossedSplits finds the members whose splits do not fit to those of others. Who
// is at odds with most of them stands first and alone, if there is one.
func (c *Case) crossedSplits(calls []int32) ([]variant, bool) {
	in, out := make([][]int, len(calls)), make([][]int, len(calls))
	for i, call := range calls {
		if c.t.Calls[call].Op != "all_to_all_single" {
			return nil, false
		}
		o, u := c.op(call), c.uses(call)
		if o == nil || len(u) < 2 {
			return nil, false // a script's are not in the trace
		}
		in[i], out[i] = c.parts(&u[0], o.InputSplitSizes, len(calls)), c.parts(&u[1], o.OutputSplitSizes, len(calls))
		if len(in[i]) != len(calls) || len(out[i]) != len(calls) {
			return nil, false
		}
	}
	odds := make([]int, len(calls))
	for i := range calls {
		for k := range calls {
			if in[i][k] != out[k][i] {
				odds[i]++
				odds[k]++
			}
		}
	}
	most, fits := slices.Max(odds), slices.Min(odds)
	if most == 0 {
		return nil, false
	}
	all := []variant{{name: "fits"}, {name: atOdds}}
	for i, call := range calls {
		v := &all[0]
		if odds[i] == most || fits > 0 && most == fits {
			v = &all[1]
		}
		v.procs, v.calls = append(v.procs, c.t.Calls[call].Proc), append(v.calls, call)
	}
	return slices.DeleteFunc(all, func(v variant) bool { return len(v.procs) == 0 }), true
}

// parts are the bytes that a tensor is cut into.
func (c *Case) parts(u *trace.Use, splits []int, n int) []int {
	rows := 1
	if shape := c.shapeOf(u); len(shape) > 0 {
		rows = shape[0]
	}
	bytes := make([]int, n)
	if splits == nil {
		for i := range bytes {
			bytes[i] = int(u.Len) / n
		}
		return bytes
	}
	if len(splits) != n || rows == 0 {
		return nil
	}
	for i := range bytes {
		bytes[i] = splits[i] * (int(u.Len) / rows)
	}
	return bytes
}
