package engine

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"lockstep/engine/result"
	"lockstep/engine/scenario"
	"lockstep/engine/trace"
)

const second = time.Second

func allReduceOf(fill string) scenario.Op {
	return scenario.Op{Name: "all_reduce", Tensor: literal(2, fill)}
}

func catch(op scenario.Op) scenario.Op {
	op.Catch = true
	return op
}

// ranked gives each rank a program of its own.
func ranked(timeout time.Duration, programs ...[]scenario.Op) *scenario.Scenario {
	s := job(len(programs), timeout)
	for _, p := range programs {
		s.Ranks = append(s.Ranks, scenario.Rank{Program: p, HasProgram: true})
	}
	return s
}

func sleepFor(d time.Duration) scenario.Op { return scenario.Op{Name: "sleep", For: d} }

type seen struct{ status, when, message string }

func steps(r result.Rank) (out []seen) {
	for _, s := range r.Steps {
		out = append(out, seen{s.Status, s.When, s.Message})
	}
	return out
}

const (
	timedOutRecv = "[unbound_buffer.cc:78] Timed out waiting 3000ms for recv operation to complete"
	timedOutSend = "[unbound_buffer.cc:129] Timed out waiting 3000ms for send operation to complete"
	pairClosed   = "Application timeout caused pair closure"
	closedByPeer = "[pair.cc:561] Connection closed by peer [127.0.0.1]:PORT. This is typically caused by a remote worker crashing. Check the logs of the remote worker before reporting an error. GLHF! 🏖️"
)

func TestATimeoutPoisonsTheGroupForGood(t *testing.T) {
	r := run(t, ranked(3*second,
		[]scenario.Op{catch(allReduceOf("1")), catch(allReduceOf("1"))},
		[]scenario.Op{sleepFor(4 * second), catch(allReduceOf("1"))}))
	assert.Equal(t, []seen{{"error", "at_timeout", timedOutRecv}, {"error", "immediate", pairClosed}}, steps(r.Ranks[0]))
	assert.Equal(t, seen{"error", "immediate", closedByPeer}, steps(r.Ranks[1])[1])
}

func TestALateRankIsAwaited(t *testing.T) {
	r := run(t, ranked(3*second,
		[]scenario.Op{allReduceOf("1")},
		[]scenario.Op{sleepFor(2 * second), allReduceOf("2")}))
	assert.Equal(t, []seen{{"ok", "delayed", ""}}, steps(r.Ranks[0]))
	assert.Equal(t, result.Done, r.Outcome)
}

func TestALateProcessDelaysTheRendezvous(t *testing.T) {
	s := job(2, 3*second, allReduceOf("1"))
	s.Ranks = []scenario.Rank{{}, {Start: 2 * second}}
	r := run(t, s)
	assert.Equal(t, result.Done, r.Outcome)
	assert.GreaterOrEqual(t, duration(t, r.Ranks[0].Steps[0].Start), 2*second)
}

func TestAnAbsentRankFailsTheRendezvous(t *testing.T) {
	s := job(2, 3*second, allReduceOf("1"))
	s.Ranks = []scenario.Rank{{}, {Never: true}}
	run, err := Start(s)
	require.NoError(t, err)
	for !run.Advance(100) {
	}
	r := run.Result()
	assert.Equal(t, 1, *r.Ranks[0].Exit)
	assert.Nil(t, r.Ranks[1].Exit)
	init := run.Trace().Calls[0]
	assert.EqualValues(t, -1, init.Step)
	assert.Equal(t, "DistStoreError", init.ErrorType)
	assert.Equal(t, "Timed out after 4 seconds waiting for clients. 1/2 clients joined.", init.Message)
	assert.Equal(t, result.Failed, r.Outcome)
}

func TestADeathIsSeenByThoseThatTalkToIt(t *testing.T) {
	r := run(t, ranked(3*second,
		[]scenario.Op{allReduceOf("1")},
		[]scenario.Op{sleepFor(second / 10), {Name: "os_exit", ExitCode: 7}}))
	assert.Equal(t, []seen{{"error", "immediate", closedByPeer}}, steps(r.Ranks[0]))
	assert.Equal(t, 7, *r.Ranks[1].Exit)
	assert.Equal(t, "killed", r.Ranks[1].Steps[1].Status)
}

func TestASmallerReceiverAborts(t *testing.T) {
	src := 0
	r := run(t, ranked(3*second,
		[]scenario.Op{{Name: "broadcast", Tensor: literal(4, "1"), Src: &src}},
		[]scenario.Op{{Name: "broadcast", Tensor: literal(2, "1"), Src: &src}}))
	assert.Equal(t, []seen{{"ok", "immediate", ""}}, steps(r.Ranks[0]))
	assert.Equal(t, -6, *r.Ranks[1].Exit)
	assert.Equal(t, "killed", r.Ranks[1].Steps[0].Status)
}

func TestALargerReceiverTakesThePrefix(t *testing.T) {
	src := 0
	r := run(t, ranked(3*second,
		[]scenario.Op{{Name: "broadcast", Tensor: literal(2, "1"), Src: &src}},
		[]scenario.Op{{Name: "broadcast", Tensor: literal(4, "9"), Src: &src}}))
	assert.JSONEq(t, `{"dtype":"float32","shape":[4],"data":[1,1,9,9]}`, string(r.Ranks[1].Steps[0].Output))
}

