package failure

import (
	"fmt"
	"slices"
	"strings"
)

// What the debug wrapper says (ProcessGroupWrapper.cpp), down to its missing
// blanks and doubled words.

// Fingerprint is one member's call in words.
type Fingerprint struct {
	Sequence uint64
	Op       string   // "": no collective has this number
	Shape    []int64  // of the first tensor
	DTypes   []string // of all tensors; none: the call has no tensors to compare
}

// device is what c10::toString makes of a device type, by way of TensorOptions,
// whichever it is and whatever the dtype.
const device = "TensorOptions(dtype=float (default), device=cpu, layout=Strided (default), requires_grad=false (default)," +
	" pinned_memory=false (default), memory_format=(nullopt))"

func (f Fingerprint) shape() []string {
	list := make([]string, len(f.Shape))
	for i, d := range f.Shape {
		list[i] = fmt.Sprint(d)
	}
	return list
}

func (f Fingerprint) devices() []string {
	list := make([]string, len(f.DTypes))
	for i := range list {
		list[i] = device
	}
	return list
}

// String is operator<< of CollectiveFingerPrint.
func (f Fingerprint) String() string {
	if len(f.DTypes) == 0 {
		return fmt.Sprintf("CollectiveFingerPrint(SequenceNumber=%dOpType=%s)", f.Sequence, f.Op)
	}
	return fmt.Sprintf("CollectiveFingerPrint(SequenceNumber=%d, OpType=%s, TensorShape=[%s], TensorDtypes=%s, TensorDeviceTypes=%s)",
		f.Sequence, f.Op, strings.Join(f.shape(), ", "), strings.Join(f.DTypes, " "), strings.Join(f.devices(), " "))
}

// diff says in what a differs from b.
func (f Fingerprint) diff(b Fingerprint) string {
	var s strings.Builder
	if f.Sequence != b.Sequence {
		fmt.Fprintf(&s, "\t Sequence number: %dvs %d", f.Sequence, b.Sequence)
	}
	if f.Op != b.Op {
		fmt.Fprintf(&s, "  Op type: %svs %s", f.Op, b.Op)
	}
	for _, aspect := range []struct {
		name      string
		ours, own []string
	}{{"shapes", f.shape(), b.shape()}, {"dtypes", f.DTypes, b.DTypes}, {"devices", f.devices(), b.devices()}} {
		if !slices.Equal(aspect.ours, aspect.own) {
			fmt.Fprintf(&s, "  Tensor Tensor %s: %svs %s", aspect.name, strings.Join(aspect.ours, " "), strings.Join(aspect.own, " "))
		}
	}
	if s.Len() == 0 {
		return ""
	}
	return "Collectives differ in the following aspects: " + s.String()
}

// Mismatch: two members are about to make calls that do not go together, as rank
// sees it. What it says of the other may be wrong: see group.ReadFingerprint.
func Mismatch(rank int, own Fingerprint, other int, theirs Fingerprint) *Failure {
	if own.Op == "" || theirs.Op == "" {
		return runtime(`false INTERNAL ASSERT FAILED at "ProcessGroup.cpp":91, please report a bug to PyTorch. Unknown op type!`)
	}
	return runtime(fmt.Sprintf("Detected mismatch between collectives on ranks. Rank %d is running collective: %s, but Rank %d is running collective: %s.%s",
		rank, own, other, theirs, own.diff(theirs)))
}

// Unchecked: the debug wrapper's own connections were lost before.
func Unchecked(own Fingerprint, cause *Failure) *Failure {
	return runtime(fmt.Sprintf("ProcessGroupWrapper: Monitored Barrier encountered error running collective: %s. Error: \n%s", own, cause.Message))
}
