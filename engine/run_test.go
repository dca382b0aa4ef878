package engine

import (
	"encoding/json"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"lockstep/engine/result"
	"lockstep/engine/scenario"
)

func run(t *testing.T, s *scenario.Scenario) *result.Result {
	t.Helper()
	r, err := Start(s)
	require.NoError(t, err)
	for !r.Advance(100) {
	}
	return r.Result()
}

func TestTwoScalars(t *testing.T) {
	s := job(2, 3*time.Second, scenario.Op{Name: "all_reduce", Tensor: &scenario.Value{Name: "x"}}, scenario.Op{Name: "barrier"})
	s.Tensors = []scenario.NamedTensor{{Name: "x", Spec: scenario.TensorSpec{Shape: []int{1}, Data: []scenario.Num{"1"}}}}
	s.Ranks = []scenario.Rank{{}, {Tensors: []scenario.NamedTensor{{Name: "x", Spec: scenario.TensorSpec{Shape: []int{1}, Data: []scenario.Num{"2"}}}}}}
	r := run(t, s)
	b, _ := json.Marshal(r)
	t.Log(string(b))
	assert.Equal(t, result.Done, r.Outcome)
	for _, rank := range r.Ranks {
		assert.JSONEq(t, `{"dtype":"float32","shape":[1],"data":[3]}`, string(rank.Steps[0].Output))
	}
}
