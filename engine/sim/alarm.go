package sim

// Alarm calls a function at a deadline that moves. Almost every wait has a
// timeout and almost none is reached, so an alarm keeps at most one event in the
// heap for many deadlines: when that comes too early, it moves on.
type Alarm struct {
	sim       *Sim
	ring      func()
	id        int32
	deadline  Time
	scheduled Time // of the earliest event in the heap; Never: none
}

// alarmKind is the first kind that is registered on every clock.
const alarmKind Kind = 0

// NewAlarm returns an alarm that is not set.
func (s *Sim) NewAlarm(ring func()) *Alarm {
	a := new(Alarm)
	s.PutAlarm(a, ring)
	return a
}

// PutAlarm is NewAlarm in the caller's own memory.
func (s *Sim) PutAlarm(a *Alarm, ring func()) {
	*a = Alarm{sim: s, ring: ring, id: int32(len(s.alarms)), deadline: Never, scheduled: Never}
	s.alarms = append(s.alarms, a)
}

// Set moves the deadline; Never clears it.
func (a *Alarm) Set(deadline Time) {
	a.deadline = deadline
	if deadline < a.scheduled {
		a.schedule(deadline)
	}
}

func (a *Alarm) schedule(at Time) {
	a.scheduled = at
	a.sim.At(at, alarmKind, a.id)
}

// Clear takes the deadline away.
func (a *Alarm) Clear() { a.deadline = Never }

func (a *Alarm) due() {
	now := a.sim.now
	if now >= a.scheduled {
		a.scheduled = Never
	}
	switch {
	case a.deadline <= now:
		a.deadline = Never
		a.ring()
	case a.deadline != Never:
		a.Set(a.deadline)
	}
}
