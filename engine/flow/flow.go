// Package flow reads from a trace what the messages of collectives are for: which
// part of the tensor each carries, in which phase and step of its algorithm, and,
// at any moment, what each rank holds and whose contributions are in it.
//
// It knows the trace and the plans of the algorithms (collective.Plan), and
// believes a plan only where the messages that were sent are those of the plan. It
// must never know a screen, a language, or how a run is made.
package flow

import (
	"sort"

	"lockstep/engine/collective"
	"lockstep/engine/tensor"
	"lockstep/engine/trace"
)

// Most ranks of a collective whose parts are told apart: one bit for each.
const Most = 64

// Reader reads one trace as far as it has come. What it found out it remembers.
type Reader struct {
	t      *trace.Trace
	events int
	list   []*Collective
	of     map[int32]*Collective
	cursor *trace.Cursor
}

// Collective is the calls of one op that belong together: those of a group's
// members with the same number.
type Collective struct {
	Op, Algorithm string
	Group, Seq    int32
	Ranks         int
	Root          int          // group rank of src or dst; −1: none, or it does not show
	Calls         []int32      // by group rank; trace.None: not called
	Start, End    trace.Time   // first begin, last end; End is trace.Never while one goes on
	DType         tensor.DType // of what is passed on, if Elem > 0
	Elem          int          // bytes of an element; 0: not known
	Bytes         int          // see collective.Call
	Segments      []Segment    // into which the algorithm cuts the tensor; nil: it is not read
	read          bool         // the messages have been looked at
	happened      []happening  // in order
	messages      []int32      // in order
	parts         []Part       // what each of them carries
	initial       [][]byte     // what each rank holds when it begins; nil: not recorded
}

// Segment is a stretch of what the call is about, in bytes.
type Segment struct{ Off, N int }

// Part is what a message carries and when in its algorithm.
type Part struct {
	collective.Phase
	From, To    int // group ranks
	Off, N      int // bytes of what the call is about
	First, Last int // segments
	Combine     bool
}

// Blank is a reader of a trace that has found no collectives yet.
func Blank(t *trace.Trace) *Reader { return &Reader{t: t} }

// NewReader finds the collectives of a trace.
func NewReader(t *trace.Trace) *Reader { return NewReaderWith(t, func(int) {}) }

// NewReaderWith is NewReader for a caller that wants to be told how far it has come:
// did is called again and again with the work done since, in events' worth.
func NewReaderWith(t *trace.Trace, did func(units int)) *Reader {
	r := &Reader{t: t, events: len(t.Events), of: map[int32]*Collective{}, cursor: t.NewCursor()}
	places := make([]map[int32]int, len(t.Groups)) // of processes in groups
	type key struct {
		group, seq int32
		op         string
	}
	known := map[key]*Collective{}
	for i := range len(t.Calls) {
		const calls = 256
		if i%calls == calls-1 {
			did(calls / 2)
		}
		c := &t.Calls[i]
		model, ok := collective.ModelOf(c.Op, c.Algorithm)
		if c.Group == trace.None || c.Seq < 0 || !ok || c.Algorithm == "" {
			continue
		}
		k := key{c.Group, c.Seq, model.Op}
		x := known[k]
		if x == nil {
			x = newCollective(t, c, model.Op)
			known[k] = x
			r.list = append(r.list, x)
		}
		if places[c.Group] == nil {
			places[c.Group] = placesOf(&t.Groups[c.Group])
		}
		x.join(t, int32(i), places[c.Group])
		r.of[int32(i)] = x
	}
	sort.SliceStable(r.list, func(a, b int) bool { return r.list[a].Start < r.list[b].Start })
	return r
}

func newCollective(t *trace.Trace, c *trace.Call, op string) *Collective {
	n := len(t.Groups[c.Group].Members)
	x := &Collective{Op: op, Algorithm: c.Algorithm, Group: c.Group, Seq: c.Seq, Ranks: n, Root: -1, Calls: make([]int32, n), Start: c.Start}
	for i := range x.Calls {
		x.Calls[i] = trace.None
	}
	return x
}

