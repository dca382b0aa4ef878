package engine

import (
	"fmt"
	"math/bits"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"lockstep/engine/scenario"
	"lockstep/engine/tensor"
	"lockstep/engine/trace"
)

// Every algorithm, world sizes 1 … 17, lengths around the cuts: the values are
// those of a direct computation, and messages and bytes those of the formula.

func lengths(p int) []int { return []int{0, 1, p - 1, p, p + 1, 7 * p} }

// value is what rank r holds at i: small integers, so that a sum is exact in any
// order.
func value(r, i int) int64 { return int64(r*31+i*7)%101 - 50 }

func values(p, n int, of func(r, i int) int64) []scenario.Rank {
	ranks := make([]scenario.Rank, p)
	for r := range ranks {
		data := make([]scenario.Num, n)
		for i := range data {
			data[i] = scenario.Num(fmt.Sprint(of(r, i)))
		}
		ranks[r].Tensors = []scenario.NamedTensor{{Name: "x", Spec: scenario.TensorSpec{DType: tensor.Int32, Shape: []int{n}, Data: data}}}
	}
	return ranks
}

func ints(x *tensor.Tensor) []int64 {
	out := make([]int64, x.Len())
	for i := range out {
		out[i] = tensor.Int(x.DType, x.At(i))
	}
	return out
}

// sweep runs op for every size and length; the check gets the outputs by rank.
func sweep(t *testing.T, op func(p, n int) scenario.Op, check func(t *testing.T, p, n int, out []any, traffic trafficOf)) {
	sweepRanks(t, func(p, n, _ int) scenario.Op { return op(p, n) }, check)
}

// sweepRanks is sweep with an op of its own for each rank.
func sweepRanks(t *testing.T, op func(p, n, r int) scenario.Op, check func(t *testing.T, p, n int, out []any, traffic trafficOf)) {
	for p := 1; p <= 17; p++ {
		for _, n := range lengths(p) {
			t.Run(fmt.Sprintf("P=%d,n=%d", p, n), func(t *testing.T) {
				s := job(p, time.Second)
				s.Ranks = values(p, n, value)
				for r := range s.Ranks {
					s.Ranks[r].Program, s.Ranks[r].HasProgram = []scenario.Op{op(p, n, r)}, true
				}
				r, err := Start(s)
				require.NoError(t, err)
				for !r.Advance(1 << 16) {
				}
				require.Equal(t, "done", r.Result().Outcome)
				var out []any
				for _, proc := range r.job.Procs {
					out = append(out, proc.Steps[0].Output)
				}
				check(t, p, n, out, traffic(r.Trace()))
			})
		}
	}
}

type trafficOf struct{ messages, bytes int }

func traffic(tr *trace.Trace) (sum trafficOf) {
	for i := range tr.Messages {
		sum.messages++
		sum.bytes += int(tr.Messages[i].Bytes)
	}
	return sum
}

func x() *scenario.Value { return &scenario.Value{Name: "x"} }

func sums(p, n int) []int64 {
	out := make([]int64, n)
	for i := range out {
		for r := range p {
			out[i] += value(r, i)
		}
	}
	return out
}

// filled is how many of the 2·P segments of a ring hold anything.
func filled(p, n int) int {
	if n == 0 || p == 1 {
		return 0
	}
	segment := (4*n + 2*p - 1) / (2 * p)
	segment = (segment + 3) / 4
	return (n + segment - 1) / segment
}

func TestRingAllReduce(t *testing.T) {
	sweep(t, func(int, int) scenario.Op { return scenario.Op{Name: "all_reduce", Tensor: x()} },
		func(t *testing.T, p, n int, out []any, got trafficOf) {
			for _, o := range out {
				assert.Equal(t, sums(p, n), ints(o.(*tensor.Tensor)))
			}
			want := trafficOf{messages: 2 * (p - 1) * filled(p, n), bytes: 2 * (p - 1) * 4 * n}
			assert.Equal(t, want, got)
		})
}

func TestBinomialBroadcast(t *testing.T) {
	for _, last := range []bool{false, true} {
		root := func(p int) int {
			if last {
				return p - 1
			}
			return 0
		}
		sweep(t, func(p, _ int) scenario.Op {
			src := root(p)
			return scenario.Op{Name: "broadcast", Tensor: x(), Src: &src}
		}, func(t *testing.T, p, n int, out []any, got trafficOf) {
			want := make([]int64, n)
			for i := range want {
				want[i] = value(root(p), i)
			}
			for _, o := range out {
				assert.Equal(t, want, ints(o.(*tensor.Tensor)))
			}
			assert.Equal(t, trafficOf{p - 1, 4 * n * (p - 1)}, got)
		})
	}
}

func TestRingAllGather(t *testing.T) {
	sweep(t, func(int, int) scenario.Op { return scenario.Op{Name: "all_gather", Tensor: x()} },
		func(t *testing.T, p, n int, out []any, got trafficOf) {
			for _, o := range out {
				for r, y := range o.([]*tensor.Tensor) {
					want := make([]int64, n)
					for i := range want {
						want[i] = value(r, i)
					}
					assert.Equal(t, want, ints(y))
				}
			}
			want := trafficOf{2 * p * (p - 1), 4 * n * p * (p - 1)}
			if n == 0 {
				want = trafficOf{}
			}
			assert.Equal(t, want, got)
		})
}

func TestRingReduce(t *testing.T) {
	sweep(t, func(p, _ int) scenario.Op {
		dst := p / 2
		return scenario.Op{Name: "reduce", Tensor: x(), Dst: &dst}
	}, func(t *testing.T, p, n int, out []any, got trafficOf) {
		assert.Equal(t, sums(p, n), ints(out[p/2].(*tensor.Tensor)))
		if p > 1 && n > 0 {
			own := max(0, min(2*segmentLen(p, n), n-p/2*2*segmentLen(p, n))) // the root's own chunk stays
			assert.Equal(t, (p-1)*4*n+4*(n-own), got.bytes)
		}
	})
}

