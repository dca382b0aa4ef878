package collective

import (
	"encoding/binary"
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"lockstep/engine/sim"
	"lockstep/engine/tensor"
	"lockstep/engine/trace"
	"lockstep/engine/transport"
)

// The members of a group run one algorithm over the real transport, on a network
// where a message takes one nanosecond whatever its size. So the virtual time at
// which the last has ended is the number of steps.

const elem = 4

// member is one rank that takes an algorithm's steps.
type member struct {
	clock  *sim.Sim
	exec   Exec
	queued bool
	ended  bool
	fault  error
}

func (m *member) Wake() {
	if !m.queued && !m.ended {
		m.queued = true
		m.clock.Ready(m)
	}
}

func (m *member) Run() {
	m.queued = false
	ended, f, _ := m.exec.Advance(m)
	if f != nil {
		m.fault = f
	}
	m.ended = ended
}

// ran is what came of one call.
type ran struct {
	steps    int
	messages int
	sent     []int
}

// runAll runs what prepare makes for each rank.
func runAll(t *testing.T, size int, prepare func(rank int, ctx *transport.Context) Algorithm) ran {
	t.Helper()
	clock, tr := sim.New(), &trace.Trace{World: size}
	net := transport.New(clock, tr, time.Nanosecond, 0)
	combine, err := tensor.ReduceFunc(tensor.Sum, tensor.Int32)
	require.NoError(t, err)
	contexts := make([]*transport.Context, size)
	for r := range contexts {
		contexts[r] = net.NewContext(&transport.Host{ID: int32(r), Gate: clock.NewGate()}, r, size)
	}
	members := make([]*member, size)
	for r, ctx := range contexts {
		ctx.ConnectMesh(contexts)
		members[r] = &member{clock: clock, exec: Exec{Clock: clock, Trace: tr, Proc: int32(r), Slot: transport.CollectiveSlot(1, 0), Timeout: time.Hour, Combine: combine}}
		members[r].exec.Start(prepare(r, ctx), new(Program))
		members[r].Wake()
	}
	for !clock.Run(1 << 20) {
	}
	out := ran{steps: int(clock.Now()), messages: len(tr.Messages), sent: make([]int, size)}
	for r, m := range members {
		require.True(t, m.ended, "rank %d waits for ever", r)
		require.NoError(t, m.fault, "rank %d", r)
	}
	for i := range tr.Messages {
		m := &tr.Messages[i]
		require.Equal(t, trace.Delivered, m.Fate)
		out.sent[m.From] += int(m.Bytes)
	}
	return out
}

// value is what rank r holds at i: small whole numbers, so that a sum is exact in
// any order.
func value(r, i int) int32 { return int32((r*31+i*7)%101 - 50) }

func values(r, n int) []byte {
	b := make([]byte, n*elem)
	for i := range n {
		binary.LittleEndian.PutUint32(b[i*elem:], uint32(value(r, i)))
	}
	return b
}

func sums(size, n int) []byte {
	b := make([]byte, n*elem)
	for i := range n {
		s := int32(0)
		for r := range size {
			s += value(r, i)
		}
		binary.LittleEndian.PutUint32(b[i*elem:], uint32(s))
	}
	return b
}

// scratchOf gives memory that no program sees, as a group's work does.
func scratchOf(ctx *transport.Context) Scratch {
	return func(n int) *transport.Buffer { return ctx.NewBuffer(0, make([]byte, n)) }
}

// each runs f for every world size from 1 to 17 and lengths around its multiples.
func each(t *testing.T, f func(t *testing.T, size, n int)) {
	for size := 1; size <= 17; size++ {
		for _, n := range []int{0, 1, size - 1, size, size + 1, 7 * size} {
			t.Run(fmt.Sprintf("P=%d,n=%d", size, n), func(t *testing.T) { f(t, size, n) })
		}
	}
}

