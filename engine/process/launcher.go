package process

import (
	"time"

	"lockstep/engine/trace"
)

// The launcher starts all processes of a job, looks after them, and starts them all
// again when one has failed, as torchrun's agent does (torch/distributed/elastic:
// agent/server/api.py, multiprocessing/api.py). It restores nothing: what a process
// knew is gone with it, but for what lies on the disk.

const (
	// monitorInterval is how often the agent looks at its workers.
	monitorInterval = 100 * time.Millisecond
	// killAfter is how long it waits for those that SIGTERM does not end.
	killAfter = 30 * time.Second

	sigTerm = -15
)

// mostProcesses bounds those of all attempts together: the trace counts them in 16
// bits.
const mostProcesses = 1<<15 - 1

// launcher is what a job that restarts keeps; nil where there is none.
type launcher struct {
	started time.Duration // when the attempt was
	looking bool          // a look at the workers is due
	ending  bool          // of the attempt
	look    func(at time.Duration)
	kill    func(at time.Duration)
}

// watch makes the launcher of a job that has one.
func (j *Job) watch() {
	if j.Scenario.Job.MaxRestarts == 0 {
		return
	}
	look := j.Clock.Register(func(int32) { j.lookAround() })
	kill := j.Clock.Register(func(int32) { j.killAll() })
	j.launcher = &launcher{
		look: func(at time.Duration) { j.Clock.At(at, look, 0) },
		kill: func(at time.Duration) { j.Clock.At(at, kill, 0) },
	}
}

// start starts all processes, for the first time or again.
func (j *Job) start() {
	n := j.Scenario.Processes()
	j.base = len(j.Procs)
	for i := range n {
		j.Procs = append(j.Procs, newProc(j, i))
	}
	j.arm()
	if j.launcher != nil {
		j.launcher.started, j.launcher.ending = j.Clock.Now(), false
	}
	for _, p := range j.now() {
		p.launch()
	}
}

// now lists the processes of the attempt under way.
func (j *Job) now() []*Proc { return j.Procs[j.base:] }

// at is the process that now sits at a seat.
func (j *Job) at(seat int) *Proc { return j.Procs[j.base+seat] }

// processEnded is a process's end; the launcher sees it when it looks next.
func (j *Job) processEnded(code int) {
	l := j.launcher
	if l == nil || code == 0 || l.looking || l.ending {
		return
	}
	l.looking = true
	ticks := (j.Clock.Now()-l.started)/monitorInterval + 1
	l.look(l.started + ticks*monitorInterval)
}

// lookAround is the agent's look at its workers: one has failed.
func (j *Job) lookAround() {
	l := j.launcher
	l.looking, l.ending = false, true
	stopped := false
	for _, p := range j.now() {
		switch {
		case p.Exit != nil || p.task == nil:
		case p.gate.IsShut():
			stopped = true // it cannot act on a signal that can be handled
		case p.ended: // it is going already, and has its exit code
			p.gone()
			p.task.Kill()
		default:
			p.die(sigTerm, true)
		}
	}
	if stopped {
		l.kill(j.Clock.Now() + killAfter)
		return
	}
	j.again()
}

// killAll ends those that did not listen.
func (j *Job) killAll() {
	for _, p := range j.now() {
		if p.Exit == nil {
			p.die(sigKill, true)
		}
	}
	j.again()
}

// again starts the next attempt, if there is to be one.
func (j *Job) again() {
	if j.attempt >= j.Scenario.Job.MaxRestarts {
		return
	}
	if len(j.Procs)+j.Scenario.Processes() > mostProcesses {
		j.Limit = "more than 32767 processes in all attempts"
		j.Clock.Stop()
		return
	}
	j.attempt++
	j.leaving = nil
	j.start()
}

// newTraceProc gives a process its place in the trace.
func (j *Job) newTraceProc(seat int) int32 {
	j.Trace.Procs = append(j.Trace.Procs, trace.Proc{
		Rank: int32(seat), Attempt: int32(j.attempt), Started: trace.Never, Ended: trace.Never,
	})
	return int32(len(j.Trace.Procs) - 1)
}
