package verify

import (
	"encoding/json"
	"fmt"
	"time"

	"lockstep/engine/conform"
	"lockstep/engine/result"
)

// Rank is what one real process did, in the form of the run result. Joining is
// the init_process_group before step 0 if it failed; Stderr holds the native log
// of a process that died by a signal.
type Rank struct {
	Exit    *int     `json:"exit"`
	Joining *Step    `json:"joining,omitempty"`
	Steps   []Step   `json:"steps"`
	Stderr  []string `json:"stderr,omitempty"`
}

// Step is one op that began. Start and End are seconds since step 0 of the run.
type Step struct {
	Op        string          `json:"op"`
	Status    string          `json:"status"`
	When      string          `json:"when,omitempty"`
	Output    json.RawMessage `json:"output,omitempty"`
	ErrorType string          `json:"error_type,omitempty"`
	Message   string          `json:"message,omitempty"`
	Buffer    json.RawMessage `json:"buffer,omitempty"`
	Start     *float64        `json:"start,omitempty"`
	End       *float64        `json:"end,omitempty"`
}

// Outcome is one way in which the real thing went, and how often.
type Outcome struct {
	Count int    `json:"count"`
	Ranks []Rank `json:"ranks"`
}

// startTime bounds the fork of all ranks and their rendezvous before step 0.
const startTime = 90 * time.Second

// play runs the scenario that many times, one after the other.
func (r *runner) play(scenario []byte, runs int, limit time.Duration) (all [][]Rank, err error) {
	job, err := json.Marshal(map[string]any{"scenario": json.RawMessage(scenario), "runs": runs, "limit": limit.Seconds()})
	if err != nil {
		return nil, err
	}
	if _, err := r.jobs.Write(append(job, '\n')); err != nil {
		return nil, fmt.Errorf("the real run did not begin: %w", err)
	}
	for {
		var a struct {
			Ranks []Rank `json:"ranks"`
			Done  bool   `json:"done"`
			Error string `json:"error"`
		}
		if err := r.next(&a, limit+startTime); err != nil {
			return nil, fmt.Errorf("real run %d: %w", len(all), err)
		}
		switch {
		case a.Error != "":
			return nil, fmt.Errorf("real run %d: %s", len(all), a.Error)
		case a.Done && len(all) == runs:
			return all, nil
		case a.Done || len(all) == runs:
			return nil, fmt.Errorf("%d answers for %d real runs", len(all), runs)
		}
		all = append(all, a.Ranks)
	}
}

// distinct counts outcomes that the rule of engine/conform tells apart,
// commonest first; without buffers, what a tensor holds after a failed call does
// not count.
func distinct(runs [][]Rank, buffers bool) []*Outcome {
	var outcomes []*Outcome
next:
	for _, ranks := range runs {
		if !buffers {
			for _, rank := range ranks {
				for i := range rank.Steps {
					rank.Steps[i].Buffer = nil
				}
			}
		}
		o := &Outcome{Count: 1, Ranks: ranks}
		for _, known := range outcomes {
			if known.same(o) {
				known.Count++
				continue next
			}
		}
		outcomes = append(outcomes, o)
	}
	// A stable insertion sort: of two as frequent, the one seen first comes first.
	for i := range outcomes {
		for j := i; j > 0 && outcomes[j].Count > outcomes[j-1].Count; j-- {
			outcomes[j], outcomes[j-1] = outcomes[j-1], outcomes[j]
		}
	}
	return outcomes
}

// same asks the rule both ways round, for it forgives the recorded side more.
func (o *Outcome) same(p *Outcome) bool {
	return len(conform.Differences(o.judged(), p.result())) == 0 && len(conform.Differences(p.judged(), o.result())) == 0
}

// nearest is the outcome that the engine's result equals, or the one from which
// it differs in the fewest places.
func nearest(outcomes []*Outcome, engine *result.Result) *Outcome {
	best, fewest := outcomes[0], -1
	for _, o := range outcomes {
		if n := len(conform.Differences(o.judged(), engine)); fewest < 0 || n < fewest {
			best, fewest = o, n
		}
	}
	return best
}

// judged is the outcome as a recording holds it.
func (o *Outcome) judged() *conform.Outcome {
	c := &conform.Outcome{Count: o.Count}
	for _, r := range o.Ranks {
		rank := conform.Rank{Exit: r.Exit}
		for _, s := range r.Steps {
			rank.Steps = append(rank.Steps, conform.Step{Op: s.Op, Status: s.Status, When: s.When,
				Output: s.Output, Buffer: s.Buffer, ErrorType: s.ErrorType, Message: s.Message})
		}
		c.Ranks = append(c.Ranks, rank)
	}
	return c
}

// result is the outcome as if an engine had run it.
func (o *Outcome) result() *result.Result {
	res := &result.Result{}
	for i, r := range o.Ranks {
		rank := result.Rank{Rank: i, Exit: r.Exit}
		for _, s := range r.Steps {
			rank.Steps = append(rank.Steps, result.Step{Op: s.Op, Status: s.Status, When: s.When,
				Output: s.Output, Buffer: s.Buffer, ErrorType: s.ErrorType, Message: s.Message})
		}
		res.Ranks = append(res.Ranks, rank)
	}
	return res
}
