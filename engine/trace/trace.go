// Package trace is what happened: calls, waits, messages, writes and the event
// list that orders them. It is flat and compact (indices in place of pointers,
// one arena for bytes), so that a million events fit a browser tab.
//
// It knows times, ranks and bytes. It must never know why something happened:
// no collective, no transport rule and no screen is named here.
package trace

import (
	"time"

	"lockstep/engine/tensor"
)

// Time is virtual: nanoseconds since the run began.
type Time = time.Duration

// Never marks an end that did not come.
const Never Time = -1

// None is the index that refers to nothing.
const None int32 = -1

// Trace is everything that a run did. All slices are append-only while the run
// goes on; Calls, Waits and Messages that have not ended have End == Never.
type Trace struct {
	World    int // world size of the default group
	Seats    int // processes at a time; those of the k-th attempt are Procs[k·Seats:(k+1)·Seats]
	Procs    []Proc
	Groups   []Group
	Tensors  []Tensor
	Calls    []Call
	Uses     []Use // of tensors by calls, in order of the calls' beginning
	Waits    []Wait
	Messages []Message
	Writes   []Write // in the order of their events
	Events   []Event
	Ticks    []Tick // when Events happened: see EventTime
	Logs     []Log
	Saves    []Save
	Terms    []Terms // of Messages and Waits
	Arena    []byte  // bytes of Messages and Writes, by offset
	Keys     []string
	End      Time // when the last thing happened

	terms   terms
	mark    Time     // one more than the time of the last tick; 0: there is none
	history *history // of Writes; nil until somebody asks
}

// Proc is one operating-system process: usually one rank.
type Proc struct {
	Rank    int32 // its RANK
	Attempt int32 // of the job: 0 for those that the launcher starts first
	Started Time  // Never: the process did not start
	Ended   Time  // Never: still running at the end of the run
	Exit    int32 // exit code, −signal; meaningful when Ended is set
	Signal  bool  // ended by a signal or a fault
}

// Group is one process group object. Members are process indices by group rank.
type Group struct {
	Name    string // "" is the default group, else the name given by new_group
	Members []int32
}

// Tensor is one buffer of one process: a named tensor, or a literal or output
// list entry of one call.
type Tensor struct {
	Proc  int32
	Name  string // "" for a literal
	Call  int32  // the call that a literal belongs to, or None
	DType tensor.DType
	Shape []int
	Init  int32 // offset of its first bytes in Arena; None: not recorded (too long a run)
}

// Size returns the bytes of the tensor.
func (x *Tensor) Size() int { return tensor.NumElements(x.Shape) * x.DType.Size() }

// Status is how a call ended.
type Status uint8

// The statuses of a step.
const (
	Running Status = iota // not ended: "hang" if the run is over
	OK
	Error
	Killed
	Skipped
)

// Call is one op of one process: a block in a lane.
type Call struct {
	Proc   int32
	Step   int32 // index in the process's program; −1 for what runs unasked (init)
	Op     string
	Group  int32 // index in Groups, or None
	Seq    int32 // the group's call counter at this call, or −1
	Tensor int32 // the call's main tensor (index in Tensors), or None
	Handle int32 // for wait: the call that is waited for, else None
	Start  Time
	End    Time // of the op as the program sees it; for an async call, of the posting
	// Done is when an async call's work completed (Never while it goes on);
	// equal to End for the others.
	Done      Time
	Status    Status
	ErrorType string
	Message   string
	// Timeout is the limit that `when` is measured against; 0 when none.
	Timeout time.Duration
	// Algorithm names what ran ("ring", "tree", …), "" for local ops.
	Algorithm string
	// Line is the line of the script that made the call, from 1; 0 in a program of
	// ops. There, in the body of a repeat, Inner is the op's place in the body (all
	// ops below it counted as they are written) + 1, and Turn the number of the
	// turn of the innermost repeat, from 0.
	Line  int32
	Inner int32
	Turn  int32
	// What the call asks of the others, as its program says it: the reduce
	// operation, the rank that it names as src or dst (None: none), the tag, and for
	// new_group the ranks (nil: all). None of it is in the digest, which is of what
	// happened.
	Reduce tensor.ReduceOp
	Root   int32
	Tag    int32
	Ranks  []int
}

