package scene

import (
	"sort"

	"lockstep/engine/flow"
	"lockstep/engine/trace"
	"lockstep/wasm/app"
	"lockstep/wasm/timescale"
)

// index finds things in a trace by process and call. A trace is a million
// entries at most, and it is made once for each run.
type index struct {
	t       *trace.Trace
	from    *index     // of a run of which this one differs in numbers alone; nil: it is not known, see unmoved
	events  int        // how far the trace had come
	over    bool       // nothing more will happen
	hung    bool       // the run is over and some call goes on for ever
	stop    bool       // hung, but only because the run was ended before it would have gone on; see app.ToCome
	cut     trace.Time // when stop_after ended it so; 0: it did not
	soonest trace.Time // the first timeout that would have come then
	last    trace.Time // until when: the end, or the moment behind it that stands for ever

	*lists

	idles    map[int32][]span                     // see idle
	moving   []span                               // see motion
	waited   []*trace.Wait                        // see waitsOf
	room     int                                  // for finding more of them in this picture, see idleNow
	lacking  []int32                              // the calls of which they were not found then
	learnt   int                                  // how often Prepare has found out what was lacking
	told     *told                                // see told
	set      *setting                             // see sheet.setting
	heat     *heat                                // see heatOn
	training *training                            // see sheet.training
	lives    lives                                // see attempts.go
	end      *trace.Cursor                        // see atEnd
	tables   []*groupCalls                        // see tablesOfCalls
	spent    *spent                               // see sheet.spent
	costs    []costLine                           // see costLines
	reckoned *reckoning                           // see sheet.reckons
	flow     *flow.Reader                         // see reader
	soon     soons                                // see statesSoon
	failed   [][]int32                            // by process, the calls that failed or were killed
	traffics *traffics                            // see trafficOf
	courses  map[timescale.Mode]*timescale.Course // see axisOf
	courseOf *timescale.Course
	stood    ringOf // see ring

	sums [][]trace.Time // by call, see reduced

	// Beside the run that is kept, see pinned.go.
	beside   *timescale.Course
	besideOf *index
	besideIn timescale.Mode
	twins    map[int]map[int32]int32
	twinsOf  *index
}

// newIndex reads a trace; over says that nothing more will happen, so that what
// has not ended never will.
func newIndex(t *trace.Trace, over bool) *index { return (&index{t: t, lists: &lists{}}).renewed(over) }

// lists are what an index has of a trace by process and call. They only get longer,
// so that a run that goes on is read once.
type lists struct {
	calls [][]int32 // by process, in order of their begin
	waits [][]int32 // by process, in order of their begin
	sent  [][]int32 // messages by sending process, in order of posting
	named [][]int32 // named tensors by process
	taken [][]int32 // messages by the call that took them in

	firsts [][]int32            // the first call of each op, by process; not of scripts
	begun  [][]bool             // the ops that were called, by process
	struck map[int32]trace.Time // when each fault struck first

	flight [][]crossing // of sent, see flightsOf
	landed []int        // how many messages they are of that will not change any more; −1: they may

	read struct {
		calls, waits, messages, tensors, events int
		until                                   trace.Time // what happened before this is complete
	}
	settled map[int32][]span // when calls stood still of which nothing more will be heard
	untold  []int32          // messages that nobody had taken in when they were read
}

// A look at something of a trace costs a part of what an event of a run does; after
// some of them whoever shares a frame with us is told.
const (
	looks     = 4096
	looksCost = looks / 8
)

// grow reads what has come since. did is told of the work, in events' worth.
func (l *lists) grow(t *trace.Trace, did func(units int)) {
	look := func(i int) {
		if i%looks == looks-1 {
			did(looksCost)
		}
	}
	// The trace may grow while the caller does something else.
	until := t.End
	procs, calls, waits, messages, tensors, events := len(t.Procs), len(t.Calls), len(t.Waits), len(t.Messages), len(t.Tensors), len(t.Events)
	l.calls, l.waits, l.sent, l.named = longer(l.calls, procs), longer(l.waits, procs), longer(l.sent, procs), longer(l.named, procs)
	l.firsts, l.taken = longer(l.firsts, procs), longer(l.taken, calls)
	if l.read.calls == 0 && len(t.Events) < longRun {
		l.makeRoom(t)
	}
	for ; l.read.calls < calls; l.read.calls++ {
		look(l.read.calls)
		l.addCall(t, int32(l.read.calls))
	}
	for ; l.read.waits < waits; l.read.waits++ {
		look(l.read.waits)
		p := t.Waits[l.read.waits].Proc
		l.waits[p] = append(l.waits[p], int32(l.read.waits))
	}
	for ; l.read.events < events; l.read.events++ {
		look(l.read.events / 4)
		if e := &t.Events[l.read.events]; e.Kind == trace.Struck {
			l.strike(e.Ref, t.EventTime(l.read.events))
		}
	}
	untold := l.untold[:0]
	for _, id := range l.untold {
		untold = l.take(t, id, untold)
	}
	l.untold = untold
	for ; l.read.messages < messages; l.read.messages++ {
		look(l.read.messages)
		p := t.Messages[l.read.messages].From
		l.sent[p] = append(l.sent[p], int32(l.read.messages))
		l.untold = l.take(t, int32(l.read.messages), l.untold)
	}
	for ; l.read.tensors < tensors; l.read.tensors++ {
		look(l.read.tensors)
		if b := &t.Tensors[l.read.tensors]; b.Name != "" && b.Call == trace.None {
			l.named[b.Proc] = append(l.named[b.Proc], int32(l.read.tensors))
		}
	}
	l.read.until = until
}

