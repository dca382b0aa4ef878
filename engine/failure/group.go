package failure

import (
	"fmt"
	"strings"
)

// What can go wrong with process groups as such (torch/distributed/distributed_c10d.py).

const groupObject = "<torch.distributed.distributed_c10d.ProcessGroup object at ADDR>"

// RanksTwice: new_group with a rank more than once; ranks as sorted.
func RanksTwice(ranks []int) *Failure {
	words := make([]string, len(ranks))
	for i, r := range ranks {
		words[i] = fmt.Sprint(r)
	}
	return Value("ranks list must not contain duplicate entries, got [" + strings.Join(words, ", ") + "]")
}

// GroupTooLarge: new_group with more ranks than there are.
var GroupTooLarge = Value("the new group's world size should be less or equal to the world size set by init_process_group")

// RankOutOfRange: new_group with a rank that there is not.
func RankOutOfRange(rank, world int) *Failure {
	return Value(fmt.Sprintf("Rank %d is out of range. Valid ranks are 0 to %d (world_size=%d)", rank, world-1, world))
}

// NobodyInGroup: new_group with no rank at all, which torch takes for the world.
var NobodyInGroup = &Failure{"AssertionError", "Group rank must be specified for group members"}

// NameTaken: the count of groups led to a name that there is already.
var NameTaken = Value("The specified group name has already been created, please use a different group name")

// NoGroup: destroy_process_group without a default group.
var NoGroup = &Failure{"AssertionError", "Process group cannot be None"}

// NotRegistered: a rank cannot be translated in a group that was destroyed.
var NotRegistered = Value("Group " + groupObject + " is not registered, please create group with torch.distributed.new_group API")

// NotInWorld: whatever was raised in a group that was destroyed, this is what comes
// out: torch puts every exception of a collective into its log first, with the name
// of the group's backend, and does not find it.
var NotInWorld = Value("Process group " + groupObject + " is not initialized in the world group map. Please initialize the group first.")
