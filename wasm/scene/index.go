package scene

import (
	"sort"

	"lockstep/engine/flow"
	"lockstep/engine/trace"
	"lockstep/wasm/timescale"
)

// index finds things in a trace by process and call. A trace is a million
// entries at most, and it is made once for each run.
type index struct {
	t      *trace.Trace
	events int        // how far the trace had come
	over   bool       // nothing more will happen
	hung   bool       // the run is over and some call goes on for ever
	last   trace.Time // until when: the end, or the moment behind it that stands for ever

	calls  [][]int32            // by process, in order of their begin
	waits  [][]int32            // by process, in order of their begin
	sent   [][]int32            // messages by sending process, in order of posting
	named  [][]int32            // named tensors by process
	taken  [][]int32            // messages by the call that took them in
	idles  map[int32][]span     // see idle
	struck map[int32]trace.Time // when each fault struck
	told   *told                // see told
	set    *setting             // see sheet.setting
	flight [][]onWire           // see flights
	lives  lives                // see attempts.go
	end    *trace.Cursor        // see atEnd
	tables []*groupCalls        // see tablesOfCalls
	spent  *spent               // see sheet.spent
	costs  []costLine           // see costLines
	flow   *flow.Reader         // see reader

	// Beside the run that is kept, see pinned.go.
	beside   *timescale.Course
	besideOf *index
	besideIn timescale.Mode
	twins    map[int]map[int32]int32
	twinsOf  *index
}

// newIndex reads a trace; over says that nothing more will happen, so that what
// has not ended never will.
func newIndex(t *trace.Trace, over bool) *index {
	n := len(t.Procs)
	x := &index{t: t, events: len(t.Events), over: over, idles: map[int32][]span{}}
	x.last, x.struck = t.End, findStruck(t)
	for i := range t.Calls {
		if over && t.Calls[i].End == trace.Never {
			x.hung, x.last = true, t.End+1
		}
	}
	x.calls = sorted(n, len(t.Calls), func(i int) int32 { return t.Calls[i].Proc })
	x.waits = sorted(n, len(t.Waits), func(i int) int32 { return t.Waits[i].Proc })
	x.sent = sorted(n, len(t.Messages), func(i int) int32 { return t.Messages[i].From })
	x.taken = sorted(len(t.Calls), len(t.Messages), func(i int) int32 { return t.Messages[i].RecvCall })
	x.named = sorted(n, len(t.Tensors), func(i int) int32 {
		if b := &t.Tensors[i]; b.Name != "" && b.Call == trace.None {
			return b.Proc
		}
		return trace.None
	})
	return x
}

// sorted puts the numbers up to count into n lists, in order, in one piece of
// memory; those with the key trace.None into none.
func sorted(n, count int, key func(i int) int32) [][]int32 {
	size := make([]int32, n+1)
	for i := range count {
		if k := key(i); k != trace.None {
			size[k+1]++
		}
	}
	for k := range n {
		size[k+1] += size[k]
	}
	all, lists := make([]int32, size[n]), make([][]int32, n)
	for k := range lists {
		lists[k] = all[size[k]:size[k]:size[k+1]]
	}
	for i := range count {
		if k := key(i); k != trace.None {
			lists[k] = append(lists[k], int32(i))
		}
	}
	return lists
}

// atEnd is what all tensors hold when everything has happened.
func (x *index) atEnd() *trace.Cursor {
	if x.end == nil {
		x.end = x.t.NewCursor()
		x.end.SeekEvent(x.events)
	}
	return x.end
}

// reader tells what the messages of collectives are for.
func (x *index) reader() *flow.Reader {
	if x.flow == nil {
		x.flow = flow.NewReader(x.t)
	}
	return x.flow
}

// collectiveOf is the one that a call of a process belongs to, or nil.
func (x *index) collectiveOf(p int, call *trace.Call) *flow.Collective {
	for _, id := range x.calls[p] {
		if &x.t.Calls[id] == call {
			return x.reader().Of(id)
		}
	}
	return nil
}

// callAt is the call that process p was in at a time, or the last one before; nil
// if none had begun.
func (x *index) callAt(p int, at trace.Time) *trace.Call {
	list := x.calls[p]
	k := sort.Search(len(list), func(k int) bool { return x.t.Calls[list[k]].Start > at })
	if k == 0 {
		return nil
	}
	return &x.t.Calls[list[k-1]]
}

// waitAt is the wait that process p was in at a time, or nil.
func (x *index) waitAt(p int, at trace.Time) *trace.Wait {
	list := x.waits[p]
	k := sort.Search(len(list), func(k int) bool { return x.t.Waits[list[k]].Start > at })
	// Work of an async call waits beside the program, so look a few back.
	for i := k - 1; i >= 0 && i > k-8; i-- {
		if w := &x.t.Waits[list[i]]; w.End == trace.Never || w.End > at {
			return w
		}
	}
	return nil
}

// waitsOf lists the waits of a call, in order.
func (x *index) waitsOf(call int32) []*trace.Wait {
	c := &x.t.Calls[call]
	list := x.waits[c.Proc]
	k := sort.Search(len(list), func(k int) bool { return x.t.Waits[list[k]].Start >= c.Start })
	var out []*trace.Wait
	for ; k < len(list); k++ {
		w := &x.t.Waits[list[k]]
		if c.Done != trace.Never && w.Start > c.Done {
			break
		}
		if w.Call == call {
			out = append(out, w)
		}
	}
	return out
}

// traffic counts what a call sent.
func (x *index) traffic(call int32) (messages int, bytes int64) {
	c := &x.t.Calls[call]
	list := x.sent[c.Proc]
	k := sort.Search(len(list), func(k int) bool { return x.t.Messages[list[k]].Posted >= c.Start })
	for ; k < len(list); k++ {
		m := &x.t.Messages[list[k]]
		if c.Done != trace.Never && m.Posted > c.Done {
			break
		}
		if m.SendCall == call && m.Sent != trace.Never {
			messages++
			bytes += int64(m.Bytes)
		}
	}
	return messages, bytes
}

// endOf is when a call ended, or x.last when it did not.
func (x *index) endOf(c *trace.Call) trace.Time {
	if c.End == trace.Never {
		return x.last
	}
	return c.End
}