// segmentLen is the elements of a segment.
func segmentLen(p, n int) int { return ((4*n+2*p-1)/(2*p) + 3) / 4 }

func TestDisseminationBarrier(t *testing.T) {
	sweep(t, func(int, int) scenario.Op { return scenario.Op{Name: "barrier"} },
		func(t *testing.T, p, _ int, _ []any, got trafficOf) {
			assert.Equal(t, trafficOf{p * bits.Len(uint(p-1)), 0}, got)
		})
}

func TestGather(t *testing.T) {
	sweep(t, func(p, _ int) scenario.Op {
		dst := p - 1
		return scenario.Op{Name: "gather", Tensor: x(), Dst: &dst}
	}, func(t *testing.T, p, n int, out []any, got trafficOf) {
		for r, y := range out[p-1].([]*tensor.Tensor) {
			for i, v := range ints(y) {
				assert.Equal(t, value(r, i), v)
			}
		}
		assert.Equal(t, trafficOf{p - 1, 4 * n * (p - 1)}, got)
	})
}

func TestAllToAll(t *testing.T) {
	sweep(t, func(p, n int) scenario.Op {
		list := make([]scenario.Value, p)
		for i := range list {
			list[i] = scenario.Value{Name: "x"}
		}
		return scenario.Op{Name: "all_to_all", List: list}
	}, func(t *testing.T, p, n int, out []any, got trafficOf) {
		for _, o := range out {
			for r, y := range o.([]*tensor.Tensor) {
				for i, v := range ints(y) {
					assert.Equal(t, value(r, i), v)
				}
			}
		}
		assert.Equal(t, trafficOf{p * (p - 1), 4 * n * p * (p - 1)}, got)
	})
}

func TestReduceScatter(t *testing.T) {
	sweep(t, func(p, n int) scenario.Op {
		list := make([]scenario.Value, p)
		for i := range list {
			list[i] = scenario.Value{Name: "x"}
		}
		return scenario.Op{Name: "reduce_scatter", Tensor: &scenario.Value{Lit: &scenario.TensorSpec{DType: tensor.Int32, Shape: []int{n}, Fill: "0"}}, List: list}
	}, func(t *testing.T, p, n int, out []any, got trafficOf) {
		for _, o := range out {
			assert.Equal(t, sums(p, n), ints(o.(*tensor.Tensor)))
		}
		assert.Equal(t, p*2*(p-1)*4*n, got.bytes)
	})
}

// entry is the literal of one rank's n values, shifted.
func entry(n int, of func(i int) int64) scenario.Value {
	data := make([]scenario.Num, n)
	for i := range data {
		data[i] = scenario.Num(fmt.Sprint(of(i)))
	}
	return scenario.Value{Lit: &scenario.TensorSpec{DType: tensor.Int32, Shape: []int{n}, Data: data}}
}

func TestScatter(t *testing.T) {
	sweepRanks(t, func(p, n, r int) scenario.Op {
		src := p - 1
		o := scenario.Op{Name: "scatter", Tensor: x(), Src: &src}
		for to := range p {
			if r == src {
				o.List = append(o.List, entry(n, func(i int) int64 { return int64(100*to + i) }))
			}
		}
		return o
	}, func(t *testing.T, p, n int, out []any, got trafficOf) {
		for r, o := range out {
			for i, v := range ints(o.(*tensor.Tensor)) {
				assert.EqualValues(t, 100*r+i, v)
			}
		}
		assert.Equal(t, trafficOf{p - 1, 4 * n * (p - 1)}, got)
	})
}

// share is how much of n a rank gets, as evenly as can be.
func share(n, p, r int) int { return (n + r) / p }

func TestAllToAllSingle(t *testing.T) {
	sweepRanks(t, func(p, n, r int) scenario.Op {
		o := scenario.Op{Name: "all_to_all_single", Tensor: x(), Out: []scenario.Value{entry(p*share(n, p, r), func(int) int64 { return 0 })}}
		for i := range p {
			o.InputSplitSizes, o.OutputSplitSizes = append(o.InputSplitSizes, share(n, p, i)), append(o.OutputSplitSizes, share(n, p, r))
		}
		return o
	}, func(t *testing.T, p, n int, out []any, got trafficOf) {
		at, bytes := 0, 0
		for r, o := range out {
			var want []int64
			for from := range p {
				for i := range share(n, p, r) {
					want = append(want, value(from, at+i))
				}
			}
			assert.Equal(t, append([]int64{}, want...), ints(o.(*tensor.Tensor)))
			at += share(n, p, r)
			bytes += 4 * (p - 1) * share(n, p, r)
		}
		assert.Equal(t, trafficOf{p * (p - 1), bytes}, got)
	})
}

func TestReduceScatterTensor(t *testing.T) {
	sweepRanks(t, func(p, n, r int) scenario.Op {
		in := entry(p*n, func(i int) int64 { return value(r, i) })
		out := entry(n, func(int) int64 { return 0 })
		return scenario.Op{Name: "reduce_scatter_tensor", Tensor: &out, Input: &in}
	}, func(t *testing.T, p, n int, out []any, got trafficOf) {
		all := sums(p, p*n)
		for r, o := range out {
			assert.Equal(t, all[r*n:(r+1)*n], ints(o.(*tensor.Tensor)))
		}
		assert.Equal(t, 2*(p-1)*4*p*n, got.bytes)
	})
}
