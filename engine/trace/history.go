package trace

// history is which writes changed which tensor, and now and then what one held. It
// is found as far as somebody asks, and shared by all cursors of a trace.
type history struct {
	writes [][]int32 // by tensor, in order
	read   int       // how many writes that is

	counts []int32 // of writes before every countEvery-th event

	checks map[int32][]check
	spent  int // bytes of checks
}

// check is what a tensor held after some of its writes.
type check struct {
	after int
	bytes []byte
}

// Between two checkpoints lie so few writes that to go through them takes no part of
// a frame. Checkpoints cost memory, so all together have a limit, and large tensors
// have none: a lesson's numbers, not a benchmark's megabytes.
const (
	countEvery      = 1 << 10 // events
	checkpointEvery = 1 << 9  // writes of a tensor
	checkpointBytes = 1 << 16 // of a tensor
	checkpointsMost = 1 << 23 // bytes of all checkpoints
)

func (t *Trace) theHistory() *history {
	if t.history == nil {
		t.history = &history{checks: map[int32][]check{}}
	}
	return t.history
}

// historyUntil is the history of at least the first n writes.
func (t *Trace) historyUntil(n int) *history {
	h := t.theHistory()
	if h.read >= n {
		return h
	}
	for len(h.writes) < len(t.Tensors) {
		h.writes = append(h.writes, nil)
	}
	room := 8 + len(t.Writes)/len(h.writes) // about as many each
	for ; h.read < n; h.read++ {
		id := t.Writes[h.read].Tensor
		if h.writes[id] == nil {
			h.writes[id] = make([]int32, 0, room)
		}
		h.writes[id] = append(h.writes[id], int32(h.read))
	}
	return h
}

// counted returns an event shortly before n, and how many writes lie before that.
func (t *Trace) counted(n int) (event, writes int) {
	h := t.theHistory()
	if len(h.counts) == 0 {
		h.counts = append(h.counts, 0)
	}
	last := int(h.counts[len(h.counts)-1])
	for (len(h.counts))*countEvery <= n {
		from := (len(h.counts) - 1) * countEvery
		for _, e := range t.Events[from : from+countEvery] {
			if e.Kind == Wrote {
				last = int(e.Ref) + 1
			}
		}
		h.counts = append(h.counts, int32(last))
	}
	k := n / countEvery
	return k * countEvery, int(h.counts[k])
}

// Remember prepares for questions about the trace as far as it has come, a part of it
// at a time, and reports whether it is ready. Without it the first question takes as
// long as all parts together.
func (t *Trace) Remember(events int) (ready bool) {
	h := t.theHistory()
	until := min(len(t.Events), max(0, len(h.counts)-1)*countEvery+events)
	_, writes := t.counted(until)
	t.historyUntil(writes)
	return until == len(t.Events)
}

func (h *history) of(tensor int32) []int32 {
	if int(tensor) >= len(h.writes) {
		return nil
	}
	return h.writes[tensor]
}

// from is a tensor after at most n of its writes, as near to that as is known.
func (h *history) from(t *Trace, tensor int32, n int) *holding {
	checks := h.checks[tensor]
	for k := len(checks) - 1; k >= 0; k-- {
		if c := &checks[k]; c.after <= n {
			return &holding{bytes: append(make([]byte, 0, len(c.bytes)), c.bytes...), after: c.after}
		}
	}
	x := &t.Tensors[tensor]
	if x.Init == None {
		return &holding{lost: true}
	}
	size := x.Size()
	return &holding{bytes: append(make([]byte, 0, size), t.Arena[x.Init:int(x.Init)+size]...)}
}

func (h *history) checkpoint(tensor int32, of *holding) {
	checks := h.checks[tensor]
	if n := len(checks); n > 0 && checks[n-1].after >= of.after {
		return
	}
	if size := len(of.bytes); size > checkpointBytes || h.spent+size > checkpointsMost {
		return
	}
	h.spent += len(of.bytes) + 32
	h.checks[tensor] = append(checks, check{of.after, append([]byte(nil), of.bytes...)})
}
