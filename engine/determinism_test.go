package engine

import (
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"lockstep/engine/scenario"
)

var updateHashes = flag.Bool("update-hashes", false, "rewrite testdata/hashes.txt")

// samples are small jobs that use the whole of the engine: what differs between
// platforms, or between runs, would show here.
func samples() map[string]*scenario.Scenario {
	src, dst := 1, 0
	mixed := ranked(3*second,
		[]scenario.Op{allReduceOf("0.1"), catch(scenario.Op{Name: "barrier"}), {Name: "recv", Tensor: literal(2, "0"), Src: &src}},
		[]scenario.Op{allReduceOf("0.7"), sleepFor(second / 2), {Name: "barrier"}, {Name: "send", Tensor: literal(2, "3"), Dst: &dst}})
	random := job(7, 3*second, scenario.Op{Name: "all_reduce", Tensor: literal(100, "random")}, scenario.Op{Name: "all_gather", Tensor: literal(5, "rank")})
	random.Seed = 42
	dead := ranked(3*second, []scenario.Op{catch(allReduceOf("1")), catch(allReduceOf("1"))},
		[]scenario.Op{catch(allReduceOf("1")), {Name: "os_exit"}}, []scenario.Op{catch(allReduceOf("1")), catch(allReduceOf("1"))})
	trained := restarting(1, scripted(3, trainingLoop...))
	trained.Faults = []scenario.Fault{{Kind: scenario.Crash, Rank: 2, At: at(7)}}
	computed := scripted(2,
		`for d in ["float32", "float64", "float16", "bfloat16"]:`,
		`    x = random(rank + 7, [40, 3], dtype=d) / 3 - rank`,
		`    y = (x @ x.T)[1:, 2] ** 2 / 7`,
		`    dist.all_reduce(y)`,
		`    print(d, y.sum(), x.mean(0), "%s %r" % (y[3].item(), {"a": 1.0 / 3}))`)
	return map[string]*scenario.Scenario{"mixed": mixed, "random": random, "dead": dead, "trained": trained, "computed": computed}
}

// TestSameBytesEverywhere compares the digests with those in the file, which every
// platform's tests read.
func TestSameBytesEverywhere(t *testing.T) {
	const file = "testdata/hashes.txt"
	var b strings.Builder
	for _, name := range []string{"computed", "dead", "mixed", "random", "trained"} {
		first := run(t, samples()[name]).TraceSHA256
		assert.Equal(t, first, run(t, samples()[name]).TraceSHA256, "a second run of %s", name)
		fmt.Fprintf(&b, "%s %s\n", name, first)
	}
	if *updateHashes {
		require.NoError(t, os.WriteFile(file, []byte(b.String()), 0o644))
	}
	want, err := os.ReadFile(file)
	require.NoError(t, err)
	assert.Equal(t, string(want), b.String(), "if the engine was meant to change: go test ./engine -run SameBytes -update-hashes")
}
