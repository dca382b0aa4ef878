package process

import (
	"errors"
	"fmt"
	"strconv"

	"lockstep/engine/failure"
	"lockstep/engine/scenario"
	"lockstep/engine/script"
	"lockstep/engine/sim"
	"lockstep/engine/trace"
)

// A script is a program that decides while it runs which op comes next. Its calls
// of dist are ops like those of a list: p.call runs them, on the process's own
// task, and its variables are tensors of the process's memory.

// The limits of all scripts of a job are shared out among its processes: so much
// each at most, and so much at least.
const (
	mostSteps, leastSteps = 20_000_000, 1_000_000
	mostBytes, leastBytes = 256 << 20, 8 << 20
)

// sliceEvents is what a slice of a script's calculation counts for, in events, in
// the budget of whoever advances the run: so many happen in the same time.
const sliceEvents = 10_000

func (j *Job) scriptLimits() script.Limits {
	n := int64(j.Scenario.Processes())
	steps, bytes := j.Clock.LimitOf(sim.LimitSteps), j.Clock.LimitOf(sim.LimitMemory)
	return script.Limits{
		Steps: min(max(steps/n, leastSteps), mostSteps, steps),
		Bytes: min(max(bytes/n, leastBytes), mostBytes, bytes),
	}
}

// code is what of a scenario has been compiled: once, for all processes.
type code struct {
	script *script.Program
	locals map[string]*script.Local // by text
}

// compile reads all code of a scenario. The error names its place.
func compile(s *scenario.Scenario) (code, error) {
	c := code{locals: map[string]*script.Local{}}
	if s.Script != "" {
		p, err := script.Compile(s.Script, tensorNames(s)...)
		if err != nil {
			return c, err
		}
		c.script = p
	}
	err := s.EachOp(func(op *scenario.Op) (string, error) {
		if op.Name != "local" || c.locals[op.Code] != nil {
			return "", nil
		}
		l, err := script.CompileLocal(op.Code)
		if err == nil {
			c.locals[op.Code] = l
		}
		return "code", err
	})
	return c, err
}

// tensorNames lists the named tensors of all processes, in order.
func tensorNames(s *scenario.Scenario) []string {
	var names []string
	seen := map[string]bool{}
	for i := range s.Processes() {
		for _, t := range s.TensorsOf(i) {
			if !seen[t.Name] {
				seen[t.Name] = true
				names = append(names, t.Name)
			}
		}
	}
	return names
}

// newSession makes a session that knows the process's named tensors.
func (p *Proc) newSession(h script.Host) *script.Session {
	j := p.job
	s := script.NewSession(script.Env{
		Rank: p.rank(), WorldSize: j.Scenario.WorldSize, RestartCount: j.attempt, Seed: j.Scenario.Seed,
		Limits: j.scriptLimits(),
	}, h)
	for _, named := range j.Scenario.TensorsOf(p.seat) {
		x := p.memory[named.Name]
		s.Set(named.Name, s.Wrap(&script.Memory{Whole: x.value, Place: x}))
	}
	return s
}

// runScript returns the exit code of the process.
func (p *Proc) runScript() int {
	h := &scripted{p: p}
	h.session = p.newSession(h)
	p.script = h.session
	return p.scriptEnded(p.job.code.script.Run(h.session), h)
}

// scriptEnded turns a script's end into an exit code. An exception that came from
// no call is told in a step of its own: nothing else of the trace would show it.
func (p *Proc) scriptEnded(err error, h *scripted) int {
	var exit *script.Exit
	var limit *script.Limit
	var raised *script.Error
	switch {
	case err == nil:
		return 0
	case errors.As(err, &exit):
		return exit.Code
	case errors.As(err, &limit):
		p.exceeded(limit)
	case errors.As(err, &raised):
		if f := h.last; f == nil || f.Type != raised.Type || f.Message != raised.Message {
			p.line = int32(raised.Line)
			c := &call{p: p, op: &scenario.Op{Name: "script"}, step: h.step}
			c.begin()
			c.end(&failure.Failure{Type: raised.Type, Message: uncaught(raised)})
		}
	}
	return 1
}

