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

func TestTheDigestIsMadeOnlyWhenAsked(t *testing.T) {
	r, err := Start(job(2, time.Second, allReduceOf("1")))
	require.NoError(t, err)
	assert.Nil(t, r.Outcome(), "not over")
	assert.Nil(t, r.Result(), "not over")
	for !r.Advance(100) {
	}
	assert.Empty(t, r.Outcome().TraceSHA256)
	whole := *r.Result()
	assert.Equal(t, r.Trace().SHA256(), whole.TraceSHA256)
	whole.TraceSHA256 = ""
	assert.Equal(t, *r.Outcome(), whole)

	given, err := Start(job(2, time.Second, allReduceOf("1")))
	require.NoError(t, err)
	given.Advance(3)
	given.Close()
	assert.Nil(t, given.Result(), "given up")
}
