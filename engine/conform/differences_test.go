package conform

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"lockstep/engine/result"
)

func TestDifferencesGoesOnWhereJudgeStops(t *testing.T) {
	a, b := Step{Op: "send", Status: "ok"}, Step{Op: "recv", Status: "ok"}
	want := &one(a, b, a).Outcomes[0]
	same := []result.Step{{Op: "send", Status: "ok"}, {Op: "recv", Status: "ok"}, {Op: "send", Status: "ok"}}
	assert.Empty(t, Differences(want, ran(same...)))

	got := ran(result.Step{Op: "send", Status: "error"}, same[1], result.Step{Op: "scatter", Status: "ok"}, same[0])
	got.Ranks[0].Exit = nil
	var lines []string
	for _, d := range Differences(want, got) {
		lines = append(lines, d.String())
	}
	assert.Equal(t, []string{
		"rank 0 step 0 send.status: got error, wanted ok",
		"rank 0 step 2 send.op: got scatter, wanted send",
		"rank 0 steps: got 4, wanted 3",
		"rank 0 exit: got none (still running), wanted 0",
	}, lines)

	assert.Len(t, Differences(want, &result.Result{}), 1, "with other ranks there is nothing to compare")
}
