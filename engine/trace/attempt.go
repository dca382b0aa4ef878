package trace

import "slices"

// Attempts returns how often the launcher has started the processes: 1 without
// restarts.
func (t *Trace) Attempts() int {
	if t.Seats == 0 {
		return 1
	}
	return max(1, len(t.Procs)/t.Seats)
}

// Seat returns the place in the scenario of a process: its index without restarts.
func (t *Trace) Seat(proc int32) int {
	if t.Seats == 0 {
		return int(proc)
	}
	return int(proc) % t.Seats
}

// Attempt returns what one attempt did as a trace of its own, for whoever looks at
// a run without restarts, and for each of its events the index in t. Times are
// those of t, and so are the bytes. The only attempt of a trace is the trace.
func (t *Trace) Attempt(k int) (only *Trace, events []int) {
	if t.Attempts() == 1 {
		return t, nil
	}
	x := &extract{t: t, first: int32(k * t.Seats), count: int32(t.Seats)}
	x.out = &Trace{World: t.World, Seats: t.Seats, Procs: t.Procs[x.first : x.first+x.count], Arena: t.Arena, Keys: t.Keys, Terms: slices.Clip(t.Terms)}
	x.groups()
	x.index()
	x.nouns()
	x.moments()
	return x.out, x.kept
}

// extract takes the processes first … first+count−1 and all that is theirs out of
// a trace. The maps give new indices for old ones, None for what is left out.
type extract struct {
	t, out       *Trace
	first, count int32

	group, tensor, call, wait, message, write, log, save []int32

	kept []int
}

func (x *extract) proc(p int32) int32 {
	if p < x.first || p >= x.first+x.count {
		return None
	}
	return p - x.first
}

// renumber keeps those of n for which keep says so.
func renumber(n int, keep func(i int) bool) []int32 {
	to, next := make([]int32, n), int32(0)
	for i := range to {
		to[i] = None
		if keep(i) {
			to[i] = next
			next++
		}
	}
	return to
}

func at(list []int32, i int32) int32 {
	if i < 0 || int(i) >= len(list) {
		return None
	}
	return list[i]
}

// groups keeps the groups of the processes; the first is the default group of all,
// whether it came to be or not.
func (x *extract) groups() {
	world := Group{Members: make([]int32, x.t.World)}
	for i := range world.Members {
		world.Members[i] = int32(i)
	}
	x.out.Groups = []Group{world}
	x.group = make([]int32, len(x.t.Groups))
	for i := range x.t.Groups {
		g := &x.t.Groups[i]
		x.group[i] = None
		if len(g.Members) == 0 || x.proc(g.Members[0]) == None {
			continue
		}
		own := Group{Name: g.Name, Members: make([]int32, len(g.Members))}
		whole := g.Name == "" && len(g.Members) == x.t.World
		for m, p := range g.Members {
			own.Members[m] = x.proc(p)
			whole = whole && own.Members[m] == int32(m)
		}
		if whole {
			x.group[i] = 0
			continue
		}
		x.group[i] = int32(len(x.out.Groups))
		x.out.Groups = append(x.out.Groups, own)
	}
}

func (x *extract) index() {
	t := x.t
	has := func(p int32) bool { return x.proc(p) != None }
	x.tensor = renumber(len(t.Tensors), func(i int) bool { return has(t.Tensors[i].Proc) })
	x.call = renumber(len(t.Calls), func(i int) bool { return has(t.Calls[i].Proc) })
	x.wait = renumber(len(t.Waits), func(i int) bool { return has(t.Waits[i].Proc) })
	x.message = renumber(len(t.Messages), func(i int) bool { return has(t.Messages[i].From) })
	x.write = renumber(len(t.Writes), func(i int) bool { return has(t.Tensors[t.Writes[i].Tensor].Proc) })
	x.log = renumber(len(t.Logs), func(i int) bool { return has(t.Logs[i].Proc) })
	x.save = renumber(len(t.Saves), func(i int) bool { return has(t.Saves[i].Proc) })
}

