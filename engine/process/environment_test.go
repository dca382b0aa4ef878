package process

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"lockstep/engine/failure"
)

// What int() of Python makes of texts.
func TestPythonsNumbers(t *testing.T) {
	for text, want := range map[string]int64{"0": 0, " 12\n": 12, "+3": 3, "-4": -4, "1_000": 1000, "007": 7} {
		got, f := pythonInt(text)
		assert.Nil(t, f, text)
		assert.Equal(t, want, got, text)
	}
	for _, text := range []string{"", "two", "1.0", "0x1", "_1", "1_", "1__0", "--1", "+-1", "1 2"} {
		_, f := pythonInt(text)
		assert.Equal(t, failure.NotAnInt(text), f, text)
	}
	assert.Equal(t, `invalid literal for int() with base 10: "it's"`, failure.NotAnInt("it's").Message)
}

// Where a process looks for the store, by what it is told.
func TestTheWayToTheStore(t *testing.T) {
	env := map[string]string{"RANK": "1", "WORLD_SIZE": "2", "MASTER_ADDR": "127.0.0.1", "MASTER_PORT": "5"}
	without := func(name string) map[string]string {
		e := map[string]string{}
		for k, v := range env {
			if k != name {
				e[k] = v
			}
		}
		return e
	}
	with := func(name, value string) map[string]string {
		e := without(name)
		e[name] = value
		return e
	}
	for _, c := range []struct {
		env        map[string]string
		method     string
		rank, size int
		want       place
		fails      *failure.Failure
	}{
		{env: env, method: "env://", rank: -1, size: -1, want: place{"127.0.0.1", 5, 1, 2}},
		{env: env, method: "env://", rank: 0, size: 3, want: place{"127.0.0.1", 5, 0, 3}},
		{env: without("RANK"), method: "env://", rank: 0, size: -1, want: place{"127.0.0.1", 5, 0, 2}},
		{env: without("RANK"), method: "env://", rank: -1, size: -1, fails: failure.NoVariable("RANK")},
		{env: with("RANK", ""), method: "env://", rank: -1, size: -1, fails: failure.NoVariable("RANK")},
		{env: with("RANK", "one"), method: "env://", rank: -1, size: -1, fails: failure.NotAnInt("one")},
		{env: without("MASTER_ADDR"), method: "env://", rank: -1, size: -1, fails: failure.NoVariable("MASTER_ADDR")},
		{env: with("MASTER_PORT", "70000"), method: "env://", rank: -1, size: -1, fails: failure.BadPort(70000)},
		{env: env, method: "tcp://localhost:7", rank: 0, size: 1, want: place{"localhost", 7, 0, 1}},
		{env: env, method: "tcp://127.0.0.1:7?rank=0&world_size=1", rank: -1, size: -1, want: place{"127.0.0.1", 7, 0, 1}},
		{env: env, method: "tcp://127.0.0.1:7?rank=0", rank: 0, size: -1, fails: failure.RankTwice("tcp://127.0.0.1:7?rank=0")},
		{env: env, method: "tcp://127.0.0.1:7", rank: 0, size: -1, fails: failure.NoParameter("world size")},
		{env: env, method: "tcp://127.0.0.1:7", rank: -1, size: 1, fails: failure.NoParameter("rank")},
		{env: env, method: "tcp://127.0.0.1", rank: 0, size: 1, fails: failure.NoParameter("port number")},
		{env: env, method: "tcp://127.0.0.1:x", rank: 0, size: 1, fails: failure.URLPort("x", false)},
		{env: env, method: "tcp://127.0.0.1:99999", rank: 0, size: 1, fails: failure.URLPort("99999", true)},
		{env: env, method: "tcp://:7", rank: 0, size: 1, fails: failure.NoHost},
		{env: env, method: "carrier://pigeon", rank: 0, size: 1, fails: failure.NoHandler("carrier")},
		{env: env, method: "nonsense", rank: 0, size: 1, fails: failure.NoHandler("")},
	} {
		p := &Proc{env: c.env}
		at, f := p.rendezvous(c.method, c.rank, c.size)
		assert.Equal(t, c.fails, f, "%s %d %d", c.method, c.rank, c.size)
		if f == nil {
			assert.Equal(t, c.want, at, "%s %d %d", c.method, c.rank, c.size)
		}
	}
}

// The pauses of a client that looks for its store are those of PyTorch, without
// their chance.
func TestPausesGrow(t *testing.T) {
	var b backoff
	var ms []int64
	for range 5 {
		ms = append(ms, b.next().Milliseconds())
	}
	assert.Equal(t, []int64{500, 750, 1125, 1687, 2530}, ms)
	for range 20 {
		b.next()
	}
	assert.Equal(t, mostPause, b.next())
}

func TestPortsOfTheScenario(t *testing.T) {
	assert.Equal(t, "tcp://127.0.0.1:29500", withPorts("tcp://127.0.0.1:$PORT"))
	assert.Equal(t, "29600", withPorts("$PORT1"))
	assert.Equal(t, "29700", withPorts("$PORT2"))
}
