package sim

// Limits bound a run, so that whatever a scenario asks for, it ends: programs can
// write down more than any machine can do.
type Limits struct {
	Events int64 // things that happen, as Steps counts them
	Memory int64 // bytes that programs take: their tensors, results, and books
	Steps  int64 // of scripts' interpreters, all together; counted by who runs them
}

// The limits of a run of which nothing else is said. An all-reduce of 1024 ranks
// has four million events.
const (
	MaxEvents = 1 << 24
	MaxMemory = 1 << 30
	MaxSteps  = 1 << 28
)

// The names of the limits.
const (
	LimitEvents = "events"
	LimitMemory = "memory"
	LimitSteps  = "steps"
)

// SetLimits replaces the limits; zero keeps what there is.
func (s *Sim) SetLimits(l Limits) {
	if l.Events > 0 {
		s.limits.Events = l.Events
	}
	if l.Memory > 0 {
		s.limits.Memory = l.Memory
	}
	if l.Steps > 0 {
		s.limits.Steps = l.Steps
	}
}

// Exceeded returns the name of the limit that ended the run, or "".
func (s *Sim) Exceeded() string { return s.exceeded }

// LimitOf returns the limit of a name.
func (s *Sim) LimitOf(name string) int64 {
	switch name {
	case LimitEvents:
		return s.limits.Events
	case LimitSteps:
		return s.limits.Steps
	}
	return s.limits.Memory
}

// Spend counts memory that a program is about to take. Where there is none left the
// run is over: a task that asks for more does not come back from here.
func (s *Sim) Spend(bytes int) {
	s.spent += int64(bytes)
	if s.spent <= s.limits.Memory {
		return
	}
	s.exceed(LimitMemory)
	if s.current != nil {
		s.current.Kill()
	}
}

func (s *Sim) exceed(limit string) {
	if s.exceeded == "" {
		s.exceeded = limit
	}
	s.Stop()
}
