package lesson

import (
	"slices"
	"strings"
	"time"

	"lockstep/engine/result"
	"lockstep/engine/scenario"
	"lockstep/engine/trace"
)

// Condition is something that a run shows or does not show. Everything that is
// given must hold; ranks are processes, by their place.
type Condition struct {
	All []Condition `json:"all"`
	Any []Condition `json:"any"`
	Not *Condition  `json:"not"`

	Outcome  string `json:"outcome"`
	Finding  string `json:"finding"`  // a code among the findings
	Attempts *int   `json:"attempts"` // starts of the job
	World    *int   `json:"world"`    // world size
	Calls    string `json:"calls"`    // an op that Rank (or some rank) calls
	Same     string `json:"same"`     // a tensor that all ranks hold alike in the end
	Slowest  *int   `json:"slowest"`  // the rank that waited least

	Rank *int `json:"rank"` // of what follows
	// A step of its program: the last that began, or Op.
	Op        *int   `json:"op"`
	Status    string `json:"status"` // ok, error, hang, killed, skipped
	When      string `json:"when"`
	ErrorType string `json:"error_type"`
	Message   string `json:"message"` // a part of it

	Fate     string   `json:"fate"`
	Exit     *int     `json:"exit"`
	WaitsFor *int     `json:"waits_for"`
	Tensor   string   `json:"tensor"` // what it holds in the end; without Rank, on all ranks
	Values   []string `json:"values"`
	Input    string   `json:"input"` // like tensor, as the scenario has it
	Log      string   `json:"log"`   // like tensor, of what scripts logged last under a name

	Metric string `json:"metric"` // of Rank; or end, when the last thing happened
	Is     string `json:"is"`     // numbers, or durations for compute, load_data, wait, transfer
	Least  string `json:"least"`
	Most   string `json:"most"`
	Than   *int   `json:"than"` // more than this rank's
}

// Holds reports whether the run shows the condition.
func (r Run) Holds(c *Condition) bool {
	for i := range c.All {
		if !r.Holds(&c.All[i]) {
			return false
		}
	}
	if len(c.Any) > 0 && !slices.ContainsFunc(c.Any, func(one Condition) bool { return r.Holds(&one) }) {
		return false
	}
	if c.Not != nil && r.Holds(c.Not) {
		return false
	}
	return r.whole(c) && r.step(c) && r.end(c) && r.measure(c)
}

// whole checks what is said of the run as a whole.
func (r Run) whole(c *Condition) bool {
	res := r.Result
	switch {
	case c.Outcome != "" && res.Outcome != c.Outcome,
		c.Finding != "" && !slices.ContainsFunc(res.Findings, func(f result.Finding) bool { return f.Code == c.Finding }),
		c.Attempts != nil && max(1, len(res.Attempts)) != *c.Attempts,
		c.World != nil && r.Scenario.WorldSize != *c.World,
		c.Calls != "" && !r.calls(c),
		c.Same != "" && !r.same(c.Same),
		c.Slowest != nil && r.slowest() != *c.Slowest:
		return false
	}
	return true
}

// last are the processes of the last attempt, and where they begin in the trace.
func (r Run) last() ([]trace.Proc, int) {
	procs := r.Trace.Procs
	from := 0
	if n := r.Trace.Seats; n > 0 && len(procs) > n {
		from = (len(procs) - 1) / n * n
	}
	return procs[from:], from
}

func (r Run) calls(c *Condition) bool {
	for i := range r.Trace.Calls {
		call := &r.Trace.Calls[i]
		if call.Op == c.Calls && call.Step >= 0 && (c.Rank == nil || int(call.Proc)%max(r.Trace.Seats, 1) == *c.Rank) {
			return true
		}
	}
	return false
}

func (r Run) same(name string) bool {
	procs, _ := r.last()
	first := r.Values(0, name, nil)
	for rank := range procs {
		if !slices.Equal(r.Values(rank, name, nil), first) {
			return false
		}
	}
	return len(first) > 0
}

// slowest is the rank that stood still for others least, for which the others
// waited; −1 where it is not one alone.
func (r Run) slowest() int {
	best, least, tie := -1, 0.0, false
	for rank := range r.Result.Metrics {
		v, ok := r.metric(rank, "wait")
		switch {
		case !ok:
		case best < 0 || v < least:
			best, least, tie = rank, v, false
		case v == least:
			tie = true
		}
	}
	if tie {
		return -1
	}
	return best
}

// step checks what is said of one step of one rank.
func (r Run) step(c *Condition) bool {
	if c.Status == "" && c.When == "" && c.ErrorType == "" && c.Message == "" {
		return true
	}
	if c.Rank == nil || *c.Rank >= len(r.Result.Ranks) {
		return false
	}
	steps := r.Result.Ranks[*c.Rank].Steps
	i := len(steps) - 1
	if c.Op != nil {
		i = *c.Op
	}
	if i < 0 || i >= len(steps) {
		return r.joining(c)
	}
	s := &steps[i]
	return (c.Status == "" || s.Status == c.Status) && (c.When == "" || s.When == c.When) &&
		(c.ErrorType == "" || s.ErrorType == c.ErrorType) && strings.Contains(s.Message, c.Message)
}

