package trace

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"

	"lockstep/engine/tensor"
)

// write appends a change of one byte of tensor 0.
func write(t *Trace, at Time, offset int32, value byte) {
	t.Writes = append(t.Writes, Write{Tensor: 0, Offset: offset, Len: 1, Data: t.Keep([]byte{value}), Msg: None})
	t.Record(at, Wrote, 0, int32(len(t.Writes)-1))
}

func sample() *Trace {
	t := &Trace{World: 1, Procs: []Proc{{}}}
	t.Tensors = []Tensor{{Name: "x", Call: None, DType: tensor.UInt8, Shape: []int{3}, Init: t.Keep([]byte{1, 2, 3})}}
	t.Record(0, ProcStart, 0, None)
	write(t, 5*time.Microsecond, 0, 10)
	write(t, 5*time.Microsecond, 2, 30)
	write(t, 9*time.Microsecond, 0, 11)
	return t
}

func TestTensorAtTellsEachMoment(t *testing.T) {
	tr := sample()
	assert.Equal(t, []byte{1, 2, 3}, tr.TensorAt(0, 4999))
	assert.Equal(t, []byte{10, 2, 30}, tr.TensorAt(0, 5*time.Microsecond))
	assert.Equal(t, []byte{11, 2, 30}, tr.TensorAt(0, time.Hour))
}

func TestCursorGoesBackAndFollowsAGrowingTrace(t *testing.T) {
	tr := sample()
	c := tr.NewCursor()
	c.Seek(time.Second)
	c.SeekEvent(2)
	assert.Equal(t, []byte{10, 2, 3}, c.Bytes(0))
	for i := range 3 * checkpointEvery {
		write(tr, time.Duration(10+i)*time.Microsecond, 1, byte(i))
	}
	c.Seek(time.Second)
	back := 2*checkpointEvery + 17
	c.SeekEvent(back)
	assert.Equal(t, []byte{11, byte(back - 5), 30}, c.Bytes(0))
	assert.Equal(t, back, c.Pos())
}

// However long a trace is, to stand at any of its moments takes a look at no more
// than so many events, and what a tensor holds there takes no more than so many of
// its writes.
func TestAnyMomentIsNear(t *testing.T) {
	tr := sample()
	for i := range 20 * checkpointEvery {
		write(tr, time.Duration(10+i)*time.Microsecond, int32(i)%3, byte(i))
	}
	c := tr.NewCursor()
	c.SeekEvent(len(tr.Events))
	c.Bytes(0)
	for n := 4; n <= len(tr.Events); n += 997 {
		from, _ := tr.counted(n)
		assert.Less(t, n-from, countEvery, "events to look at for event %d", n)
		c.SeekEvent(n)
		assert.Equal(t, n-1, c.writes)
		assert.LessOrEqual(t, n-1-tr.history.from(tr, 0, n-1).after, checkpointEvery, "writes to do again for event %d", n)
		last := n - 5 // of the writes of this test
		if last >= 3 {
			assert.Equal(t, byte(last), c.Bytes(0)[last%3])
			assert.Equal(t, byte(last-1), c.Bytes(0)[(last-1)%3])
		}
	}
	assert.LessOrEqual(t, tr.history.spent, checkpointsMost)
}

// A trace that is remembered a part at a time is ready for any question, and each
// part is as small as was asked for.
func TestRememberingInParts(t *testing.T) {
	tr := sample()
	for i := range 5 * countEvery {
		write(tr, time.Duration(10+i)*time.Microsecond, 0, byte(i))
	}
	parts := 0
	for before := 0; !tr.Remember(countEvery); parts++ {
		assert.LessOrEqual(t, tr.history.read-before, 2*countEvery)
		before = tr.history.read
	}
	assert.Equal(t, 5, parts)
	assert.GreaterOrEqual(t, tr.history.read, len(tr.Writes)-countEvery)
}