// placesOf are the group ranks of a group's members.
func placesOf(g *trace.Group) map[int32]int {
	places := make(map[int32]int, len(g.Members))
	for rank, proc := range g.Members {
		places[proc] = rank
	}
	return places
}

// join adds the call of one rank.
func (x *Collective) join(t *trace.Trace, call int32, places map[int32]int) {
	c := &t.Calls[call]
	if rank, member := places[c.Proc]; member && rank < len(x.Calls) {
		x.Calls[rank] = call
	}
	x.Start = min(x.Start, c.Start)
	switch end := max(c.End, c.Done); {
	case c.End == trace.Never || c.Done == trace.Never:
		x.End = trace.Never
	case x.End != trace.Never:
		x.End = max(x.End, end)
	}
	uses := usesOf(t, call)
	if len(uses) == 0 || uses[0].Tensor == trace.None {
		return
	}
	x.DType = t.Tensors[uses[0].Tensor].DType
	x.Elem = x.DType.Size()
	x.Bytes = max(x.Bytes, int(uses[0].Len))
}

// usesOf are the tensors that a call was given, its main one first.
func usesOf(t *trace.Trace, call int32) []trace.Use {
	from := sort.Search(len(t.Uses), func(k int) bool { return t.Uses[k].Call >= call })
	to := from
	for to < len(t.Uses) && t.Uses[to].Call == call {
		to++
	}
	return t.Uses[from:to]
}

// Of is the collective that a call belongs to, or nil.
func (r *Reader) Of(call int32) *Collective { return r.read(r.of[call]) }

// Peek is Of without looking into its messages.
func (r *Reader) Peek(call int32) *Collective { return r.of[call] }

// All lists the collectives in the order in which they began, not looked into.
func (r *Reader) All() []*Collective { return r.list }

// Read looks into the messages of a collective of this reader.
func (r *Reader) Read(x *Collective) *Collective { return r.read(x) }

// Part tells what a message carries; false where that is not known.
func (r *Reader) Part(message int32) (Part, *Collective, bool) {
	x := r.Of(r.t.Messages[message].SendCall)
	if x == nil {
		return Part{}, nil, false
	}
	i, ok := x.part(message)
	if !ok {
		return Part{}, x, false
	}
	return x.parts[i], x, true
}

// Rank is the group rank of a process, or −1.
func (x *Collective) Rank(t *trace.Trace, proc int32) int {
	for rank, p := range t.Groups[x.Group].Members {
		if p == proc {
			return rank
		}
	}
	return -1
}

// shared: the tensor is the same for all, and a rank's part of it is a sum of all
// ranks' or the root's; else it is made of one block for each rank.
func (x *Collective) shared() bool {
	switch x.Op {
	case "all_reduce", "reduce", "broadcast":
		return true
	}
	return false
}

// Blocks: the call is about one block for each rank, which are its segments; else
// about one tensor, which the algorithm cuts.
func (x *Collective) Blocks() bool { return !x.shared() }

// Length is the bytes of what the call is about.
func (x *Collective) Length() int {
	if x.shared() {
		return x.Bytes
	}
	return x.Bytes * x.Ranks
}

// Call is what the cost of the collective depends on.
func (x *Collective) Call() collective.Call {
	c := collective.Call{Ranks: x.Ranks, Bytes: x.Bytes, Elem: x.Elem, Root: max(0, x.Root)}
	if x.Op == "barrier" {
		c.Bytes = 0
	}
	return c
}

// Cost is what the collective costs by the formula, and the formulas themselves.
func (x *Collective) Cost() (collective.Cost, *collective.Model, bool) {
	m, ok := collective.ModelOf(x.Op, x.Algorithm)
	if !ok {
		return collective.Cost{}, nil, false
	}
	return m.Cost(x.Call()), m, true
}
