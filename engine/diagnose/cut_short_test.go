package diagnose_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"
)

// A run that stop_after ended before its timeout is not told of as one that waits for
// ever; one that nothing will ever end is.
func TestARunThatWasStoppedDoesNotWaitForEver(t *testing.T) {
	const both = `"world_size": 2, "tensors": {"x": {"dtype": "float32", "data": [1]}},
		"ranks": [{"program": [{"op": "%[1]s", "tensor": "x", "%[2]s": 1}]}, {"program": [{"op": "%[1]s", "tensor": "x", "%[2]s": 0}]}]}`
	for name, c := range map[string]struct{ text, want, not string }{
		"stopped": {fmt.Sprintf(`{"lockstep": 1, "stop_after": "20s", `+both, "send", "dst"), "still wait when the run is stopped at 20s", "without end"},
		"frozen": {`{"lockstep": 1, "world_size": 2, "timeout": "3s", "stop_after": "2s", "tensors": {"x": {"dtype": "float32", "data": [1]}}, "program": [{"op": "all_reduce", "tensor": "x"}],
			"faults": [{"kind": "freeze", "rank": 1, "at": {"op": 0}}]}`, "still waits when the run is stopped at 2s", "rank 0 waits without end"},
		"timed out": {`{"lockstep": 1, "world_size": 2, "timeout": "3s", "tensors": {"x": {"dtype": "float32", "data": [1]}}, "program": [{"op": "all_reduce", "tensor": "x"}],
			"faults": [{"kind": "freeze", "rank": 1, "at": {"op": 0}}]}`, "rank 1 waits without end", "is stopped at"},
	} {
		text := ""
		for _, f := range runText(t, []byte(c.text)).Findings {
			text += f.Text.In("en") + "\n"
		}
		assert.Contains(t, text, c.want, name)
		assert.NotContains(t, text, c.not, name)
	}
}
