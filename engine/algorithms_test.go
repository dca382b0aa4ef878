package engine

import (
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"lockstep/engine/collective"
	"lockstep/engine/scenario"
	"lockstep/engine/tensor"
	"lockstep/engine/trace"
)

// TestEveryAlgorithmIsOffered: the choices of the file are those that can run, the
// same first.
func TestEveryAlgorithmIsOffered(t *testing.T) {
	offered := 0
	for i := range scenario.Specs {
		spec := &scenario.Specs[i]
		names := collective.Algorithms(spec.Name)
		arg, ok := spec.Arg("algorithm")
		if !ok {
			assert.Less(t, len(names), 2, "%s cannot be told which", spec.Name)
			continue
		}
		assert.Equal(t, names, arg.Choices, spec.Name)
		offered++
	}
	assert.Equal(t, 6, offered)
}

func TestAnUnknownAlgorithmIsRefusedWithTheList(t *testing.T) {
	_, err := scenario.Parse([]byte(`{"lockstep": 1, "world_size": 2, "tensors": {"x": {"dtype": "float32", "data": [1]}}, "program": [{"op": "all_reduce", "tensor": "x", "algorithm": "star"}]}`))
	assert.ErrorContains(t, err, "program[0].algorithm")
	for _, name := range collective.Algorithms("all_reduce") {
		assert.ErrorContains(t, err, name)
	}
}

// algorithms sweeps all algorithms of an op over sizes and lengths, as programs
// choose them, and holds their traffic to the formula; check gets the outputs.
func algorithms(t *testing.T, op func(p int) scenario.Op, check func(t *testing.T, p, n int, out []any)) {
	for _, name := range collective.Algorithms(op(1).Name) {
		t.Run(name, func(t *testing.T) {
			sweep(t, func(p, _ int) scenario.Op {
				o := op(p)
				o.Algorithm = name
				return o
			}, func(t *testing.T, p, n int, out []any, got trafficOf) {
				check(t, p, n, out)
				root := 0
				if src := op(p).Src; src != nil {
					root = *src
				}
				cost, ok := collective.CostOf(op(p).Name, name, collective.Call{Ranks: p, Bytes: 4 * n, Elem: 4, Root: root})
				require.True(t, ok)
				assert.Equal(t, trafficOf{cost.Messages, cost.Total()}, got)
			})
		})
	}
}

func TestAllReduceByEachAlgorithm(t *testing.T) {
	algorithms(t, func(int) scenario.Op { return scenario.Op{Name: "all_reduce", Tensor: x()} },
		func(t *testing.T, p, n int, out []any) {
			for _, o := range out {
				assert.Equal(t, sums(p, n), ints(o.(*tensor.Tensor)))
			}
		})
}

func TestBroadcastByEachAlgorithm(t *testing.T) {
	algorithms(t, func(p int) scenario.Op {
		src := p / 2
		return scenario.Op{Name: "broadcast", Tensor: x(), Src: &src}
	}, func(t *testing.T, p, n int, out []any) {
		for _, o := range out {
			for i, v := range ints(o.(*tensor.Tensor)) {
				assert.Equal(t, value(p/2, i), v)
			}
		}
	})
}

func TestAllGatherByEachAlgorithm(t *testing.T) {
	algorithms(t, func(int) scenario.Op { return scenario.Op{Name: "all_gather", Tensor: x()} },
		func(t *testing.T, p, n int, out []any) {
			for _, o := range out {
				for r, y := range o.([]*tensor.Tensor) {
					for i, v := range ints(y) {
						assert.Equal(t, value(r, i), v)
					}
				}
			}
		})
}

func TestBarrierByEachAlgorithm(t *testing.T) {
	algorithms(t, func(int) scenario.Op { return scenario.Op{Name: "barrier"} }, func(*testing.T, int, int, []any) {})
}

func TestReduceScatterByFormula(t *testing.T) {
	sweep(t, func(p, n int) scenario.Op {
		list := make([]scenario.Value, p)
		for i := range list {
			list[i] = scenario.Value{Name: "x"}
		}
		return scenario.Op{Name: "reduce_scatter", Tensor: zeros(n), List: list}
	}, func(t *testing.T, p, n int, _ []any, got trafficOf) {
		cost, _ := collective.CostOf("reduce_scatter", "", collective.Call{Ranks: p, Bytes: 4 * n, Elem: 4})
		assert.Equal(t, trafficOf{cost.Messages, cost.Total()}, got)
	})
	sweep(t, func(p, n int) scenario.Op {
		return scenario.Op{Name: "reduce_scatter_tensor", Tensor: zeros(n), Input: zeros(p * n)}
	}, func(t *testing.T, p, n int, _ []any, got trafficOf) {
		cost, _ := collective.CostOf("reduce_scatter_tensor", "", collective.Call{Ranks: p, Bytes: 4 * n, Elem: 4})
		assert.Equal(t, trafficOf{cost.Messages, cost.Total()}, got)
	})
}

