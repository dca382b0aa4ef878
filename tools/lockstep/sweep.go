package main

import (
	"fmt"
	"slices"

	"lockstep/engine/sweep"
)

// sweepVerb strikes a rank at each of its moments, or lets messages come in every
// order, and counts how the runs end.
func sweepVerb(c *call) int {
	f := options("sweep")
	rank := f.Int("rank", 0, "")
	strike := f.String("strike", string(sweep.Crash), "")
	orders := f.Bool("orders", false, "")
	file, err := oneFile(f, c.args)
	if err != nil {
		return c.complain("sweep: %v", err)
	}
	kind := sweep.Kind(*strike)
	if !slices.Contains(sweep.Kinds(), kind) {
		return c.complain("sweep: --strike %s: there are %v", *strike, sweep.Kinds())
	}
	r, status := c.load(file)
	if r == nil || status != statusDone {
		return status
	}
	if n := r.scenario.Processes(); *rank < 0 || *rank >= n {
		return c.complain("sweep: --rank %d: there are %d processes", *rank, n)
	}
	if *orders {
		return c.sweepOrders(r)
	}
	w := sweep.NewStrikes(r.scenario, r.run.Trace(), *rank, kind)
	for !w.Advance(1 << 20) {
	}
	points := w.Points()
	for i := 0; i < len(points); {
		last := i
		for last+1 < len(points) && points[last+1].Outcome == points[i].Outcome {
			last++
		}
		fmt.Fprintf(c.out, "%v – %v  %s (%d moments)\n", points[i].At, points[last].At, points[i].Outcome, last-i+1)
		i = last + 1
	}
	all, run := w.Moments()
	fmt.Fprintf(c.out, "%d of %d moments of rank %d were run: %s\n", run, all, *rank, kind)
	return statusDone
}

func (c *call) sweepOrders(r *ended) int {
	w := sweep.NewOrders(r.scenario, r.run.Trace())
	for !w.Advance(1 << 20) {
	}
	all, run := w.Orders()
	if all == 0 {
		return c.complain("sweep: no rank receives from any source what several send")
	}
	for _, e := range w.Ends() {
		fmt.Fprintf(c.out, "%d × %s, first %v\n", e.Count, e.Outcome, e.First)
	}
	fmt.Fprintf(c.out, "ends well: %s (%d of %d orders were run)\n", w.Verdict(), run, all)
	return statusDone
}
