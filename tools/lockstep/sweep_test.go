package main

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

const mismatch = `{"lockstep": 1, "world_size": 2, "timeout": "3s", "tensors": {"x": {"dtype": "float32", "data": [1]}},
	"ranks": [{"program": [{"op": "all_reduce", "tensor": "x"}]}, {"program": [{"op": "broadcast", "tensor": "x", "src": 0}]}]}`

func TestMendSaysWhatToChange(t *testing.T) {
	status, out, _ := lockstep(mismatch, "mend", "-")
	assert.Equal(t, statusDone, status)
	assert.Equal(t, "op 1 of rank 1: call all_reduce(x, SUM) in place of broadcast(x, src=0).\n", out)
	_, zh, _ := lockstep(mismatch, "mend", "--lang", "zh", "-")
	assert.Contains(t, zh, "rank 1 的第 1 步")

	status, mended, _ := lockstep(mismatch, "mend", "--file", "-")
	assert.Equal(t, statusDone, status)
	_, out, _ = lockstep(mended, "run", "--json", "-")
	assert.Contains(t, out, `"outcome": "done"`)
}

func TestMendOfWhatIsWell(t *testing.T) {
	status, out, complaint := lockstep(twoScalars, "mend", "-")
	assert.Equal(t, statusDone, status)
	assert.Empty(t, out)
	assert.Contains(t, complaint, "nothing was found")
}

func TestSweepCounts(t *testing.T) {
	status, out, _ := lockstep(twoScalars, "sweep", "--rank", "1", "-")
	assert.Equal(t, statusDone, status)
	assert.Contains(t, out, "fails")
	assert.Contains(t, out, "moments of rank 1 were run: crash")
	status, out, _ = lockstep(twoScalars, "sweep", "--strike", "hitch", "-")
	assert.Equal(t, statusDone, status)
	assert.Contains(t, out, "recovers")
	assert.NotContains(t, out, "fails")

	for _, bad := range [][]string{{"--rank", "2"}, {"--strike", "lightning"}, {"--orders"}} {
		status, _, complaint := lockstep(twoScalars, append([]string{"sweep", "-"}, bad...)...)
		assert.Equal(t, statusBad, status, bad)
		assert.NotEmpty(t, complaint)
	}
}
