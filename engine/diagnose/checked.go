package diagnose

import (
	"lockstep/engine/oracle"
	"lockstep/engine/tensor"
	"lockstep/engine/trace"
)

// The results of collectives are held against those of one process that has all
// inputs before it.

// Checking costs as much as moving the data once more. A run of more than this is
// checked only where something else gives a reason.
const (
	mostChecked = 1 << 19 // bytes of all calls' tensors
	mostEvents  = 1 << 18
)

// off is one call whose outputs are not what they should be.
type off struct {
	call  int32
	out   int // the first output that is wrong …
	elem  int // … and in it the first element
	wrong int // elements in all
	of    int
	got   string
	want  string // "" where nothing was to come
}

// seen is what a call read and what it left, by the order of its uses.
type seen struct{ before, after [][]byte }

// views are what the chosen calls saw.
type views struct {
	seen []seen
	at   []int32 // by call: one more than its place in seen; 0 of those that were not chosen
	held [][]byte
	all  []byte // all bytes that are held, one behind the other
}

// of is what a call saw, nil if it was not chosen.
func (v *views) of(call int32) *seen {
	if v.at[call] == 0 {
		return nil
	}
	return &v.seen[v.at[call]-1]
}

// check compares the outputs of collectives with the oracle's, by their places in
// all; the calls that are right, and those that cannot be judged, are not among them.
func (c *Case) check(all []met, suspects map[int]bool) map[int][]off {
	chosen := c.chosen(all, suspects)
	if len(chosen) == 0 {
		return nil
	}
	views := c.view(all, chosen)
	found := map[int][]off{}
	for _, i := range chosen {
		if wrong := c.compare(&all[i], &views); len(wrong) > 0 {
			found[i] = wrong
		}
	}
	return found
}

// chosen are all collectives of a short run, the suspects of a long one.
func (c *Case) chosen(all []met, suspects map[int]bool) []int {
	total := 0
	for i := range c.t.Uses {
		total += int(c.t.Uses[i].Len)
	}
	everything := total <= mostChecked && len(c.t.Events) <= mostEvents
	var list []int
	left := 8 * mostChecked
	for i := range all {
		if !oracle.Known(c.t.Calls[all[i].calls[0]].Op) || !everything && !suspects[i] {
			continue
		}
		for _, call := range all[i].calls {
			for _, u := range c.uses(call) {
				left -= int(u.Len)
			}
		}
		if left < 0 {
			break
		}
		list = append(list, i)
	}
	return list
}

// view goes through the run once and keeps what the chosen collectives' tensors
// held when each call began and when its work was done.
func (c *Case) view(all []met, chosen []int) views {
	v := c.roomFor(all, chosen)
	cursor := c.t.NewCursor()
	waited := map[int32]bool{}
	for i, e := range c.t.Events {
		c.pass(i)
		switch e.Kind {
		case trace.CallBegin, trace.CallEnd, trace.CallDone:
		default:
			continue
		}
		call := e.Ref
		if w := &c.t.Calls[call]; w.Op == "wait" && w.Handle != trace.None {
			// Only wait hands some results out, and only then may they be looked at.
			if e.Kind != trace.CallEnd || w.Status != trace.OK || waited[w.Handle] {
				continue
			}
			call = w.Handle
			waited[call] = true
		}
		saw := v.of(call)
		if saw == nil {
			continue
		}
		cursor.SeekEvent(i + 1)
		held := v.hold(cursor, c.uses(call))
		if e.Kind == trace.CallBegin {
			saw.before = held
		} else {
			saw.after = held // the last of them counts
		}
	}
	return v
}

// roomFor makes room for what the chosen collectives' calls see before and after: a
// long run has many, and each holds little.
func (c *Case) roomFor(all []met, chosen []int) views {
	v := views{at: make([]int32, len(c.t.Calls))}
	uses, size := 0, 0
	for _, i := range chosen {
		for _, call := range all[i].calls {
			v.seen = append(v.seen, seen{})
			v.at[call] = int32(len(v.seen))
			for _, u := range c.uses(call) {
				uses++
				size += int(u.Len)
			}
		}
	}
	v.held, v.all = make([][]byte, 0, 2*uses), make([]byte, 0, 2*size)
	return v
}

