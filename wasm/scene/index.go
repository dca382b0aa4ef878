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
	stop   bool       // hung, but only because the run was ended before it would have gone on; see findStopped
	next   trace.Time // the first timeout that would have come then
	last   trace.Time // until when: the end, or the moment behind it that stands for ever

	lists

	idles    map[int32][]span     // see idle
	struck   map[int32]trace.Time // when each fault struck
	told     *told                // see told
	set      *setting             // see sheet.setting
	flight   [][]onWire           // see flights
	heat     *heat                // see heatOn
	training *training            // see sheet.training
	lives    lives                // see attempts.go
	end      *trace.Cursor        // see atEnd
	tables   []*groupCalls        // see tablesOfCalls
	spent    *spent               // see sheet.spent
	costs    []costLine           // see costLines
	flow     *flow.Reader         // see reader
	stood    ringOf               // see ring

	sums map[int32][]trace.Time // see reduced

	// Beside the run that is kept, see pinned.go.
	beside   *timescale.Course
	besideOf *index
	besideIn timescale.Mode
	twins    map[int]map[int32]int32
	twinsOf  *index
}

// newIndex reads a trace; over says that nothing more will happen, so that what
// has not ended never will.
func newIndex(t *trace.Trace, over bool) *index { return (&index{t: t}).renewed(over) }

// lists are what an index has of a trace by process and call. They only get longer,
// so that a run that goes on is read once.
type lists struct {
	calls [][]int32 // by process, in order of their begin
	waits [][]int32 // by process, in order of their begin
	sent  [][]int32 // messages by sending process, in order of posting
	named [][]int32 // named tensors by process
	taken [][]int32 // messages by the call that took them in

	read   struct{ calls, waits, messages, tensors int }
	untold []int32 // messages that nobody had taken in when they were read
}

// grow reads what has come since.
func (l *lists) grow(t *trace.Trace) {
	n := len(t.Procs)
	l.calls, l.waits, l.sent, l.named = longer(l.calls, n), longer(l.waits, n), longer(l.sent, n), longer(l.named, n)
	l.taken = longer(l.taken, len(t.Calls))
	for i := l.read.calls; i < len(t.Calls); i++ {
		p := t.Calls[i].Proc
		l.calls[p] = append(l.calls[p], int32(i))
	}
	for i := l.read.waits; i < len(t.Waits); i++ {
		p := t.Waits[i].Proc
		l.waits[p] = append(l.waits[p], int32(i))
	}
	untold := l.untold[:0]
	for _, id := range l.untold {
		untold = l.take(t, id, untold)
	}
	for i := l.read.messages; i < len(t.Messages); i++ {
		p := t.Messages[i].From
		l.sent[p] = append(l.sent[p], int32(i))
		untold = l.take(t, int32(i), untold)
	}
	l.untold = untold
	for i := l.read.tensors; i < len(t.Tensors); i++ {
		if b := &t.Tensors[i]; b.Name != "" && b.Call == trace.None {
			l.named[b.Proc] = append(l.named[b.Proc], int32(i))
		}
	}
	l.read.calls, l.read.waits, l.read.messages, l.read.tensors = len(t.Calls), len(t.Waits), len(t.Messages), len(t.Tensors)
}

// take puts a message to the call that took it in, or to those of which that is
// not known yet.
func (l *lists) take(t *trace.Trace, id int32, untold []int32) []int32 {
	if by := t.Messages[id].RecvCall; by != trace.None {
		l.taken[by] = append(l.taken[by], id)
		return untold
	}
	return append(untold, id)
}

func longer(list [][]int32, n int) [][]int32 {
	if n <= len(list) {
		return list
	}
	return append(list, make([][]int32, n-len(list))...)
}

// renewed is the index of the same trace as far as it has come now. What was found
// out with the old one is found out anew.
func (x *index) renewed(over bool) *index {
	x.grow(x.t)
	next := &index{t: x.t, lists: x.lists, events: len(x.t.Events), over: over, idles: map[int32][]span{}}
	next.last, next.struck = x.t.End, findStruck(x.t)
	for i := range x.t.Calls {
		if over && x.t.Calls[i].End == trace.Never {
			next.hung, next.last = true, x.t.End+1
		}
	}
	if next.hung {
		next.stop, next.next = next.findStopped()
	}
	return next
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
