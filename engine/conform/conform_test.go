package conform

import (
	"encoding/json"
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"lockstep/engine/result"
)

const (
	recvTimeout = "[unbound_buffer.cc:68] Timed out waiting 3000ms for recv operation to complete"
	sendTimeout = "[unbound_buffer.cc:86] Timed out waiting 3000ms for send operation to complete"
	advice      = ". This is typically caused by a remote worker crashing. Check the logs of the remote worker before reporting an error. GLHF! 🏖️"
	closed      = "[pair.cc:561] Connection closed by peer [127.0.0.1]:41234" + advice
	reset       = "[pair.cc:545] Read error [127.0.0.1]:41234: Connection reset by peer" + advice
	brokenPipe  = "[pair.cc:321] writev [127.0.0.1]:9: Broken pipe" + advice
	poisoned    = "Application timeout caused pair closure"
)

func TestPlainLeavesOutWhatSaysNothing(t *testing.T) {
	for _, c := range []struct{ in, want string }{
		{"[enforce fail at pair.cc:464] op.preamble", "[enforce fail at pair.cc] op.preamble"},
		{"a.h:1 b.hpp:22 c.cpp:3 d.py:4 e.c:5 f.go:6", "a.h b.hpp c.cpp d.py e.c f.go:6"},
		{"object at 0x7f00ABCDef>", "object at ADDR>"},
		{"Connection closed by peer [127.0.0.1]:35000", "Connection closed by peer [IP]:PORT"},
		{"to 10.2.3.4:1", "to IP:PORT"},
		{"to 127.0.0.1:PORT", "to IP:PORT"},
		{"[F 1129 21:22:23.456 x", "[F TIME x"},
		{"  two \t blanks\nand a line ", "two blanks\nand a line"},
		{"waiting 3000ms", "waiting 3000ms"},
	} {
		assert.Equal(t, c.want, plain(c.in), c.in)
	}
}

func TestRaceClasses(t *testing.T) {
	for _, c := range []struct {
		want, got string
		same      [3]bool // always, at the timeout, after a timeout
	}{
		{closed, reset, [3]bool{true, true, true}},
		{reset, brokenPipe, [3]bool{true, true, true}},
		{closed, "[pair.cc:1] Connection closed by peer [127.0.0.1]:2", [3]bool{true, true, true}},
		{recvTimeout, closed, [3]bool{false, true, false}},
		{closed, sendTimeout, [3]bool{false, true, false}},
		{recvTimeout, sendTimeout, [3]bool{false, false, false}},
		{recvTimeout, poisoned, [3]bool{false, true, false}},
		{closed, poisoned, [3]bool{false, true, true}},
		{closed, "Rank 1 said: " + closed, [3]bool{false, false, false}},
		{"Rank 1 said: " + reset, "Rank 1 said: " + closed, [3]bool{true, true, true}},
		{closed, "something else", [3]bool{false, false, false}},
	} {
		for i, moment := range []struct {
			name                    string
			atTimeout, afterTimeout bool
		}{{"always", false, false}, {"at the timeout", true, false}, {"after a timeout", false, true}} {
			assert.Equal(t, c.same[i], sameRace(plain(c.want), plain(c.got), moment.atTimeout, moment.afterTimeout),
				"%s\nwanted %s\ngot    %s", moment.name, c.want, c.got)
		}
	}
}

// one makes a recording of one rank with these steps.
func one(steps ...Step) *Recording {
	exit := 0
	return &Recording{Outcomes: []Outcome{{Count: 1, Ranks: []Rank{{Exit: &exit, Steps: steps}}}}}
}

// ran makes a result of one rank with these steps.
func ran(steps ...result.Step) *result.Result {
	exit := 0
	return &result.Result{Ranks: []result.Rank{{Exit: &exit, Steps: steps}}}
}

