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

// Cursor holds what all tensors contain after the first Pos events. Moving on is
// cheap; moving back starts from the last checkpoint before.
type Cursor struct {
	t       *Trace
	pos     int
	tensors [][]byte // nil: not begun yet, or its values were not recorded
	lost    []bool   // a write whose bytes were not recorded
	checks  []checkpoint
	spent   int // bytes of checks
}

type checkpoint struct {
	pos     int
	tensors [][]byte
	lost    []bool
}

// Checkpoints stand so near to each other that from one to any moment before the
// next takes no part of a frame. They cost memory, so all together have a limit,
// and large tensors have none: a lesson's numbers, not a benchmark's megabytes.
const (
	checkpointEvery = 1 << 13
	checkpointBytes = 1 << 18
	checkpointsMost = 1 << 23 // bytes of all checkpoints of a cursor
)

// NewCursor returns a cursor before the first event. The trace may still grow.
func (t *Trace) NewCursor() *Cursor { return &Cursor{t: t} }

// Seek moves to the moment at: everything that happened until then, included.
func (c *Cursor) Seek(at Time) { c.SeekEvent(c.t.EventsUntil(at)) }

// SeekEvent moves to the moment after the first n events.
func (c *Cursor) SeekEvent(n int) {
	if n < c.pos {
		c.rewind(n)
	}
	for ; c.pos < n; c.pos++ {
		if c.pos%checkpointEvery == 0 && c.pos > 0 {
			c.checkpoint()
		}
		if e := c.t.Events[c.pos]; e.Kind == Wrote {
			c.apply(&c.t.Writes[e.Ref])
		}
	}
}

// Pos returns how many events lie before the cursor.
func (c *Cursor) Pos() int { return c.pos }

// Bytes returns what tensor i holds at the cursor: its own memory, valid until
// the next move. nil means that the value was not recorded.
func (c *Cursor) Bytes(i int32) []byte {
	c.open(i)
	if c.lost[i] {
		return nil
	}
	return c.tensors[i]
}

func (c *Cursor) open(i int32) {
	for len(c.tensors) <= int(i) {
		c.tensors = append(c.tensors, nil)
		c.lost = append(c.lost, false)
	}
	if c.tensors[i] != nil || c.lost[i] {
		return
	}
	x := &c.t.Tensors[i]
	if x.Init == None {
		c.lost[i] = true
		return
	}
	size := x.Size()
	c.tensors[i] = append(make([]byte, 0, size), c.t.Arena[x.Init:int(x.Init)+size]...)
}

func (c *Cursor) apply(w *Write) {
	c.open(w.Tensor)
	switch {
	case c.lost[w.Tensor]:
	case w.Data == None && w.Len > 0:
		c.lost[w.Tensor] = true
	default:
		copy(c.tensors[w.Tensor][w.Offset:w.Offset+w.Len], c.t.Arena[w.Data:])
	}
}

func (c *Cursor) checkpoint() {
	if n := len(c.checks); n > 0 && c.checks[n-1].pos >= c.pos {
		return
	}
	total := 0
	for _, b := range c.tensors {
		total += len(b)
	}
	if total > checkpointBytes || c.spent+total > checkpointsMost {
		return
	}
	c.spent += total + 24*len(c.tensors)
	c.checks = append(c.checks, checkpoint{pos: c.pos, tensors: cloneAll(c.tensors), lost: append([]bool(nil), c.lost...)})
}

func (c *Cursor) rewind(n int) {
	for k := len(c.checks) - 1; k >= 0; k-- {
		if s := &c.checks[k]; s.pos <= n {
			c.pos, c.tensors, c.lost = s.pos, cloneAll(s.tensors), append([]bool(nil), s.lost...)
			return
		}
	}
	c.pos, c.tensors, c.lost = 0, nil, nil
}

func cloneAll(list [][]byte) [][]byte {
	out := make([][]byte, len(list))
	for i, b := range list {
		if b != nil {
			out[i] = append(make([]byte, 0, len(b)), b...)
		}
	}
	return out
}

// TensorAt returns what tensor i holds at a moment, or nil when that was not
// recorded. For many questions keep a Cursor.
func (t *Trace) TensorAt(i int32, at Time) []byte {
	c := t.NewCursor()
	c.Seek(at)
	return c.Bytes(i)
}
