package scenario

import (
	"strconv"

	"lockstep/engine/tensor"
)

// The fills that are words: every element the rank, element i the number i, and
// pseudo-random numbers by the scenario's seed, the rank and the tensor's name.
const (
	FillRank   = "rank"
	FillArange = "arange"
	FillRandom = "random"
)

// Build makes the tensor that t describes on one process. The salt tells random
// tensors of one process apart: a name, or a literal's place.
func (t *TensorSpec) Build(rank int, seed int64, salt string) (*tensor.Tensor, error) {
	out := tensor.New(t.DType, append([]int{}, t.Shape...))
	switch t.Fill {
	case FillRank:
		out.FillInt(int64(rank))
	case FillArange:
		out.FillArange()
	case FillRandom:
		out.FillRandom(randomSeed(rank, seed, salt))
	case "":
		for i, text := range t.Data {
			if err := tensor.Store(t.DType, out.At(i), string(text)); err != nil {
				return nil, err
			}
		}
	default:
		var b [8]byte
		if err := tensor.Store(t.DType, b[:t.DType.Size()], string(t.Fill)); err != nil {
			return nil, err
		}
		out.Fill(b[:t.DType.Size()])
	}
	return out, nil
}

// randomSeed is FNV-1a over its arguments: the same numbers for ever, which a
// file that is shared needs.
func randomSeed(rank int, seed int64, salt string) uint64 {
	h := uint64(14695981039346656037)
	mix := func(b byte) { h = (h ^ uint64(b)) * 1099511628211 }
	for i := range 8 {
		mix(byte(uint64(seed) >> (8 * i)))
	}
	for i := range 8 {
		mix(byte(uint64(rank) >> (8 * i)))
	}
	for i := range len(salt) {
		mix(salt[i])
	}
	return h
}

// float is the value of a number; the text has been checked.
func (n Num) float() float64 {
	v, _ := strconv.ParseFloat(string(n), 64)
	return v
}
