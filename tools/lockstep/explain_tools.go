package main

import (
	"fmt"
	"io"

	"lockstep/engine"
	"lockstep/engine/diagnose"
	"lockstep/engine/result"
	"lockstep/engine/scenario"
	"lockstep/engine/sim"
	"lockstep/engine/trace"
)

// writeTools prints what other tools say about a run, each beside what it misses or
// whom it blames wrongly. DETAIL says what it says in a run of its own.
func writeTools(w io.Writer, s *scenario.Scenario, t *trace.Trace, r *result.Result, limits sim.Limits, lang string) error {
	detail, err := underDetail(s, r, limits)
	if err != nil {
		return err
	}
	if _, err := fmt.Fprintf(w, "\n%s\n", diagnose.ToolsHeading().In(lang)); err != nil {
		return err
	}
	for _, tool := range diagnose.Tools(s, t, r, detail) {
		if _, err := fmt.Fprintf(w, "  %s\n", tool.Name.In(lang)); err != nil {
			return err
		}
		for _, line := range tool.Says {
			if _, err := fmt.Fprintf(w, "    %s\n", line.In(lang)); err != nil {
				return err
			}
		}
		if _, err := fmt.Fprintf(w, "    → %s\n", tool.Misses.In(lang)); err != nil {
			return err
		}
	}
	return nil
}

// underDetail is the outcome of the same scenario with TORCH_DISTRIBUTED_DEBUG=DETAIL.
func underDetail(s *scenario.Scenario, r *result.Result, limits sim.Limits) (*result.Result, error) {
	if s.Debug == scenario.DebugDetail {
		return r, nil
	}
	again := s.Clone()
	again.Debug = scenario.DebugDetail
	run, err := engine.StartWithin(again, limits)
	if err != nil {
		return nil, fmt.Errorf("under DETAIL: %w", err)
	}
	for !run.Advance(1 << 20) {
	}
	return run.Outcome(), nil
}
