// Package group is a process group as one process has it: its rank there, its
// connections, the counter that pairs its calls with the others', and the two
// threads on which PyTorch runs Gloo's collectives (ProcessGroupGloo.cpp).
//
// It knows calls in order. It must never know a program, a process's life, or
// how the group came together.
package group

import (
	"slices"
	"time"

	"lockstep/engine/sim"
	"lockstep/engine/store"
	"lockstep/engine/trace"
	"lockstep/engine/transport"
)

// threads is how many collectives of one group run at a time in one process;
// further ones queue (ProcessGroupGloo::Options).
const threads = 2

// Group is one process's member of a process group.
type Group struct {
	Clock   *sim.Sim
	Trace   *trace.Trace
	Ctx     *transport.Context
	Gate    *sim.Gate
	Proc    int32
	Index   int32 // in the trace's Groups
	Rank    int
	Size    int
	Members []int // global rank of each group rank; nil: the same
	Timeout time.Duration
	Prefix  string // of its members' addresses in the store
	Store   *store.Client
	// Destroyed says that torch.distributed has forgotten the group. Who still
	// holds it can go on using it.
	Destroyed bool
	Checks    *Group // the debug wrapper's own group; nil: there is none

	counter  uint32
	sequence uint64
	queue    []*Work
	workers  [threads]*worker
	sought   []int // ranks that do not exist
	closed   bool
}

// NextTag returns the tag of the next call: all calls of the group count, whatever
// they are, so that calls meet by their place in the program.
func (g *Group) NextTag() uint32 {
	g.counter++
	return g.counter - 1
}

// Posted counts a send or a receive in: the group's sequence number, unlike its
// tags, goes by all that was begun.
func (g *Group) Posted() { g.sequence++ }

// Sequence returns how many collectives, sends and receives were begun.
func (g *Group) Sequence() uint64 { return g.sequence }

// Calls returns how many tags were given out.
func (g *Group) Calls() uint32 { return g.counter }

// Sought reports whether the address of a rank that does not exist was looked for
// before, and remembers that it was.
func (g *Group) Sought(rank int) bool {
	if slices.Contains(g.sought, rank) {
		return true
	}
	g.sought = append(g.sought, rank)
	return false
}

// GlobalRank translates a rank of the group.
func (g *Group) GlobalRank(rank int) int {
	if g.Members == nil {
		return rank
	}
	return g.Members[rank]
}

// GroupRank translates a global rank, or reports that it is no member.
func (g *Group) GroupRank(global int) (int, bool) {
	if g.Members == nil {
		return global, true
	}
	for r, m := range g.Members {
		if m == global {
			return r, true
		}
	}
	return 0, false
}

// Enqueue hands a work to the first free thread, or to the queue.
func (g *Group) Enqueue(w *Work) {
	for i, t := range g.workers {
		if t == nil {
			t = g.newWorker()
			g.workers[i] = t
		}
		if t.work == nil {
			t.take(w)
			return
		}
	}
	g.queue = append(g.queue, w)
}

// Unfinished returns the works that have not ended: those under way, then those
// queued.
func (g *Group) Unfinished() []*Work {
	var all []*Work
	for _, t := range g.workers {
		if t != nil && t.work != nil {
			all = append(all, t.work)
		}
	}
	return append(all, g.queue...)
}

// Stop ends the threads: the process died.
func (g *Group) Stop() {
	g.closed = true
	g.queue = nil
	for _, t := range g.workers {
		if t != nil && t.work != nil {
			t.work.exec.Stop()
			t.work = nil
			t.alarm.Clear()
		}
	}
}
