package process

import (
	"strconv"
	"time"

	"lockstep/engine/failure"
	"lockstep/engine/group"
	"lockstep/engine/scenario"
	"lockstep/engine/script"
	"lockstep/engine/sim"
	"lockstep/engine/store"
	"lockstep/engine/tensor"
	"lockstep/engine/trace"
	"lockstep/engine/transport"
)

// Signals, as exit codes of the processes that they end.
const (
	sigAbort = -6
	sigKill  = -9
	sigSegv  = -11
)

// teardown is how long Python is busy ending a process that has torch loaded: three
// quarters of a second of computing on one core, which took mostly two to three
// seconds where the recordings were made. Its sockets are open all the while, and
// works that are under way go on. os._exit and signals go without it.
const teardown = 2700 * time.Millisecond

// Proc is one process.
type Proc struct {
	job     *Job
	ID      int32
	seat    int // its place in the scenario: that of all attempts' processes there
	spec    scenario.Rank
	program []scenario.Op
	gate    *sim.Gate
	task    *sim.Task
	host    *transport.Host

	env     map[string]string
	store   *store.Client           // that the program has made
	stores  []*store.Client         // all that it has: of groups too
	served  []*store.Server         // that it runs, or ran
	base    string                  // what the store keys of groups begin with
	named   int                     // how many groups it has given a name
	loose   bool                    // a group may be held by nobody
	groups  map[string]*group.Group // by the program's name; nil: not a member
	handles map[string]launched
	live    []*group.Group
	without []int // global ranks of the group that was last made without this process
	memory  map[string]*Array

	Steps   []Step
	Exit    *int // nil: still running, be it only to take itself down
	Metrics Metrics
	current int32 // the call under way, or trace.None
	waiting int32 // the program's open wait, or trace.None
	ended   bool  // the program has
	code    int   // with which the process ends

	locals *script.Session // of its local ops
	script *script.Session // of its whole script; nil: it has none
	loaded bool            // from a checkpoint: names may have come that no file knows
	line   int32           // of the script, that is under way
	inner  int32           // of the op within a repeat, see trace.Call
	turn   int32

	faults  []int         // those that wait for one of its ops
	slowed  []int         // those that make it slow now
	freezes int           // those that keep it stopped
	stopped int32         // the open wait of a stopped process, or trace.None
	idle    time.Duration // stopped so far
}

// Metrics is what the process's program spent its time on, by the op.
type Metrics struct {
	Compute, LoadData time.Duration
}

func newProc(j *Job, i int) *Proc {
	p := &Proc{
		job: j, ID: j.newTraceProc(i), seat: i, program: j.Scenario.ProgramOf(i), gate: j.Clock.NewGate(), current: trace.None, waiting: trace.None, stopped: trace.None,
		groups: map[string]*group.Group{}, handles: map[string]launched{}, memory: map[string]*Array{},
	}
	p.Steps = make([]Step, 0, len(p.program))
	if i < len(j.Scenario.Ranks) {
		p.spec = j.Scenario.Ranks[i]
	}
	p.env = map[string]string{
		"RANK": strconv.Itoa(i), "WORLD_SIZE": strconv.Itoa(j.Scenario.WorldSize),
		"MASTER_ADDR": "127.0.0.1", "MASTER_PORT": strconv.Itoa(firstPort),
	}
	p.host = &transport.Host{ID: p.ID, Gate: p.gate, Abort: p.abort}
	return p
}

// launch starts the process, now or late or never.
func (p *Proc) launch() {
	for _, named := range p.job.Scenario.TensorsOf(p.seat) {
		p.spend(bytesOfTensor + tensor.NumElements(named.Spec.Shape)*named.Spec.DType.Size())
		p.memory[named.Name] = p.adopt(named.Name, trace.None, p.build(&named.Spec, named.Name))
	}
	if p.spec.Never {
		return
	}
	p.job.running++
	p.task = p.job.Clock.Spawn(p.gate, p.main)
}

func (p *Proc) main(t *sim.Task) {
	t.Sleep(p.spec.Start)
	p.info().Started = p.job.Clock.Now()
	p.record(trace.ProcStart, p.ID)
	code := 0
	if p.job.Scenario.AutoInit {
		if f := p.call(-1, &scenario.Op{Name: "init_process_group"}); f != nil {
			code = 1
		}
	}
	if code == 0 {
		code = p.runProgram()
	}
	p.over(code, false)
	p.leave(t)
	p.gone()
}

// catching is what an exception costs a program that catches it: the way from C++
// to Python, with its text and its log line, roughly. All else that a program does
// between two calls takes no time; this does, for after a failure what the other
// ranks do in the same moment decides what the next call meets, and as a rule it
// meets connections whose end it has heard of.
const catching = 360 * time.Microsecond

// runProgram returns the exit code: 1 after an exception that is not caught.
func (p *Proc) runProgram() int {
	if p.job.code.script != nil {
		return p.runScript()
	}
	for i := range p.program {
		if f := p.runOp(int32(i), &p.program[i]); f != nil {
			return 1
		}
	}
	return 0
}

// runOp runs an op, a whole repeat too; an exception that is caught is none.
func (p *Proc) runOp(step int32, op *scenario.Op) *failure.Failure {
	var f *failure.Failure
	if op.Name == "repeat" {
		f = p.repeat(step, op)
	} else {
		f = p.call(step, op)
	}
	if f != nil && op.Catch {
		p.task.Sleep(catching)
		return nil
	}
	return f
}

// over is the end of the program: from here on the process has an exit code, and
// nothing more to say.
func (p *Proc) over(code int, signal bool) {
	p.endWait()
	p.code = code
	info := p.info()
	info.Ended, info.Exit, info.Signal = p.job.Clock.Now(), int32(code), signal
	p.record(trace.ProcEnd, p.ID)
	if !p.ended {
		p.ended = true
		p.job.programEnded()
	}
}

// leave is what lies between the end of the program and that of the process. Its
// groups stay open, until all programs have ended, and at most as long as the
// scenario lets it linger, or as Python needs to take itself down.
func (p *Proc) leave(t *sim.Task) {
	j := p.job
	most := teardown
	if j.Scenario.AtEnd == scenario.Linger {
		most = j.Scenario.Linger
		if most == 0 {
			most = 2*j.Scenario.Timeout + 2*time.Second
		}
	}
	deadline := j.Clock.Now() + most
	for j.running > 0 && j.Clock.Now() < deadline {
		j.leaving = append(j.leaving, t)
		t.Park(deadline)
	}
}

// gone is the end of the process, whatever its cause: the kernel closes its sockets.
func (p *Proc) gone() {
	p.Exit = &p.code
	for _, g := range p.live {
		g.Stop()
	}
	p.host.Die()
	for _, s := range p.served {
		s.Close()
	}
	p.job.processEnded(p.code)
}

// die ends the process in the middle of whatever it does.
func (p *Proc) die(code int, signal bool) {
	if p.Exit != nil {
		return
	}
	if p.current != trace.None {
		p.killed()
	}
	p.over(code, signal)
	p.gone()
	if p.task != nil {
		p.task.Kill()
	}
}

// abort is Gloo's own thread calling std::terminate.
func (p *Proc) abort(string) { p.die(sigAbort, true) }

func (p *Proc) info() *trace.Proc { return &p.job.Trace.Procs[p.ID] }

func (p *Proc) record(kind trace.EventKind, ref int32) {
	p.job.Trace.Record(p.job.Clock.Now(), kind, p.ID, ref)
}
