package sim

import (
	"sort"
	"testing"

	"github.com/stretchr/testify/assert"
	"pgregory.net/rapid"
)

// What was scheduled happens by time, and within one moment in the order of
// scheduling, whatever was scheduled meanwhile.
func TestQueueKeepsTheOrder(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		type planned struct {
			at  Time
			arg int32
		}
		times := rapid.SliceOfN(rapid.IntRange(0, 1000), 1, 600).Draw(t, "times")
		s := New()
		var want, got []planned
		var kind Kind
		next := 0
		plan := func() {
			if next < len(times) {
				p := planned{max(Time(times[next]), s.Now()), int32(next)}
				want = append(want, p)
				s.At(Time(times[next]), kind, p.arg)
				next++
			}
		}
		kind = s.Register(func(arg int32) {
			got = append(got, planned{s.Now(), arg})
			plan()
		})
		for range (len(times) + 1) / 2 {
			plan()
		}
		for !s.Run(7) {
		}
		sort.SliceStable(want, func(i, k int) bool { return want[i].at < want[k].at })
		assert.Equal(t, want, got)
	})
}

func TestAnAlarmRingsAtItsLastDeadline(t *testing.T) {
	s := New()
	var rang []Time
	a := s.NewAlarm(func() { rang = append(rang, s.Now()) })
	step := s.Register(func(d int32) { a.Set(Time(d)) })
	a.Set(10)
	s.At(5, step, 30)   // later: the event at 10 moves on
	s.At(31, step, 90)  // set again after it rang
	s.At(40, step, 50)  // earlier than what stands in the heap
	s.At(60, step, 100) // and cleared
	clear := s.Register(func(int32) { a.Clear() })
	s.At(70, clear, 0)
	for !s.Run(100) {
	}
	assert.Equal(t, []Time{30, 50}, rang)
}

func TestTasksParkAndWake(t *testing.T) {
	s := New()
	var log []string
	sleeper := s.Spawn(nil, func(t *Task) {
		t.Park(Never)
		log = append(log, "woken")
		t.Park(s.Now() + 20)
		log = append(log, "timed out")
	})
	s.Spawn(nil, func(t *Task) {
		t.Sleep(5)
		sleeper.Wake()
		sleeper.Wake()
		log = append(log, "wakes")
	})
	for !s.Run(100) {
	}
	assert.Equal(t, []string{"wakes", "woken", "timed out"}, log)
	assert.Equal(t, Time(25), s.Now())
}

func TestClosingUnwindsWhatStands(t *testing.T) {
	s := New()
	unwound := 0
	for range 3 {
		s.Spawn(nil, func(t *Task) {
			defer func() { unwound++ }()
			t.Park(Never)
		})
	}
	s.Spawn(nil, func(t *Task) {
		defer func() { unwound++ }()
		t.Kill()
		panic("a killed task goes on")
	})
	for !s.Run(100) {
	}
	assert.Equal(t, 1, unwound)
	s.Close()
	assert.Equal(t, 4, unwound)
}

func TestAStoppedGateHoldsItsTasks(t *testing.T) {
	s := New()
	g := s.NewGate()
	var woke Time
	s.Spawn(g, func(t *Task) {
		t.Sleep(10)
		woke = s.Now()
	})
	open := s.Register(func(int32) { g.Open() })
	shut := s.Register(func(int32) { g.Shut() })
	s.At(5, shut, 0)
	s.At(50, open, 0)
	for !s.Run(100) {
	}
	assert.Equal(t, Time(50), woke)
}

func TestStopLeavesTheRestUndone(t *testing.T) {
	s := New()
	late := false
	stop := s.Register(func(int32) { s.Stop() })
	then := s.Register(func(int32) { late = true })
	s.At(3, stop, 0)
	s.At(3, then, 0)
	assert.True(t, s.Run(100))
	assert.False(t, late)
	assert.Equal(t, Time(3), s.Now())
}
