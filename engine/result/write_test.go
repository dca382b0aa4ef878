package result

import (
	"bytes"
	"encoding/json"
	"errors"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"lockstep/engine/scenario"
)

func sample() *Result {
	exit, call := -9, 3
	return &Result{
		Outcome: Failed, End: "3.0001s", TraceSHA256: "ab",
		Ranks: []Rank{
			{Rank: 0, Steps: []Step{
				{Op: "all_reduce", Status: "ok", When: "immediate", Output: json.RawMessage(`{"dtype": "float32", "data": [1.0]}`)},
				{Op: "barrier", Status: "error", ErrorType: "RuntimeError", Message: "a < b & \"c\" 🏖️"},
			}},
			{Rank: 1, Exit: &exit},
		},
		Metrics:  []Metric{{Rank: 0, BytesSent: 8, Wait: "1ms"}},
		Findings: []Finding{{Code: "crashed", Ranks: []int{1}, Call: &call, Text: scenario.Text{"zh": "崩溃", "en": "crashed"}}},
	}
}

func TestWriteToIsTheJSONOfTheResult(t *testing.T) {
	for _, r := range []*Result{sample(), {}} {
		var b bytes.Buffer
		n, err := r.WriteTo(&b)
		require.NoError(t, err)
		assert.Equal(t, int64(b.Len()), n)
		want, err := json.Marshal(r)
		require.NoError(t, err)
		assert.NotRegexp(t, `"(steps|ranks|metrics|findings)": null`, b.String(), "an empty list is a list")
		got := new(Result)
		require.NoError(t, json.Unmarshal(b.Bytes(), got), b.String())
		again, err := json.Marshal(emptied(got))
		require.NoError(t, err)
		assert.JSONEq(t, string(want), string(again))
	}
}

// emptied turns lists that are empty into those that are not there, as sample has them.
func emptied(r *Result) *Result {
	if len(r.Ranks) == 0 {
		r.Ranks = nil
	}
	for i := range r.Ranks {
		if len(r.Ranks[i].Steps) == 0 {
			r.Ranks[i].Steps = nil
		}
	}
	if len(r.Metrics) == 0 {
		r.Metrics = nil
	}
	if len(r.Findings) == 0 {
		r.Findings = nil
	}
	return r
}

type broken struct{}

func (broken) Write([]byte) (int, error) { return 0, errors.New("disk full") }

func TestWriteToTellsAFailure(t *testing.T) {
	_, err := sample().WriteTo(broken{})
	assert.EqualError(t, err, "disk full")
}

// A rank that is written alone reads as it does within the whole.
func TestARankAlone(t *testing.T) {
	r := sample()
	var whole bytes.Buffer
	_, err := r.WriteTo(&whole)
	require.NoError(t, err)
	var read struct {
		Ranks []json.RawMessage `json:"ranks"`
	}
	require.NoError(t, json.Unmarshal(whole.Bytes(), &read))
	require.Len(t, read.Ranks, len(r.Ranks))
	for i := range r.Ranks {
		var alone bytes.Buffer
		n, err := r.Ranks[i].WriteTo(&alone)
		require.NoError(t, err)
		assert.Equal(t, int64(alone.Len()), n)
		assert.JSONEq(t, string(read.Ranks[i]), alone.String())
	}
}
