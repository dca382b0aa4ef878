package process

import (
	"lockstep/engine/collective"
	"lockstep/engine/scenario"
	"lockstep/engine/tensor"
)

// reserve makes room for the trace of a long run, so that it need not be moved as
// it grows: a guess from the ops, on which nothing depends but time and memory.
func (j *Job) reserve() {
	s := j.Scenario
	need := roomy{s: s}
	for i := range s.Processes() {
		need.add(i, s.ProgramOf(i), 1)
	}
	j.Trace.Reserve(min(need.messages, mostReserved), min(need.bytes+s.WorldSize*64, 8*mostReserved))
}

// mostReserved is the messages of the longest run that room is made for.
const mostReserved = 1 << 22

// roomy adds up what ops take.
type roomy struct {
	s               *scenario.Scenario
	messages, bytes int
}

// add counts a process's ops that are done so many times.
func (r *roomy) add(proc int, ops []scenario.Op, times int) {
	world := r.s.WorldSize
	for i := range ops {
		op := &ops[i]
		if op.Name == "repeat" {
			r.add(proc, op.Body, min(times*max(0, op.Times), mostReserved))
			continue
		}
		size, elem := sizeOf(r.s, proc, op.Tensor)
		n, each := 2*log2(world), size
		switch op.Name {
		case "compute", "load_data", "sleep":
			continue
		case "all_reduce":
			n = (collective.RingMessages(size, world, elem) + world - 1) / world
			each = size / max(1, world)
		case "all_gather", "reduce_scatter", "all_to_all":
			n = 4 * world
		}
		r.messages = min(r.messages+times*n, mostReserved)
		r.bytes = min(r.bytes+times*(size+n*each*2), 8*mostReserved)
	}
}

func log2(n int) int {
	k := 0
	for ; 1<<k < n; k++ {
	}
	return k
}

// sizeOf returns the bytes of an op's tensor and of one element.
func sizeOf(s *scenario.Scenario, proc int, v *scenario.Value) (bytes, elem int) {
	if v == nil {
		return 0, 1
	}
	spec := v.Lit
	if spec == nil {
		for _, named := range s.TensorsOf(proc) {
			if named.Name == v.Name {
				spec = &named.Spec
			}
		}
	}
	if spec == nil {
		return 0, 1
	}
	return tensor.NumElements(spec.Shape) * spec.DType.Size(), spec.DType.Size()
}
