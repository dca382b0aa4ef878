package training

import (
	"math"

	"lockstep/engine/result"
	"lockstep/engine/tensor"
)

// Variable is a tensor that a process holds at its end.
type Variable struct {
	Name  string
	Value *tensor.Tensor
	Saved bool // under its name in a checkpoint
	State bool // it was there when the first step began
}

// Compare adds to a recovery by how much the variables of each rank differ from
// those of the undisturbed run. Only tensors of numbers with a point of the same
// form are compared: the parameters are among them.
func Compare(r *result.Recovery, ranks, undisturbed [][]Variable) {
	for rank := range ranks {
		if rank >= len(undisturbed) {
			return
		}
		usual := map[string]*tensor.Tensor{}
		for _, v := range undisturbed[rank] {
			usual[v.Name] = v.Value
		}
		for _, v := range ranks[rank] {
			if most := apart(v.Value, usual[v.Name]); most != 0 {
				r.Differs = append(r.Differs, result.Difference{Rank: rank, Name: v.Name, Most: most, Saved: v.Saved, State: v.State})
			}
		}
	}
}

// apart is the largest difference of two tensors; 0 where they cannot be compared.
// A number and something that is none are as far apart as numbers can be.
func apart(a, b *tensor.Tensor) float64 {
	if b == nil || a.DType != b.DType || !a.DType.IsFloat() || len(a.Bytes) != len(b.Bytes) {
		return 0
	}
	most, size := 0.0, a.DType.Size()
	for i := 0; i < len(a.Bytes); i += size {
		x, y := tensor.Float(a.DType, a.Bytes[i:i+size]), tensor.Float(a.DType, b.Bytes[i:i+size])
		d := math.Abs(x - y)
		switch {
		case x == y || math.IsNaN(x) && math.IsNaN(y):
			d = 0
		case math.IsNaN(d) || math.IsInf(d, 0):
			d = math.MaxFloat64
		}
		most = max(most, d)
	}
	return most
}
