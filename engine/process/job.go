// Package process is what one operating-system process does: it starts, joins
// the others, runs its ops one after the other, and ends, by itself or not. The
// ops of one family share a file.
//
// It knows programs, ops and their results in the words of torch. It must never
// know how a screen shows them, or what a finding says about them.
package process

import (
	"lockstep/engine/scenario"
	"lockstep/engine/sim"
	"lockstep/engine/store"
	"lockstep/engine/trace"
	"lockstep/engine/transport"
)

// Job is all processes of a run and what they share.
type Job struct {
	Scenario *scenario.Scenario
	Clock    *sim.Sim
	Trace    *trace.Trace
	Net      *transport.Network
	Procs    []*Proc
	Limit    string // that a script or a repeat has reached, with its place; ""

	code     code
	attempt  int       // of the launcher, from 0
	base     int       // of its processes in Procs
	launcher *launcher // nil: none
	disk     disk
	servers  map[int]*store.Server // by port
	made     map[string][]int32    // groups of the trace by their prefix in the store
	running  int                   // processes whose program has not ended
	leaving  []*sim.Task
	stop     sim.Kind
	cont     sim.Kind
	faults   faults
}

// NewJob lays out the processes; nothing runs yet. The error is that of a script or
// of a local op's code.
func NewJob(s *scenario.Scenario, limits sim.Limits) (*Job, error) {
	code, err := compile(s)
	if err != nil {
		return nil, err
	}
	clock := sim.New()
	clock.SetLimits(limits)
	t := &trace.Trace{World: s.WorldSize}
	j := &Job{Scenario: s, Clock: clock, Trace: t, servers: map[int]*store.Server{}, made: map[string][]int32{}, code: code}
	j.Net = transport.New(clock, t, s.Network.Latency, s.Network.Bandwidth)
	for _, l := range s.Network.Links {
		link := j.Net.Link(int32(l.From), int32(l.To))
		if l.Latency > 0 {
			link.Latency = l.Latency
		}
		if l.Bandwidth > 0 {
			link.SetBandwidth(l.Bandwidth)
		}
	}
	j.stop = clock.Register(func(int32) { clock.Stop() })
	j.cont = clock.Register(func(id int32) { j.Procs[id].goOn() })
	if s.StopAfter > 0 {
		clock.At(s.StopAfter, j.stop, 0)
	}
	t.Seats = s.Processes()
	j.Net.Seats = int32(t.Seats)
	j.reserve()
	world := make([]int32, s.WorldSize)
	for i := range world {
		world[i] = int32(i)
	}
	t.Groups = append(t.Groups, trace.Group{Members: world})
	j.expect()
	j.watch()
	j.start()
	return j, nil
}

// Run lets at most budget things happen and reports whether the run is over.
func (j *Job) Run(budget int) bool { return j.Clock.Run(budget) }

// Last lists the processes of the last attempt, by their place in the scenario.
func (j *Job) Last() []*Proc { return j.now() }

// Close unwinds whatever still stands.
func (j *Job) Close() { j.Clock.Close() }

// programEnded is a process's news that it has nothing more to do.
func (j *Job) programEnded() {
	j.running--
	if j.running > 0 {
		return
	}
	for _, t := range j.leaving {
		t.Wake()
	}
	j.leaving = nil
}
