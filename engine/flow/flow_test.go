package flow_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"lockstep/engine"
	"lockstep/engine/flow"
	"lockstep/engine/scenario"
	"lockstep/engine/tensor"
	"lockstep/engine/trace"
)

// value is element i of rank r's tensor: one decimal digit for each rank, so that a
// sum shows whose numbers are in it.
func value(r, i int) int64 {
	v := int64(1 + i%9)
	for range r {
		v *= 10
	}
	return v
}

// run runs one collective over int64 tensors of n elements.
func run(t testing.TB, op, algorithm string, ranks, n int, more string) *trace.Trace {
	t.Helper()
	list := make([]string, ranks)
	for r := range list {
		data := make([]string, n)
		for i := range data {
			data[i] = fmt.Sprint(value(r, i))
		}
		// Ranks that come at different times send and combine in other orders.
		list[r] = fmt.Sprintf(`{"tensors": {"x": {"dtype": "int64", "data": [%s]}}, "program": [{"op": "compute", "for": "%dus"}, {"op": %q, "tensor": "x", "algorithm": %q%s}]}`,
			strings.Join(data, ","), 1+(r*7)%5*60, op, algorithm, more)
	}
	s, err := scenario.Parse([]byte(fmt.Sprintf(`{"lockstep": 1, "world_size": %d, "ranks": [%s]}`, ranks, strings.Join(list, ","))))
	require.NoError(t, err)
	e, err := engine.Start(s)
	require.NoError(t, err)
	for !e.Advance(1 << 20) {
	}
	require.Equal(t, "done", e.Outcome().Outcome)
	return e.Trace()
}

func only(t testing.TB, tr *trace.Trace) (*flow.Reader, *flow.Collective) {
	t.Helper()
	r := flow.NewReader(tr)
	require.Len(t, r.All(), 1)
	x := r.Read(r.All()[0])
	require.NotEmpty(t, x.Segments, "%s %s was not read", x.Op, x.Algorithm)
	return r, x
}

func int64At(b []byte, i int) int64 { return int64(tensor.Float(tensor.Int64, b[8*i:8*i+8])) }

// At every event, what a rank holds is the sum of the inputs of exactly those ranks
// whose contributions it is said to hold, element by element.
func TestValuesAreThePartialSums(t *testing.T) {
	for _, algorithm := range []string{"ring", "tree", "halving_doubling", "naive", "bcube"} {
		for _, ranks := range []int{2, 3, 5, 8} {
			for _, n := range []int{1, ranks + 1} {
				t.Run(fmt.Sprintf("%s/%d/%d", algorithm, ranks, n), func(t *testing.T) {
					tr := run(t, "all_reduce", algorithm, ranks, n, "")
					r, x := only(t, tr)
					seen := 0
					for event := range len(tr.Events) + 1 {
						for rank, s := range r.At(x, event) {
							require.Len(t, s.Bytes, 8*n)
							for k, seg := range x.Segments {
								for i := seg.Off / 8; i < (seg.Off+seg.N)/8; i++ {
									want := int64(0)
									for other := range ranks {
										if s.Segments[k].From.Has(other) {
											want += value(other, i)
										}
									}
									require.Equal(t, want, int64At(s.Bytes, i), "event %d, rank %d, element %d", event, rank, i)
									seen++
								}
							}
						}
					}
					for _, s := range r.At(x, len(tr.Events)) {
						for _, h := range s.Segments {
							assert.Equal(t, flow.Set(1)<<ranks-1, h.From, "in the end all of all")
						}
						assert.True(t, s.Ended)
					}
					assert.Positive(t, seen)
				})
			}
		}
	}
}

// step is the moment at which a rank has taken in all of a step of a phase: the
// state after the last of its messages.
func step(t *testing.T, r *flow.Reader, x *flow.Collective, events, rank int, phase string, n int) *flow.State {
	t.Helper()
	var at *flow.State
	for event := range events + 1 {
		s := r.At(x, event)[rank]
		if s.Took != nil && s.Took.Name == phase && s.Took.Step == n {
			at = &s
		}
	}
	require.NotNil(t, at, "rank %d never had %s step %d", rank, phase, n)
	return at
}

// After step s of a ring's reduce-scatter, rank r holds in chunk r+1+s the sum of
// the ranks r … r+s (data goes from rank r to r−1), as Patarasuk and Yuan have it;
// after step s of its all-gather, chunk r+s whole.
func TestRingStepByStep(t *testing.T) {
	const ranks, n = 4, 8
	tr := run(t, "all_reduce", "ring", ranks, n, "")
	r, x := only(t, tr)
	require.Len(t, x.Segments, 8, "two segments for each chunk")
	for rank := range ranks {
		for s := 1; s < ranks; s++ {
			st := step(t, r, x, len(tr.Events), rank, "reduce_scatter", s)
			chunk := (rank + 1 + s) % ranks
			for _, i := range []int{2 * chunk, 2*chunk + 1} {
				want := int64(0)
				for k := range s + 1 {
					want += value((rank+k)%ranks, i)
				}
				assert.Equal(t, want, int64At(st.Bytes, i), "rank %d, step %d, element %d", rank, s, i)
			}
			st = step(t, r, x, len(tr.Events), rank, "all_gather", s)
			chunk = (rank + s) % ranks
			for _, i := range []int{2 * chunk, 2*chunk + 1} {
				assert.Equal(t, int64(1111*(1+i%9)), int64At(st.Bytes, i))
			}
		}
	}
}

