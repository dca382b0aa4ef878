package failure

import (
	"fmt"
	"strings"
	"time"
)

// What a monitored barrier says (ProcessGroupGloo.cpp, monitoredBarrier).

// RankMissing: rank 0 waited in vain for one rank, and why.
func RankMissing(rank int, limit time.Duration, cause *Failure) *Failure {
	return runtime(fmt.Sprintf("[Rank 0]: Rank %d failed to pass monitoredBarrier in %d ms\n Original exception: \n%s",
		rank, limit.Milliseconds(), cause.Message))
}

// RanksMissing: rank 0 asked all ranks, and some did not answer.
func RanksMissing(ranks []int, limit time.Duration) *Failure {
	return runtime(fmt.Sprintf("[Rank 0]: Ranks %s failed to pass monitoredBarrier in %d ms", join(ranks), limit.Milliseconds()))
}

// BarrierUnanswered: a rank came to the barrier and rank 0 did not let it pass.
func BarrierUnanswered(rank int, cause *Failure) *Failure {
	return runtime(fmt.Sprintf("Rank %d successfully reached monitoredBarrier, but received errors while waiting"+
		" for send/recv from rank 0. Please check rank 0 logs for faulty rank.\n Original exception: \n%s", rank, cause.Message))
}

// BarrierOver: rank 0 used up the time of all with the ranks that it has asked.
func BarrierOver(rank int, limit time.Duration, answered []int) *Failure {
	info := "No ranks successfully processed in monitoredBarrier."
	if len(answered) > 0 {
		info = "Successfully processed ranks: " + join(answered)
	}
	return runtime(fmt.Sprintf("Rank %d timed out in monitoredBarrier after %d ms.\n%s", rank, limit.Milliseconds(), info))
}

func join(ranks []int) string {
	parts := make([]string, len(ranks))
	for i, r := range ranks {
		parts[i] = fmt.Sprint(r)
	}
	return strings.Join(parts, ", ")
}