func TestDifferentCollectivesNeverMeet(t *testing.T) {
	r := run(t, ranked(3*second, []scenario.Op{allReduceOf("1")}, []scenario.Op{{Name: "barrier"}}))
	assert.Equal(t, "at_timeout", r.Ranks[0].Steps[0].When)
	assert.Equal(t, "at_timeout", r.Ranks[1].Steps[0].When)
	assert.Equal(t, result.Failed, r.Outcome)
}

func TestASendWaitsForItsReceive(t *testing.T) {
	zero, one := 0, 1
	r := run(t, ranked(3*second,
		[]scenario.Op{{Name: "send", Tensor: literal(2, "1"), Dst: &one, Tag: 5}},
		[]scenario.Op{{Name: "recv", Tensor: literal(2, "0"), Src: &zero, Tag: 6}}))
	assert.Equal(t, []seen{{"error", "at_timeout", timedOutSend}}, steps(r.Ranks[0]))
	assert.Equal(t, "at_timeout", r.Ranks[1].Steps[0].When)
}

func TestAStoppedProcessHangsAndIsTold(t *testing.T) {
	s := ranked(3*second, []scenario.Op{catch(allReduceOf("1"))}, []scenario.Op{{Name: "sigstop"}, allReduceOf("1")})
	r := run(t, s)
	assert.Equal(t, result.Hung, r.Outcome)
	assert.Nil(t, r.Ranks[1].Exit)
	assert.Equal(t, []seen{{"hang", "never", ""}}, steps(r.Ranks[1]))
	assert.Equal(t, "at_timeout", r.Ranks[0].Steps[0].When)
}

func TestStopAfterEndsTheRun(t *testing.T) {
	s := ranked(30*time.Minute, []scenario.Op{allReduceOf("1")}, []scenario.Op{sleepFor(time.Hour)})
	s.StopAfter = 15 * second
	r := run(t, s)
	assert.Equal(t, []seen{{"hang", "never", ""}}, steps(r.Ranks[0]))
	assert.Equal(t, result.Hung, r.Outcome)
}

func TestAnUnknownOpIsNamed(t *testing.T) {
	_, err := Start(job(2, second, scenario.Op{Name: "barrier"}, scenario.Op{Name: "conjure"}))
	assert.ErrorContains(t, err, `program[1].op: "conjure" is not run yet; these are: all_gather, `)
}

func TestTheRunIsTheSameInSlices(t *testing.T) {
	s := job(5, 3*second, allReduceOf("1"), scenario.Op{Name: "barrier"})
	whole := run(t, s)
	r, err := Start(s)
	require.NoError(t, err)
	for !r.Advance(1) {
	}
	assert.Equal(t, whole.TraceSHA256, r.Result().TraceSHA256)
}

func TestEveryMessageHasOneFate(t *testing.T) {
	r, err := Start(ranked(3*second,
		[]scenario.Op{catch(allReduceOf("1")), catch(allReduceOf("1"))},
		[]scenario.Op{catch(allReduceOf("1")), sleepFor(4 * second)}))
	require.NoError(t, err)
	for !r.Advance(1 << 16) {
	}
	for _, m := range r.Trace().Messages {
		assert.Contains(t, []trace.Fate{trace.Delivered, trace.Aborted}, m.Fate)
	}
}

func duration(t *testing.T, s string) time.Duration {
	t.Helper()
	d, err := time.ParseDuration(s)
	require.NoError(t, err)
	return d
}

// A process whose program has ended takes its time to go: peers that wait for it
// see its sockets close only then, and what is under way goes on meanwhile.
func TestAnEndedProgramKeepsItsSocketsForAWhile(t *testing.T) {
	s := ranked(10*second, []scenario.Op{allReduceOf("1")}, []scenario.Op{{Name: "raise", Message: "bad batch"}})
	s.AtEnd = scenario.Exit
	r := run(t, s)
	assert.Equal(t, []seen{{"error", "delayed", closedByPeer}}, steps(r.Ranks[0]))
	assert.Equal(t, 1, *r.Ranks[1].Exit)
	assert.Greater(t, duration(t, r.End), second)

	async := allReduceOf("2")
	async.Async = true
	s = ranked(3*second, []scenario.Op{sleepFor(second), allReduceOf("1")}, []scenario.Op{async})
	s.AtEnd = scenario.Exit
	r = run(t, s)
	assert.Equal(t, seen{"ok", "immediate", ""}, steps(r.Ranks[0])[1])
}

// Nobody waits for the last of them.
func TestARunEndsWithItsLastProgram(t *testing.T) {
	s := job(2, 3*second, allReduceOf("1"))
	s.AtEnd = scenario.Exit
	r := run(t, s)
	assert.Less(t, duration(t, r.End), second)
	s.StopAfter = second
	s.Ranks = []scenario.Rank{{}, {Program: []scenario.Op{sleepFor(10 * second)}, HasProgram: true}}
	r = run(t, s)
	assert.Nil(t, r.Ranks[0].Exit)
	assert.Nil(t, r.Ranks[1].Exit)
}

func TestAFileIsNoRendezvous(t *testing.T) {
	_, err := Start(job(2, second, scenario.Op{Name: "init_process_group", InitMethod: "file:///tmp/x"}))
	assert.ErrorContains(t, err, "program[0].init_method: there is no file system here; these are run: env://, tcp://")
}
