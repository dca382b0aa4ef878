package process

import (
	"slices"

	"lockstep/engine/failure"
)

// ops is what the engine runs. An op blocks its program until the call returns;
// the failure is the exception that it raises. It is filled at start because the
// ops refer back to it through calls.
var ops map[string]func(*call) *failure.Failure

func init() {
	ops = map[string]func(*call) *failure.Failure{
		"init_process_group": initProcessGroup,
		"all_reduce":         allReduce,
		"barrier":            barrier,
		"sleep":              sleep,
		"compute":            compute,
		"load_data":          loadData,
	}
}

// Ops lists the ops that the engine runs, in order of name.
func Ops() []string {
	names := make([]string, 0, len(ops))
	for name := range ops {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}
