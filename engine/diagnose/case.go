package diagnose

import (
	"sort"

	"lockstep/engine/scenario"
	"lockstep/engine/trace"
)

// Case is a run laid out for questions: who was where when.
type Case struct {
	s *scenario.Scenario
	t *trace.Trace

	callsOf   [][]int32 // by process, in the order in which they began
	waits     []int32   // waits for somebody, sorted by call
	firstWait []int32   // by call: where its waits begin in waits
	stops     []int32   // waits of stopped processes
	aborts    []bool    // by process: see abortedByMessage
	known     map[stop]*cause
	seqOf     []map[seqKey][]int32 // by process: see made
	victims   []int32              // calls that failed or never ended, in order of time
	events    *events              // those that prove things; nil until somebody asks
	came      []coming             // see comings
	closings  [][]closing          // by process: connections that it lost, in order of time
	doomed    []int32              // processes that ended badly by their own deed or a fault
	after     map[stop]stop        // where a chain goes on from a call: see because
	links     []linkFault          // faults of links, in the order in which they struck
	firstUse  []int32              // by call: see uses
	unpaired  *[]letter            // see leftover
	met       *[]met               // see mets
	procAt    []int                // by process: see procEvent
	late      []int32              // see outlasting

	waitsLooked bool // late is known

	did func(units int) // see RunWith; may be nil
}

// What a look at something costs beside an event that is made.
const (
	passes    = 4096 // looks before the caller is told of them
	passUnits = passes / 16
)

// told says that something was worked out that costs as much as so many events.
func (c *Case) told(units int) {
	if c.did != nil {
		c.did(units)
	}
}

// pass says that the next of a long list was looked at.
func (c *Case) pass(i int) {
	if i%passes == passes-1 && c.did != nil {
		c.did(passUnits)
	}
}

// closing is the moment at which a process lost its connection to a peer.
type closing struct {
	at   trace.Time
	peer int32
}

type seqKey struct{ group, seq int32 }

// open lays out a run.
func open(s *scenario.Scenario, t *trace.Trace, did func(units int)) *Case {
	c := &Case{s: s, t: t, known: map[stop]*cause{}, after: map[stop]stop{}, did: did}
	for i := range t.Calls {
		c.pass(i)
		if c.failed(int32(i)) {
			c.victims = append(c.victims, int32(i))
		}
	}
	c.victims = c.cutShort(c.victims)
	c.layCalls()
	for i := range t.Procs {
		if c.endedBadly(int32(i)) {
			c.doomed = append(c.doomed, int32(i))
		}
	}
	if c.well() {
		return c // a clean run of a million events costs one look at its calls
	}
	sort.SliceStable(c.victims, func(i, j int) bool { return c.endOf(c.victims[i]) < c.endOf(c.victims[j]) })
	c.layWaits()
	c.layEvents()
	return c
}

// well reports whether nothing failed; whether it is right is another question.
func (c *Case) well() bool { return len(c.victims) == 0 && len(c.doomed) == 0 }

// cutShort leaves out those that were only in the middle of something of their
// own when the run was stopped, where anybody else is left to be explained.
func (c *Case) cutShort(victims []int32) []int32 {
	var others []int32
	for _, v := range victims {
		switch c.t.Calls[v].Op {
		case "sleep", "compute", "load_data":
		default:
			others = append(others, v)
		}
	}
	if len(others) == 0 {
		return victims
	}
	return others
}

// failed reports whether a call went wrong: an exception, or no end. A call that
// was killed shows its process's death and is judged with the process, unless it
// was the process's own last will (os_exit and the like).
func (c *Case) failed(i int32) bool {
	call := &c.t.Calls[i]
	switch call.Status {
	case trace.Error, trace.Running:
		return true
	case trace.Killed:
		return !c.deliberate(call)
	}
	return false
}

// deliberate reports whether an op is meant to end its process.
func (c *Case) deliberate(call *trace.Call) bool {
	switch call.Op {
	case "os_exit", "sigkill_self", "raise", "sigstop":
		return true
	}
	return false
}

// endOf is when a call ended, or the end of the run for one that did not.
func (c *Case) endOf(i int32) trace.Time {
	call := &c.t.Calls[i]
	end := call.End
	if call.Status == trace.Error && call.Done != trace.Never && call.Done > end {
		end = call.Done
	}
	if end == trace.Never {
		return c.t.End
	}
	return end
}

// layCalls lists the calls of each process, all lists in one piece.
func (c *Case) layCalls() {
	counts := make([]int32, len(c.t.Procs))
	for i := range c.t.Calls {
		c.pass(i)
		counts[c.t.Calls[i].Proc]++
	}
	all := make([]int32, len(c.t.Calls))
	c.callsOf = make([][]int32, len(c.t.Procs))
	for proc, n := range counts {
		c.callsOf[proc], all = all[:0:n], all[n:]
	}
	for i := range c.t.Calls {
		c.pass(i)
		proc := c.t.Calls[i].Proc
		c.callsOf[proc] = append(c.callsOf[proc], int32(i))
	}
}

