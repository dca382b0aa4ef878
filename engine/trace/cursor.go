package trace

import "sort"

// EventTime returns when event i happened.
func (t *Trace) EventTime(i int) Time {
	k := sort.Search(len(t.Ticks), func(k int) bool { return int(t.Ticks[k].First) > i })
	return t.Ticks[k-1].At
}

// EventsUntil returns how many events happened up to and including at: the
// index of the first event after it.
func (t *Trace) EventsUntil(at Time) int {
	k := sort.Search(len(t.Ticks), func(k int) bool { return t.Ticks[k].At > at })
	if k == len(t.Ticks) {
		return len(t.Events)
	}
	return int(t.Ticks[k].First)
}

// LastUntil returns the first event of the last moment up to at at which anything
// happened; 0 where nothing had.
func (t *Trace) LastUntil(at Time) int {
	k := sort.Search(len(t.Ticks), func(k int) bool { return t.Ticks[k].At > at })
	if k == 0 {
		return 0
	}
	return int(t.Ticks[k-1].First)
}

// Cursor tells what tensors contain after the first Pos events. To move it costs the
// same wherever it goes; to ask for a tensor costs the writes to that one since it
// was asked for last, or since a checkpoint.
type Cursor struct {
	t      *Trace
	pos    int
	writes int // before pos
	held   map[int32]*holding
}

// holding is one tensor after the first of its writes.
type holding struct {
	bytes []byte
	after int  // how many of its writes are in it
	lost  bool // its values, or those of a write, were not recorded
}

// NewCursor returns a cursor before the first event. The trace may still grow.
func (t *Trace) NewCursor() *Cursor { return &Cursor{t: t, held: map[int32]*holding{}} }

// Seek moves to the moment at: everything that happened until then, included.
func (c *Cursor) Seek(at Time) { c.SeekEvent(c.t.EventsUntil(at)) }

// SeekEvent moves to the moment after the first n events.
func (c *Cursor) SeekEvent(n int) {
	from, writes := c.pos, c.writes
	if n < from || n-from > countEvery {
		from, writes = c.t.counted(n)
	}
	for _, e := range c.t.Events[from:n] {
		if e.Kind == Wrote {
			writes = int(e.Ref) + 1
		}
	}
	c.pos, c.writes = n, writes
}

// Pos returns how many events lie before the cursor.
func (c *Cursor) Pos() int { return c.pos }

// Bytes returns what tensor i holds at the cursor: its own memory, valid until it is
// asked for after the next move. nil means that the value was not recorded.
func (c *Cursor) Bytes(i int32) []byte {
	history := c.t.historyUntil(c.writes)
	list := history.of(i)
	n := sort.Search(len(list), func(k int) bool { return int(list[k]) >= c.writes })
	h := c.held[i]
	if h == nil || h.after > n || n-h.after > checkpointEvery {
		if near := history.from(c.t, i, n); h == nil || h.after > n || near.after > h.after {
			h = near
			c.held[i] = h
		}
	}
	for ; h.after < n && !h.lost; h.after++ {
		if h.after%checkpointEvery == 0 && h.after > 0 {
			history.checkpoint(i, h)
		}
		h.apply(c.t, &c.t.Writes[list[h.after]])
	}
	if h.lost {
		return nil
	}
	return h.bytes
}

// First returns the first n bytes of tensor i at the cursor, as Bytes does, but costs
// only the writes since these came to be; nil means that they were not recorded, or are
// more than there are. It is the trace's memory.
func (c *Cursor) First(i int32, n int) []byte {
	history := c.t.historyUntil(c.writes)
	list := history.of(i)
	k := sort.Search(len(list), func(k int) bool { return int(list[k]) >= c.writes })
	for tried := 0; k > 0; tried++ {
		k--
		w := &c.t.Writes[list[k]]
		switch {
		case int(w.Offset) >= n || w.Len == 0:
		case w.Offset > 0 || int(w.Len) < n || tried > checkpointEvery: // it takes more than one write
			if b := c.Bytes(i); len(b) >= n {
				return b[:n]
			}
			return nil
		case w.Data == None:
			return nil
		default:
			return c.t.Arena[w.Data : int(w.Data)+n]
		}
	}
	x := &c.t.Tensors[i]
	if x.Init == None || x.Size() < n {
		return nil
	}
	return c.t.Arena[x.Init : int(x.Init)+n]
}

func (h *holding) apply(t *Trace, w *Write) {
	if w.Data == None && w.Len > 0 {
		h.lost = true
		return
	}
	copy(h.bytes[w.Offset:w.Offset+w.Len], t.Arena[max(0, w.Data):])
}

// TensorAt returns what tensor i holds at a moment, or nil when that was not
// recorded. For many questions keep a Cursor.
func (t *Trace) TensorAt(i int32, at Time) []byte {
	c := t.NewCursor()
	c.Seek(at)
	return c.Bytes(i)
}
