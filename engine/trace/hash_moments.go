package trace

// What happened is hashed as differences from what was before, in as few bytes as
// each takes (zigzag and base-128 digits, as in Protocol Buffers): a million messages
// are alike, and bytes are what a digest costs.

// delta feeds one difference.
func (w *hasher) delta(d int64) {
	u := uint64(d)<<1 ^ uint64(d>>63)
	for ; u >= 0x80; u >>= 7 {
		w.buf = append(w.buf, byte(u)|0x80)
	}
	w.buf = append(w.buf, byte(u))
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
		w.room(7 * mostDigits)
		w.delta(int64(x.Proc - last.Proc))
		w.delta(int64(x.Call - last.Call))
		w.delta(int64(x.Peer - last.Peer))
		w.delta(int64(x.Kind))
		w.delta(int64(x.Terms.index() - last.Terms.index()))
		w.delta(int64(x.Start - last.Start))
		w.delta(int64(x.End - x.Start))
		last = x
	}
}

func (w *hasher) messages(t *Trace) {
	last := &Message{}
	for i := range t.Messages {
		m := &t.Messages[i]
		w.room(12 * mostDigits)
		w.delta(int64(m.From - last.From))
		w.delta(int64(m.To - last.To))
		w.delta(int64(m.SendCall - last.SendCall))
		w.delta(int64(m.RecvCall - last.RecvCall))
		w.delta(int64(m.Bytes - last.Bytes))
		w.delta(int64(m.Offset - last.Offset))
		w.delta(int64(m.Data - last.Data))
		w.delta(int64(m.Fate))
		w.delta(int64(m.Terms.index() - last.Terms.index()))
		w.delta(int64(m.Posted - last.Posted))
		w.delta(int64(m.Sent - m.Posted))
		w.delta(int64(m.Arrived - m.Sent))
		last = m
	}
}

func (w *hasher) writes(t *Trace) {
	last := &Write{}
	for i := range t.Writes {
		x := &t.Writes[i]
		w.room(6 * mostDigits)
		w.delta(int64(x.Tensor - last.Tensor))
		w.delta(int64(x.Offset - last.Offset))
		w.delta(int64(x.Len - last.Len))
		w.delta(int64(x.Data - last.Data))
		w.delta(int64(x.Msg - last.Msg))
		w.delta(int64(bit(x.Reduce)))
		last = x
	}
}

// events: those of one kind refer to one thing after the other.
func (w *hasher) events(t *Trace) {
	var last [256]int32
	proc := int16(0)
	for _, e := range t.Events {
		w.room(3 * mostDigits)
		w.delta(int64(e.Kind))
		w.delta(int64(e.Ref - last[e.Kind]))
		w.delta(int64(e.Proc - proc))
		last[e.Kind], proc = e.Ref, e.Proc
	}
	var before Tick
	for _, k := range t.Ticks {
		w.room(2 * mostDigits)
		w.delta(int64(k.At - before.At))
		w.delta(int64(k.First - before.First))
		before = k
	}
}
