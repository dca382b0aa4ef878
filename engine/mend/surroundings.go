package mend

import (
	"slices"
	"time"

	"lockstep/engine/scenario"
	"lockstep/engine/wording"
)

// surroundings are the edits of what is no program: faults, starts, the timeout,
// the debug level.
func (b *bench) surroundings() {
	for i := range b.s.Faults {
		b.calm(i)
	}
	for rank := range b.s.Ranks {
		b.start(rank)
	}
	b.patience()
	b.debug()
}

func (b *bench) calm(i int) {
	f := &b.s.Faults[i]
	cost := costOf[Calm]
	if !slices.Contains(b.blamed, f.Rank) {
		cost += costNotBlamed
	}
	b.add(Edit{
		Kind: Calm, Rank: f.Rank, Op: -1, key: "calm",
		args: wording.Args{"fault": wording.Phrase{Key: "fault." + string(f.Kind)}, "who": wording.Ranks{f.Rank}},
		do:   func(s *scenario.Scenario) { s.Faults = slices.Delete(s.Faults, i, i+1) },
	}, cost)
}

func (b *bench) start(rank int) {
	r := &b.s.Ranks[rank]
	if !r.Never && r.Start == 0 {
		return
	}
	cost := costOf[Start]
	if !b.found("absent_rank", "late_rank") {
		cost += costAmiss
	}
	b.add(Edit{
		Kind: Start, Rank: rank, Op: -1, key: "start",
		args: wording.Args{"who": wording.Ranks{rank}},
		do: func(s *scenario.Scenario) {
			r := own(s, rank)
			r.Never, r.Start = false, 0
		},
	}, cost)
}

// patience is a longer timeout: enough for what anybody in the scenario waits for.
func (b *bench) patience() {
	steps := []time.Duration{10 * time.Second, 30 * time.Second, time.Minute, 5 * time.Minute, 30 * time.Minute, 2 * time.Hour}
	for i, d := range steps {
		if d <= b.s.Timeout {
			continue
		}
		cost := costOf[Wait] + 0.05*float64(i)
		if !b.found("late_rank", "slow_link") {
			cost += costAmiss
		}
		b.add(Edit{
			Kind: Wait, Rank: Everyone, Op: -1, key: "patience",
			args: wording.Args{"old": wording.Duration(b.s.Timeout), "new": wording.Duration(d)},
			do:   func(s *scenario.Scenario) { s.Timeout = d },
		}, cost)
	}
}

func (b *bench) debug() {
	if b.s.Debug != scenario.DebugDetail {
		return
	}
	cost := costOf[Debug]
	if !b.found("detail_false_alarm", "name_mismatch") {
		cost += costAmiss
	}
	b.add(Edit{
		Kind: Debug, Rank: Everyone, Op: -1, key: "debug",
		do: func(s *scenario.Scenario) { s.Debug = scenario.DebugOff },
	}, cost)
}
