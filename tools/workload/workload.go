// Package workload writes the scenarios that benchmarks measure, the same for all of
// them: natively, and in a browser.
package workload

import (
	"fmt"
	"strings"
)

// Alternating is the file of a scenario in which each rank does so many ops: an
// all_reduce of four elements and a millisecond of computation in turns.
func Alternating(ranks, ops int) string {
	turn := []string{`{"op":"all_reduce","tensor":"x"}`, `{"op":"compute","for":"1ms"}`}
	program := make([]string, ops)
	for i := range program {
		program[i] = turn[i%len(turn)]
	}
	return fmt.Sprintf(`{"lockstep":1,"world_size":%d,"tensors":{"x":{"dtype":"float32","shape":[4],"fill":"rank"}},"program":[%s]}`, ranks, strings.Join(program, ","))
}
