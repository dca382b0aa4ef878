// Package sim is the clock: virtual time that moves only when everyone waits, the
// order in which things happen, and programs that can stand still in the middle
// (see Task). One thing runs at a time, so nothing here or above needs a lock.
//
// It knows times, handlers and parked tasks. It must never know a rank, a
// message, a tensor, or what anyone waits for.
package sim

import "lockstep/engine/trace"

// Time is virtual: nanoseconds since the run began.
type Time = trace.Time

// Never is later than everything: a deadline that does not come.
const Never Time = 1<<63 - 1

// Kind is what can be scheduled; each has one handler.
type Kind uint8

// Runnable is what can be made ready: a task, or a piece of work that advances
// without a stack of its own.
type Runnable interface {
	// Run goes on until it has to wait. It is called by the clock only.
	Run()
}

// Sim is the clock of one run.
type Sim struct {
	now      Time
	queue    queue
	ready    []Runnable
	head     int
	handlers []func(arg int32)
	alarms   []*Alarm
	tasks    []*Task
	steps    int64
	advance  func()
	stopped  bool
	shut     int // gates

	limits   Limits
	spent    int64  // of the memory
	exceeded string // the limit that ended the run
	current  *Task  // that runs now
	left     int    // of the budget of Run
}

// New returns a clock at time 0.
func New() *Sim {
	s := &Sim{limits: Limits{Events: MaxEvents, Memory: MaxMemory, Steps: MaxSteps}}
	s.Register(func(id int32) { s.alarms[id].due() })
	return s
}

// Now returns the virtual time.
func (s *Sim) Now() Time { return s.now }

// Steps returns how many things have happened: events and runs of what was ready.
func (s *Sim) Steps() int64 { return s.steps }

// Register makes a kind of event, handled by f.
func (s *Sim) Register(f func(arg int32)) Kind {
	s.handlers = append(s.handlers, f)
	return Kind(len(s.handlers) - 1)
}

// At schedules an event. What is scheduled for one moment happens in the order
// of scheduling.
func (s *Sim) At(at Time, kind Kind, arg int32) {
	s.queue.push(max(at, s.now), item{arg: arg, kind: kind})
}

// OnAdvance sets what is called at the end of each moment, before time moves on.
func (s *Sim) OnAdvance(f func()) { s.advance = f }

// Stop ends the run at the present moment: nothing that is still to come happens.
func (s *Sim) Stop() { s.stopped = true }

// Ready makes r run at the present moment, after those that were made ready before.
func (s *Sim) Ready(r Runnable) { s.ready = append(s.ready, r) }

// Run lets at most budget things happen and reports whether nothing is left to
// happen: whoever has not ended then waits for ever.
func (s *Sim) Run(budget int) (done bool) {
	for s.left = budget; s.left > 0 && !s.stopped; s.left-- {
		if s.steps >= s.limits.Events {
			s.exceed(LimitEvents)
			break
		}
		if s.head < len(s.ready) {
			r := s.ready[s.head]
			s.head++
			s.steps++
			r.Run()
			continue
		}
		s.ready, s.head = s.ready[:0], 0
		it, ok := s.queue.same()
		if !ok {
			var at Time
			it, at, ok = s.queue.pop()
			if !ok || at > s.now {
				if s.advance != nil {
					s.advance()
				}
				if !ok {
					return true
				}
				s.now = at
			}
		}
		s.steps++
		s.handlers[it.kind](it.arg)
	}
	return s.stopped
}

// Cost says that what happens now takes as long as n things more: it counts
// against the budget of Run, so that whoever advances the run is not kept waiting.
func (s *Sim) Cost(n int) { s.left -= n }

// Close unwinds every task that still stands, so that no goroutine stays behind.
func (s *Sim) Close() {
	for _, t := range s.tasks {
		t.Kill()
	}
	s.tasks = nil
}