// equalsFormula compares what was counted with the model.
func equalsFormula(t *testing.T, op, name string, c Call, got ran) {
	t.Helper()
	cost, ok := CostOf(op, name, c)
	require.True(t, ok)
	assert.Equal(t, cost.Steps, got.steps, "steps")
	assert.Equal(t, cost.Messages, got.messages, "messages")
	assert.Equal(t, cost.Sent, got.sent, "bytes by rank")
	assert.LessOrEqual(t, cost.LeastBytes, max(cost.Busiest(), busiestReceiver(op, c)), "below the lower bound")
}

// busiestReceiver: of gather the root receives what the others send.
func busiestReceiver(op string, c Call) int {
	if op == "gather" {
		return c.Bytes * (c.Ranks - 1)
	}
	return 0
}

func TestAllReduce(t *testing.T) {
	for _, name := range Algorithms("all_reduce") {
		t.Run(name, func(t *testing.T) {
			each(t, func(t *testing.T, size, n int) { allReduceHolds(t, name, size, n) })
		})
	}
}

func allReduceHolds(t *testing.T, name string, size, n int) {
	out := make([]*transport.Buffer, size)
	got := runAll(t, size, func(rank int, ctx *transport.Context) Algorithm {
		out[rank] = ctx.NewBuffer(0, values(rank, n))
		return NewAllReduce(name, rank, size, elem, out[rank], scratchOf(ctx))
	})
	for rank := range out {
		assert.Equal(t, sums(size, n), out[rank].Bytes(), "rank %d", rank)
	}
	equalsFormula(t, "all_reduce", name, Call{Ranks: size, Bytes: n * elem, Elem: elem}, got)
}

// TestLongTensors: more segments than two for each rank, and cuts that leave the
// last ranks with less or nothing.
func TestLongTensors(t *testing.T) {
	for _, name := range Algorithms("all_reduce") {
		for _, c := range []struct{ size, n int }{{2, 2 << 20}, {3, 7 << 18}, {5, 1<<20 + 3}} {
			t.Run(fmt.Sprintf("%s,P=%d,n=%d", name, c.size, c.n), func(t *testing.T) { allReduceHolds(t, name, c.size, c.n) })
		}
	}
}

func TestBroadcast(t *testing.T) {
	for _, name := range Algorithms("broadcast") {
		t.Run(name, func(t *testing.T) {
			each(t, func(t *testing.T, size, n int) {
				for _, root := range []int{0, size / 2, size - 1} {
					broadcastHolds(t, name, size, n, root)
				}
			})
			t.Run("long", func(t *testing.T) { broadcastHolds(t, name, 5, 5*chainSegment/elem+1, 3) })
		})
	}
}

func broadcastHolds(t *testing.T, name string, size, n, root int) {
	buf := make([]*transport.Buffer, size)
	got := runAll(t, size, func(rank int, ctx *transport.Context) Algorithm {
		buf[rank] = ctx.NewBuffer(0, values(rank, n))
		return NewBroadcast(name, rank, size, root, buf[rank])
	})
	for rank := range buf {
		assert.Equal(t, values(root, n), buf[rank].Bytes(), "rank %d", rank)
	}
	equalsFormula(t, "broadcast", name, Call{Ranks: size, Bytes: n * elem, Elem: elem, Root: root}, got)
}

func TestAllGather(t *testing.T) {
	for _, name := range Algorithms("all_gather") {
		t.Run(name, func(t *testing.T) {
			each(t, func(t *testing.T, size, n int) {
				var want []byte
				for r := range size {
					want = append(want, values(r, n)...)
				}
				out := make([]*transport.Buffer, size)
				got := runAll(t, size, func(rank int, ctx *transport.Context) Algorithm {
					flat := make([]byte, size*n*elem)
					copy(flat[rank*n*elem:], values(rank, n))
					out[rank] = ctx.NewBuffer(0, flat)
					return NewAllGather(name, rank, size, out[rank], scratchOf(ctx))
				})
				for rank := range out {
					assert.Equal(t, string(want), string(out[rank].Bytes()), "rank %d", rank)
				}
				equalsFormula(t, "all_gather", name, Call{Ranks: size, Bytes: n * elem, Elem: elem}, got)
			})
		})
	}
}

