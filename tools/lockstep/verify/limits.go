package verify

import (
	"fmt"
	"time"

	"lockstep/engine/scenario"
)

// mostProcesses bounds a real run: beyond it, starting them alone disturbs the
// timing that is to be observed.
const mostProcesses = 64

// canBeReal says why a scenario cannot be run as processes, or nil.
func canBeReal(s *scenario.Scenario) error {
	if n := s.Processes(); n > mostProcesses {
		return fmt.Errorf("%d processes are too many to run for real; at most %d", n, mostProcesses)
	}
	if s.Script != "" {
		return fmt.Errorf("script: a script runs in the engine alone; a program of ops can be run for real")
	}
	for i := range s.Processes() {
		for j, op := range s.ProgramOf(i) {
			if modelOnly[op.Name] {
				return fmt.Errorf("rank %d op %d: %s exists in the engine alone and cannot be run for real", i, j, op.Name)
			}
		}
	}
	return nil
}

// modelOnly are ops that no call of torch.distributed stands behind.
var modelOnly = map[string]bool{"local": true, "save_checkpoint": true, "load_checkpoint": true}

// slowLookup is how long the name of ::ffff:127.0.0.1 may take before it is said
// aloud: the store looks it up for each client that it accepts, one by one.
const slowLookup = 300 * time.Millisecond

// notes are the lines a person has to know before reading the comparison.
func notes(s *scenario.Scenario, h hello, limit time.Duration) []string {
	var lines []string
	if took := time.Duration(h.Lookup * float64(time.Second)); took > slowLookup {
		lines = append(lines, fmt.Sprintf("note: looking up the name of ::ffff:127.0.0.1 takes %.1f s here, so init_process_group misses short timeouts; "+
			"an entry for it in the hosts file, or `hosts: files` in nsswitch.conf, cures it", took.Seconds()))
	}
	if s.StopAfter == 0 && s.Timeout >= limit || s.StopAfter > limit {
		lines = append(lines, fmt.Sprintf("note: a real run is stopped after %v, before the timeout of %v can strike; --timeout 3s gives both a shorter one, --limit more time",
			limit, s.Timeout))
	}
	for _, f := range s.Faults {
		if f.Kind == scenario.DropLink || f.Kind == scenario.SlowLink {
			lines = append(lines, fmt.Sprintf("note: the fault %s of rank %d is of the model's network; the real run goes without it", f.Kind, f.Rank))
		}
	}
	if s.Job.MaxRestarts > 0 {
		lines = append(lines, "note: the real run has no launcher: nothing is restarted")
	}
	return lines
}
