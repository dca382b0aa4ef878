package main

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestExplainWithTools(t *testing.T) {
	const mixed = `{"lockstep": 1, "world_size": 2, "tensors": {"x": {"dtype": "float32", "shape": [1], "data": [2]}}, "ranks": [
		{"program": [{"op": "all_reduce", "tensor": "x"}]}, {"program": [{"op": "all_reduce", "tensor": "x", "reduce_op": "MAX"}]}]}`
	status, out, complaint := lockstep(mixed, "explain", "--tools", "-")
	assert.Equal(t, statusDone, status, complaint)
	_, tools, found := strings.Cut(out, "What the tools say")
	assert.True(t, found, out)
	assert.Equal(t, 3, strings.Count(tools, "→ It names nobody; the cause is ranks 0 and 1."), tools)
	status, out, _ = lockstep(mixed, "explain", "--tools", "--lang", "zh", "-")
	assert.Equal(t, statusDone, status)
	assert.Contains(t, out, "各种工具怎么说")
}
