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
		"init_process_group":    initProcessGroup,
		"new_group":             newGroup,
		"destroy_process_group": destroyProcessGroup,
		"query":                 query,

		"store_create":      storeCreate,
		"store_set":         withStore("set", storeSet),
		"store_get":         withStore("get", storeGet),
		"store_add":         withStore("add", storeAdd),
		"store_wait":        withStore("wait", storeWait),
		"store_compare_set": withStore("compare_set", storeCompareSet),
		"store_delete":      withStore("delete_key", storeDelete),
		"store_num_keys":    withStore("num_keys", storeNumKeys),

		"all_reduce":             allReduce,
		"reduce":                 reduce,
		"reduce_scatter":         reduceScatter,
		"reduce_scatter_tensor":  reduceScatterTensor,
		"reduce_scatter_single":  reduceScatterTensor,
		"all_gather":             allGather,
		"all_gather_into_tensor": allGatherIntoTensor,
		"all_gather_single":      allGatherIntoTensor,
		"gather":                 gather,
		"broadcast":              broadcast,
		"scatter":                scatter,
		"all_to_all":             allToAll,
		"all_to_all_single":      allToAllSingle,
		"barrier":                barrier,
		"monitored_barrier":      monitoredBarrier,

		"all_gather_object":     allGatherObject,
		"gather_object":         gatherObject,
		"broadcast_object_list": broadcastObjectList,
		"scatter_object_list":   scatterObjectList,

		"send":  send,
		"recv":  recv,
		"isend": send,
		"irecv": recv,
		"wait":  wait,
		"poll":  poll,

		"local":           local,
		"save_checkpoint": saveCheckpoint,
		"load_checkpoint": loadCheckpoint,

		"sleep":        sleep,
		"compute":      compute,
		"load_data":    loadData,
		"raise":        raise,
		"os_exit":      osExit,
		"sigkill_self": sigkillSelf,
		"sigstop":      sigstop,
	}
}

// Runs reports whether the engine runs an op.
func Runs(name string) bool { return ops[name] != nil }

// Ops lists the ops that the engine runs, in order of name.
func Ops() []string {
	names := make([]string, 0, len(ops))
	for name := range ops {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}
