package diagnose_test

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"lockstep/engine"
	"lockstep/engine/diagnose"
	"lockstep/engine/result"
	"lockstep/engine/scenario"
)

// TestCorrectProgramsHaveNoFinding runs random programs that are right by
// construction: every rank makes the same collectives in the same order, every
// message has its counterpart, ranks that are late are so within the timeout.
// LOCKSTEP_CORRECT=100000 runs so many of them.
func TestCorrectProgramsHaveNoFinding(t *testing.T) {
	n := 2000
	if testing.Short() {
		n = 200
	}
	if more, err := strconv.Atoi(os.Getenv("LOCKSTEP_CORRECT")); err == nil {
		n = more
	}
	hints := 0
	for seed := range n {
		g := &generator{rand.New(rand.NewPCG(uint64(seed), 7))}
		text, err := json.Marshal(g.job())
		require.NoError(t, err)
		s, err := scenario.Parse(text)
		require.NoError(t, err, "seed %d: %s", seed, text)
		run, err := engine.Start(s)
		require.NoError(t, err)
		for !run.Advance(1 << 20) {
		}
		r := run.Outcome()
		hints += len(diagnose.Hints(s, run.Trace()))
		if !assert.Equal(t, result.Done, r.Outcome, "seed %d: %s", seed, text) ||
			!assert.Empty(t, codes(r), "seed %d: %s\n%s", seed, text, describe(r)) {
			return
		}
	}
	t.Logf("%d programs, %d hints", n, hints)
}

// generator makes a job that is right.
type generator struct{ *rand.Rand }

type object = map[string]any

var dtypes = []string{"float32", "float64", "float16", "bfloat16", "int32", "int64", "int8", "uint8"}

// job makes a program for each rank.
func (g *generator) job() object {
	world := 2 + g.IntN(7)
	programs := make([][]any, world)
	groups := map[string][]int{"": nil}
	for r := range world {
		programs[r] = []any{}
		groups[""] = append(groups[""], r)
	}
	names := []string{""}
	for range g.IntN(3) {
		name := fmt.Sprintf("g%d", len(names))
		members := g.members(world)
		groups[name] = members
		names = append(names, name)
		for r := range programs {
			programs[r] = append(programs[r], object{"op": "new_group", "ranks": members, "as": name})
		}
	}
	handles := 0
	for range 1 + g.IntN(6) {
		name := names[g.IntN(len(names))]
		switch g.IntN(8) {
		case 0:
			g.message(programs, world)
		case 1:
			r := g.IntN(world)
			programs[r] = append(programs[r], object{"op": []string{"compute", "sleep", "load_data"}[g.IntN(3)], "for": fmt.Sprintf("%dms", 1+g.IntN(900))})
		case 2:
			handles++
			g.asynchronous(programs, groups[name], name, fmt.Sprintf("h%d", handles))
		default:
			call := g.collective(len(groups[name]), groups[name])
			for i, r := range groups[name] {
				o := call(i)
				if name != "" {
					o["group"] = name
				}
				programs[r] = append(programs[r], o)
			}
		}
	}
	ranks := make([]any, world)
	for r := range ranks {
		if g.IntN(2) == 0 {
			programs[r] = append(programs[r], object{"op": "destroy_process_group"})
		}
		ranks[r] = object{"program": programs[r]}
	}
	return object{"lockstep": 1, "world_size": world, "timeout": "10s", "ranks": ranks, "at_end": "linger"}
}

func (g *generator) members(world int) []int {
	return slices.Sorted(slices.Values(g.Perm(world)[:1+g.IntN(world)])) // torch sorts them itself
}

// message lets two ranks exchange one: a send never waits for anything but its recv,
// since both come next on their ranks.
func (g *generator) message(programs [][]any, world int) {
	from, to := g.IntN(world), g.IntN(world)
	if from == to {
		return
	}
	d, n, tag := dtypes[g.IntN(len(dtypes))], g.IntN(9), g.IntN(3)
	programs[from] = append(programs[from], object{"op": "send", "tensor": g.tensor(d, n), "dst": to, "tag": tag})
	programs[to] = append(programs[to], object{"op": "recv", "tensor": g.zeros(d, n), "src": from, "tag": tag})
}

