package scenario

import (
	"fmt"
	"strconv"
	"strings"
)

// reduceOpOf is the reduce op; SUM is meant when none is written.
func reduceOpOf(op *Op) string {
	if op.ReduceOp == "" {
		return "SUM"
	}
	return op.ReduceOp
}

// Brief writes the telling arguments of an op, as they stand between the
// brackets of a call: "x, SUM", "x, src=0".
func (op *Op) Brief() string {
	var parts []string
	add := func(text string) { parts = append(parts, text) }
	if op.Tensor != nil {
		if op.Tensor.Lit != nil {
			add("…")
		} else {
			add(op.Tensor.Name)
		}
	}
	switch op.Name {
	case "all_reduce", "reduce", "reduce_scatter", "reduce_scatter_tensor", "reduce_scatter_single":
		add(reduceOpOf(op))
	case "wait", "poll":
		add(op.ID)
	case "new_group":
		add(strings.Trim(strings.ReplaceAll(fmt.Sprint(op.Ranks), " ", ", "), "[]"))
	case "store_set", "store_get", "store_add", "store_wait", "store_delete", "store_compare_set":
		add(strings.Join(op.Keys, " "))
	case "os_exit":
		add(strconv.Itoa(op.ExitCode))
	case "raise":
		add(op.Message)
	case "repeat":
		add(strconv.Itoa(op.Times) + " ×")
	}
	if op.Src != nil {
		add("src=" + strconv.Itoa(*op.Src))
	}
	if op.Dst != nil {
		add("dst=" + strconv.Itoa(*op.Dst))
	}
	if op.Tag != 0 {
		add("tag=" + strconv.Itoa(op.Tag))
	}
	if op.Group != "" {
		add(op.Group)
	}
	if op.Async {
		add("async")
	}
	return strings.Join(parts, ", ")
}
