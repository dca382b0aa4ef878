package trace

import "encoding/binary"

// Record appends an event. Times must not go back: they are those of one clock.
func (t *Trace) Record(at Time, kind EventKind, proc, ref int32) {
	if at+1 != t.mark {
		t.tick(at)
	}
	i := len(t.Events)
	if i == cap(t.Events) {
		t.Events = append(t.Events, Event{})
	}
	t.Events = t.Events[:i+1]
	t.Events[i] = Event{Ref: ref, Proc: int16(proc), Kind: kind}
}

func (t *Trace) tick(at Time) {
	t.mark = at + 1
	t.Ticks = append(t.Ticks, Tick{At: at, First: int32(len(t.Events))})
	t.End = at
}

// Room is how much a run is expected to record.
type Room struct{ Calls, Messages, Waits, Events, Ticks, Bytes int }

// Reserve makes room for a run, so that growing does not hold two copies of a long
// trace in memory. Too small a guess is no error.
func (t *Trace) Reserve(r Room) {
	t.Calls = make([]Call, 0, r.Calls)
	t.Uses = make([]Use, 0, r.Calls)
	t.Messages = make([]Message, 0, r.Messages)
	t.Waits = make([]Wait, 0, r.Waits)
	t.Writes = make([]Write, 0, r.Messages)
	t.Events = make([]Event, 0, r.Events)
	t.Ticks = make([]Tick, 0, r.Ticks)
	t.Arena = make([]byte, 0, r.Bytes)
}

// Keep copies b into the arena and returns its offset, or None when the arena
// has reached its limit: from there on a trace tells times and places, not values.
func (t *Trace) Keep(b []byte) int32 {
	if len(t.Arena)+len(b) > MaxArena {
		return None
	}
	off := len(t.Arena)
	if off+len(b) > cap(t.Arena) {
		t.Arena = append(t.Arena, b...)
		return int32(off)
	}
	t.Arena = t.Arena[:off+len(b)]
	if len(b) == 4 { // as often: a call would cost more than the bytes
		binary.LittleEndian.PutUint32(t.Arena[off:], binary.LittleEndian.Uint32(b))
		return int32(off)
	}
	copy(t.Arena[off:], b)
	return int32(off)
}

// MaxArena bounds the bytes of recorded values.
const MaxArena = 256 << 20

// KeyOf returns the store key that w waits for, or "".
func (t *Trace) KeyOf(w *Wait) string {
	if w.Kind != WaitStore {
		return ""
	}
	if i := t.Slot(w.Terms); i < uint64(len(t.Keys)) {
		return t.Keys[i]
	}
	return ""
}

// BeginWait opens a wait and returns its index.
func (t *Trace) BeginWait(at Time, w Wait, slot uint64, deadline Time) int32 {
	i, open := t.OpenWait(at, w.Proc)
	w.Start, w.End = at, Never
	if deadline != Never {
		deadline -= at
	}
	w.Terms = t.Refer(slot, deadline)
	*open = w
	return i
}

// NewMessage returns a message and its index. All its fields are the caller's to set.
func (t *Trace) NewMessage() (int32, *Message) {
	i := len(t.Messages)
	if i == cap(t.Messages) {
		t.Messages = append(t.Messages, Message{})
	}
	t.Messages = t.Messages[:i+1]
	return int32(i), &t.Messages[i]
}

// NewWrite returns a write and its index. All its fields are the caller's to set.
func (t *Trace) NewWrite() (int32, *Write) {
	i := len(t.Writes)
	if i == cap(t.Writes) {
		t.Writes = append(t.Writes, Write{})
	}
	t.Writes = t.Writes[:i+1]
	return int32(i), &t.Writes[i]
}

// OpenWait is BeginWait for a caller that fills in what else there is to say.
func (t *Trace) OpenWait(at Time, proc int32) (int32, *Wait) {
	i := len(t.Waits)
	if i == cap(t.Waits) {
		t.Waits = append(t.Waits, Wait{})
	}
	t.Waits = t.Waits[:i+1]
	w := &t.Waits[i]
	w.Proc, w.Start, w.End = proc, at, Never
	t.Record(at, WaitBegin, proc, int32(i))
	return int32(i), w
}

// MetWait closes a wait that the arrival of a message ends.
func (t *Trace) MetWait(at Time, i int32) { t.Waits[i].End = at }

// EndWait closes a wait that ends in another way, which is an event of its own.
func (t *Trace) EndWait(at Time, i int32) {
	t.Waits[i].End = at
	t.Record(at, WaitEnd, t.Waits[i].Proc, i)
}

// Name keeps a store key and returns its index.
func (t *Trace) Name(key string) int32 {
	for i, k := range t.Keys {
		if k == key {
			return int32(i)
		}
	}
	t.Keys = append(t.Keys, key)
	return int32(len(t.Keys) - 1)
}
