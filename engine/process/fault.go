package process

import (
	"slices"
	"time"

	"lockstep/engine/scenario"
	"lockstep/engine/sim"
	"lockstep/engine/trace"
)

// Faults strike a process or its links from outside, without its program knowing:
// at a moment, when an op begins, or when the first message of an op has left.

// faults is what a job keeps of them.
type faults struct {
	watched  map[int32][]int // by call: those that wait for its first message
	striking sim.Kind
	lifting  sim.Kind
}

// expect prepares for faults.
func (j *Job) expect() {
	j.faults = faults{
		watched:  map[int32][]int{},
		striking: j.Clock.Register(func(i int32) { j.strike(int(i)) }),
		lifting:  j.Clock.Register(func(i int32) { j.lift(int(i)) }),
	}
}

// arm prepares the faults of the attempt that begins; their times count from now.
func (j *Job) arm() {
	for i := range j.Scenario.Faults {
		f := &j.Scenario.Faults[i]
		switch {
		case f.At.Attempt != j.attempt:
		case f.At.Op == nil:
			j.Clock.At(j.Clock.Now()+f.At.Time, j.faults.striking, int32(i))
		default:
			p := j.at(f.Rank)
			p.faults = append(p.faults, i)
			if f.At.During && j.Net.OnLeave == nil {
				j.Net.OnLeave = j.left
			}
		}
	}
}

// struck is what an op's beginning means to the faults that wait for it.
func (c *call) struck() {
	p := c.p
	j := p.job
	for _, i := range p.faults {
		f := &j.Scenario.Faults[i]
		switch {
		case int32(*f.At.Op) != c.step || p.inner > 1 || p.turn > 0: // a repeat is struck at its beginning
		case !f.At.During:
			j.strike(i)
			p.standStill()
		case c.lasts() > 0: // it sends nothing: the middle of its time is during it
			j.Clock.At(j.Clock.Now()+c.lasts()/2, j.faults.striking, int32(i))
		default:
			j.faults.watched[c.index] = append(j.faults.watched[c.index], i)
		}
	}
}

// left is called for each message that leaves, as long as a fault may wait for
// one. Of a call that only receives, the first that comes counts. The fault strikes
// when all that happens at this moment has.
func (j *Job) left(msg int32) {
	m := &j.Trace.Messages[msg]
	for _, call := range []int32{m.SendCall, m.RecvCall} {
		for _, i := range j.faults.watched[call] {
			j.Clock.At(j.Clock.Now(), j.faults.striking, int32(i))
		}
		delete(j.faults.watched, call)
	}
}

// strike lets fault i happen, if its process is there to be struck.
func (j *Job) strike(i int) {
	f := &j.Scenario.Faults[i]
	p := j.at(f.Rank)
	if f.At.Attempt != j.attempt || p.Exit != nil || p.info().Started == trace.Never {
		return
	}
	p.record(trace.Struck, int32(i))
	if f.For > 0 && f.Kind != scenario.Crash {
		j.Clock.At(j.Clock.Now()+f.For, j.faults.lifting, int32(i))
	}
	switch f.Kind {
	case scenario.Crash:
		p.die(sigKill, true)
	case scenario.Freeze:
		p.freezes++
		p.stop()
	case scenario.Slow:
		p.slowed = append(p.slowed, i)
		p.pace()
	case scenario.DropLink:
		j.links(f, func(peer int32) { j.Net.Cut(p.ID, peer, f.For == 0) })
	case scenario.SlowLink:
		j.links(f, func(peer int32) { j.Net.Slow(p.ID, peer, i, f.Latency, f.Bandwidth) })
	}
}

// lift ends fault i.
func (j *Job) lift(i int) {
	f := &j.Scenario.Faults[i]
	p := j.at(f.Rank)
	// A process that was struck and has been replaced since is past lifting; a link
	// is the same.
	if f.At.Attempt != j.attempt && (f.Kind == scenario.Freeze || f.Kind == scenario.Slow) {
		return
	}
	switch f.Kind {
	case scenario.Freeze:
		if p.freezes--; p.freezes == 0 && p.Exit == nil {
			p.goOn()
		}
	case scenario.Slow:
		p.slowed = slices.DeleteFunc(p.slowed, func(k int) bool { return k == i })
		p.pace()
	case scenario.DropLink:
		j.links(f, func(peer int32) { j.Net.Mend(p.ID, peer) })
	case scenario.SlowLink:
		j.links(f, func(peer int32) { j.Net.Hurry(p.ID, peer, i) })
	}
}

// links calls do for the other end of each link that a fault concerns.
func (j *Job) links(f *scenario.Fault, do func(peer int32)) {
	if f.Peer != nil {
		do(int32(*f.Peer))
		return
	}
	for i := range j.Scenario.Processes() {
		if i != f.Rank {
			do(int32(i))
		}
	}
}

// stop stops the process where it stands: nothing in it goes on, not even Gloo's
// own thread.
func (p *Proc) stop() {
	if p.gate.IsShut() {
		return
	}
	p.gate.Shut()
	p.stopped = p.job.Trace.BeginWait(p.job.Clock.Now(), trace.Wait{
		Proc: p.ID, Call: p.current, Peer: trace.None, Kind: trace.WaitStopped,
	}, 0, trace.Never)
}

// standStill is for the process's own program: it does not get past this place
// while the process is stopped.
func (p *Proc) standStill() {
	if p.gate.IsShut() {
		p.task.Wake()
		p.task.Park(never)
	}
}

// goOn continues a stopped process. Threads whose patience ended meanwhile wake up
// on their own; what came in for them has to be read by another thread first, and
// that mostly comes too late.
func (p *Proc) goOn() {
	p.endStop()
	p.gate.Open()
	p.job.Clock.Ready(reading{p})
}

// reading is a process that has gone on and takes in what came meanwhile.
type reading struct{ p *Proc }

// Run is for the clock.
func (r reading) Run() {
	if r.p.gate.Hold(r) {
		return
	}
	r.p.host.Continue()
	for _, s := range r.p.served {
		s.Resume()
	}
}

func (p *Proc) endStop() {
	if p.stopped != trace.None {
		now := p.job.Clock.Now()
		p.idle += now - p.job.Trace.Waits[p.stopped].Start
		p.job.Trace.EndWait(now, p.stopped)
		p.stopped = trace.None
	}
}

// slowness is how much longer than planned the process computes.
func (p *Proc) slowness() float64 {
	s := 1.0
	for _, i := range p.slowed {
		s *= p.job.Scenario.Faults[i].Factor
	}
	return s
}

// pace makes a computation under way look at its slowness anew.
func (p *Proc) pace() { p.task.Wake() }

// work computes what takes d on a process that nothing slows down, and returns how
// long it took. While the process is stopped nothing gets done.
func (p *Proc) work(d time.Duration) (took time.Duration) {
	clock := p.job.Clock
	begun := clock.Now()
	for left := d; left > 0; {
		slowness, from, idle := p.slowness(), clock.Now(), p.idle
		need := time.Duration(float64(left) * slowness)
		p.task.Park(from + need)
		spent := clock.Now() - from - (p.idle - idle)
		if spent >= need {
			break
		}
		left -= time.Duration(float64(spent) / slowness)
	}
	return clock.Now() - begun
}
