// Package mend looks for the smallest edit of a scenario after which its run ends
// well and nothing is found wrong with it: what a person would have to change.
//
// It tries. Each candidate is a scenario with one thing changed that is run to its
// end and diagnosed; those that an expert would think of first are tried first
// (see cost.go). When no single edit helps, the ones that at least took the first
// cause away are tried with a second one on top; and when that does not help
// either, to let a rank run on as another one does.
//
// It knows scenarios, runs and their findings. It must never know a rule of
// diagnose or how a collective works: an edit is good if and only if the run says
// so.
package mend

import (
	"slices"
	"sort"

	"lockstep/engine"
	"lockstep/engine/result"
	"lockstep/engine/scenario"
	"lockstep/engine/sim"
	"lockstep/engine/tensor"
	"lockstep/engine/trace"
)

// Limits of a search. A program that one or two edits put right is nearly always
// put right within the first hundred trials; the rest is for long programs.
const (
	MaxTrials = 1500
	// beam is how many half-successes get a second edit.
	beam = 6
	// secondTrials is how many second edits each of them gets.
	secondTrials = 150
	// manyElements is how large tensors may be before trials, which go through
	// all elements, become dear; then only dearTrials are made.
	manyElements = 1 << 20
	dearTrials   = 40
)

// trialLimits end a trial that runs away: an edit can make a program loop.
var trialLimits = sim.Limits{Events: 300_000, Memory: 256 << 20}

// Fix is what was found.
type Fix struct {
	Scenario *scenario.Scenario // with the edits made
	Edits    []Edit
	// Text says what to change, in both languages.
	Text scenario.Text
}

// Search is one search, advanced in slices so that a page never waits for it.
type Search struct {
	of       *scenario.Scenario
	known    standing // of the run as it is
	stage    stage
	queue    []candidate // of this stage, the likeliest first
	last     []candidate // of the last stage
	trial    *engine.Run
	now      candidate
	trials   int
	most     int // trials that may be made
	partials []partial
	fix      *Fix
	done     bool
}

// candidate is an edit, or two, and what it costs: how far an expert would look
// before thinking of it.
type candidate struct {
	edits    []Edit
	cost     float64
	scenario *scenario.Scenario // of the one on trial: with the edits made
}

// stage is what is tried: one edit, two, a program taken over.
type stage int

const (
	single stage = iota
	pair
	takeOver
	noMore
)

// partial is an edit that took the first cause away and left another.
type partial struct {
	candidate
	trace    *trace.Trace
	findings []result.Finding
	roots    int
}

// New starts a search for what would put the run t of s right, in which findings
// were found. Nothing is tried yet.
func New(s *scenario.Scenario, t *trace.Trace, findings []result.Finding) *Search {
	m := &Search{of: s, known: standingOf(t, findings)}
	if len(findings) == 0 {
		m.done = true
		return m
	}
	m.queue, m.last = candidates(s, t, findings)
	m.most = MaxTrials
	elements := 0
	for i := range t.Tensors {
		elements += tensor.NumElements(t.Tensors[i].Shape)
	}
	if elements > manyElements {
		m.most = dearTrials
	}
	return m
}

// Fix is what was found; nil while the search goes on and where there is none.
func (m *Search) Fix() *Fix { return m.fix }

// Trials is how many scenarios were run.
func (m *Search) Trials() int { return m.trials }

// Advance lets at most about budget events happen in trials and reports whether
// the search is over.
func (m *Search) Advance(budget int) (done bool) {
	for budget > 0 && !m.done {
		if m.trial == nil && !m.next() {
			continue
		}
		before := len(m.trial.Trace().Events)
		over := m.trial.Advance(budget)
		// A trial costs something however short it is: laying it out.
		budget -= len(m.trial.Trace().Events) - before + 50
		if over {
			m.judge()
		}
	}
	return m.done
}

// Close gives the search up.
func (m *Search) Close() {
	if m.trial != nil {
		m.trial.Close()
	}
	m.trial, m.done = nil, true
}

// next starts the next trial; false when that candidate cannot be run, or there
// is none.
func (m *Search) next() bool {
	if len(m.queue) == 0 || m.trials >= m.most {
		m.turn()
		return false
	}
	m.now = m.queue[0]
	m.queue = m.queue[1:]
	s := m.of
	for _, e := range m.now.edits {
		s = e.apply(s)
	}
	if s.Check() != nil {
		return false
	}
	trial, err := engine.StartWithin(s, trialLimits)
	if err != nil {
		return false
	}
	m.trials++
	m.trial, m.now.scenario = trial, s
	return true
}

// turn goes over to the next stage.
func (m *Search) turn() {
	m.stage++
	switch m.stage {
	case pair:
		m.queue = m.pairs()
	case takeOver:
		m.queue, m.partials = m.last, nil
		m.most = m.trials + len(m.last)
	case noMore:
		m.done = true
	}
}

// pairs are the best half-successes, each with a second edit for what was found
// after the first.
func (m *Search) pairs() []candidate {
	sort.SliceStable(m.partials, func(i, j int) bool {
		a, b := &m.partials[i], &m.partials[j]
		return a.roots < b.roots || a.roots == b.roots && a.cost < b.cost
	})
	var list []candidate
	for _, p := range m.partials[:min(beam, len(m.partials))] {
		more, _ := candidates(p.scenario, p.trace, p.findings)
		for _, c := range more[:min(secondTrials, len(more))] {
			edits := append(slices.Clone(p.edits), c.edits...)
			list = append(list, candidate{edits: edits, cost: p.cost + c.cost})
		}
	}
	byCost(list)
	return list
}

// judge looks at a trial that is over.
func (m *Search) judge() {
	trial := m.trial
	m.trial = nil
	r := trial.Outcome()
	if r == nil {
		return
	}
	if r.Outcome == result.Done && len(r.Findings) == 0 {
		m.fix = newFix(m.now)
		m.done = true
		return
	}
	if m.stage != single || r.Outcome == result.Limit || len(r.Findings) == 0 {
		return
	}
	after := standingOf(trial.Trace(), r.Findings)
	if after.betterThan(m.known) {
		m.partials = append(m.partials, partial{m.now, trial.Trace(), r.Findings, after.roots})
	}
}