// Use is a part of a tensor that a call was given or made for its outputs, in the
// order of torch's arguments: the main tensor first, then the list, or input, or
// outputs. A call's uses stand in one piece.
type Use struct {
	Call   int32
	Tensor int32
	Offset int32 // bytes
	Len    int32 // bytes
}

// Log is what a program tells of itself: a metric, or under the name "" a text.
// The name "step" marks where a step of training begins; Value is its number.
type Log struct {
	Proc  int32
	Line  int32
	Name  string
	Value float64
	Text  string
}

// Save is one process's part of a checkpoint, written or read.
type Save struct {
	Proc   int32
	Call   int32
	Step   int64 // of the checkpoint; −1: nothing was found to load
	Bytes  int64
	Start  Time
	End    Time // Never: it was not finished, and the part is torn
	Load   bool
	Shared bool  // whole with this one part
	From   int32 // Load: the save that it read, or None
}

// WaitKind says what a parked rank waits for.
type WaitKind uint8

// What a rank can wait for.
const (
	WaitTime    WaitKind = iota // sleep, compute, load_data
	WaitRecv                    // data of Peer in Slot
	WaitSend                    // Peer to take data in Slot
	WaitStore                   // a key of the store
	WaitConnect                 // Peer's connection
	WaitHandle                  // an async call
	WaitStopped                 // SIGSTOP or a freeze
)

// Wait is a stretch of time in which a process stood still: hatched in a lane,
// an edge of the wait-for graph while it lasts.
type Wait struct {
	Proc  int32
	Call  int32
	Peer  int32 // process index, or None (a store key, any source)
	Kind  WaitKind
	Terms TermsRef // its slot, and how long: see Slot, Deadline
	Start Time
	End   Time // Never: it did not end
}

// Fate is what became of a message; each message has exactly one at the end.
type Fate uint8

// The fates.
const (
	Posted    Fate = iota // the send is posted, the receiver has not asked for it
	InFlight              // bytes are on the wire
	Delivered             // in the receiver's buffer
	Aborted               // given up: timeout, closed connection, death
	Rejected              // larger than the receiver's buffer: the receiver dies of it
)

// Message is one transfer between two processes: an arrow from lane to lane.
type Message struct {
	From, To int32 // process indices
	SendCall int32
	RecvCall int32 // None until it met a receive
	Bytes    int32
	Offset   int32 // of its bytes in the sender's buffer
	Data     int32 // of its bytes in Arena; None: not sent, or not recorded (too long a run)
	Fate     Fate
	Terms    TermsRef // its slot: see Slot
	Posted   Time     // the sender handed it over
	Sent     Time     // the first byte left; Never: not
	Arrived  Time     // the last byte arrived; Never: not
}

// Write is a change of part of a tensor.
type Write struct {
	Tensor int32
	Offset int32 // bytes
	Len    int32 // bytes
	Data   int32 // offset of the new bytes in Arena; None: not recorded (too long a run)
	Msg    int32 // the message whose data it took in, or None
	Reduce bool  // combined with what was there, not overwritten
}

// EventKind says what Event.Ref refers to.
type EventKind uint8

// The events, in the words of the text transcript.
const (
	ProcStart EventKind = iota // Ref: none
	ProcEnd                    // Ref: none
	CallBegin                  // Ref: call
	CallEnd                    // Ref: call
	CallDone                   // Ref: async call whose work completed
	WaitBegin                  // Ref: wait
	WaitEnd                    // Ref: wait; not where the arrival of a message ends it, which is an event already
	MsgPost                    // Ref: message that has to wait for its receiver, at the end of the moment
	MsgSend                    // Ref: message that leaves; it was posted now if there is no MsgPost
	MsgArrive                  // Ref: message
	MsgAbort                   // Ref: message
	Wrote                      // Ref: write
	Connected                  // Ref: the peer process
	Closed                     // Ref: the peer process
	Struck                     // Ref: index of the fault in the scenario
	StoreOp                    // Ref: call
	Logged                     // Ref: log entry
	Saved                      // Ref: save, at its end
)

// Event is one moment, in order of time and of happening within it. It has eight
// bytes: its time stands in Ticks, because many events share one (a million
// messages make five million events, and they must fit a browser tab).
type Event struct {
	Ref  int32
	Proc int16
	Kind EventKind
}

// Tick is a moment at which something happened: Events from First on, up to the
// next tick's First, have the time At.
type Tick struct {
	At    Time
	First int32
}
