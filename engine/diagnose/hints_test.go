package diagnose_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"lockstep/engine/result"
)

func hintCodes(r *result.Result) (all []string) {
	for _, h := range r.Hints {
		all = append(all, h.Code)
	}
	return all
}

const threeSteps = `{"lockstep": 1, "world_size": 3, "tensors": {"x": {"dtype": "float32", "shape": [1], "data": [1]}}, "ranks": [
	{"program": [{"op": "repeat", "times": 4, "body": [{"op": "all_reduce", "tensor": "x"}]}, {"op": "destroy_process_group"}]},
	{"program": [{"op": "repeat", "times": 4, "body": [{"op": "compute", "for": "WORK"}, {"op": "all_reduce", "tensor": "x"}]}, {"op": "destroy_process_group"}]},
	{"program": [{"op": "repeat", "times": 4, "body": [{"op": "all_reduce", "tensor": "x"}]}, {"op": "destroy_process_group"}]}]}`

// A rank that is last again and again is told of, and is no finding; one that is
// late by a hair is not.
func TestStraggler(t *testing.T) {
	slow := runText(t, []byte(strings.ReplaceAll(threeSteps, "WORK", "200ms")))
	assert.Empty(t, codes(slow))
	assert.Equal(t, []string{"straggler"}, hintCodes(slow))
	assert.Equal(t, []int{1}, slow.Hints[0].Ranks)
	assert.Contains(t, slow.Hints[0].Text["en"], "rank 1 comes last to 4 of 4 collectives of the default group, and the others wait 800")
	assert.Empty(t, hintCodes(runText(t, []byte(strings.ReplaceAll(threeSteps, "WORK", "1us")))))
}

// What does nothing, or is left as it is, is a hint: correct programs have it.
func TestHints(t *testing.T) {
	for name, c := range map[string]struct {
		text string
		want []string
	}{
		"a group that is never destroyed": {`{"lockstep": 1, "world_size": 2, "program": [{"op": "barrier"}]}`, []string{"not_destroyed"}},
		"a group that is destroyed":       {`{"lockstep": 1, "world_size": 2, "program": [{"op": "barrier"}, {"op": "destroy_process_group"}]}`, nil},
		"a collective outside of the group": {`{"lockstep": 1, "world_size": 3, "program": [
			{"op": "new_group", "ranks": [0, 1], "as": "g"}, {"op": "barrier", "group": "g"}, {"op": "destroy_process_group"}]}`, []string{"non_member"}},
		"new_group left out outside of the group": {`{"lockstep": 1, "world_size": 3, "ranks": [
			{"program": [{"op": "new_group", "ranks": [0, 1], "as": "g"}, {"op": "destroy_process_group"}]},
			{"program": [{"op": "new_group", "ranks": [0, 1], "as": "g"}, {"op": "destroy_process_group"}]},
			{"program": [{"op": "destroy_process_group"}]}]}`, []string{"new_group_skipped"}},
	} {
		r := runText(t, []byte(c.text))
		assert.Empty(t, codes(r), name)
		assert.Equal(t, c.want, hintCodes(r), name)
		for _, h := range r.Hints {
			assert.NotEmpty(t, h.Events, name)
			assert.NotEmpty(t, h.Text["zh"], name)
		}
	}
}