// nouns copies what there is, in its new numbers.
func (x *extract) nouns() {
	for i := range x.t.Tensors {
		if b := x.t.Tensors[i]; x.tensor[i] != None {
			b.Proc, b.Call = x.proc(b.Proc), at(x.call, b.Call)
			x.out.Tensors = append(x.out.Tensors, b)
		}
	}
	for i := range x.t.Calls {
		if c := x.t.Calls[i]; x.call[i] != None {
			c.Proc, c.Group, c.Tensor, c.Handle = x.proc(c.Proc), at(x.group, c.Group), at(x.tensor, c.Tensor), at(x.call, c.Handle)
			x.out.Calls = append(x.out.Calls, c)
		}
	}
	for _, u := range x.t.Uses {
		if call := at(x.call, u.Call); call != None {
			u.Call, u.Tensor = call, at(x.tensor, u.Tensor)
			x.out.Uses = append(x.out.Uses, u)
		}
	}
	for i := range x.t.Waits {
		if w := x.t.Waits[i]; x.wait[i] != None {
			w.Proc, w.Call, w.Peer = x.proc(w.Proc), at(x.call, w.Call), x.proc(w.Peer)
			if w.Kind == WaitHandle {
				own := x.t.of(w.Terms)
				w.Terms = x.out.Refer(uint64(at(x.call, int32(own.Slot))), own.Patience)
			}
			x.out.Waits = append(x.out.Waits, w)
		}
	}
	for i := range x.t.Messages {
		if m := x.t.Messages[i]; x.message[i] != None {
			m.From, m.To, m.SendCall, m.RecvCall = x.proc(m.From), x.proc(m.To), at(x.call, m.SendCall), at(x.call, m.RecvCall)
			x.out.Messages = append(x.out.Messages, m)
		}
	}
	for i := range x.t.Writes {
		if w := x.t.Writes[i]; x.write[i] != None {
			w.Tensor, w.Msg = at(x.tensor, w.Tensor), at(x.message, w.Msg)
			x.out.Writes = append(x.out.Writes, w)
		}
	}
	for i := range x.t.Logs {
		if l := x.t.Logs[i]; x.log[i] != None {
			l.Proc = x.proc(l.Proc)
			x.out.Logs = append(x.out.Logs, l)
		}
	}
	for i := range x.t.Saves {
		if s := x.t.Saves[i]; x.save[i] != None {
			s.Proc, s.Call, s.From = x.proc(s.Proc), at(x.call, s.Call), at(x.save, s.From)
			x.out.Saves = append(x.out.Saves, s)
		}
	}
}

// moments copies the events of the processes.
func (x *extract) moments() {
	for k, tick := range x.t.Ticks {
		end := len(x.t.Events)
		if k+1 < len(x.t.Ticks) {
			end = int(x.t.Ticks[k+1].First)
		}
		for i := int(tick.First); i < end; i++ {
			e := x.t.Events[i]
			p := x.proc(int32(e.Proc))
			if p == None {
				continue
			}
			x.out.Record(tick.At, e.Kind, p, x.ref(e))
			x.kept = append(x.kept, i)
		}
	}
	if x.first+x.count == int32(len(x.t.Procs)) {
		x.out.End = x.t.End
	}
}

func (x *extract) ref(e Event) int32 {
	switch e.Kind {
	case ProcStart, ProcEnd, Connected, Closed:
		return x.proc(e.Ref)
	case CallBegin, CallEnd, CallDone, StoreOp:
		return at(x.call, e.Ref)
	case WaitBegin, WaitEnd:
		return at(x.wait, e.Ref)
	case MsgPost, MsgSend, MsgArrive, MsgAbort:
		return at(x.message, e.Ref)
	case Wrote:
		return at(x.write, e.Ref)
	case Logged:
		return at(x.log, e.Ref)
	case Saved:
		return at(x.save, e.Ref)
	}
	return e.Ref
}