// layWaits sorts the waits for somebody by their calls. Within a call they stand
// in the order in which they began.
func (c *Case) layWaits() {
	c.firstWait = make([]int32, len(c.t.Calls)+1)
	for i := range c.t.Waits {
		c.pass(i)
		if w := &c.t.Waits[i]; c.forSomebody(w) {
			c.firstWait[w.Call+1]++
		} else if w.Kind == trace.WaitStopped {
			c.stops = append(c.stops, int32(i))
		}
	}
	for i := range c.t.Calls {
		c.firstWait[i+1] += c.firstWait[i]
	}
	c.waits = make([]int32, c.firstWait[len(c.t.Calls)])
	next := append([]int32(nil), c.firstWait...)
	for i := range c.t.Waits {
		c.pass(i)
		if w := &c.t.Waits[i]; c.forSomebody(w) {
			c.waits[next[w.Call]] = int32(i)
			next[w.Call]++
		}
	}
}

func (c *Case) forSomebody(w *trace.Wait) bool {
	switch w.Kind {
	case trace.WaitTime, trace.WaitStopped, trace.WaitHandle:
		return false
	}
	return w.Call != trace.None
}

// waitsOf are the waits of a call, as indices into the trace's.
func (c *Case) waitsOf(call int32) []int32 { return c.waits[c.firstWait[call]:c.firstWait[call+1]] }

// lastWait is the wait of a call that ended last, or None. Of several that end at
// once the one that began first is what held the call up.
func (c *Case) lastWait(call int32) int32 {
	last := trace.None
	for _, i := range c.waitsOf(call) {
		if last == trace.None || endOrNever(&c.t.Waits[i]) > endOrNever(&c.t.Waits[last]) {
			last = i
		}
	}
	return last
}

func endOrNever(w *trace.Wait) trace.Time {
	if w.End == trace.Never {
		return 1<<63 - 1
	}
	return w.End
}

// events are the indices of those that prove things, −1 where there was none.
type events struct {
	begin, end []int // by call
	struck     []int // by fault
}

func (c *Case) layEvents() {
	c.events = &events{begin: none(len(c.t.Calls)), end: none(len(c.t.Calls)), struck: none(len(c.s.Faults))}
	c.closings = make([][]closing, len(c.t.Procs))
	for i, e := range c.t.Events {
		c.pass(i)
		switch e.Kind {
		case trace.CallBegin:
			c.events.begin[e.Ref] = i
		case trace.CallEnd:
			if c.t.Calls[e.Ref].Status != trace.OK {
				c.events.end[e.Ref] = i
			}
		case trace.Closed:
			c.closings[e.Proc] = append(c.closings[e.Proc], closing{c.t.EventTime(i), e.Ref})
		case trace.Struck:
			c.events.struck[e.Ref] = i
			c.layLinkFault(i, e.Ref)
		}
	}
}

// none are n indices that refer to nothing.
func none(n int) []int {
	list := make([]int, n)
	for i := range list {
		list[i] = -1
	}
	return list
}

func (c *Case) laidEvents() *events {
	if c.events == nil {
		c.layEvents()
	}
	return c.events
}

// The end of a call is known where that went wrong. A cause may name no call at all.
func (c *Case) beginEvent(call int32) int { return eventOf(c.laidEvents().begin, int(call)) }
func (c *Case) endEvent(call int32) int   { return eventOf(c.laidEvents().end, int(call)) }
func (c *Case) struckEvent(fault int) int { return eventOf(c.laidEvents().struck, fault) }

func eventOf(list []int, i int) int {
	if i < 0 {
		return -1
	}
	return list[i]
}

// procEvent is the end of a process, or its start if it has not ended.
func (c *Case) procEvent(proc int32) int {
	if c.procAt == nil {
		c.procAt = none(len(c.t.Procs))
		for i, e := range c.t.Events {
			c.pass(i)
			if e.Kind == trace.ProcStart || e.Kind == trace.ProcEnd {
				c.procAt[e.Proc] = i // the end comes last
			}
		}
	}
	return c.procAt[proc]
}

// family is the algorithm that a collective's name stands for: those of one
// family meet when their sizes agree, those of two never do.
func family(op string) string {
	switch op {
	case "all_gather_into_tensor", "all_gather_single":
		return "all_gather"
	case "all_to_all_single":
		return "all_to_all"
	case "reduce_scatter_tensor", "reduce_scatter_single":
		return "all_reduce"
	}
	return op
}

// collective reports whether an op is one that every member of a group makes, in
// the same order: those that share the group's call counter.
func collective(op string) bool {
	switch family(op) {
	case "all_reduce", "broadcast", "reduce", "all_gather", "gather", "scatter", "reduce_scatter", "all_to_all", "barrier", "monitored_barrier",
		"all_gather_object", "gather_object", "broadcast_object_list", "scatter_object_list":
		return true
	}
	return false
}

// meeting reports whether an op is a meeting at the store.
func meeting(op string) bool {
	switch op {
	case "init_process_group", "new_group", "store_create", "store_get", "store_wait":
		return true
	}
	return false
}

// endedBadly reports whether a process ended with a failure of its own making:
// it left on purpose, or something from outside killed it.
func (c *Case) endedBadly(proc int32) bool {
	p := &c.t.Procs[proc]
	if p.Ended == trace.Never || p.Exit == 0 || c.abortedByMessage(proc) {
		return false
	}
	calls := c.callsOf[proc]
	if len(calls) == 0 {
		return p.Signal
	}
	last := &c.t.Calls[calls[len(calls)-1]]
	return c.deliberate(last) || p.Signal && last.Status != trace.Killed
}

// pointToPoint reports whether an op is one of two partners' and not a group's.
func pointToPoint(op string) bool {
	switch op {
	case "send", "recv", "isend", "irecv":
		return true
	}
	return false
}
