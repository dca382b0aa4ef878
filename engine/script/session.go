package script

import (
	"encoding/json"
	"time"

	"go.starlark.net/starlark"

	"lockstep/engine/scenario"
	"lockstep/engine/tensor"
)

// Host is the process in which a script runs: what Session cannot do itself.
type Host interface {
	// Call runs one op as if it stood in a program, and comes back when it has
	// ended; the task of the process parks meanwhile. Names in the op's tensor
	// arguments are those of args: "0", "1" and so on. The error is a
	// *failure.Failure that the script may catch. Output is only called at once.
	Call(op *scenario.Op, args []Arg) (output func() any, err error)
	// Group tells of a group by its handle, "" being the default one. Rank is the
	// process's rank in it, −1 outside; ranks are the members by group rank.
	Group(handle string) (rank int, ranks []int, ok bool)
	// At says which line of the script is under way.
	At(line int)
	// Pause lets others go on at the same moment: a long calculation is cut in
	// pieces, so that nothing that drives the run has to wait for its end.
	Pause()
	// Log keeps a metric, or a text under the name "".
	Log(name string, value float64, text string)
	// Save and Load keep a part of a checkpoint and give it back; a nil part is
	// none. What they take of virtual time passes within.
	Save(step int, part []byte, tensors []*Tensor, shared bool) error
	Load(q Query) (*Loaded, error)
}

// Query says which checkpoint is asked for.
type Query struct {
	Step *int // nil: the newest
	Mine bool // of this rank's own parts, whatever the others have
}

// Loaded is this rank's part of a checkpoint.
type Loaded struct {
	Step    int
	Part    []byte // as Save got it
	Tensors []*Tensor
}

// Arg is a tensor as an op takes it: contiguous, and a view of its memory.
type Arg struct {
	Value  *tensor.Tensor // its Bytes are a part of Memory's
	Memory *Memory
	Offset int    // of Value in Memory, in bytes
	Name   string // of the variable that holds it, if there is one
}

// Memory is what tensors and their views share.
type Memory struct {
	Whole   *tensor.Tensor // as it was made
	Changed bool           // written to by the script since Host looked last
	Place   any            // Host's own note of it
}

// Env is what a script knows of the process at its start.
type Env struct {
	Rank, WorldSize int
	RestartCount    int
	Seed            int64
	Limits          Limits
}

// Limits bound one script.
type Limits struct {
	Steps int64 // of Starlark's interpreter, and what our functions charge
	Bytes int64 // of values held at one time
}

// Session is one process's scripts: a whole one, or one local op after the other.
type Session struct {
	env    Env
	host   Host
	thread *starlark.Thread
	src    *source
	meter  meter
	vars   starlark.StringDict // what programs have left behind
	names  starlark.StringDict // what is there from the beginning
	handle int                 // handles and groups made so far
	state  []string            // see State; nil: no step has begun
}

// NewSession makes a session in which nothing has run yet.
func NewSession(env Env, host Host) *Session {
	s := &Session{env: env, host: host, vars: starlark.StringDict{}}
	s.thread = &starlark.Thread{Name: "script", Print: s.print}
	s.meter = meter{limits: env.Limits, session: s}
	s.thread.SetMaxExecutionSteps(sliceSteps)
	s.names = s.library()
	return s
}

// Get returns a variable that is a tensor.
func (s *Session) Get(name string) (*Tensor, bool) {
	t, ok := s.vars[name].(*Tensor)
	return t, ok
}

// Set makes a variable.
func (s *Session) Set(name string, t *Tensor) { s.vars[name] = t }

// Variables lists the names of variables that are tensors, in order.
func (s *Session) Variables() []string {
	var out []string
	for _, name := range s.vars.Keys() {
		if _, ok := s.vars[name].(*Tensor); ok {
			out = append(out, name)
		}
	}
	return out
}

// State lists the variables that were tensors when the first step began: what the
// program carries from step to step. Those inside functions are not seen.
func (s *Session) State() []string { return s.state }

// keepState notes them, once.
func (s *Session) keepState() {
	if s.state != nil {
		return
	}
	s.state = []string{}
	for d := range s.thread.CallStackDepth() {
		f, ok := s.thread.DebugFrame(d).Callable().(*starlark.Function)
		if !ok {
			continue
		}
		globals := f.Globals()
		for _, name := range globals.Keys() {
			if _, tensor := globals[name].(*Tensor); tensor {
				s.state = append(s.state, name)
			}
		}
		return
	}
}

// Holds reports whether a variable but the one named, or anything that it refers to,
// is a tensor in the given memory.
func (s *Session) Holds(x *tensor.Tensor, besides string) bool {
	r := &reach{seen: map[any]bool{}, find: x}
	for name, v := range s.vars {
		if name != besides {
			r.add(v)
		}
	}
	r.run()
	return r.found
}

// Steps returns how many steps the session has taken.
func (s *Session) Steps() int64 { return int64(s.thread.Steps) }

func (s *Session) print(_ *starlark.Thread, text string) { s.host.Log("", 0, text) }

// line returns the line of the script that is being executed.
func (s *Session) line() int {
	for d := 0; d < s.thread.CallStackDepth(); d++ {
		if pos := s.thread.DebugFrame(d).Position(); pos.Filename() == fileName {
			line, _ := s.src.original(pos)
			return line
		}
	}
	return 0
}

// call runs an op of the host.
func (s *Session) call(op *scenario.Op, args ...Arg) (func() any, error) {
	s.host.At(s.line())
	return s.host.Call(op, args)
}

// answer decodes what an op gave back.
func answer[T any](output func() any) (v T, err error) {
	text, err := encode(output)
	if err != nil || text == nil {
		return v, err
	}
	return v, json.Unmarshal(text, &v)
}

// encode is what an op gave back as JSON, the form that all ops' outputs have.
func encode(output func() any) (json.RawMessage, error) {
	if output == nil {
		return nil, nil
	}
	return json.Marshal(output())
}

// duration reads "5ms", or a number of seconds.
func duration(v starlark.Value) (time.Duration, bool) {
	switch v := v.(type) {
	case starlark.String:
		return scenario.ParseDuration(string(v))
	case starlark.Int, starlark.Float:
		f, _ := starlark.AsFloat(v)
		if f < 0 || f > scenario.MaxDuration.Seconds() {
			return 0, false
		}
		return time.Duration(f * float64(time.Second)), true
	}
	return 0, false
}
