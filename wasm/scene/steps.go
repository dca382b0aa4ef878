package scene

import (
	"sort"

	"lockstep/engine/trace"
)

// stepMark is the name under which a program logs that a step of its training
// begins: begin_step of a script.
const stepMark = "step"

// step is one step of a training loop, as each process went through it.
type step struct {
	number  int64
	attempt int
	From    []trace.Time // by process; Never: it was not in this step
	To      []trace.Time
	share   [][uses]trace.Time // by process: what its time went to
	slow    int                // the process that works alone longest, or −1: see blame
	waited  trace.Time         // for which the others stood still in all
}

// training is a run seen step by step.
type training struct {
	steps []step
	logs  []metricLog
	most  trace.Time // that a process took for a step
}

// metricLog is all that was logged under one name.
type metricLog struct {
	name    string
	entries [][]logEntry // by process, in order
	longest int
}

type logEntry struct {
	at    trace.Time
	value float64
	step  string // number of the step, "" outside
}

// training is found once for each run.
func (d *sheet) training() *training {
	if d.index.training == nil {
		d.index.training = d.index.findTraining(d.spent(), func(int) {})
	}
	return d.index.training
}

// findTraining cuts the run at the marks of its steps: those that the program
// logs, else the turns of a repeat.
func (x *index) findTraining(s *spent, did func(units int)) *training {
	tr := &training{}
	type key struct{ attempt, number, again int64 }
	at, seen := map[key]int{}, make([]map[key]int64, len(x.t.Procs))
	open := make([]int, len(x.t.Procs)) // the step that a process is in, + 1
	mark := func(p int, when trace.Time, number int64) {
		k := key{attempt: int64(x.attemptOf(when)), number: number}
		if seen[p] == nil {
			seen[p] = map[key]int64{}
		}
		again := seen[p][k]
		seen[p][k]++
		k.again = again
		i, known := at[k]
		if !known {
			i = len(tr.steps)
			at[k] = i
			tr.steps = append(tr.steps, newStep(number, int(k.attempt), len(x.t.Procs)))
		}
		x.closeStep(tr, p, open[p], when)
		tr.steps[i].From[p] = when
		open[p] = i + 1
	}
	names := map[string]int{}
	for i, e := range x.t.Events {
		if i%looks == looks-1 {
			did(looksCost)
		}
		if e.Kind != trace.Logged {
			continue
		}
		l, when := &x.t.Logs[e.Ref], x.t.EventTime(i)
		switch l.Name {
		case "":
		case stepMark:
			mark(int(l.Proc), when, int64(l.Value))
		default:
			entry := logEntry{at: when, value: l.Value}
			if k := open[l.Proc]; k > 0 {
				entry.step = itoa(int(tr.steps[k-1].number))
			}
			tr.log(names, l.Name, int(l.Proc), len(x.t.Procs), entry)
		}
	}
	if len(tr.steps) == 0 {
		x.turns(mark)
	}
	for p := range x.t.Procs {
		x.closeStep(tr, p, open[p], trace.Never)
	}
	tr.fill(s, did)
	return tr
}

// turns marks each turn of a repeat by the first op of its body.
func (x *index) turns(mark func(p int, when trace.Time, number int64)) {
	for i := range x.t.Calls {
		if c := &x.t.Calls[i]; c.Inner == 1 && c.Status != trace.Skipped {
			mark(int(c.Proc), c.Start, int64(c.Turn))
		}
	}
}

func newStep(number int64, attempt, procs int) step {
	s := step{number: number, attempt: attempt, From: make([]trace.Time, procs), To: make([]trace.Time, procs), share: make([][uses]trace.Time, procs), slow: -1}
	for p := range procs {
		s.From[p], s.To[p] = trace.Never, trace.Never
	}
	return s
}

// closeStep ends the step that a process is in: where the next begins, or, within
// the attempt, with its last call.
func (x *index) closeStep(tr *training, p, open int, next trace.Time) {
	if open == 0 {
		return
	}
	s := &tr.steps[open-1]
	end := next
	if next == trace.Never || x.attemptOf(next) != s.attempt {
		end = s.From[p]
		list := x.calls[p]
		for k := sort.Search(len(list), func(k int) bool { return x.t.Calls[list[k]].Start >= s.From[p] }); k < len(list); k++ {
			if c := &x.t.Calls[list[k]]; x.attemptOf(c.Start) == s.attempt {
				end = max(end, x.until(c))
			} else {
				break
			}
		}
	}
	s.To[p] = end
}

// log keeps an entry under its name.
func (tr *training) log(names map[string]int, name string, p, procs int, e logEntry) {
	k, known := names[name]
	if !known {
		k = len(tr.logs)
		names[name] = k
		tr.logs = append(tr.logs, metricLog{name: name, entries: make([][]logEntry, procs)})
	}
	m := &tr.logs[k]
	m.entries[p] = append(m.entries[p], e)
	m.longest = max(m.longest, len(m.entries[p]))
}

// fill finds what the time of each step went to, and who the others waited for.
func (tr *training) fill(s *spent, did func(units int)) {
	next := make([]int, len(s.procs))
	for i := range tr.steps {
		st := &tr.steps[i]
		for k, p := range s.procs {
			from, to := st.From[p], st.To[p]
			if from == trace.Never {
				continue
			}
			tr.most = max(tr.most, to-from)
			rest := to - from
			list := s.pieces[k]
			for next[k] < len(list) && list[next[k]].To <= from {
				next[k]++
			}
			for j := next[k]; j < len(list) && list[j].From < to; j++ {
				if part := min(to, list[j].To) - max(from, list[j].From); part > 0 {
					st.share[p][list[j].use] += part
					rest -= part
				}
			}
			st.share[p][resting] += max(0, rest)
		}
		st.blame(s)
		did(len(s.procs))
	}
}

// alone is how long a process was busy in the step with what it needs nobody for.
func (st *step) alone(p int) trace.Time {
	return st.share[p][loading] + st.share[p][working] + st.share[p][resting]
}

// blame finds who is slow by what the others do: they stand still for at least a
// twentieth of the step, while the one that works alone longest does not.
func (st *step) blame(s *spent) {
	slow, n := -1, 0
	sum, length := trace.Time(0), trace.Time(0)
	for _, p := range s.procs {
		if st.From[p] == trace.Never {
			continue
		}
		n++
		length = max(length, st.To[p]-st.From[p])
		sum += st.share[p][standingBy]
		if slow < 0 || st.alone(int(p)) > st.alone(slow) {
			slow = int(p)
		}
	}
	if n < 2 || slow < 0 {
		return
	}
	others := sum - st.share[slow][standingBy]
	if each := others / trace.Time(n-1); each*20 >= length && each > 2*st.share[slow][standingBy] {
		st.slow, st.waited = slow, others
	}
}

// average is the mean over the processes that are in the step, and the longest.
func (st *step) average() (mean [uses]trace.Time, took, most trace.Time) {
	n := trace.Time(0)
	for p := range st.From {
		if st.From[p] == trace.Never {
			continue
		}
		n++
		for u := range uses {
			mean[u] += st.share[p][u]
		}
		took += st.To[p] - st.From[p]
		most = max(most, st.To[p]-st.From[p])
	}
	for u := range uses {
		mean[u] /= max(1, n)
	}
	return mean, took / max(1, n), most
}

// stepAt is the step that was begun last at a time; −1: none.
func (tr *training) stepAt(at trace.Time) int {
	best := -1
	for i := range tr.steps {
		for _, from := range tr.steps[i].From {
			if from != trace.Never && from <= at {
				best = i
				break
			}
		}
	}
	return best
}