// uncaught is the text of an exception with its place.
func uncaught(e *script.Error) string {
	if e.Line == 0 {
		return e.Message
	}
	return fmt.Sprintf("%s (line %d, column %d)", e.Message, e.Line, e.Column)
}

// exceeded ends the run: a script is at its limit.
func (p *Proc) exceeded(limit error) {
	if p.job.Limit == "" {
		p.job.Limit = fmt.Sprintf("rank %d: %s", p.rank(), limit)
	}
	p.job.Clock.Stop()
	p.task.Park(never)
}

// pause lets others go on at the same moment.
func (p *Proc) pause() {
	p.job.Clock.Cost(sliceEvents)
	p.task.Wake()
	p.task.Park(never)
}

// scripted is the host of a whole script.
type scripted struct {
	p       *Proc
	session *script.Session
	step    int32 // calls made so far
	last    *failure.Failure
}

// Call runs an op of the script.
func (h *scripted) Call(op *scenario.Op, args []script.Arg) (func() any, error) {
	p := h.p
	if len(p.job.Trace.Calls) >= maxCalls {
		p.exceeded(fmt.Errorf("more than %d calls", maxCalls))
	}
	if _, known := ops[op.Name]; !known {
		return nil, &failure.Failure{Type: "NotImplementedError", Message: op.Name + " is not run yet"}
	}
	next := int32(len(p.job.Trace.Calls))
	for i := range args {
		p.memory[strconv.Itoa(i)] = p.argument(&args[i], next)
	}
	f := p.call(h.step, op)
	h.step++
	if f != nil {
		h.last = f
		p.task.Sleep(catching)
		return nil, f
	}
	out := p.Steps[len(p.Steps)-1].Output
	return func() any { return out }, nil
}

// maxCalls bounds the calls of a run: what a loop around an op that takes no time
// would else fill memory with.
const maxCalls = 2_000_000

// argument finds the place of a tensor of a script in the process's memory, and
// tells the trace what the script has written to it.
func (p *Proc) argument(a *script.Arg, call int32) *Array {
	whole, placed := a.Memory.Place.(*Array)
	if !placed {
		p.spend(bytesOfTensor + len(a.Memory.Whole.Bytes))
		whole = p.adopt(a.Name, call, a.Memory.Whole)
		a.Memory.Place = whole
	} else if a.Memory.Changed {
		p.wrote(whole)
	}
	a.Memory.Changed = false
	return &Array{value: a.Value, index: whole.index, base: whole.base + a.Offset, of: p}
}

// wrote tells the trace what an array holds after the program has written to it.
func (p *Proc) wrote(x *Array) {
	p.spend(bytesOfWrite + len(x.value.Bytes))
	p.overwrite(x, x.value.Bytes)
}

// bytesOfWrite is what a write takes in the trace beside its bytes.
const bytesOfWrite = 64

// Group tells of a group.
func (h *scripted) Group(handle string) (rank int, ranks []int, ok bool) {
	g, known := h.p.groups[handle]
	if !known || g == nil {
		return -1, nil, known
	}
	for _, proc := range h.p.job.Trace.Groups[g.Index].Members {
		ranks = append(ranks, int(h.p.job.Trace.Procs[proc].Rank))
	}
	return g.Rank, ranks, true
}

// At keeps the line that is under way.
func (h *scripted) At(line int) { h.p.line = int32(line) }

// Pause lets others go on.
func (h *scripted) Pause() { h.p.pause() }

// Log keeps a metric or a text.
func (h *scripted) Log(name string, value float64, text string) { h.p.log(name, value, text) }

func (p *Proc) log(name string, value float64, text string) {
	t := p.job.Trace
	if len(t.Logs) >= maxCalls {
		p.exceeded(fmt.Errorf("more than %d log entries", maxCalls))
	}
	t.Logs = append(t.Logs, trace.Log{Proc: p.ID, Line: p.line, Name: name, Value: value, Text: text})
	p.record(trace.Logged, int32(len(t.Logs)-1))
}
