package process

import (
	"lockstep/engine/collective"
	"lockstep/engine/scenario"
	"lockstep/engine/tensor"
	"lockstep/engine/trace"
)

// reserve makes room for the trace of a long run, so that it need not be moved as
// it grows: a guess from the ops, on which nothing depends but time and memory.
func (j *Job) reserve() {
	s := j.Scenario
	need := roomy{s: s}
	for i := range s.Processes() {
		need.tensors = s.TensorsOf(i)
		need.add(s.ProgramOf(i), 1)
	}
	j.Trace.Reserve(need.room(s.Processes()))
}

// mostReserved is the messages of the longest run that room is made for. A call takes
// more, and a run has fewer of them.
const (
	mostReserved      = 1 << 22
	mostCallsReserved = 1 << 16
)

// roomy adds up what ops take.
type roomy struct {
	s       *scenario.Scenario
	tensors []scenario.NamedTensor // of the process whose ops are added

	calls, messages, bytes int
	odd                    int // messages in rings of which some chunks are empty
}

// room is what the ops of so many processes take, and their beginnings.
func (r *roomy) room(processes int) trace.Room {
	calls := min(r.calls+processes, mostCallsReserved)
	return trace.Room{
		Calls: calls, Messages: r.messages, Ticks: 2 * calls,
		Waits:  r.messages + r.messages/64 + r.odd/4 + 2*processes, // some wait twice for what is empty
		Events: 4*r.messages + r.messages/8 + r.odd/2 + 2*r.calls + 10*processes,
		Bytes:  min(r.bytes+r.s.WorldSize*64, 8*mostReserved),
	}
}

// add counts a process's ops that are done so many times.
func (r *roomy) add(ops []scenario.Op, times int) {
	for i := range ops {
		op := &ops[i]
		if op.Name == "repeat" {
			r.add(op.Body, min(times*max(0, op.Times), mostReserved))
			continue
		}
		r.calls = min(r.calls+times, mostReserved)
		size, elem := r.sizeOf(op.Tensor)
		n, bytes := r.moves(op.Name, size, elem)
		if op.Tensor != nil && op.Tensor.Lit != nil {
			bytes += size // what it begins with
		}
		r.messages = min(r.messages+times*n, mostReserved)
		r.bytes = min(r.bytes+times*bytes, 8*mostReserved)
		if size > 0 && size < elem*r.s.WorldSize {
			r.odd = min(r.odd+times*n, mostReserved)
		}
	}
}

// moves are a rank's share of the messages of an op on a tensor, and of the bytes that
// the trace keeps of them.
func (r *roomy) moves(op string, size, elem int) (messages, bytes int) {
	world := r.s.WorldSize
	ring := (collective.RingMessages(size, world, elem) + world - 1) / world
	switch op {
	case "all_reduce":
		return ring, 3 * size // what is sent in two rings, and the sums
	case "reduce":
		return ring/2 + 1, 2 * size
	case "reduce_scatter", "reduce_scatter_tensor", "reduce_scatter_single":
		return world * ring, 3 * world * size
	case "all_gather", "all_gather_into_tensor", "all_gather_single", "all_to_all", "all_to_all_single":
		return 2 * world, 2 * world * size
	case "broadcast", "gather", "scatter", "send", "isend":
		return 1, 2 * size
	case "barrier":
		return log2(world), 0
	}
	return 0, 0
}

func log2(n int) int {
	k := 0
	for ; 1<<k < n; k++ {
	}
	return k
}

// sizeOf returns the bytes of an op's tensor and of one element.
func (r *roomy) sizeOf(v *scenario.Value) (bytes, elem int) {
	if v == nil {
		return 0, 1
	}
	spec := v.Lit
	for i := range r.tensors {
		if t := &r.tensors[i]; spec == nil && t.Name == v.Name {
			spec = &t.Spec
		}
	}
	if spec == nil {
		return 0, 1
	}
	return tensor.NumElements(spec.Shape) * spec.DType.Size(), spec.DType.Size()
}
