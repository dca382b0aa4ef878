package scene

import (
	"slices"
	"sort"

	"lockstep/engine/scenario"
	"lockstep/engine/trace"
	"lockstep/wasm/app"
)

// use is what a process's time goes to.
type use uint8

// The uses, in the order in which they are drawn. Resting is all that is none of
// the others: asleep, frozen, not there.
const (
	loading use = iota
	working
	standingBy // waits for others, or for an answer
	exchanging // its data is on the way
	resting
	uses
)

var useKeys = [uses]string{"time.loading", "time.computing", "time.waiting", "time.transferring", "time.resting"}

// piece is a stretch of one process's time.
type piece struct {
	From, To trace.Time
	use      use
}

// spent is where the time of a run went.
type spent struct {
	From, To trace.Time // from the first op of a program to the end of the last
	procs    []int32    // of the last attempt
	pieces   [][]piece  // by process, in order, without overlap
	share    [][uses]float64
	average  [uses]float64

	slow      int     // who the others wait for: an index of procs, or −1
	slowUse   use     // what it spends its time on, more than the others
	slowSleep bool    // and that is sleep
	others    float64 // the share of their time that the others wait for it
}

// spent is found once for each run.
func (d *sheet) spent() *spent {
	if d.index.spent == nil {
		d.index.spent = d.index.findSpent(func(int) {})
	}
	return d.index.spent
}

func (x *index) findSpent(did func(units int)) *spent {
	t := x.t
	s := &spent{From: -1, slow: -1}
	first := (t.Attempts() - 1) * max(1, t.Seats)
	for p := first; p < len(t.Procs); p++ {
		s.procs = append(s.procs, int32(p))
		for _, id := range x.calls[p] {
			c := &t.Calls[id]
			if c.Step < 0 || c.Status == trace.Skipped {
				continue
			}
			if s.From < 0 || c.Start < s.From {
				s.From = c.Start
			}
			s.To = max(s.To, x.until(c))
		}
	}
	s.From = max(s.From, 0)
	for _, p := range s.procs {
		s.add(x.piecesOf(int(p), did))
	}
	s.blame(did)
	return s
}

// until is when a call ended, or when the run did.
func (x *index) until(c *trace.Call) trace.Time {
	if c.End == trace.Never {
		return x.ended()
	}
	return c.End
}

// add takes the pieces of the next process, and sums them up.
func (s *spent) add(list []piece) {
	var share [uses]float64
	whole := float64(s.To - s.From)
	rest := whole
	for i := range list {
		list[i].From, list[i].To = max(list[i].From, s.From), min(list[i].To, s.To)
		if d := float64(list[i].To - list[i].From); d > 0 {
			share[list[i].use] += d
			rest -= d
		}
	}
	share[resting] += max(0, rest)
	for u := range share {
		if whole > 0 {
			share[u] /= whole
		}
		s.average[u] += share[u] / float64(len(s.procs))
	}
	s.pieces, s.share = append(s.pieces, list), append(s.share, share)
}

// piecesOf cuts a process's time by what its program does. An asynchronous call
// takes none: its work goes on beside the program, which waits for it later.
func (x *index) piecesOf(p int, did func(units int)) []piece {
	var list []piece
	last := trace.Time(0)
	put := func(from, to trace.Time, u use) {
		if from = max(from, last); to > from {
			list = append(list, piece{from, to, u})
			last = to
		}
	}
	for _, id := range x.calls[p] {
		c := &x.t.Calls[id]
		end := x.until(c)
		if c.Status == trace.Skipped {
			continue
		}
		switch c.Op {
		case "load_data":
			put(c.Start, end, loading)
			continue
		case "compute":
			put(c.Start, end, working)
			continue
		case "sleep":
			put(c.Start, end, resting)
			continue
		}
		idle, known := x.knownIdle(id)
		looked := 0
		if !known {
			idle, looked = x.learnIdle(id)
		}
		did(1 + looked/4)
		between, moving := resting, []span(nil)
		family := app.FamilyOf(c.Op)
		if family == scenario.Collectives || family == scenario.PointToPoint {
			between = exchanging
		}
		if c.Handle != trace.None {
			moving = x.motion(c.Handle)
			between = standingBy
		}
		for _, s := range idle {
			put(c.Start, min(s.From, end), between)
			for _, m := range moving {
				put(s.From, min(m.From, s.To), standingBy)
				put(m.From, min(m.To, s.To), exchanging)
			}
			put(s.From, min(s.To, end), standingBy)
		}
		put(c.Start, end, between)
	}
	return list
}

// busyShare is what a process does that is not waiting.
func busyShare(share [uses]float64) float64 {
	return share[loading] + share[working] + share[exchanging]
}

// What makes one process the slow one: it works alone for so much longer than the
// others usually do, and so much of their time goes by waiting meanwhile.
const (
	slowLead   = 0.05
	slowWaited = 0.05
)

// blame finds the process that the others wait for: the one that works alone
// longest. Whom a rank waits for in a ring is its neighbour, who waits too; so
// what counts is whether they stand still while that one works.
func (s *spent) blame(did func(units int)) {
	n := len(s.procs)
	if n < 2 || s.To <= s.From {
		return
	}
	alone := make([]float64, n)
	for i := range alone {
		alone[i] = s.alone(i)
	}
	slow := 0
	for i := range alone {
		if alone[i] > alone[slow] {
			slow = i
		}
	}
	rest := slices.Delete(slices.Clone(alone), slow, slow+1)
	slices.Sort(rest)
	if alone[slow]-rest[(len(rest)-1)/2] < slowLead {
		return
	}
	sum, own := 0.0, s.share[slow][standingBy]
	for i := range s.pieces {
		if i != slow {
			sum += s.waitsWhile(i, slow)
			did(len(s.pieces[i]) / 4)
		}
	}
	others := sum / float64(n-1)
	if others < slowWaited || own > others/2 {
		return
	}
	s.slow, s.others = slow, others
	s.slowUse, s.slowSleep = s.chief(slow)
}

// alone is the share of its time that a process needs nobody for.
func (s *spent) alone(i int) float64 {
	sum := trace.Time(0)
	for _, p := range s.pieces[i] {
		if s.isAlone(p) {
			sum += p.To - p.From
		}
	}
	return float64(sum) / float64(s.To-s.From)
}

func (s *spent) isAlone(p piece) bool {
	return p.To > p.From && (p.use == loading || p.use == working || p.use == resting)
}

// waitsWhile is the share of its time that process i stands still while another
// one works alone.
func (s *spent) waitsWhile(i, other int) float64 {
	sum := trace.Time(0)
	own := s.pieces[other]
	for _, p := range s.pieces[i] {
		if p.use != standingBy || p.To <= p.From {
			continue
		}
		for k := sort.Search(len(own), func(k int) bool { return own[k].To > p.From }); k < len(own) && own[k].From < p.To; k++ {
			if s.isAlone(own[k]) {
				sum += min(own[k].To, p.To) - max(own[k].From, p.From)
			}
		}
	}
	return float64(sum) / float64(s.To-s.From)
}

// chief is what a process spends more of its time on than the others do.
func (s *spent) chief(slow int) (u use, sleeps bool) {
	best := -1.0
	for _, k := range []use{loading, working, resting} {
		usual := (s.average[k]*float64(len(s.procs)) - s.share[slow][k]) / float64(len(s.procs)-1)
		if lead := s.share[slow][k] - usual; lead > best {
			best, u = lead, k
		}
	}
	return u, u == resting
}