func TestAMessageIsRacyOnlyWhereARankCanBeEarly(t *testing.T) {
	fail := func(op, when, message string) Step {
		return Step{Op: op, Status: "error", When: when, ErrorType: "RuntimeError", Message: message}
	}
	got := func(s Step, message string) result.Step {
		return result.Step{Op: s.Op, Status: s.Status, When: s.When, ErrorType: s.ErrorType, Message: message}
	}
	for _, c := range []struct {
		name  string
		steps []Step
		last  string // the run's message of the last step
		same  bool
	}{
		{"at the timeout", []Step{fail("barrier", "at_timeout", recvTimeout)}, closed, true},
		{"before it", []Step{fail("barrier", "immediate", recvTimeout)}, closed, false},
		{"own mark after a timeout", []Step{fail("barrier", "at_timeout", recvTimeout), fail("barrier", "immediate", closed)}, poisoned, true},
		{"own mark without one", []Step{fail("barrier", "immediate", closed), fail("barrier", "immediate", closed)}, poisoned, false},
		{"wait after a timeout", []Step{fail("barrier", "at_timeout", recvTimeout), fail("wait", "immediate", closed)}, recvTimeout, true},
		{"barrier after a timeout", []Step{fail("barrier", "at_timeout", recvTimeout), fail("barrier", "immediate", closed)}, recvTimeout, false},
	} {
		var steps []result.Step
		for _, s := range c.steps {
			steps = append(steps, got(s, s.Message))
		}
		steps[len(steps)-1].Message = c.last
		assert.Equal(t, c.same, Judge(one(c.steps...), ran(steps...)) == nil, c.name)
	}
}

func TestATypeErrorThatListsArgumentsNeedsNoText(t *testing.T) {
	listed := Step{Op: "all_reduce", Status: "error", When: "immediate", ErrorType: "TypeError", Message: "(): incompatible function arguments. The following …"}
	other := listed
	other.Message = "an integer is required"
	got := result.Step{Op: "all_reduce", Status: "error", When: "immediate", ErrorType: "TypeError", Message: "short"}
	assert.Nil(t, Judge(one(listed), ran(got)))
	assert.NotNil(t, Judge(one(other), ran(got)))
	got.ErrorType = "ValueError"
	d := Judge(one(listed), ran(got))
	require.NotNil(t, d)
	assert.Equal(t, "error_type", d.Field)
}

func tensorOf(dtype, shape, rest string) string {
	return fmt.Sprintf(`{"dtype": %q, "shape": %s, %s}`, dtype, shape, rest)
}