// hold copies what the tensors that a call uses hold; nil where that was not recorded.
func (v *views) hold(cursor *trace.Cursor, uses []trace.Use) [][]byte {
	first := len(v.held)
	for _, u := range uses {
		var part []byte
		if b := cursor.Bytes(u.Tensor); b != nil {
			from := len(v.all)
			v.all = append(v.all, b[u.Offset:u.Offset+u.Len]...)
			part = v.all[from:len(v.all):len(v.all)]
		}
		v.held = append(v.held, part)
	}
	return v.held[first:len(v.held):len(v.held)]
}

// compare judges one collective.
func (c *Case) compare(m *met, views *views) []off {
	members := make([]oracle.Member, len(m.calls))
	in := make([]oracle.Data, 0, len(m.calls)) // of all of them: mostly one each
	for i, call := range m.calls {
		member, ok := c.member(m, call, views.of(call), &in)
		if !ok {
			return nil
		}
		members[i] = member
	}
	var found []off
	answers := oracle.Of(members)
	for i, call := range m.calls {
		_, outs := c.inAndOut(call)
		after := views.of(call).after
		o := off{call: call}
		for k, w := range answers.Expect(i) {
			if w == nil || k >= outs.len() || after == nil || after[outs.from+k] == nil {
				continue
			}
			o.add(w, k, after[outs.from+k])
		}
		if o.wrong > 0 {
			found = append(found, o)
		}
	}
	return found
}

// add counts what is wrong in one output.
func (o *off) add(w *oracle.Want, out int, got []byte) {
	size := w.DType.Size()
	o.of += len(got) / size
	wrong := w.Wrong(got)
	if o.wrong == 0 && len(wrong) > 0 {
		e := wrong[0]
		o.out, o.elem, o.got = out, e, tensor.Text(w.DType, got[e*size:(e+1)*size])
		if (e+1)*size <= len(w.Bytes) {
			o.want = tensor.Text(w.DType, w.Bytes[e*size:(e+1)*size])
		}
	}
	o.wrong += len(wrong)
}

// member is a call's side of a collective for the oracle. What it gives comes behind
// what the members before it gave.
func (c *Case) member(m *met, call int32, v *seen, in *[]oracle.Data) (oracle.Member, bool) {
	k := &c.t.Calls[call]
	x := oracle.Member{Op: k.Op, Reduce: k.Reduce, Root: -1}
	if k.Root != trace.None {
		for rank, proc := range c.t.Groups[m.group].Members {
			if c.t.Procs[proc].Rank == k.Root {
				x.Root = rank
			}
		}
	}
	ins, outs := c.inAndOut(call)
	uses := c.uses(call)
	if ins.len() == 0 && k.Op != "scatter" || v.before == nil {
		return x, false
	}
	first := len(*in)
	for i := ins.from; i < ins.to; i++ {
		if v.before[i] == nil {
			return x, false
		}
		*in = append(*in, oracle.Data{DType: c.t.Tensors[uses[i].Tensor].DType, Bytes: v.before[i]})
	}
	x.In = (*in)[first:len(*in):len(*in)]
	switch {
	case outs.len() > 0:
		x.DType = c.t.Tensors[uses[outs.from].Tensor].DType
	case len(x.In) > 0:
		x.DType = x.In[0].DType
	}
	if k.Op == "all_to_all_single" {
		o := c.op(call)
		if o == nil {
			return x, false // a script's splits are not in the trace
		}
		if o.InputSplitSizes != nil {
			x.Splits = c.parts(&uses[ins.from], o.InputSplitSizes, len(m.calls))
			if x.Splits == nil {
				return x, false
			}
		}
	}
	return x, true
}

// span is a part of a call's uses.
type span struct{ from, to int }

func (s span) len() int { return s.to - s.from }

// inAndOut says which of a call's uses it reads and which it writes.
func (c *Case) inAndOut(call int32) (ins, outs span) {
	n := len(c.uses(call))
	first, rest := span{0, min(1, n)}, span{min(1, n), n}
	switch c.t.Calls[call].Op {
	case "all_reduce", "reduce", "broadcast":
		return first, first
	case "reduce_scatter", "scatter", "reduce_scatter_tensor", "reduce_scatter_single":
		return rest, first
	case "all_gather", "gather", "all_gather_into_tensor", "all_gather_single", "all_to_all_single":
		return first, rest
	case "all_to_all":
		return span{0, n / 2}, span{n / 2, n}
	}
	return span{}, span{}
}
