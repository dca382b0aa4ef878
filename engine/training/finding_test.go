package training

import (
	"math"
	"testing"

	"github.com/stretchr/testify/assert"

	"lockstep/engine/result"
	"lockstep/engine/tensor"
	"lockstep/engine/trace"
)

func TestNumbers(t *testing.T) {
	for want, list := range map[string][]int64{
		"3": {3}, "0–2": {0, 1, 2}, "0–1, 4, 6–9": {0, 1, 4, 6, 7, 8, 9}, "0, 2, 4, 6, 8, 10, …": {0, 2, 4, 6, 8, 10, 12},
	} {
		assert.Equal(t, want, string(numbers(list)))
	}
}

func TestSurplusAndRepeated(t *testing.T) {
	assert.Equal(t, []int64{2}, surplus([]int64{1, 2, 2}, []int64{2, 1}))
	assert.Nil(t, surplus([]int64{1}, []int64{1, 2}))
	assert.Equal(t, []int64{1}, repeated([]int64{1, 3, 1}, nil), "3 is new, but not twice")
	assert.Nil(t, repeated([]int64{1, 1}, []int64{1, 1}), "as usual")
}

// TestPathOfASharedSave: what one rank saves for all continues the path of each.
func TestPathOfASharedSave(t *testing.T) {
	tr := &trace.Trace{World: 2, Seats: 2}
	for attempt := range int32(2) {
		for rank := range int32(2) {
			tr.Procs = append(tr.Procs, trace.Proc{Rank: rank, Attempt: attempt})
		}
	}
	log := func(at trace.Time, proc int32, step float64) {
		tr.Logs = append(tr.Logs, trace.Log{Proc: proc, Name: stepMark, Value: step})
		tr.Record(at, trace.Logged, proc, int32(len(tr.Logs)-1))
	}
	log(1, 0, 0)
	log(1, 1, 0)
	tr.Saves = append(tr.Saves, trace.Save{Proc: 0, Step: 0, Start: 2, End: 3, Shared: true, From: trace.None})
	log(4, 1, 1) // behind the save: it is lost
	tr.Saves = append(tr.Saves, trace.Save{Proc: 3, Load: true, Start: 10, End: 11, From: 0})
	log(12, 3, 1)
	h := read(tr)
	assert.Equal(t, []int64{0, 1}, values(h.path(3, trace.Never), false))
	r := Recover(tr, nil)
	assert.Equal(t, []int64{0, 1}, r.Lost, "rank 0 loaded nothing, rank 1 did step 1 again")
	assert.Equal(t, result.Progress{Loaded: []int64{-1, 0}, First: []int64{-1, 1}, Last: []int64{-1, 1}}, r.Attempts[1])
	assert.False(t, r.Compared)
}

func TestApart(t *testing.T) {
	x := func(list ...float64) *tensor.Tensor {
		out := tensor.New(tensor.Float64, []int{len(list)})
		for i, v := range list {
			tensor.SetFloat(tensor.Float64, out.At(i), v)
		}
		return out
	}
	nan, inf := math.NaN(), math.Inf(1)
	assert.Equal(t, 2.0, apart(x(1, 5), x(1.5, 3)))
	assert.Zero(t, apart(x(nan, inf), x(nan, inf)))
	assert.Equal(t, math.MaxFloat64, apart(x(nan), x(1)))
	assert.Zero(t, apart(x(1), x(1, 2)), "other shapes are not compared")
	assert.Zero(t, apart(x(1), nil))
}
