package diagnose

import (
	"lockstep/engine/scenario"
	"lockstep/engine/trace"
)

// What a call asks of the others: as the program has it, or where the program is
// a script, as the trace has it.

// op is the scenario's line of a call, or nil for what runs unasked and inside
// scripts.
func (c *Case) op(call int32) *scenario.Op {
	k := &c.t.Calls[call]
	program := c.s.ProgramOf(int(k.Proc))
	if k.Step < 0 || int(k.Step) >= len(program) {
		return nil
	}
	o := &program[k.Step]
	if k.Inner > 0 {
		n := k.Inner
		o = within(o.Body, &n)
	}
	if o == nil || o.Name != k.Op {
		return nil
	}
	return o
}

// within is the n-th op of a body from 1, all ops below it counted as they are
// written.
func within(body []scenario.Op, n *int32) *scenario.Op {
	for i := range body {
		if *n--; *n == 0 {
			return &body[i]
		}
		if o := within(body[i].Body, n); o != nil {
			return o
		}
	}
	return nil
}

// uses are the parts of tensors that a call was given, in torch's order.
func (c *Case) uses(call int32) []trace.Use {
	if c.firstUse == nil {
		c.layUses()
	}
	first := c.firstUse[call]
	if first < 0 {
		return nil
	}
	end := first
	for int(end) < len(c.t.Uses) && c.t.Uses[end].Call == call {
		end++
	}
	return c.t.Uses[first:end]
}

func (c *Case) layUses() {
	c.firstUse = make([]int32, len(c.t.Calls))
	for i := range c.firstUse {
		c.firstUse[i] = trace.None
	}
	for i := len(c.t.Uses) - 1; i >= 0; i-- {
		c.firstUse[c.t.Uses[i].Call] = int32(i)
	}
}

// mainUse is a call's main tensor, whole or in part; nil where it has none.
func (c *Case) mainUse(call int32) *trace.Use {
	for i, u := range c.uses(call) {
		if u.Tensor == c.t.Calls[call].Tensor {
			return &c.uses(call)[i]
		}
	}
	return nil
}

// payload is the tensor by which a collective cuts its messages; nil where it has
// none, or where members may differ in it by right.
func (c *Case) payload(call int32) *trace.Use {
	switch c.t.Calls[call].Op {
	case "reduce_scatter_tensor", "reduce_scatter_single":
		if u := c.uses(call); len(u) > 1 {
			return &u[1]
		}
		return nil
	case "all_to_all":
		u := c.uses(call)
		if len(u) == 0 {
			return nil
		}
		whole := &trace.Use{Call: call, Tensor: u[0].Tensor} // its list's entries together
		for _, entry := range u[:len(u)/2] {
			whole.Len += entry.Len
		}
		return whole
	case "all_to_all_single":
		if o := c.op(call); o == nil || o.InputSplitSizes != nil || o.OutputSplitSizes != nil {
			return nil
		}
	}
	return c.mainUse(call)
}

// peerOf is the rank that a message's call names; false where it names none.
func (c *Case) peerOf(call int32) (rank int, ok bool) {
	k := &c.t.Calls[call]
	switch o := c.op(call); {
	case !pointToPoint(k.Op):
		return 0, false
	case o != nil && o.Dst != nil:
		return *o.Dst, true
	case o != nil && o.Src != nil:
		return *o.Src, true
	}
	return int(k.Root), k.Root != trace.None
}

// rooted reports whether a collective goes from or to one rank.
func rooted(op string) bool {
	switch op {
	case "broadcast", "reduce", "gather", "scatter", "broadcast_object_list", "gather_object", "scatter_object_list":
		return true
	}
	return false
}

// reducing reports whether a collective combines what the members have.
func reducing(op string) bool {
	switch family(op) {
	case "all_reduce", "reduce", "reduce_scatter":
		return true
	}
	return false
}

// objects reports whether a collective is one of objects: two or three others
// underneath, the numbers of bytes first.
func objects(op string) bool {
	switch op {
	case "all_gather_object", "gather_object", "broadcast_object_list", "scatter_object_list":
		return true
	}
	return false
}