func TestBarrier(t *testing.T) {
	for _, name := range Algorithms("barrier") {
		t.Run(name, func(t *testing.T) {
			for size := 1; size <= 17; size++ {
				got := runAll(t, size, func(rank int, ctx *transport.Context) Algorithm {
					return NewBarrier(name, rank, size, ctx.NewBuffer(0, nil))
				})
				equalsFormula(t, "barrier", name, Call{Ranks: size}, got)
			}
		})
	}
}

func TestReduce(t *testing.T) {
	each(t, func(t *testing.T, size, n int) {
		for _, root := range []int{0, size / 2, size - 1} {
			out := make([]*transport.Buffer, size)
			got := runAll(t, size, func(rank int, ctx *transport.Context) Algorithm {
				out[rank] = ctx.NewBuffer(0, values(rank, n))
				return NewRingReduce(rank, size, root, elem, out[rank], scratchOf(ctx)(ReduceScratch(n*elem, size, elem)))
			})
			assert.Equal(t, sums(size, n), out[root].Bytes())
			equalsFormula(t, "reduce", "ring", Call{Ranks: size, Bytes: n * elem, Elem: elem, Root: root}, got)
		}
	})
}

func TestDirect(t *testing.T) {
	each(t, func(t *testing.T, size, n int) {
		root, bytes := size/2, n*elem
		call := Call{Ranks: size, Bytes: bytes, Elem: elem, Root: root}
		equalsFormula(t, "gather", "direct", call, runAll(t, size, func(rank int, ctx *transport.Context) Algorithm {
			return &Gather{Rank: rank, Size: size, Root: root, In: ctx.NewBuffer(0, values(rank, n)), Out: scratchOf(ctx)(size * bytes)}
		}))
		equalsFormula(t, "scatter", "direct", call, runAll(t, size, func(rank int, ctx *transport.Context) Algorithm {
			s := &Scatter{Rank: rank, Size: size, Root: root, Out: scratchOf(ctx)(bytes)}
			for r := range size {
				s.In = append(s.In, ctx.NewBuffer(0, values(r, n)))
			}
			return s
		}))
		equalsFormula(t, "all_to_all", "direct", call, runAll(t, size, func(rank int, ctx *transport.Context) Algorithm {
			parts := EvenParts(size*bytes, size)
			return &AllToAll{Rank: rank, Size: size, In: scratchOf(ctx)(size * bytes), Out: scratchOf(ctx)(size * bytes), Send: parts, Recv: parts}
		}))
	})
}

// TestPowersOfTwoAreOptimal: where the textbook says so, the count is the bound.
func TestPowersOfTwoAreOptimal(t *testing.T) {
	for _, size := range []int{2, 4, 8, 16, 1024} {
		call := Call{Ranks: size, Bytes: 16 * size * elem, Elem: elem}
		for _, name := range []string{"ring", "halving_doubling", "bcube"} {
			cost, _ := CostOf("all_reduce", name, call)
			for rank, sent := range cost.Sent {
				assert.Equal(t, cost.LeastBytes, sent, "%s, P=%d, rank %d", name, size, rank)
			}
		}
		cost, _ := CostOf("all_reduce", "halving_doubling", call)
		assert.Equal(t, 2*cost.LeastSteps, cost.Steps)
	}
}

func TestNamesOfAlgorithms(t *testing.T) {
	assert.Equal(t, []string{"ring", "halving_doubling", "bcube", "tree", "naive"}, Algorithms("all_reduce"))
	assert.Equal(t, []string{"ring", "bruck"}, Algorithms("all_gather_into_tensor"))
	_, ok := CostOf("all_reduce", "star", Call{Ranks: 2})
	assert.False(t, ok)
	_, ok = CostOf("send", "", Call{Ranks: 2})
	assert.False(t, ok)
	for _, m := range models {
		assert.NotEmpty(t, m.Source, "%s %s", m.Op, m.Name)
		assert.NotEmpty(t, m.Steps, "%s %s", m.Op, m.Name)
		assert.NotEmpty(t, m.Sent, "%s %s", m.Op, m.Name)
	}
}