// joining checks it of the rendezvous, which is no step of the program.
func (r Run) joining(c *Condition) bool {
	if c.Op != nil || c.When != "" {
		return false
	}
	call := r.lastCall(*c.Rank)
	return call != nil && (c.Status == "" || c.Status == "error" && call.Status == trace.Error) &&
		(c.ErrorType == "" || call.ErrorType == c.ErrorType) && strings.Contains(call.Message, c.Message)
}

// end checks how a rank ended and what it holds.
func (r Run) end(c *Condition) bool {
	if c.Rank == nil {
		procs, _ := r.last()
		for rank := range procs {
			if !r.held(c, rank) {
				return false
			}
		}
		return c.Fate == "" && c.Exit == nil && c.WaitsFor == nil
	}
	if c.Fate == "" && c.Exit == nil && c.WaitsFor == nil && c.Tensor+c.Input+c.Log == "" {
		return true
	}
	if *c.Rank >= len(r.Result.Ranks) {
		return false
	}
	exit := r.Result.Ranks[*c.Rank].Exit
	return (c.Fate == "" || r.Fate(*c.Rank) == c.Fate) && (c.Exit == nil || exit != nil && *exit == *c.Exit) &&
		(c.WaitsFor == nil || r.waitsFor(*c.Rank, *c.WaitsFor)) &&
		r.held(c, *c.Rank)
}

// held reports whether a rank's tensor, input or log is what the condition says.
func (r Run) held(c *Condition, rank int) bool {
	return (c.Tensor == "" || sameNumbers(c.Values, r.Values(rank, c.Tensor, nil))) &&
		(c.Input == "" || sameNumbers(c.Values, inputOf(r.Scenario, rank, c.Input))) &&
		(c.Log == "" || sameNumbers(c.Values, r.Logged(rank, c.Log)))
}

func inputOf(s *scenario.Scenario, rank int, name string) []string {
	var list []string
	if rank >= s.Processes() {
		return nil
	}
	for _, t := range s.TensorsOf(rank) {
		if t.Name == name {
			for _, n := range t.Spec.Data {
				list = append(list, string(n))
			}
		}
	}
	return list
}

func sameNumbers(want, got []string) bool {
	return slices.EqualFunc(want, got, SameNumber)
}

// waitsFor reports whether a rank ever stood still for another.
func (r Run) waitsFor(rank, peer int) bool {
	_, from := r.last()
	for i := range r.Trace.Waits {
		w := &r.Trace.Waits[i]
		if int(w.Proc) == from+rank && int(w.Peer) == from+peer && w.Call >= 0 && r.Trace.Calls[w.Call].Step >= 0 &&
			(w.End == trace.Never || w.End > w.Start) {
			return true
		}
	}
	return false
}

// measure checks a metric against numbers or another rank's.
func (r Run) measure(c *Condition) bool {
	if c.Metric == "" {
		return true
	}
	v, ok := float64(r.Trace.End), c.Metric == "end"
	if c.Rank != nil {
		v, ok = r.metric(*c.Rank, c.Metric)
	}
	if !ok {
		return false
	}
	holds := func(text string, compare func(bound float64) bool) bool {
		if text == "" {
			return true
		}
		bound, ok := quantity(text)
		return ok && compare(bound)
	}
	if c.Than != nil {
		other, ok := r.metric(*c.Than, c.Metric)
		if !ok || v <= other {
			return false
		}
	}
	return holds(c.Is, func(b float64) bool { return v == b }) && holds(c.Least, func(b float64) bool { return v >= b }) &&
		holds(c.Most, func(b float64) bool { return v <= b })
}

// quantity reads a number, or a duration as nanoseconds.
func quantity(text string) (float64, bool) {
	if d, err := time.ParseDuration(text); err == nil {
		return float64(d), true
	}
	return ParseNumber(text)
}

// metric is one of a rank's counts, durations in nanoseconds.
// Waited is how long a rank stood still for others, as the result writes it: "3ms".
func (r Run) Waited(rank int) string {
	if rank < 0 || rank >= len(r.Result.Metrics) {
		return ""
	}
	return r.Result.Metrics[rank].Wait
}

func (r Run) metric(rank int, name string) (float64, bool) {
	if rank < 0 || rank >= len(r.Result.Metrics) {
		return 0, false
	}
	m := &r.Result.Metrics[rank]
	switch name {
	case "bytes_sent":
		return float64(m.BytesSent), true
	case "messages_sent":
		return float64(m.MessagesSent), true
	case "compute":
		return quantity(m.Compute)
	case "load_data":
		return quantity(m.LoadData)
	case "wait":
		return quantity(m.Wait)
	case "transfer":
		return quantity(m.Transfer)
	}
	return 0, false
}
