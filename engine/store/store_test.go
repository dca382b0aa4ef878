package store

import (
	"strconv"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"lockstep/engine/failure"
	"lockstep/engine/sim"
)

// silent keeps no books.
type silent struct{}

func (silent) BeginWait(string, sim.Time) {}
func (silent) EndWait()                   {}

const latency = time.Millisecond

// play runs one program for each client of a store, on one clock.
func play(clock *sim.Sim, programs ...func(*sim.Task)) {
	for _, p := range programs {
		clock.Spawn(nil, p)
	}
	for !clock.Run(100) {
	}
	clock.Close()
}

// What one client does with its keys is what anybody would do with a map, but for
// a comparison with a key that there is not.
func TestOneClientSeesAMap(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		clock := sim.New()
		s := NewServer(clock, clock.NewGate(), latency)
		c := s.Connect(time.Second, true)
		key := rapid.SampledFrom([]string{"/a", "/b", "/"})
		value := rapid.SampledFrom([]string{"", "1", " 7x", "-2"})
		want := map[string]string{}
		play(clock, func(task *sim.Task) {
			for range rapid.IntRange(1, 30).Draw(t, "calls") {
				k := key.Draw(t, "key")
				had, ok := want[k]
				switch rapid.IntRange(0, 5).Draw(t, "op") {
				case 0:
					want[k] = value.Draw(t, "value")
					assert.Nil(t, c.Set(k, want[k]))
				case 1:
					got, f := c.Get(task, k, silent{})
					assert.Equal(t, had, got)
					assert.Equal(t, ok, f == nil)
				case 2:
					if had == "" && ok {
						continue // no number: the server hangs up
					}
					n, _ := leadingInt(had)
					n += 3
					got, f := c.Add(task, k, 3)
					assert.Nil(t, f)
					assert.Equal(t, n, got)
					want[k] = strconv.FormatInt(n, 10)
				case 3:
					expected, desired := value.Draw(t, "expected"), value.Draw(t, "desired")
					got, f := c.CompareSet(task, k, expected, desired)
					assert.Nil(t, f)
					switch {
					case !ok && expected != "":
						assert.Equal(t, expected, got, "it pretends")
					case !ok || had == expected:
						want[k] = desired
						assert.Equal(t, desired, got)
					default:
						assert.Equal(t, had, got)
					}
				case 4:
					got, f := c.Delete(task, k)
					assert.Nil(t, f)
					assert.Equal(t, ok, got)
					delete(want, k)
				case 5:
					got, f := c.NumKeys(task)
					assert.Nil(t, f)
					assert.Equal(t, len(want), got)
				}
			}
		})
	})
}

func TestAWaitEndsWithTheLastKeyOrAtItsTimeout(t *testing.T) {
	clock := sim.New()
	s := NewServer(clock, clock.NewGate(), latency)
	host, client := s.Connect(time.Second, true), s.Connect(time.Second, false)
	var came, gave sim.Time
	play(clock, func(task *sim.Task) {
		task.Sleep(300 * time.Millisecond)
		assert.Nil(t, host.Set("/a", ""))
		_, f := host.Delete(task, "/a")
		assert.Nil(t, f)
		task.Sleep(100 * time.Millisecond)
		assert.Nil(t, host.Set("/b", ""))
	}, func(task *sim.Task) {
		// A key that came has come, though it is gone when the last one comes.
		assert.Nil(t, client.Wait(task, []string{"/a", "/b"}, 0, silent{}))
		came = clock.Now()
		f := client.Wait(task, []string{"/a", "/c"}, 500*time.Millisecond, silent{})
		require.NotNil(t, f)
		assert.Equal(t, "wait timeout after 500ms, keys: /a, /c", f.Message)
		gave = clock.Now() - came
	})
	assert.Equal(t, 402*time.Millisecond, came)
	assert.Equal(t, 500*time.Millisecond, gave)
}

func TestAComparisonWakesWhoeverWaits(t *testing.T) {
	clock := sim.New()
	s := NewServer(clock, clock.NewGate(), latency)
	host, client := s.Connect(time.Second, true), s.Connect(time.Second, false)
	play(clock, func(task *sim.Task) {
		task.Sleep(300 * time.Millisecond)
		now, f := host.CompareSet(task, "/a", "x", "y")
		assert.Nil(t, f)
		assert.Equal(t, "x", now)
	}, func(task *sim.Task) {
		value, f := client.Get(task, "/a", silent{})
		assert.Nil(t, f)
		assert.Empty(t, value)
		assert.Less(t, clock.Now(), 400*time.Millisecond)
	})
}