func TestValues(t *testing.T) {
	long := strings.Repeat("7,", 30)
	for _, c := range []struct {
		name, want, got string
		same            bool
	}{
		{"null and nothing", `null`, ``, true},
		{"null and a value", `null`, `1`, false},
		{"text", `"Work"`, `"Work"`, true},
		{"numbers by value", `1`, `1.0`, true},
		{"true is no 1", `1`, `true`, false},
		{"recorded keys count", `{"returned": "Work"}`, `{"returned": "Work", "more": 1}`, true},
		{"missing key", `{"a": 1, "b": 2}`, `{"a": 1}`, false},
		{"lists by length", `[1, 2]`, `[1, 2, 3]`, false},
		{"lists by element", `[1, 2]`, `[1, 3]`, false},
		{"text that looks like a list", `"[1]"`, `[1]`, false},
		{"beyond int64", `9223372036854775808`, `9223372036854775809`, false},
		{"beyond int64, equal", `9223372036854775808`, `9223372036854775808.0`, true},

		{"same tensor", tensorOf("float32", "[2]", `"data": [1, 2]`), tensorOf("float32", "[2]", `"data": [1.0, 2.0]`), true},
		{"dtype", tensorOf("float32", "[2]", `"data": [1, 2]`), tensorOf("float64", "[2]", `"data": [1, 2]`), false},
		{"shape", tensorOf("float32", "[2]", `"data": [1, 2]`), tensorOf("float32", "[1,2]", `"data": [1, 2]`), false},
		{"element", tensorOf("float32", "[2]", `"data": [1, 2]`), tensorOf("float32", "[2]", `"data": [1, 3]`), false},
		{"too few", tensorOf("float32", "[2]", `"data": [1, 2]`), tensorOf("float32", "[2]", `"data": [1]`), false},
		{"no tensor", tensorOf("float32", "[2]", `"data": [1, 2]`), `[1, 2]`, false},
		{"never written", tensorOf("float32", "[2]", `"data": ["?", 2]`), tensorOf("float32", "[2]", `"data": [9, 2]`), true},
		{"negative zero", tensorOf("float32", "[1]", `"data": [-0.0]`), tensorOf("float32", "[1]", `"data": [0.0]`), false},
		{"negative zero, same", tensorOf("bfloat16", "[1]", `"data": [-0.0]`), tensorOf("bfloat16", "[1]", `"data": [-0.0]`), true},
		{"an integer has no negative zero", tensorOf("float32", "[1]", `"data": [-0]`), tensorOf("float32", "[1]", `"data": [0.0]`), true},
		{"NaN is NaN", tensorOf("float16", "[1]", `"data": ["nan"]`), tensorOf("float16", "[1]", `"data": ["nan"]`), true},
		{"NaN is no number", tensorOf("float16", "[1]", `"data": ["nan"]`), tensorOf("float16", "[1]", `"data": [0]`), false},
		{"infinity has a sign", tensorOf("float32", "[1]", `"data": ["inf"]`), tensorOf("float32", "[1]", `"data": ["-inf"]`), false},
		{"same bits of float32", tensorOf("float32", "[1]", `"data": [0.1]`), tensorOf("float32", "[1]", `"data": [0.10000000149011612]`), true},
		{"other bits of float64", tensorOf("float64", "[1]", `"data": [0.1]`), tensorOf("float64", "[1]", `"data": [0.10000000149011612]`), false},
		{"same bits of float16", tensorOf("float16", "[1]", `"data": [0.1]`), tensorOf("float16", "[1]", `"data": [0.09998]`), true},
		{"beyond float32 is not infinity", tensorOf("float32", "[1]", `"data": ["inf"]`), tensorOf("float32", "[1]", `"data": [1e39]`), false},
		{"int64 exact", tensorOf("int64", "[1]", `"data": [9007199254740993]`), tensorOf("int64", "[1]", `"data": [9007199254740992]`), false},
		{"bool", tensorOf("bool", "[2]", `"data": [true, false]`), tensorOf("bool", "[2]", `"data": [true, true]`), false},
		{"bool by value", tensorOf("bool", "[1]", `"data": [true]`), tensorOf("bool", "[1]", `"data": [1]`), true},

		{"runs", tensorOf("float32", "[3]", `"rle": [[7, 30]]`), tensorOf("float32", "[3]", `"data": [`+long+`7]`), false},
		{"runs, as many", tensorOf("float32", "[3]", `"rle": [[7, 31]]`), tensorOf("float32", "[3]", `"data": [`+long+`7]`), true},
		{"runs against runs", tensorOf("float32", "[3]", `"rle": [[7, 31]]`), tensorOf("float32", "[3]", `"rle": [[7.0, 31]]`), true},
		{"data against runs", tensorOf("float32", "[3]", `"data": [7, 7]`), tensorOf("float32", "[3]", `"rle": [[7.0, 2]]`), true},
		{"cut short, as many runs in all", tensorOf("int32", "[3]", `"rle": [[1, 2], [2, 1]], "rle_truncated_of": 3`), tensorOf("int32", "[3]", `"data": [1, 1, 2, 9]`), true},
		{"cut short, others in all", tensorOf("int32", "[3]", `"rle": [[1, 2], [2, 1]], "rle_truncated_of": 3`), tensorOf("int32", "[3]", `"data": [1, 1, 2, 9, 8]`), false},
		{"a run's NaN", tensorOf("float32", "[3]", `"rle": [["nan", 2]]`), tensorOf("float32", "[3]", `"data": ["nan", "nan"]`), true},
	} {
		var got json.RawMessage
		if c.got != "" {
			got = json.RawMessage(c.got)
		}
		d := sameJSON(json.RawMessage(c.want), got, "output")
		assert.Equal(t, c.same, d == nil, "%s: %v", c.name, d)
	}
}

