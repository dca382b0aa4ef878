package scene

import (
	"strconv"
	"strings"

	"lockstep/engine/trace"
)

// moment is the run at the cursor.
type moment struct {
	x      *index
	at     trace.Time
	cursor *trace.Cursor
	// earlier stands before the last thing that happened; nil: nothing is to be told of
	// it.
	earlier *trace.Cursor
	since   int // the first event of the last thing that happened
	// over: the run has ended, and what has not ended by now never will.
	over bool
	// flying is what inFlight found, once it was asked.
	flying []int32
	asked  bool
	stood  []stood // what standing found, by process, once it was asked
}

// stood is what standing tells.
type stood struct {
	known bool
	condition
	peer int
	call *trace.Call
}

// elsewhen is the same run at another time, without what it holds.
func (n *moment) elsewhen(at trace.Time) *moment {
	return &moment{x: n.x, at: at, cursor: n.cursor, since: n.since, over: n.over}
}

// momentAt moves the cursors there: one behind the last thing that happened, one
// before it.
func momentAt(x *index, cursor, earlier *trace.Cursor, at trace.Time, over bool) *moment {
	n := &moment{x: x, at: at, cursor: cursor, earlier: earlier, over: over}
	n.since = x.t.LastUntil(at)
	earlier.SeekEvent(n.since)
	cursor.SeekEvent(x.t.EventsUntil(at))
	return n
}

// bytes is what a tensor holds; nil when that was not recorded.
func (n *moment) bytes(id int32) []byte { return n.cursor.Bytes(id) }

// changed reports whether element i of a tensor changed just now.
func (n *moment) changed(id int32, i int) bool {
	if n.earlier == nil {
		return false
	}
	old, now := n.earlier.Bytes(id), n.bytes(id)
	size := n.x.t.Tensors[id].DType.Size()
	if len(old) != len(now) || (i+1)*size > len(now) {
		return false
	}
	return string(old[i*size:(i+1)*size]) != string(now[i*size:(i+1)*size])
}

// first is the first element of a tensor, and whether it changed just now; nil when
// it was not recorded, or there is none.
func (n *moment) first(id int32) (now []byte, changed bool) {
	size := n.x.t.Tensors[id].DType.Size()
	if now = n.cursor.First(id, size); now == nil || n.earlier == nil {
		return now, false
	}
	old := n.earlier.First(id, size)
	return now, old != nil && string(old) != string(now)
}

// named finds a named tensor of a process, or trace.None.
func (n *moment) named(p int, name string) int32 {
	if p >= len(n.x.named) {
		return trace.None
	}
	// Each attempt has its own: that of the one under way, the last behind the end.
	found, attempt := trace.None, n.x.attemptOf(n.at)
	for _, id := range n.x.named[p] {
		if n.x.t.Tensors[id].Name == name {
			if found = id; attempt == 0 {
				break
			}
			attempt--
		}
	}
	return found
}

// condition is what a process does at a moment, for its card.
type condition uint8

const (
	absent    condition = iota // not started, or never
	joining                    // meeting the others
	ready                      // between two ops, or in one that does not wait
	computing                  // compute, load_data, sleep
	moving                     // data is on the way
	waiting                    // for a peer, a store key, a handle
	stopped                    // frozen
	finished                   // exit 0
	failed                     // exit by an error
	killed                     // by a signal or a fault
	hanging                    // the run is over and it is still waiting
)

// standing tells a process's condition, whom it waits for (−1: nobody in
// particular), and the call that it is in, if any.
func (n *moment) standing(p int) (condition, int, *trace.Call) {
	if n.stood == nil {
		n.stood = make([]stood, len(n.x.t.Procs))
	}
	s := &n.stood[p]
	if !s.known {
		s.condition, s.peer, s.call = n.stands(p)
		s.known = true
	}
	return s.condition, s.peer, s.call
}

func (n *moment) stands(p int) (c condition, peer int, call *trace.Call) {
	proc := n.x.procAt(p, n.at)
	switch {
	case proc.Started == trace.Never || proc.Started > n.at:
		return absent, -1, nil
	case proc.Ended != trace.Never && proc.Ended <= n.at:
		call = n.x.callAt(p, n.at)
		switch {
		case proc.Signal:
			return killed, -1, call
		case proc.Exit != 0:
			return failed, -1, call
		}
		return finished, -1, call
	}
	call = n.x.callAt(p, n.at)
	if call != nil && call.End != trace.Never && call.End <= n.at && call.Done != trace.Never && call.Done <= n.at {
		call = nil
	}
	w := n.x.waitAt(p, n.at)
	if w == nil {
		if call != nil && call.Step < 0 {
			return joining, -1, call
		}
		return ready, -1, call
	}
	return n.waitCondition(w), int(w.Peer), &n.x.t.Calls[w.Call]
}

func (n *moment) waitCondition(w *trace.Wait) condition {
	if n.over && w.End == trace.Never && n.at >= n.x.ended() {
		return hanging
	}
	switch w.Kind {
	case trace.WaitTime:
		return computing
	case trace.WaitStopped:
		return stopped
	case trace.WaitStore, trace.WaitConnect:
		if n.x.t.Calls[w.Call].Step < 0 {
			return joining
		}
		return waiting
	}
	if _, idle := n.x.idleAt(w.Call, n.at); !idle {
		return moving
	}
	return waiting
}

// payload writes what a message carries, with the dtype of the sender's tensor.
func (n *moment) payload(m *trace.Message) string {
	t := n.x.t
	if m.Data == trace.None || m.SendCall == trace.None {
		return formatBytes(int64(m.Bytes))
	}
	id := t.Calls[m.SendCall].Tensor
	if id == trace.None || m.Bytes == 0 {
		return formatBytes(int64(m.Bytes))
	}
	d := t.Tensors[id].DType
	data := t.Arena[m.Data : m.Data+m.Bytes]
	if len(data)%d.Size() != 0 {
		return formatBytes(int64(m.Bytes))
	}
	return vector(d, data, 3, 7)
}

// rankName is how a process is called: its rank, and, where processes and ranks
// differ, that it is the second of that rank.
func (n *moment) rankOf(p int) int { return int(n.x.t.Procs[p].Rank) }

// callName writes "all_reduce #1" for a call of a group, "sleep" for others.
func callName(c *trace.Call) string {
	if c.Seq < 0 {
		return c.Op
	}
	return c.Op + " #" + strconv.Itoa(int(c.Seq))
}

// timedOut reports whether an error is that of a timeout, by its words.
func timedOut(c *trace.Call) bool {
	return c != nil && (strings.Contains(c.Message, "imed out") || strings.Contains(c.Message, "timeout"))
}