func TestAWriteWithoutBytesMakesTheValueUnknown(t *testing.T) {
	tr := sample()
	tr.Writes = append(tr.Writes, Write{Tensor: 0, Len: 3, Data: None, Msg: None})
	tr.Record(20*time.Microsecond, Wrote, 0, int32(len(tr.Writes)-1))
	assert.Nil(t, tr.TensorAt(0, time.Second))
	assert.NotNil(t, tr.TensorAt(0, 19*time.Microsecond))
}

func TestEventTimes(t *testing.T) {
	tr := sample()
	var at []Time
	for i := range tr.Events {
		at = append(at, tr.EventTime(i))
	}
	assert.Equal(t, []Time{0, 5000, 5000, 9000}, at)
	assert.Equal(t, 1, tr.EventsUntil(4999))
	assert.Equal(t, 3, tr.EventsUntil(5000))
	assert.Equal(t, 4, tr.EventsUntil(time.Hour))
	assert.Equal(t, 0, tr.EventsUntil(-1))
	assert.Equal(t, Time(9000), tr.End)
}

// Whatever changes, the digest changes: nothing in the trace is left out.
func TestDigestCoversEverything(t *testing.T) {
	want := sample().SHA256()
	assert.Equal(t, want, sample().SHA256())
	changes := []func(*Trace){
		func(t *Trace) { t.World++ },
		func(t *Trace) { t.Procs[0].Exit++ },
		func(t *Trace) { t.Groups = append(t.Groups, Group{}) },
		func(t *Trace) { t.Tensors[0].Name = "y" },
		func(t *Trace) { t.Tensors[0].Shape = []int{1, 3} },
		func(t *Trace) { t.Calls = append(t.Calls, Call{}) },
		func(t *Trace) { t.Waits = append(t.Waits, Wait{Terms: t.Refer(0, Never)}) },
		func(t *Trace) { t.Messages = append(t.Messages, Message{Terms: t.Refer(0, Never)}) },
		func(t *Trace) { t.Writes[1].Reduce = true },
		func(t *Trace) { t.Events[1].Kind = Closed },
		func(t *Trace) { t.Ticks[1].At++ },
		func(t *Trace) { t.Arena[0]++ },
		func(t *Trace) { t.Keys = append(t.Keys, "k") },
		func(t *Trace) { t.End++ },
	}
	for i, change := range changes {
		tr := sample()
		change(tr)
		assert.NotEqual(t, want, tr.SHA256(), "change %d", i)
	}
}

// The first bytes of a tensor are those that all of it has there, whatever wrote them.
func TestTheFirstBytesAreThoseOfTheWhole(t *testing.T) {
	tr := sample()
	for i := range 4 * checkpointEvery {
		switch {
		case i%700 == 3: // two writes make the first two bytes
			write(tr, time.Duration(10+i)*time.Microsecond, int32(i/700)%2, byte(i))
		case i%900 == 5:
			tr.Writes = append(tr.Writes, Write{Tensor: 0, Len: 3, Data: tr.Keep([]byte{byte(i), 1, 2}), Msg: None})
			tr.Record(time.Duration(10+i)*time.Microsecond, Wrote, 0, int32(len(tr.Writes)-1))
		default:
			write(tr, time.Duration(10+i)*time.Microsecond, 2, byte(i))
		}
	}
	c, whole := tr.NewCursor(), tr.NewCursor()
	for i := range len(tr.Events) {
		n := i * 611 % (len(tr.Events) + 1)
		c.SeekEvent(n)
		whole.SeekEvent(n)
		for size := 1; size <= 3; size++ {
			assert.Equal(t, whole.Bytes(0)[:size], c.First(0, size), "%d bytes after event %d", size, n)
		}
	}
	assert.Nil(t, c.First(0, 4), "it has three")
	tr.Writes = append(tr.Writes, Write{Tensor: 0, Len: 3, Data: None, Msg: None})
	tr.Record(time.Second, Wrote, 0, int32(len(tr.Writes)-1))
	c.Seek(time.Second)
	assert.Nil(t, c.First(0, 1), "not recorded")
}