func zeros(n int) *scenario.Value {
	return &scenario.Value{Lit: &scenario.TensorSpec{DType: tensor.Int32, Shape: []int{n}, Fill: "0"}}
}

// TestReduceScatterStepsByFormula: on links that take a second whatever the size, a
// call that all ranks begin together takes as many seconds as it has steps. Of a list
// with so little in it that chunks are empty, a rank that is idle in one ring begins
// the next sooner, and it takes fewer.
func TestReduceScatterStepsByFormula(t *testing.T) {
	for p := 1; p <= 17; p++ {
		for _, n := range lengths(p) {
			list := make([]scenario.Value, p)
			for i := range list {
				list[i] = *zeros(n)
			}
			for _, op := range []scenario.Op{
				{Name: "reduce_scatter", Tensor: zeros(n), List: list},
				{Name: "reduce_scatter_tensor", Tensor: zeros(n), Input: zeros(p * n)},
			} {
				t.Run(fmt.Sprintf("%s,P=%d,n=%d", op.Name, p, n), func(t *testing.T) {
					s := job(p, time.Hour, op)
					s.Network = scenario.Network{Latency: time.Second}
					r, err := Start(s)
					require.NoError(t, err)
					for !r.Advance(1 << 16) {
					}
					require.Equal(t, "done", r.Outcome().Outcome)
					first, last := trace.Never, trace.Time(0)
					for i := range r.Trace().Calls {
						if c := &r.Trace().Calls[i]; c.Op == op.Name {
							require.True(t, first == trace.Never || first == c.Start, "not all begin together")
							first, last = c.Start, max(last, c.End)
						}
					}
					cost, ok := collective.CostOf(op.Name, "", collective.Call{Ranks: p, Bytes: 4 * n, Elem: 4})
					require.True(t, ok)
					steps := int((last - first) / time.Second)
					if op.Name == "reduce_scatter" && n > 0 && n <= p+1 {
						assert.LessOrEqual(t, steps, cost.Steps)
						assert.GreaterOrEqual(t, steps, cost.Steps/2)
						return
					}
					assert.Equal(t, cost.Steps, steps)
				})
			}
		}
	}
}

// TestTheOrderOfAdditionIsTheAlgorithms: a sum of floats shows who was added to
// whom, in which order.
func TestTheOrderOfAdditionIsTheAlgorithms(t *testing.T) {
	values := []scenario.Num{"1", "1e8", "-1e8", "3"} // beside 1e8, 1 and 3 are lost
	want := map[string]string{
		"ring":             "1", // ((x3 + x2) + x1) + x0
		"naive":            "3", // ((x0 + x1) + x2) + x3
		"tree":             "0", // (x0 + x1) + (x2 + x3)
		"halving_doubling": "0", // the same
		"bcube":            "0", // the same
	}
	for _, name := range collective.Algorithms("all_reduce") {
		s := job(4, second, scenario.Op{Name: "all_reduce", Tensor: x(), Algorithm: name})
		for _, v := range values {
			s.Ranks = append(s.Ranks, scenario.Rank{Tensors: []scenario.NamedTensor{{Name: "x", Spec: scenario.TensorSpec{DType: tensor.Float32, Shape: []int{1}, Data: []scenario.Num{v}}}}})
		}
		r := run(t, s)
		for rank := range r.Ranks {
			assert.JSONEq(t, fmt.Sprintf(`{"dtype":"float32","shape":[1],"data":[%s]}`, want[name]), string(r.Ranks[rank].Steps[0].Output), "%s, rank %d", name, rank)
		}
	}
}

// TestDifferentAlgorithmsInOneCall: ranks that choose differently send into the
// same slots, and what comes of it is one of Gloo's usual ends, not a panic.
func TestDifferentAlgorithmsInOneCall(t *testing.T) {
	names := collective.Algorithms("all_reduce")
	for _, a := range names {
		for _, b := range names {
			programs := make([][]scenario.Op, 5)
			for i := range programs {
				op := catch(scenario.Op{Name: "all_reduce", Tensor: literal(7, "arange"), Algorithm: a})
				if i == 3 {
					op.Algorithm = b
				}
				programs[i] = []scenario.Op{op}
			}
			r := run(t, ranked(3*second, programs...))
			if a == b {
				assert.Equal(t, "done", r.Outcome, a)
			} else {
				assert.NotEqual(t, "limit", r.Outcome, "%s against %s", a, b)
			}
		}
	}
}
