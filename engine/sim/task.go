package sim

// Task is a program that runs on the virtual clock: it computes in no time, and
// parks where it has to wait.
type Task struct {
	sim     *Sim
	co      *coroutine
	gate    *Gate
	alarm   *Alarm
	queued  bool // made ready, not yet run
	running bool
	dead    bool
}

// Spawn makes a task that begins at the present moment.
func (s *Sim) Spawn(gate *Gate, body func(*Task)) *Task {
	t := &Task{sim: s, gate: gate}
	t.co = newCoroutine(func() {
		body(t)
		t.dead = true
	})
	t.alarm = s.NewAlarm(t.Wake)
	s.tasks = append(s.tasks, t)
	t.Wake()
	return t
}

// Wake makes a parked task go on at the present moment. Waking it twice before
// it runs is once.
func (t *Task) Wake() {
	if t.dead || t.queued {
		return
	}
	t.queued = true
	t.sim.Ready(t)
}

// Run is for the clock.
func (t *Task) Run() {
	if t.dead {
		return
	}
	if t.gate.holds(t) {
		return
	}
	t.queued = false
	t.running, t.sim.current = true, t
	t.co.resume()
	t.running, t.sim.current = false, nil
}

// Park waits until Wake, or until the deadline; the caller looks what it was.
func (t *Task) Park(deadline Time) {
	t.alarm.Set(deadline)
	t.co.pause()
	t.alarm.Clear()
}

// Sleep waits for d, whatever wakes the task meanwhile.
func (t *Task) Sleep(d Time) {
	for end := t.sim.now + d; t.sim.now < end; {
		t.Park(end)
	}
}

// Kill ends the task where it stands. A task that kills itself unwinds at once.
func (t *Task) Kill() {
	if t.dead {
		return
	}
	t.dead = true
	if t.running {
		panic(killed{})
	}
	t.co.kill()
}

// Gate stops and continues all that belongs to one process (SIGSTOP, SIGCONT):
// what is made ready while it is shut runs when it opens.
type Gate struct {
	sim  *Sim
	shut bool
	held []Runnable
}

// NewGate returns an open gate.
func (s *Sim) NewGate() *Gate { return &Gate{sim: s} }

// Shut stops the process; Open continues it.
func (g *Gate) Shut() {
	if !g.shut {
		g.sim.shut++
	}
	g.shut = true
}

// Open lets everything go on that was held.
func (g *Gate) Open() {
	if g.shut {
		g.sim.shut--
	}
	g.shut = false
	for _, r := range g.held {
		g.sim.Ready(r)
	}
	g.held = nil
}

// AnyShut reports whether some process is stopped: where none is, nobody needs to
// look at its own gate.
func (s *Sim) AnyShut() bool { return s.shut > 0 }

// IsShut reports whether the process is stopped.
func (g *Gate) IsShut() bool { return g != nil && g.shut }

// Hold keeps r until the gate opens, and reports whether it did.
func (g *Gate) Hold(r Runnable) bool { return g.holds(r) }

func (g *Gate) holds(r Runnable) bool {
	if g == nil || !g.shut {
		return false
	}
	g.held = append(g.held, r)
	return true
}
