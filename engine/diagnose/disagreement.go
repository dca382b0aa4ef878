package diagnose

import (
	"fmt"
	"strings"

	"lockstep/engine/result"
	"lockstep/engine/scenario"
	"lockstep/engine/wording"
)

// property is something in which members of one collective can differ.
type property struct {
	code string
	key  string // the sentence
	name string // as the program spells it, where the sentence names it
	of   func(*Case, int32) string
	by   func(*Case, int32) string // what has to differ, where that is less than what is shown
}

// properties in the order in which they are looked at: what changes the messages
// first.
var properties = []property{
	{code: "collective_mismatch", key: "name_mismatch", of: func(c *Case, call int32) string { return c.t.Calls[call].Op }},
	{code: "size_mismatch", key: "size_mismatch", of: (*Case).sizeOf, by: (*Case).bytesOf},
	{code: "root_mismatch", key: "root_mismatch", name: "src", of: argument(func(o *scenario.Op) *int { return o.Src })},
	{code: "root_mismatch", key: "root_mismatch", name: "dst", of: argument(func(o *scenario.Op) *int { return o.Dst })},
	{code: "dtype_mismatch", key: "dtype_mismatch", of: (*Case).dtypeOf},
	{code: "shape_mismatch", key: "shape_mismatch", of: (*Case).sizeOf},
	{code: "argument_mismatch", key: "argument_mismatch", of: (*Case).listsOf},
}

// findDisagreement: all members call the same collective, and its messages do
// not fit together.
func findDisagreement(c *Case, k *cause) result.Finding {
	first := k.calls[0]
	args := wording.Args{
		"seq": wording.Number(k.seq), "group": c.groupName(k.group), "op": wording.Word(c.t.Calls[first].Op),
	}
	for _, p := range properties {
		by := p.by
		if by == nil {
			by = p.of
		}
		blame := c.variants(k.calls, func(call int32) string { return by(c, call) })
		if len(blame) < 2 {
			continue
		}
		all := c.variants(k.calls, func(call int32) string { return p.of(c, call) })
		args["variants"] = c.list("has", all)
		if p.key == "name_mismatch" {
			if c.s.Debug != scenario.DebugDetail {
				continue // without DETAIL the names do not count
			}
			args["variants"] = c.list("does", all)
		}
		args["which"] = wording.Word(p.name)
		return ofCall(sayAs(p.code, p.key, c.odd(blame), args), k.seq)
	}
	procs := procsOf(c, k.calls)
	args["who"] = c.who(procs...)
	return ofCall(say("disagreement", c.ranks(procs), args), k.seq)
}

// sizeOf tells the shape and dtype of a call's tensor, where their bytes count;
// "" where the trace has none.
func (c *Case) sizeOf(call int32) string {
	i := c.t.Calls[call].Tensor
	if i < 0 {
		return ""
	}
	x := &c.t.Tensors[i]
	return fmt.Sprintf("%s %s (%d B)", x.DType, shapeText(x.Shape), x.Size())
}

// bytesOf tells the bytes of a call's tensor: all that Gloo sees of its shape.
func (c *Case) bytesOf(call int32) string {
	if i := c.t.Calls[call].Tensor; i >= 0 {
		return fmt.Sprint(c.t.Tensors[i].Size())
	}
	return ""
}

func (c *Case) dtypeOf(call int32) string {
	if i := c.t.Calls[call].Tensor; i >= 0 {
		return c.t.Tensors[i].DType.String()
	}
	return ""
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

func argument(of func(*scenario.Op) *int) func(*Case, int32) string {
	return func(c *Case, call int32) string {
		if o := c.op(call); o != nil && of(o) != nil {
			return fmt.Sprint(*of(o))
		}
		return ""
	}
}

func shapeText(shape []int) string {
	parts := make([]string, len(shape))
	for i, d := range shape {
		parts[i] = fmt.Sprint(d)
	}
	return "[" + strings.Join(parts, ", ") + "]"
}
