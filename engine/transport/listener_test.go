package transport

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"lockstep/engine/failure"
	"lockstep/engine/sim"
	"lockstep/engine/trace"
)

// woken counts what it is told.
type woken struct{ times int }

func (w *woken) Wake() { w.times++ }

type world struct {
	clock *sim.Sim
	net   *Network
}

func newWorld() *world {
	clock := sim.New()
	return &world{clock, New(clock, &trace.Trace{}, time.Millisecond, 0)}
}

// side opens a process's side of a group.
func (w *world) side(proc int32, rank, size int) *Context {
	return w.net.NewContext(&Host{ID: proc, Gate: w.clock.NewGate(), Abort: func(string) {}}, rank, size)
}

func (w *world) pass() {
	for !w.clock.Run(100) {
	}
}

// meets makes a pair that is made at once.
func meets(t *testing.T, c *Context, rank int, to *Context) {
	t.Helper()
	done, f := c.Connect(rank, to, &woken{})
	require.Nil(t, f)
	require.True(t, done)
}

func TestACallerIsContentWithoutAnAnswer(t *testing.T) {
	w := newWorld()
	a, b := w.side(0, 0, 2), w.side(1, 1, 2)
	meets(t, a, 1, b)
	assert.True(t, a.Connected(1))
	assert.False(t, b.Connected(0))

	meets(t, b, 0, a)
	assert.True(t, b.Connected(0), "it takes who called before")
}

func TestWhoWaitsIsToldWhenItIsCalled(t *testing.T) {
	w := newWorld()
	a, b := w.side(0, 0, 2), w.side(1, 1, 2)
	waits := &woken{}
	done, f := b.Connect(0, a, waits)
	require.Nil(t, f)
	assert.False(t, done)
	meets(t, a, 1, b)
	assert.Equal(t, 1, waits.times)
	assert.True(t, b.Connected(0))
}

func TestWhatACallerSaidIsHeardWhenItIsTaken(t *testing.T) {
	w := newWorld()
	a, b := w.side(0, 0, 2), w.side(1, 1, 2)
	meets(t, a, 1, b)
	out := a.NewBuffer(0, []byte{7})
	require.Nil(t, out.Send(1, 5, 0, 1))
	w.pass()
	meets(t, b, 0, a)
	in := b.NewBuffer(0, make([]byte, 1))
	require.Nil(t, in.Recv(0, 5, 0, 1))
	w.pass()
	assert.Equal(t, []byte{7}, in.Bytes())
}

func TestOneCallerForAPairIsKept(t *testing.T) {
	w := newWorld()
	first, second, to := w.side(0, 0, 2), w.side(1, 0, 2), w.side(2, 1, 2)
	meets(t, first, 1, to)
	meets(t, second, 1, to)
	w.pass()
	assert.Nil(t, first.End(1).fault)
	assert.Equal(t, failure.ClosedByPeer, second.End(1).fault, "the second is turned away")
	meets(t, to, 0, second) // whoever's address it has, it takes who came first
	assert.EqualValues(t, 0, to.Process(0))
}

func TestAStrangersPairIsNobodys(t *testing.T) {
	w := newWorld()
	a, b := w.side(0, 2, 3), w.side(1, 1, 2) // b has no pair 2
	meets(t, a, 1, b)
	w.pass()
	assert.Nil(t, a.End(1).fault, "it does not know")
	b.Shut(failure.ClosedByPeer)
	w.pass()
	assert.Equal(t, failure.ClosedByPeer, a.End(1).fault)
}

func TestAClosedDoor(t *testing.T) {
	w := newWorld()
	a, b := w.side(0, 0, 2), w.side(1, 1, 2)
	b.Shut(failure.ClosedByPeer)
	_, f := a.Connect(1, b, &woken{})
	assert.Equal(t, failure.Refused(0), f)
	// Whose part it is to wait does not learn that nobody will call.
	done, f := b.Connect(0, a, &woken{})
	assert.Nil(t, f)
	assert.False(t, done)
}

func TestACallerThatHasGoneIsTakenAndLost(t *testing.T) {
	w := newWorld()
	a, b := w.side(0, 0, 2), w.side(1, 1, 2)
	meets(t, a, 1, b)
	a.Shut(failure.ClosedByPeer)
	meets(t, b, 0, a)
	w.pass()
	assert.Equal(t, failure.ClosedByPeer, b.End(0).fault)
}
