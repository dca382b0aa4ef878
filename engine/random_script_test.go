package engine_test

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"lockstep/engine"
	"lockstep/engine/result"
	"lockstep/engine/scenario"
	"lockstep/engine/sim"
	"lockstep/engine/trace"
)

// A long run is go test ./engine -run RandomScripts -scripts 100000.
var scripts = flag.Int("scripts", 300, "how many random scripts to run")

// TestRandomScripts: whatever a script does, its run ends within the limits, with an
// outcome, and without a panic; one in ten is run again, in small slices, and does
// the same.
func TestRandomScripts(t *testing.T) {
	limits := sim.Limits{Events: 10_000, Memory: 16 << 20, Steps: 60_000}
	outcomes := map[string]int{}
	for i := range *scripts {
		if i > 0 && i%10_000 == 0 {
			t.Log(i, outcomes)
		}
		g := &scriptWriter{r: rand.New(rand.NewPCG(uint64(i), 9))}
		s := g.scenario()
		r, err := engine.StartWithin(s, limits)
		if err != nil {
			outcomes["refused"]++
			continue
		}
		for n := 0; !r.Advance(5_000); n++ {
			require.Less(t, n, 1_000, "script %d does not end:\n%s", i, s.Script)
		}
		got := r.Outcome()
		outcomes[got.Outcome]++
		require.Equal(t, got.Outcome == result.Limit, got.Limit != "")
		for p := range r.Trace().Procs {
			require.True(t, got.Outcome != result.Done || r.Trace().Procs[p].Ended != trace.Never, "script %d", i)
		}
		if i%10 == 0 {
			again, err := engine.StartWithin(s, limits)
			require.NoError(t, err)
			for !again.Advance(700) {
			}
			require.Equal(t, r.Result().TraceSHA256, again.Result().TraceSHA256, "script %d in slices:\n%s", i, s.Script)
		}
	}
	t.Log(outcomes)
	for _, o := range []string{result.Done, result.Failed, result.Limit} {
		require.NotZero(t, outcomes[o], "all kinds of ends are met: %v", outcomes)
	}
}

// scriptWriter writes scripts that are mostly well formed and often wrong.
type scriptWriter struct {
	r     *rand.Rand
	depth int
	out   strings.Builder
}

func (g *scriptWriter) scenario() *scenario.Scenario {
	s := scenario.New(1 + g.r.IntN(4))
	s.Timeout = time.Second
	if g.r.IntN(3) == 0 {
		s.Job.MaxRestarts = 1 + g.r.IntN(2)
		op := g.r.IntN(6)
		s.Faults = append(s.Faults, scenario.Fault{Kind: scenario.Crash, Rank: g.r.IntN(s.WorldSize), At: scenario.Strike{Op: &op, During: g.r.IntN(2) == 0}})
	}
	g.line(`x = tensor([1.0 + rank, 2.0])`)
	g.line(`y = zeros(%d, dtype=%q)`, 1+g.r.IntN(5), g.pick("float32", "float64", "int64", "bfloat16"))
	g.line(`i = 0`)
	g.line(`l = []`)
	g.line(`h, g, d, f, ck = None, None, None, None, None`)
	g.block(3 + g.r.IntN(8))
	s.Script = g.out.String()
	return s
}

func (g *scriptWriter) pick(list ...string) string { return list[g.r.IntN(len(list))] }

func (g *scriptWriter) line(format string, args ...any) {
	g.out.WriteString(strings.Repeat("    ", g.depth))
	fmt.Fprintf(&g.out, format, args...)
	g.out.WriteByte('\n')
}

func (g *scriptWriter) block(n int) {
	for range n {
		g.statement()
	}
}

func (g *scriptWriter) nested(format string, args ...any) {
	g.line(format, args...)
	g.depth++
	g.block(1 + g.r.IntN(3))
	g.depth--
}

func (g *scriptWriter) statement() {
	if g.depth > 3 {
		g.line("i += 1")
		return
	}
	switch g.r.IntN(16) {
	case 0:
		g.nested("for step in range(%d):", g.r.IntN(5))
	case 1:
		g.nested("if %s:", g.pick("rank == 0", "rank % 2", "i > 2", "restart_count == 0", "x.sum() > 3", "len(l) > 1"))
	case 2:
		g.nested("while %s:", g.pick("i < 5", "i < 100000", "True", "len(l) < 3"))
	case 3, 4, 5, 6:
		g.line("%s", g.call())
	case 7:
		g.line("err = attempt(%s)", g.pick("dist.barrier", "dist.all_reduce, x", "dist.recv, y, 0", "fail, 'no'", "l.pop", "load_checkpoint, 3"))
	case 8:
		g.line(`%s("%s")`, g.pick("compute", "load_data", "sleep"), g.pick("0s", "5ms", "2s", "1h", "never"))
	case 9:
		g.line("%s", g.pick(`save_checkpoint(i, {"x": x, "l": l})`, `ck = load_checkpoint()`, `ck = load_checkpoint(mine=True)`, `begin_step(i)`, `log("loss", x.sum())`, `log("i", i)`, `print(x, l)`))
	default:
		g.line("%s", g.calculation())
	}
}

func (g *scriptWriter) call() string {
	return g.pick(
		`dist.all_reduce(x)`, `dist.all_reduce(y, op="MAX")`, `dist.broadcast(x, src=0)`, `dist.barrier()`, `dist.reduce(x, dst=i)`,
		`dist.send(x, dst=(rank + 1) % world_size)`, `dist.recv(y, src=(rank - 1) % world_size)`, `h = dist.isend(x, dst=0)`, `h = dist.all_reduce(x, async_op=True)`, `h.wait()`,
		`g = dist.new_group([0])`, `dist.all_reduce(x, group=g)`, `dist.all_gather([y, y], x)`, `dist.all_gather_object(l, i)`, `dist.scatter(x, [x] * world_size)`,
		`dist.monitored_barrier(timeout="1s")`, `dist.destroy_process_group()`, `dist.all_to_all_single(y, x)`)
}

func (g *scriptWriter) calculation() string {
	return g.pick(
		`i += 1`, `i = i * 3 - 1`, `i = i // (rank - 1)`, `x = x * 2`, `x = x + y`, `x = x @ x`, `x[0] = i`, `x = x[1:]`, `x = cat([x, x])`, `y = x.copy()`, `y = full(1000 * i, 1.0)`,
		`l.append(x)`, `l = l + l`, `l = [l, l]`, `l = [j for j in range(i)]`, `l = list(range(100 * i))`, `i = int("9" * 400)`, `i = 1 << (i * i)`, `s = "a" * (1 << 40)`, `s = str(l)`, `d = {str(j): j for j in range(50)}`,
		`l = list(range(10000000)) if i == 77 else l`, `x = x.reshape([2, -1])`, `x = x / 0`, `x = arange(i)`, `fail("bad batch")`, `exit(i)`, `l.extend(l)`, `i = max(l)`, `x -= x.mean()`, `f = lambda n: n + 1`, `i = (lambda n: n * n)(i)`, `x = [][3]`, `i = sorted([3, i, 1])[0]`)
}
