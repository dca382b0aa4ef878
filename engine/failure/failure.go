// Package failure is the table of what can go wrong in a call, by cause: the type
// and the text of the Python exception that PyTorch 2.14 raises for it. Line
// numbers are those of its wheel.
//
// It knows words. It must never know when a failure happens.
package failure

import (
	"fmt"
	"strings"
	"time"
)

// Failure is an exception as a program sees it.
type Failure struct {
	Type    string // the Python class
	Message string
}

// Error makes a Failure an error for Go code that passes it on.
func (f *Failure) Error() string { return f.Type + ": " + f.Message }

// Direction tells a send from a receive.
type Direction bool

// The directions.
const (
	Recv Direction = false
	Send Direction = true
)

func runtime(text string) *Failure { return &Failure{"RuntimeError", text} }

// TimedOut: the wait for one completion lasted longer than its limit
// (gloo/transport/tcp/unbound_buffer.cc).
func TimedOut(d Direction, limit time.Duration) *Failure {
	line, what := 78, "recv"
	if d == Send {
		line, what = 129, "send"
	}
	return runtime(fmt.Sprintf("[unbound_buffer.cc:%d] Timed out waiting %dms for %s operation to complete", line, limit.Milliseconds(), what))
}

// The peer's address is left out of the texts as in the recordings: ports differ
// from run to run.
const peer = "[127.0.0.1]:PORT"

// ClosedByPeer: the other end of a connection went away, by its process's death,
// a destroyed group, or a timeout there (gloo/transport/tcp/pair.cc).
var ClosedByPeer = runtime("[pair.cc:561] Connection closed by peer " + peer +
	". This is typically caused by a remote worker crashing. Check the logs of the remote worker before reporting an error. GLHF! 🏖️")

// TimeoutClosedPair: an earlier timeout of this process closed all its
// connections of the group.
var TimeoutClosedPair = runtime("Application timeout caused pair closure")

// Runtime is a RuntimeError whose text another package has.
func Runtime(text string) *Failure { return runtime(text) }

// NotInitialized: a call before init_process_group (torch/distributed/distributed_c10d.py).
var NotInitialized = &Failure{"ValueError", "Default process group has not been initialized, please make sure to call init_process_group."}

// Value is a ValueError whose text another package has.
func Value(text string) *Failure { return &Failure{"ValueError", text} }

// WaitTimedOut: Work.wait(timeout) gave up; the operation goes on.
var WaitTimedOut = runtime("Operation timed out!")

// NoHandle: the program waits for a handle that it never got.
func NoHandle(name string) *Failure { return &Failure{"KeyError", "'" + name + "'"} }

// NoName: a variable that the program never set.
func NoName(name string) *Failure {
	return &Failure{"NameError", "name '" + name + "' is not defined"}
}

// NoneHasNoWait: the handle is that of a call in a group without this process.
var NoneHasNoWait = &Failure{"AttributeError", "'NoneType' object has no attribute 'wait'"}

// NotInGroup: a root or a peer that the group does not have.
func NotInGroup(global int) *Failure {
	return Value(fmt.Sprintf("Global rank %d is not part of group %s", global, groupObject))
}

// InvalidGroup: torch puts every exception of a collective into its log first, and
// that fails in a process outside the group, with this (distributed_c10d.py,
// _exception_logger).
var InvalidGroup = Value("Invalid process group specified")

// NotInNoGroup is NotInGroup where the group is none that the process is in.
func NotInNoGroup(global int) *Failure {
	return Value(fmt.Sprintf("Global rank %d is not part of group -100", global))
}

// NotConnected: a process has no connection with itself (gloo/transport/tcp/pair.cc).
// The number is that of the pair, which is the rank.
func NotConnected(rank int) *Failure {
	return runtime(fmt.Sprintf("[enforce fail at pair.cc:809] state_ >= CONNECTED. 1 vs 4. Pair is not connected (%s$%d <--> [none])", peer, rank))
}

// Enforce is a GLOO_ENFORCE without a message of its own.
func Enforce(place, condition string) *Failure {
	return runtime("[enforce fail at " + place + "] " + condition + ". ")
}

// NoDimensions: the size of dimension 0 of a scalar.
var NoDimensions = &Failure{"IndexError", "Dimension specified as 0 but tensor has no dimensions"}

// NoTensors: the dispatcher chooses a kernel by the tensors that it is given. (What
// follows in the real text is the list of all kernels of one build.)
func NoTensors(schema string) *Failure {
	return &Failure{"NotImplementedError", "There were no tensor arguments to this function (e.g., you passed an empty list of Tensors), but no fallback function is registered for schema " +
		schema + ".  This usually means that this function requires a non-empty list of Tensors, or that you (the operator writer) forgot to register a fallback function."}
}

// NoFactor: PREMUL_SUM by its bare name is not a reduce operation (pybind11).
func NoFactor(class string) *Failure {
	return &Failure{"TypeError", fmt.Sprintf("(): incompatible function arguments. The following argument types are supported:\n"+
		"    1. (self: torch._C._distributed_c10d.%[1]s, arg0: torch._C._distributed_c10d.ReduceOp) -> None\n\n"+
		"Invoked with: <torch.distributed.distributed_c10d.%[1]s object at ADDR>, <RedOpType.PREMUL_SUM: 8>", class)}
}

// ListTooShort: an assignment beyond the end of a Python list.
var ListTooShort = &Failure{"IndexError", "list assignment index out of range"}

// NothingToUnpack: zip(*…) of an empty list.
var NothingToUnpack = Value("not enough values to unpack (expected 2, got 0)")

// NegativeSize: torch.empty of a size that came out of foreign bytes.
func NegativeSize(n int) *Failure {
	return runtime(fmt.Sprintf("Trying to create tensor with negative dimension %[1]d: [%[1]d]", n))
}

// SizeOverflow: Tensor.resize_ to a negative size.
var SizeOverflow = runtime("numel: integer multiplication overflow")

// NoMemory: the allocator was asked for more than there is.
func NoMemory(n int) *Failure {
	return runtime(fmt.Sprintf("[enforce fail at alloc_cpu.cpp:127] err == 0. DefaultCPUAllocator: can't allocate memory: you tried to allocate %d bytes. Error code 12 (Cannot allocate memory)", n))
}

// BadRoot: a root outside the group (c10d/Utils.hpp, assertRootRank).
func BadRoot(op string, rank int) *Failure {
	return runtime(fmt.Sprintf("ProcessGroupGloo::%s: invalid root rank: %d", op, rank))
}

// OutputListLength is the complaint about a list of outputs.
func OutputListLength(want, got int) string {
	return fmt.Sprintf("invalid output tensor list at index 0 (expected length %d, got %d)", want, got)
}

// ListLength: a root's list has another length than the group.
func ListLength(op, which string, got, size int) *Failure {
	return runtime(fmt.Sprintf("ProcessGroupGloo::%s: Incorrect %s list size %d. %s list size should be %d, same as size of the process group.",
		op, which, got, strings.ToUpper(which[:1])+which[1:], size))
}

// CheckFailed is a TORCH_CHECK_EQ of ProcessGroupGloo.cpp.
func CheckFailed(line, condition, got, want string, rank int) *Failure {
	return runtime(fmt.Sprintf("[rank%d]:[F TIME ProcessGroupGloo.cpp:%s] Check failed: %s (%s vs. %s). \n", rank, line, condition, got, want))
}