// asynchronous lets all members start one or more calls, of any kind, work for a
// while and wait for them, in whatever order.
func (g *generator) asynchronous(programs [][]any, members []int, group, handle string) {
	n := 1 + g.IntN(3)
	calls := make([]func(int) object, n)
	for k := range calls {
		calls[k] = g.collective(len(members), members)
	}
	for i, r := range members {
		var waits []any
		for k, call := range calls {
			o := call(i)
			if group != "" {
				o["group"] = group
			}
			name := fmt.Sprintf("%s.%d", handle, k)
			if o["op"] != "all_gather_object" {
				o["async"], o["as"] = true, name
				waits = append(waits, object{"op": "wait", "id": name})
			}
			programs[r] = append(programs[r], o)
		}
		if g.IntN(2) == 0 {
			programs[r] = append(programs[r], object{"op": "compute", "for": fmt.Sprintf("%dus", 1+g.IntN(900))})
		}
		for _, k := range g.Perm(len(waits)) {
			programs[r] = append(programs[r], waits[k])
		}
	}
}

// reduceOp chooses an operation that every dtype has.
func (g *generator) reduceOp() func(dtype string) string {
	k := g.IntN(5)
	return func(dtype string) string {
		float := dtype[0] == 'f' || dtype[0] == 'b'
		if k == 4 && float {
			return "AVG"
		}
		return []string{"SUM", "PRODUCT", "MIN", "MAX", "SUM"}[k]
	}
}

// collective makes one call for the member of each group rank.
func (g *generator) collective(size int, members []int) func(i int) object {
	d, n, op := dtypes[g.IntN(len(dtypes))], g.IntN(20), g.reduceOp()
	root := members[g.IntN(size)]
	x := func() any { return g.tensor(d, n) }
	list := func() []any {
		l := make([]any, size)
		for i := range l {
			l[i] = g.tensor(d, n)
		}
		return l
	}
	zeros := func(count int) []any {
		l := make([]any, count)
		for i := range l {
			l[i] = g.zeros(d, n)
		}
		return l
	}
	splits := make([][]int, size) // what i sends to k
	for i := range splits {
		splits[i] = make([]int, size)
		for k := range splits[i] {
			splits[i][k] = g.IntN(4)
		}
	}
	switch g.IntN(13) {
	case 0:
		return func(int) object { return object{"op": "barrier"} }
	case 1:
		return func(int) object { return object{"op": "broadcast", "tensor": x(), "src": root} }
	case 2:
		return func(int) object { return object{"op": "reduce", "tensor": x(), "dst": root, "reduce_op": op(d)} }
	case 3:
		return func(int) object { return object{"op": "all_gather", "tensor": x()} }
	case 4:
		return func(int) object {
			return object{"op": "all_gather_into_tensor", "tensor": x(), "out": g.zeros(d, n*size)}
		}
	case 5:
		return func(int) object { return object{"op": "gather", "tensor": x(), "dst": root} }
	case 6:
		return func(i int) object {
			o := object{"op": "scatter", "tensor": g.zeros(d, n), "src": root}
			if slices.Index(members, root) == i {
				o["list"] = list()
			}
			return o
		}
	case 7:
		return func(int) object {
			return object{"op": "reduce_scatter", "tensor": g.zeros(d, n), "list": list(), "reduce_op": op(d)}
		}
	case 8:
		return func(int) object {
			return object{"op": "reduce_scatter_tensor", "tensor": g.zeros(d, n), "input": g.tensor(d, n*size), "reduce_op": op(d)}
		}
	case 9:
		n = 1 + n // an empty tensor has no part to send
		return func(int) object { return object{"op": "all_to_all", "list": list(), "out": zeros(size)} }
	case 10:
		return func(i int) object { // i is a group rank: the members' order is that of the ranks
			in, out := splits[i], make([]int, size)
			sum, total := 0, 0
			for k := range size {
				out[k] = splits[k][i]
				sum += in[k]
				total += out[k]
			}
			return object{"op": "all_to_all_single", "tensor": g.tensor(d, sum), "out": g.zeros(d, total), "input_split_sizes": in, "output_split_sizes": out}
		}
	case 11:
		return func(i int) object { return object{"op": "all_gather_object", "obj": object{"rank": i}} }
	}
	return func(int) object { return object{"op": "all_reduce", "tensor": x(), "reduce_op": op(d)} }
}

func (g *generator) zeros(d string, n int) object {
	return object{"dtype": d, "shape": []int{n}, "fill": 0}
}

// tensor has values of all magnitudes that its dtype holds.
func (g *generator) tensor(d string, n int) object {
	data := make([]any, n)
	for i := range data {
		switch {
		case d == "uint8":
			data[i] = g.IntN(256)
		case d == "int8":
			data[i] = g.IntN(256) - 128
		case d[0] == 'i':
			data[i] = g.IntN(1<<20) - 1<<19
		case g.IntN(20) == 0:
			data[i] = []any{"nan", "inf", "-inf", 0.0, 60000.0}[g.IntN(5)]
		default:
			data[i] = (g.Float64() - 0.5) * float64(int(1)<<g.IntN(12))
		}
	}
	return object{"dtype": d, "shape": []int{n}, "data": data}
}