func TestHalfRoundsToEven(t *testing.T) {
	for _, c := range []struct {
		f    float64
		want uint16
	}{
		{0, 0}, {math.Copysign(0, -1), 0x8000}, {1, 0x3C00}, {-2, 0xC000}, {65504, 0x7BFF}, {65519.99, 0x7BFF}, {65520, 0x7C00},
		{math.Inf(-1), 0xFC00}, {0x1p-14, 0x0400}, {0x1p-24, 1}, {0x1p-25, 0}, {0x1.8p-24, 2}, {0x1.0008p-24, 1},
		{1 + 0x1p-11, 0x3C00}, {1 + 0x1.8p-10, 0x3C02}, {0x1.ffcp-15 + 0x1p-26, 0x0400}, {0x1.ffep0, 0x4000}, {5e-324, 0},
	} {
		assert.Equal(t, c.want, half(c.f), "%g", c.f)
	}
}

func TestStepsAndExits(t *testing.T) {
	ok := Step{Op: "barrier", Status: "ok", When: "immediate"}
	done := result.Step{Op: "barrier", Status: "ok", When: "immediate"}
	assert.Nil(t, Judge(one(ok), ran(done)))
	assert.Nil(t, Judge(one(ok), ran(done, result.Step{Op: "recv", Status: "skipped"})), "what was skipped did not begin")
	assert.Equal(t, "rank 0 steps: got 1, wanted 2", Judge(one(ok, ok), ran(done)).String())
	assert.Equal(t, "rank 0 steps: got 2, wanted 1", Judge(one(ok), ran(done, done)).String())
	assert.Equal(t, "ranks: got 0, wanted 1", Judge(one(ok), &result.Result{}).String())

	late := done
	late.When = "late"
	assert.Equal(t, "rank 0 step 0 barrier.when: got late, wanted immediate", Judge(one(ok), ran(late)).String())

	r := ran(done)
	r.Ranks[0].Exit = nil
	assert.Equal(t, "rank 0 exit: got none (still running), wanted 0", Judge(one(ok), r).String())
	one := one(ok)
	one.Outcomes[0].Ranks[0].Exit = nil
	assert.Nil(t, Judge(one, r))
}

func TestADifferenceIsOneLine(t *testing.T) {
	w := Step{Op: "wait", Status: "error", ErrorType: "RuntimeError", Message: "one\ntwo"}
	d := Judge(one(w), ran(result.Step{Op: "wait", Status: "error", ErrorType: "RuntimeError", Message: "three\r\nfour"}))
	require.NotNil(t, d)
	assert.Equal(t, `rank 0 step 0 wait.message: got three\r\nfour, wanted one\ntwo`, d.String())
}

func TestAnyOutcomeWillDoAndTheNearestIsNamed(t *testing.T) {
	a, b, c := Step{Op: "send", Status: "ok"}, Step{Op: "recv", Status: "ok"}, Step{Op: "barrier", Status: "ok"}
	rec := one(a, b)
	rec.Outcomes = append(rec.Outcomes, one(a, c).Outcomes...)
	rec.Outcomes = append(rec.Outcomes, one(b).Outcomes...)
	got := func(ops ...string) *result.Result {
		var steps []result.Step
		for _, op := range ops {
			steps = append(steps, result.Step{Op: op, Status: "ok"})
		}
		return ran(steps...)
	}
	assert.Nil(t, Judge(rec, got("send", "barrier")))
	assert.Nil(t, Judge(rec, got("recv")))
	assert.Equal(t, "rank 0 step 1 recv.op: got scatter, wanted recv", Judge(rec, got("send", "scatter")).String())
}

func TestReadNamesTheLine(t *testing.T) {
	recs, err := Read(strings.NewReader("{\"id\": \"a\"}\n\n{\"id\": \"b\", \"outcomes\": [{\"ranks\": [{\"exit\": null, \"steps\": [{\"op\": \"barrier\", \"output\": null}]}]}]}"))
	require.NoError(t, err)
	require.Len(t, recs, 2)
	assert.NotNil(t, recs[1].Outcomes[0].Ranks[0].Steps[0].Output, "a recorded None is there")
	assert.Nil(t, recs[1].Outcomes[0].Ranks[0].Steps[0].Buffer)
	_, err = Read(strings.NewReader("{}\n{"))
	assert.ErrorContains(t, err, "line 2")
}
