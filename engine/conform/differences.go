package conform

import (
	"fmt"

	"lockstep/engine/result"
)

// Differences lists every place where a result leaves an outcome, in the order
// of ranks and steps: for whoever shows the two beside each other. Judge stops
// at the first; here a step that differs does not end the comparison, and steps
// are taken by their place. No differences means what it means to Judge.
func Differences(want *Outcome, got *result.Result) []Difference {
	if len(got.Ranks) != len(want.Ranks) {
		return []Difference{{Rank: -1, Step: -1, Field: "ranks", Got: fmt.Sprint(len(got.Ranks)), Want: fmt.Sprint(len(want.Ranks))}}
	}
	var all []Difference
	for i := range want.Ranks {
		w, g := &want.Ranks[i], began(got.Ranks[i].Steps)
		afterTimeout := false
		for j := range min(len(w.Steps), len(g)) {
			if d := sameStep(&w.Steps[j], g[j], afterTimeout); d != nil {
				d.Rank, d.Step, d.Op = i, j, w.Steps[j].Op
				all = append(all, *d)
			}
			afterTimeout = afterTimeout || w.Steps[j].When == "at_timeout"
		}
		if len(g) != len(w.Steps) {
			all = append(all, *stepCount(i, len(g), len(w.Steps)))
		}
		if !sameExit(w.Exit, got.Ranks[i].Exit) {
			all = append(all, Difference{Rank: i, Step: -1, Field: "exit", Got: exitText(got.Ranks[i].Exit), Want: exitText(w.Exit)})
		}
	}
	return all
}