// After step s of halving, the part that rank r keeps holds the sum of those ranks
// that differ from r in the lowest s bits alone; after the doubling everything is
// whole (Thakur, Rabenseifner and Gropp, 2005).
func TestHalvingDoublingStepByStep(t *testing.T) {
	const ranks, n = 8, 8
	tr := run(t, "all_reduce", "halving_doubling", ranks, n, "")
	r, x := only(t, tr)
	for rank := range ranks {
		off, size := 0, n
		for s := 1; s <= 3; s++ {
			size /= 2
			if rank>>(s-1)&1 != 0 {
				off += size
			}
			st := step(t, r, x, len(tr.Events), rank, "reduce_scatter", s)
			for i := off; i < off+size; i++ {
				want := int64(0)
				for other := range ranks {
					if other>>s == rank>>s {
						want += value(other, i)
					}
				}
				assert.Equal(t, want, int64At(st.Bytes, i), "rank %d, step %d, element %d", rank, s, i)
			}
		}
		st := step(t, r, x, len(tr.Events), rank, "all_gather", 3)
		for i := range n {
			assert.Equal(t, int64(11111111*(1+i%9)), int64At(st.Bytes, i))
		}
	}
}

// After step s up a tree, a rank with s low bits clear holds the sum of the ranks
// that differ from it in those bits.
func TestTreeStepByStep(t *testing.T) {
	for _, ranks := range []int{4, 6, 8} {
		tr := run(t, "all_reduce", "tree", ranks, 2, "")
		r, x := only(t, tr)
		for rank := range ranks {
			for s := 1; 1<<(s-1) < ranks; s++ {
				if rank&(1<<s-1) != 0 || rank+1<<(s-1) >= ranks {
					continue
				}
				st := step(t, r, x, len(tr.Events), rank, "reduce", s)
				want := int64(0)
				for other := rank; other < min(rank+1<<s, ranks); other++ {
					want += value(other, 0)
				}
				assert.Equal(t, want, int64At(st.Bytes, 0), "rank %d of %d, step %d", rank, ranks, s)
			}
		}
	}
}

// In an all-gather, a rank holds a block when all of it has come, and then it is
// the block of that rank; after step s of a ring, those of ranks r−s … r; after
// step s of Bruck's, those of r … r+2ˢ−1.
func TestAllGatherStepByStep(t *testing.T) {
	for _, algorithm := range []string{"ring", "bruck"} {
		for _, ranks := range []int{2, 4, 5} {
			for _, n := range []int{1, 3} {
				t.Run(fmt.Sprintf("%s/%d/%d", algorithm, ranks, n), func(t *testing.T) {
					tr := run(t, "all_gather", algorithm, ranks, n, "")
					r, x := only(t, tr)
					require.Len(t, x.Segments, ranks)
					for event := range len(tr.Events) + 1 {
						for rank, s := range r.At(x, event) {
							for block, h := range s.Segments {
								if h.Have < 8*n {
									require.NotEqual(t, rank, block)
									continue
								}
								require.Equal(t, flow.Set(1)<<block, h.From)
								for i := range n {
									require.Equal(t, value(block, i), int64At(s.Bytes, block*n+i), "event %d, rank %d, block %d", event, rank, block)
								}
							}
						}
					}
					for rank := range ranks {
						for s := 1; s < ranks; s++ {
							have := s + 1
							if algorithm == "bruck" {
								if have = 1 << s; have >= 2*ranks {
									break
								}
							}
							st := step(t, r, x, len(tr.Events), rank, "all_gather", s)
							for k := range min(have, ranks) {
								block := (rank - k + ranks) % ranks
								if algorithm == "bruck" {
									block = (rank + k) % ranks
								}
								assert.Equal(t, 8*n, st.Segments[block].Have, "rank %d, step %d, block %d", rank, s, block)
							}
						}
					}
				})
			}
		}
	}
}

