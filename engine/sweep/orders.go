package sweep

import (
	"slices"
	"sort"
	"time"

	"lockstep/engine"
	"lockstep/engine/scenario"
	"lockstep/engine/trace"
)

// Race is a receiver that takes messages from any source, and who sends to it.
type Race struct {
	Rank    int
	Senders []int
}

// Races lists the ranks of a program of ops that receive from any source, with at
// least two ranks that send to them.
func Races(s *scenario.Scenario) []Race {
	n := s.Processes()
	any, from := make([]bool, n), make([][]int, n)
	for rank := range n {
		scenario.Walk(s.ProgramOf(rank), func(op *scenario.Op) {
			switch {
			case op.Name == "recv" || op.Name == "irecv":
				any[rank] = any[rank] || op.Src == nil
			case sends(op) && *op.Dst >= 0 && *op.Dst < n && !slices.Contains(from[*op.Dst], rank):
				from[*op.Dst] = append(from[*op.Dst], rank)
			}
		})
	}
	var list []Race
	for rank := range n {
		if any[rank] && len(from[rank]) > 1 {
			list = append(list, Race{rank, from[rank]})
		}
	}
	return list
}

// Order is one order in which messages can come: for each race, its senders from
// the fastest to the slowest.
type Order [][]int

// End is one way in which orders end: how many of them, and the first. Those that
// end well with other numbers are another way.
type End struct {
	Outcome Outcome
	Count   int
	First   Order
	numbers ending
}

// Verdict sums a sweep over orders up.
type Verdict string

// Whether all orders end well, some of them, or none.
const (
	Always    Verdict = "always"
	Sometimes Verdict = "sometimes"
	Never     Verdict = "never"
)

// Orders is a sweep over the orders in which the senders of messages from any
// source can come first. It makes them by holding senders up, so each is one that
// can happen; how later messages of one sender fall between those of another is
// left to the run.
type Orders struct {
	of    *scenario.Scenario
	races []Race
	calm  ending
	apart time.Duration
	list  []Order
	all   int
	next  int
	trial *engine.Run
	ends  []End
}

// NewOrders prepares a sweep over the orders of s, whose own run is t.
func NewOrders(s *scenario.Scenario, t *trace.Trace) *Orders {
	w := &Orders{of: s, races: Races(s), calm: endOf(t)}
	w.list, w.all = orders(w.races, MaxRuns)
	most := 1
	for _, r := range w.races {
		most = max(most, len(r.Senders))
	}
	// Far enough apart for everything else to happen in between, and not so far
	// that the timeout comes into it.
	w.apart = max(min(t.End, s.Timeout/time.Duration(4*most)), time.Microsecond)
	return w
}

// Orders is how many there are, and how many of them are run.
func (w *Orders) Orders() (all, run int) { return w.all, len(w.list) }

// Ends are the ways in which the orders that were run ended, the commonest first.
func (w *Orders) Ends() []End {
	ends := slices.Clone(w.ends)
	sort.SliceStable(ends, func(i, j int) bool { return ends[i].Count > ends[j].Count })
	return ends
}

// Verdict of the orders that were run.
func (w *Orders) Verdict() Verdict {
	good := 0
	for _, e := range w.ends {
		if e.Outcome == Recovers {
			good += e.Count
		}
	}
	switch {
	case good == w.next && w.next > 0:
		return Always
	case good > 0:
		return Sometimes
	}
	return Never
}

// With is the scenario in which an order comes about: who is to come later is
// held up for a while before its first send to the receiver.
func (w *Orders) With(o Order) *scenario.Scenario {
	c := w.of.Clone()
	for i, senders := range o {
		for k, from := range senders {
			if k == 0 {
				continue
			}
			op := firstSend(w.of.ProgramOf(from), w.races[i].Rank)
			c.Faults = append(c.Faults, scenario.Fault{Kind: scenario.Freeze, Rank: from, At: scenario.Strike{Op: &op}, For: time.Duration(k) * w.apart})
		}
	}
	return c
}

// firstSend is the op of a program that first sends to a rank.
func firstSend(program []scenario.Op, to int) int {
	for i := range program {
		found := false
		scenario.Walk(program[i:i+1], func(op *scenario.Op) { found = found || sends(op) && *op.Dst == to })
		if found {
			return i
		}
	}
	return 0
}

func sends(op *scenario.Op) bool { return (op.Name == "send" || op.Name == "isend") && op.Dst != nil }

// Advance lets at most about budget events happen and reports whether the sweep is
// over.
func (w *Orders) Advance(budget int) (done bool) {
	for budget > 0 && w.next < len(w.list) {
		var e ending
		outcome, over := step(&w.trial, &budget, func() *scenario.Scenario { return w.With(w.list[w.next]) }, func(end ending) Outcome {
			e = end
			return end.alone()
		})
		if over {
			w.count(outcome, e, w.list[w.next])
			w.next++
		}
	}
	return w.next == len(w.list)
}

// alone is how a run ended, beside no other: Wrong where something was found in it
// all the same.
func (e ending) alone() Outcome {
	o := e.beside(e)
	if o == Recovers && e.findings > 0 {
		return Wrong
	}
	return o
}

func (w *Orders) count(o Outcome, e ending, order Order) {
	for i := range w.ends {
		if known := &w.ends[i]; known.Outcome == o && (o != Recovers && o != Wrong || known.numbers.numbers == e.numbers) {
			known.Count++
			return
		}
	}
	w.ends = append(w.ends, End{o, 1, order, e})
}

// Close gives the sweep up.
func (w *Orders) Close() {
	if w.trial != nil {
		w.trial.Close()
		w.trial = nil
	}
}

// orders lists the orders of all races, at most n of them, and counts all.
func orders(races []Race, n int) (list []Order, all int) {
	list, all = []Order{{}}, 1
	for _, r := range races {
		turns := permutations(r.Senders, n)
		for k := 2; k <= len(r.Senders) && all <= 1<<30; k++ {
			all *= k
		}
		var more []Order
		for _, turn := range turns {
			for _, o := range list {
				if len(more) < n {
					more = append(more, append(slices.Clone(o), turn))
				}
			}
		}
		list = more
	}
	if len(races) == 0 {
		return nil, 0
	}
	return list, all
}

// permutations lists at most n of the orders of a list, as it stands first.
func permutations(list []int, n int) [][]int {
	if len(list) <= 1 {
		return [][]int{slices.Clone(list)}
	}
	var all [][]int
	for i := range list {
		rest := slices.Delete(slices.Clone(list), i, i+1)
		for _, p := range permutations(rest, n) {
			if len(all) == n {
				return all
			}
			all = append(all, append([]int{list[i]}, p...))
		}
	}
	return all
}
