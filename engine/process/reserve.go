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
	world := s.WorldSize
	messages, bytes := 0, 0
	for i := range s.Processes() {
		for _, op := range s.ProgramOf(i) {
			size, elem := sizeOf(s, i, op.Tensor)
			n, each := 2*log2(world), size
			switch op.Name {
			case "all_reduce":
				n = (collective.RingMessages(size, world, elem) + world - 1) / world
				each = size / max(1, world)
			case "all_gather", "reduce_scatter", "all_to_all":
				n = 4 * world
			}
			messages += n
			bytes += size + n*each*2
		}
	}
	const most = 8 << 20
	j.Trace.Reserve(min(messages, most), min(bytes+world*64, 4*most))
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