// The other collectives end as they should, by their own plans.
func TestTheOthersAreReadToo(t *testing.T) {
	for _, c := range []struct{ op, algorithm, more string }{
		{"broadcast", "tree", `, "src": 2`}, {"broadcast", "chain", `, "src": 2`}, {"broadcast", "naive", `, "src": 2`},
	} {
		tr := run(t, c.op, c.algorithm, 5, 3, c.more)
		r, x := only(t, tr)
		assert.Equal(t, 2, x.Root, "%v", c)
		for _, s := range r.At(x, len(tr.Events)) {
			for i := range 3 {
				assert.Equal(t, value(2, i), int64At(s.Bytes, i))
			}
			assert.Equal(t, flow.Set(1<<2), s.Segments[0].From)
		}
	}
}

// The root of a scatter holds all blocks, the others get theirs; a gather's gets all.
func TestScatterAndGather(t *testing.T) {
	s, err := scenario.Parse([]byte(`{"lockstep": 1, "world_size": 3, "tensors": {"x": {"dtype": "int64", "data": [7]}}, "program": [
		{"op": "scatter", "tensor": "x", "src": 1}, {"op": "gather", "tensor": "x", "dst": 2}], "ranks": [{}, {"program": [
		{"op": "scatter", "tensor": "x", "src": 1, "list": [{"dtype": "int64", "data": [10]}, {"dtype": "int64", "data": [20]}, {"dtype": "int64", "data": [30]}]},
		{"op": "gather", "tensor": "x", "dst": 2}]}]}`))
	require.NoError(t, err)
	e, err := engine.Start(s)
	require.NoError(t, err)
	for !e.Advance(1 << 20) {
	}
	tr := e.Trace()
	r := flow.NewReader(tr)
	require.Len(t, r.All(), 2)
	scatter := r.Read(r.All()[0])
	require.Equal(t, 1, scatter.Root)
	states := r.At(scatter, len(tr.Events))
	for rank := range 3 {
		assert.Equal(t, 8, states[rank].Segments[rank].Have)
		assert.Equal(t, int64(10*(rank+1)), int64At(states[rank].Bytes, rank), "rank %d", rank)
		assert.Equal(t, int64(10*(rank+1)), int64At(states[1].Bytes, rank), "at the root")
	}
	gather := r.Read(r.All()[1])
	require.Equal(t, 2, gather.Root)
	states = r.At(gather, len(tr.Events))
	for rank := range 3 {
		assert.Equal(t, flow.Set(1)<<rank, states[2].Segments[rank].From)
		assert.Equal(t, int64(10*(rank+1)), int64At(states[2].Bytes, rank))
	}
}

// What came, what was there and what became of it add up.
func TestTheArithmeticOfAStep(t *testing.T) {
	tr := run(t, "all_reduce", "ring", 4, 8, "")
	r, x := only(t, tr)
	sums := 0
	for event := range len(tr.Events) + 1 {
		for _, s := range r.At(x, event) {
			if k := s.Took; k != nil && k.Combine {
				for i := range k.N / 8 {
					assert.Equal(t, int64At(k.After, i), int64At(k.Before, i)+int64At(k.Came, i))
					sums++
				}
			}
		}
	}
	assert.Positive(t, sums)
}

// Where ranks do not agree on what they do, no plan is believed.
func TestADisagreementIsNotRead(t *testing.T) {
	s, err := scenario.Parse([]byte(`{"lockstep": 1, "world_size": 2, "timeout": "1s", "ranks": [
		{"tensors": {"x": {"dtype": "int64", "data": [1, 2, 3]}}, "program": [{"op": "all_reduce", "tensor": "x"}]},
		{"tensors": {"x": {"dtype": "int64", "data": [1]}}, "program": [{"op": "all_reduce", "tensor": "x"}]}]}`))
	require.NoError(t, err)
	e, err := engine.Start(s)
	require.NoError(t, err)
	for !e.Advance(1 << 20) {
	}
	r := flow.NewReader(e.Trace())
	require.Len(t, r.All(), 1)
	x := r.Read(r.All()[0])
	if x.Segments != nil {
		assert.NotPanics(t, func() { r.At(x, len(e.Trace().Events)) })
	}
}

func TestShapes(t *testing.T) {
	x := &flow.Collective{Op: "all_reduce", Algorithm: "tree", Ranks: 6, Root: -1}
	assert.Equal(t, flow.Tree, x.Shape())
	var up []int
	for r := range 6 {
		up = append(up, x.Parent(r))
	}
	assert.Equal(t, []int{-1, 0, 0, 2, 0, 4}, up)
	x = &flow.Collective{Op: "broadcast", Algorithm: "tree", Ranks: 6, Root: 1}
	var down []int
	for r := range 6 {
		down = append(down, x.Parent(r))
	}
	assert.Equal(t, []int{2, -1, 1, 1, 2, 1}, down)
	for name, want := range map[string]flow.Shape{"ring": flow.Ring, "halving_doubling": flow.Pairs, "chain": flow.Line, "naive": flow.Star} {
		assert.Equal(t, want, (&flow.Collective{Op: "broadcast", Algorithm: name}).Shape())
	}
}
