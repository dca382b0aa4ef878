// Package scenario is the file that a person edits: its types, a strict parser
// that names the place of every mistake, the canonical format, and the limits.
//
// It knows what can be written. It must never know what happens when it runs.
package scenario

import (
	"encoding/json"
	"time"

	"lockstep/engine/tensor"
)

// Scenario is one job: processes, their programs, tensors, network and faults.
// A Scenario is a value that is never changed once it has been parsed or made:
// an edit makes a new one (see Clone), which is what makes undo a pointer.
type Scenario struct {
	Title     Text
	Question  Text // the one question that the scenario answers; for a library of examples
	WorldSize int
	Backend   string // "gloo"
	Debug     Debug
	Timeout   time.Duration // the default process group's
	Network   Network
	Program   []Op          // what every rank runs …
	Tensors   []NamedTensor // … with these, in name order …
	Ranks     []Rank        // … unless rank i says otherwise here; may be shorter than WorldSize
	Script    string
	Faults    []Fault
	Job       Job
	Seed      int64

	AutoInit  bool // default true
	AtEnd     AtEnd
	Linger    time.Duration // 0: two timeouts and two seconds
	StopAfter time.Duration // 0: never
}

// Text is a text by language ("zh", "en"); the key "" holds a text that was
// given as a plain string, for all languages.
type Text map[string]string

// In returns the text in lang, or the nearest there is.
func (t Text) In(lang string) string {
	for _, k := range []string{lang, "", "en", "zh"} {
		if s, ok := t[k]; ok {
			return s
		}
	}
	return ""
}

// Debug is TORCH_DISTRIBUTED_DEBUG.
type Debug string

// The debug levels.
const (
	DebugOff    Debug = "OFF"
	DebugInfo   Debug = "INFO"
	DebugDetail Debug = "DETAIL"
)

// AtEnd says what a process does when its program has ended.
type AtEnd string

// Exit lets the process go at once, as a script does, which takes Python a while;
// Linger keeps it, sockets open, until all have ended their programs, at most for
// Scenario.Linger.
const (
	Exit   AtEnd = "exit"
	Linger AtEnd = "linger"
)

// Network is the model of the links: a message of n bytes takes
// Latency + n / Bandwidth. It is a teaching model, not a prediction.
type Network struct {
	Latency   time.Duration
	Bandwidth float64 // bytes per second
	Links     []Link
}

// Link overrides one direction of one pair. Zero fields keep the default.
type Link struct {
	From, To  int
	Latency   time.Duration
	Bandwidth float64
}

// Rank is what one process does differently from the others.
type Rank struct {
	Program    []Op // nil with HasProgram false: the shared program
	HasProgram bool
	Tensors    []NamedTensor // override the shared ones by name; in name order
	Start      time.Duration // how late the process starts
	Never      bool          // "start": "never"
}

// NamedTensor is a tensor that ops of a rank refer to by name.
type NamedTensor struct {
	Name string
	Spec TensorSpec
}

// TensorSpec is a TENSOR of the file: what was written, not its bytes.
type TensorSpec struct {
	DType tensor.DType
	Shape []int
	Data  []Num // row-major, in tensor.Canonical form; nil when Fill is set
	Fill  Num   // a number, "rank", "arange" or "random"; "" when Data is set
}

// Num is one element as written: a JSON number's text, or nan, inf, -inf, true,
// false. Text keeps int64 exact and lets an editor show what was typed.
type Num string

// Value is what an op takes for a tensor: a name, or a literal.
type Value struct {
	Name string
	Lit  *TensorSpec
}

// Op is one line of a program. Which fields may be set is told by Specs[Name];
// the zero value of an optional field means "not given", so numbers that have a
// meaning at zero are pointers.
type Op struct {
	Name  string
	Group string // "" is the default group
	Async bool
	As    string // the handle's or the group's name
	Catch bool

	Tensor   *Value
	Out      []Value // all_gather_into_tensor and all_to_all_single have exactly one
	List     []Value
	Input    *Value
	ReduceOp string // "" is SUM
	Factor   *Num   // of PREMUL_SUM
	Src, Dst *int
	Tag      int
	GiveList *bool

	InputSplitSizes  []int // nil: not given
	OutputSplitSizes []int
	Algorithm        string

	Timeout      time.Duration // 0: not given
	WaitAllRanks bool
	ID           string // of wait and poll

	Obj        json.RawMessage   // all_gather_object, gather_object
	ObjList    []json.RawMessage // broadcast_object_list, scatter_object_list
	HasObjList bool
	Slots      *int

	Ranks []int // new_group; nil: all

	Env        map[string]*string // nil value: unset
	InitMethod string
	Rank       *int
	WorldSize  *int

	IsMaster       bool
	WaitForWorkers *bool
	PortOffset     int
	Keys           []string // store_* ; one for those that take a single key
	Value          string
	Amount         int64
	Expected       string
	Desired        string

	For       time.Duration
	Code      string // local: statements
	ExitCode  int    // os_exit
	Message   string // raise
	ContAfter time.Duration
	Step      *int     // save_checkpoint, load_checkpoint
	Names     []string // save_checkpoint, load_checkpoint
	Shared    bool     // save_checkpoint: the part is that of all ranks
	Mine      bool     // load_checkpoint: this rank's newest part, whatever the others have
	Times     int      // repeat
	Body      []Op     // repeat
}

// Fault strikes from outside the program.
type Fault struct {
	Kind FaultKind
	Rank int
	At   Strike
	// Factor stretches compute of "slow"; For bounds freeze, slow and link
	// faults (0: for good); Peer is the other end of a link fault; Latency and
	// Bandwidth are those of slow_link.
	Factor    float64
	For       time.Duration
	Peer      *int // nil: all links of the rank
	Latency   time.Duration
	Bandwidth float64
}

// FaultKind names what strikes.
type FaultKind string

// The kinds of fault.
const (
	Crash    FaultKind = "crash"
	Freeze   FaultKind = "freeze"
	Slow     FaultKind = "slow"
	DropLink FaultKind = "drop_link"
	SlowLink FaultKind = "slow_link"
)

// Strike is when a fault strikes: at the start of an op, during it (when its
// first message has left), or at a time.
type Strike struct {
	Op     *int // index in the program of the rank; in a script, of its calls
	During bool
	Time   time.Duration
	// Attempt is the start of the job in which it strikes, 0 for the first: so
	// that a restarted job is not struck again.
	Attempt int
}

// Job is the launcher's policy, as torchrun's.
type Job struct {
	MaxRestarts int
	Policy      string // "all"
}