// makeRoom lets the lists of a trace that is read for the first time lie behind each
// other, each as long as it is going to be, in place of growing some hundred of them.
func (l *lists) makeRoom(t *trace.Trace) {
	room(l.calls, len(t.Calls), func(i int) int32 { return t.Calls[i].Proc })
	room(l.firsts, len(t.Calls), func(i int) int32 { return t.Calls[i].Proc })
	room(l.waits, len(t.Waits), func(i int) int32 { return t.Waits[i].Proc })
	room(l.sent, len(t.Messages), func(i int) int32 { return t.Messages[i].From })
	room(l.taken, len(t.Messages), func(i int) int32 { return t.Messages[i].RecvCall })
}

// room makes it for n values, of which number i goes into list at(i), or into none.
func room[T any](lists [][]T, n int, at func(i int) int32) {
	lengths := make([]int, len(lists))
	for i := range n {
		if k := at(i); k != trace.None && int(k) < len(lists) {
			lengths[k]++
		}
	}
	all := make([]T, n)
	for k, n := range lengths {
		lists[k], all = all[:0:n], all[n:]
	}
}

func (l *lists) addCall(t *trace.Trace, id int32) {
	c := &t.Calls[id]
	l.calls[c.Proc] = append(l.calls[c.Proc], id)
	if c.Step < 0 || c.Line > 0 {
		return
	}
	for len(l.begun) <= int(c.Proc) {
		l.begun = append(l.begun, nil)
	}
	begun, op := l.begun[c.Proc], int(c.Step)
	if op >= len(begun) {
		begun = append(begun, make([]bool, op+1-len(begun))...)
		l.begun[c.Proc] = begun
	}
	if !begun[op] {
		begun[op] = true
		l.firsts[c.Proc] = append(l.firsts[c.Proc], id)
	}
}

func (l *lists) strike(fault int32, at trace.Time) {
	if l.struck == nil {
		l.struck = map[int32]trace.Time{}
	}
	if _, known := l.struck[fault]; !known {
		l.struck[fault] = at
	}
}

// take puts a message to the call that took it in, or to those of which that is
// not known yet.
func (l *lists) take(t *trace.Trace, id int32, untold []int32) []int32 {
	if by := t.Messages[id].RecvCall; by != trace.None && int(by) < len(l.taken) {
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
	next := x.next(over)
	next.fill(func(int) {})
	return next
}

func (x *index) next(over bool) *index { return blankIndex(x.t, x.lists, over) }

// blankIndex is one that has not been filled yet.
func blankIndex(t *trace.Trace, l *lists, over bool) *index {
	const few = 512
	return &index{t: t, lists: l, events: len(t.Events), over: over, last: t.End, idles: make(map[int32][]span, min(len(t.Calls), few))}
}

// fill reads the trace; did is told of the work.
func (x *index) fill(did func(units int)) {
	x.grow(x.t, did)
	x.failed = make([][]int32, len(x.t.Procs))
	for i := range x.read.calls {
		if i%looks == looks-1 {
			did(looksCost)
		}
		c := &x.t.Calls[i]
		if x.over && c.End == trace.Never {
			x.hung, x.last = true, max(x.t.End+1, x.cut)
		}
		if c.Status == trace.Error || c.Status == trace.Killed {
			x.failed[c.Proc] = append(x.failed[c.Proc], int32(i))
		}
	}
	if x.hung {
		x.stop, x.soonest = app.ToCome(x.t, did)
	}
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
		if x.long() {
			return flow.Blank(x.t) // it is read on the side, see renewing
		}
		x.flow = flow.NewReader(x.t)
	}
	return x.flow
}

// collectiveOf is the one that a call of a process belongs to, or nil. It is not read
// for that.
func (x *index) collectiveOf(p int, call *trace.Call) *flow.Collective {
	for _, id := range x.calls[p] {
		if &x.t.Calls[id] == call {
			return x.reader().Peek(id)
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

// waitsOf lists the waits of a call, in order, until the next list is asked for.
func (x *index) waitsOf(call int32) []*trace.Wait {
	c := &x.t.Calls[call]
	list := x.waits[c.Proc]
	k := sort.Search(len(list), func(k int) bool { return x.t.Waits[list[k]].Start >= c.Start })
	out := x.waited[:0]
	for ; k < len(list); k++ {
		w := &x.t.Waits[list[k]]
		if c.Done != trace.Never && w.Start > c.Done {
			break
		}
		if w.Call == call {
			out = append(out, w)
		}
	}
	x.waited = out
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
