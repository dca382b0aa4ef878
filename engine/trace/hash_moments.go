package trace

// What happened is hashed as differences from what was before, in as few bytes as
// each takes (zigzag and base-128 digits, as in Protocol Buffers): a million messages
// are alike, and bytes are what a digest costs.

// put writes one difference to b[n:], which has room for it, and returns the end.
func put(b []byte, n int, d int64) int {
	u := uint64(d)<<1 ^ uint64(d>>63)
	for ; u >= 0x80; u >>= 7 {
		b[n] = byte(u) | 0x80
		n++
	}
	b[n] = byte(u)
	return n + 1
}

// mostDigits is the bytes of the longest difference.
const mostDigits = 10

// moments hashes what happened.
func (w *hasher) moments(t *Trace) {
	w.room(24)
	w.u32(int32(len(t.Waits)), int32(len(t.Messages)), int32(len(t.Writes)), int32(len(t.Events)), int32(len(t.Ticks)), int32(len(t.Terms)))
	for _, x := range t.Terms {
		w.room(16)
		w.u64(int64(x.Slot), int64(x.Patience))
	}
	w.waits(t)
	w.messages(t)
	w.writes(t)
	w.events(t)
}

func (w *hasher) waits(t *Trace) {
	last := &Wait{}
	for i := range t.Waits {
		x := &t.Waits[i]
		b, n := w.space(7 * mostDigits)
		n = put(b, n, int64(x.Proc-last.Proc))
		n = put(b, n, int64(x.Call-last.Call))
		n = put(b, n, int64(x.Peer-last.Peer))
		n = put(b, n, int64(x.Kind))
		n = put(b, n, int64(x.Terms.index()-last.Terms.index()))
		n = put(b, n, int64(x.Start-last.Start))
		n = put(b, n, int64(x.End-x.Start))
		w.wrote(n)
		last = x
	}
}

func (w *hasher) messages(t *Trace) {
	last := &Message{}
	for i := range t.Messages {
		m := &t.Messages[i]
		b, n := w.space(12 * mostDigits)
		n = put(b, n, int64(m.From-last.From))
		n = put(b, n, int64(m.To-last.To))
		n = put(b, n, int64(m.SendCall-last.SendCall))
		n = put(b, n, int64(m.RecvCall-last.RecvCall))
		n = put(b, n, int64(m.Bytes-last.Bytes))
		n = put(b, n, int64(m.Offset-last.Offset))
		n = put(b, n, int64(m.Data-last.Data))
		n = put(b, n, int64(m.Fate))
		n = put(b, n, int64(m.Terms.index()-last.Terms.index()))
		n = put(b, n, int64(m.Posted-last.Posted))
		n = put(b, n, int64(m.Sent-m.Posted))
		n = put(b, n, int64(m.Arrived-m.Sent))
		w.wrote(n)
		last = m
	}
}

func (w *hasher) writes(t *Trace) {
	last := &Write{}
	for i := range t.Writes {
		x := &t.Writes[i]
		b, n := w.space(6 * mostDigits)
		n = put(b, n, int64(x.Tensor-last.Tensor))
		n = put(b, n, int64(x.Offset-last.Offset))
		n = put(b, n, int64(x.Len-last.Len))
		n = put(b, n, int64(x.Data-last.Data))
		n = put(b, n, int64(x.Msg-last.Msg))
		n = put(b, n, int64(bit(x.Reduce)))
		w.wrote(n)
		last = x
	}
}

// events: those of one kind refer to one thing after the other.
func (w *hasher) events(t *Trace) {
	var last [256]int32
	proc := int16(0)
	for _, e := range t.Events {
		b, n := w.space(3 * mostDigits)
		n = put(b, n, int64(e.Kind))
		n = put(b, n, int64(e.Ref-last[e.Kind]))
		n = put(b, n, int64(e.Proc-proc))
		w.wrote(n)
		last[e.Kind], proc = e.Ref, e.Proc
	}
	var before Tick
	for _, k := range t.Ticks {
		b, n := w.space(2 * mostDigits)
		n = put(b, n, int64(k.At-before.At))
		n = put(b, n, int64(k.First-before.First))
		w.wrote(n)
		before = k
	}
}
