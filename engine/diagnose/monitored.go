package diagnose

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"lockstep/engine/scenario"
	"lockstep/engine/trace"
	"lockstep/engine/wording"
)

// monitoredBarrier is what a monitored barrier would print that the program had in
// front of the collective of the default group that failed first: rank 0 waits for
// each of the others as long as the group's timeout, and names those that did not
// come to it by then (ProcessGroupGloo.cpp, monitoredBarrier). It asks who comes, and
// nothing about what they came for.
func (c *Case) monitoredBarrier() Tool {
	n, began := c.firstFailed()
	if n < 0 || len(c.t.Groups) == 0 {
		return toolOf("tool.barrier", nil, nil)
	}
	var missing []int
	for _, proc := range c.t.Groups[0].Members {
		calls := c.worldCalls(proc)
		if c.t.Procs[proc].Rank != 0 && (len(calls) <= n || c.t.Calls[calls[n]].Start > began+c.s.Timeout) {
			missing = append(missing, int(c.t.Procs[proc].Rank))
		}
	}
	if len(missing) == 0 {
		return toolOf("tool.barrier", nil, nil)
	}
	ms := strconv.FormatInt(c.s.Timeout.Milliseconds(), 10)
	all := strings.Trim(strings.Join(strings.Fields(fmt.Sprint(missing)), ", "), "[]")
	prints := []string{
		"[Rank 0]: Rank " + strconv.Itoa(missing[0]) + " failed to pass monitoredBarrier in " + ms + " ms",
		"[Rank 0]: Ranks " + all + " failed to pass monitoredBarrier in " + ms + " ms",
	}
	says := []scenario.Text{
		words.Text("tool.barrier.first", wording.Args{"text": wording.Word(prints[0]), "n": wording.Number(n)}),
		words.Text("tool.barrier.all", wording.Args{"text": wording.Word(prints[1])}),
	}
	return toolOf("tool.barrier", says, missing)
}

// firstFailed is the earliest place in the default group at which a collective
// failed, and when rank 0 would have come to a barrier in front of it.
func (c *Case) firstFailed() (n int, began trace.Time) {
	n = -1
	for i := range c.t.Procs {
		for k, call := range c.worldCalls(int32(i)) {
			if c.failed(call) && (n < 0 || k < n) {
				n = k
			}
		}
	}
	if n < 0 {
		return -1, 0
	}
	for i := range c.t.Procs {
		if c.t.Procs[i].Rank != 0 {
			continue
		}
		if calls := c.worldCalls(int32(i)); n < len(calls) {
			return n, c.t.Calls[calls[n]].Start
		}
		return -1, 0 // rank 0 itself does not come: nobody names anybody
	}
	return -1, 0
}

// worldCalls are a process's collectives of the default group.
func (c *Case) worldCalls(proc int32) (calls []int32) {
	for _, i := range c.callsOf[proc] {
		if k := &c.t.Calls[i]; k.Group == 0 && k.Seq >= 0 && collective(k.Op) {
			calls = append(calls, i)
		}
	}
	return calls
}

// checkText reports whether an error comes from DETAIL's checks, and whom it names:
// the ranks whose calls it compares, or those that did not come.
func checkText(message string) (checks bool, ranks []int) {
	mismatch := strings.Contains(message, "Detected mismatch between collectives")
	if !mismatch && !strings.Contains(message, "monitoredBarrier") {
		return false, nil
	}
	text := message
	if _, after, found := strings.Cut(message, "]:"); found && !mismatch { // not who speaks
		text = after
	}
	for _, word := range []string{"Ranks ", "Rank ", "rank "} {
		if _, after, found := strings.Cut(text, word); found && !mismatch {
			list, _, _ := strings.Cut(after, " failed")
			for _, part := range strings.Split(list, ",") {
				if rank, err := strconv.Atoi(strings.TrimSpace(part)); err == nil && !slices.Contains(ranks, rank) {
					ranks = append(ranks, rank)
				}
			}
			return true, ranks
		}
	}
	for rest := text; mismatch; {
		_, after, found := strings.Cut(rest, "Rank ")
		if !found {
			break
		}
		number, _, _ := strings.Cut(after, " ")
		if rank, err := strconv.Atoi(number); err == nil && !slices.Contains(ranks, rank) {
			ranks = append(ranks, rank)
		}
		rest = after
	}
	return true, ranks
}

// oneLine is an error's text as long as a line of a report bears.
func oneLine(message string) string {
	text := []rune(strings.Join(strings.Fields(message), " "))
	const most = 300
	if len(text) > most {
		return string(text[:most]) + "…"
	}
	return string(text)
}