// The end of a server reaches a client in three stages.
func TestTheEndOfAServer(t *testing.T) {
	for name, c := range map[string]struct {
		first func(*sim.Task, *Client) *failure.Failure
		says  []*failure.Failure
	}{
		"while it is asked": {func(t *sim.Task, c *Client) *failure.Failure { return c.Wait(t, []string{"/a"}, 0, silent{}) }, []*failure.Failure{failure.StoreClosed, nil, failure.StoreBroken}},
		"while it is idle":  {func(t *sim.Task, c *Client) *failure.Failure { t.Sleep(time.Second); return nil }, []*failure.Failure{nil, nil, failure.StoreBroken}},
	} {
		clock := sim.New()
		s := NewServer(clock, clock.NewGate(), latency)
		host, client := s.Connect(2*time.Second, true), s.Connect(2*time.Second, false)
		var said []*failure.Failure
		play(clock, func(task *sim.Task) {
			task.Sleep(100 * time.Millisecond)
			host.Close()
		}, func(task *sim.Task) {
			said = append(said, c.first(task, client))
			said = append(said, client.Set("/a", "1"))
			_, f := client.Get(task, "/a", silent{})
			said = append(said, f)
		})
		assert.Equal(t, c.says, said, name)
		assert.True(t, s.Gone())
	}
}

func TestAWordIsNoNumber(t *testing.T) {
	clock := sim.New()
	c := NewServer(clock, clock.NewGate(), latency).Connect(time.Second, true)
	play(clock, func(task *sim.Task) {
		assert.Nil(t, c.Set("/a", "word"))
		_, f := c.Add(task, "/a", 1)
		assert.Equal(t, failure.StoreClosed, f)
		_, f = c.Get(task, "/a", silent{})
		assert.Equal(t, failure.StoreClosed, f)
		assert.Equal(t, failure.StoreBroken, c.Set("/a", "1"))
	})
}

func TestAStoppedServerAnswersWhenItGoesOn(t *testing.T) {
	clock := sim.New()
	gate := clock.NewGate()
	s := NewServer(clock, gate, latency)
	c := s.Connect(time.Second, false)
	var waited, added sim.Time
	play(clock, func(task *sim.Task) {
		gate.Shut()
		task.Sleep(3 * time.Second)
		gate.Open()
		s.Resume()
	}, func(task *sim.Task) {
		f := c.Wait(task, []string{"/a"}, 0, silent{})
		require.NotNil(t, f)
		assert.Contains(t, f.Message, "wait timeout after 1000ms")
		waited = clock.Now()
		sum, f := c.Add(task, "/n", 2)
		assert.Nil(t, f)
		assert.EqualValues(t, 2, sum)
		added = clock.Now()
	})
	assert.Equal(t, 3*time.Second, waited, "who gives up waits for the answer to that")
	assert.Equal(t, 3*time.Second+2*latency, added)
}

func TestTheHostWaitsAWholeSecondMore(t *testing.T) {
	for timeout, limit := range map[time.Duration]time.Duration{time.Second: 2 * time.Second, 1500 * time.Millisecond: 2 * time.Second, 100 * time.Millisecond: time.Second} {
		clock := sim.New()
		c := NewServer(clock, clock.NewGate(), latency).Connect(timeout, true)
		play(clock, func(task *sim.Task) {
			assert.Nil(t, c.Join(task))
			joined := clock.Now()
			f := c.AwaitClients(task, 2, silent{})
			require.NotNil(t, f)
			assert.Equal(t, failure.ClientsMissing(limit, 1, 2), f)
			assert.Equal(t, limit, clock.Now()-joined)
		})
	}
}

func TestAServerLivesAsLongAsItsStores(t *testing.T) {
	clock := sim.New()
	s := NewServer(clock, clock.NewGate(), latency)
	a, b := s.Connect(time.Second, true), s.Connect(time.Second, true)
	a.Close()
	assert.False(t, s.Gone())
	b.Close()
	assert.True(t, s.Gone())
}
