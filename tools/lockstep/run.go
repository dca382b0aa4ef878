package main

import (
	"bufio"
	"fmt"
	"io"
	"os"

	"lockstep/engine"
	"lockstep/engine/export"
	"lockstep/engine/result"
	"lockstep/engine/scenario"
	"lockstep/engine/sim"
)

// runVerb prints the result of a run: JSON for programs, a short table for people.
func runVerb(c *call) int {
	f := options("run")
	asJSON := f.Bool("json", false, "")
	lang := f.String("lang", "en", "")
	f.Int64Var(&c.limits.Events, "limit-events", 0, "")
	file, err := oneFile(f, c.args)
	if err != nil {
		return c.complain("run: %v", err)
	}
	r, status := c.load(file)
	if r == nil {
		return status
	}
	w := bufio.NewWriter(c.out)
	if *asJSON {
		_, err = r.result.WriteTo(w)
	} else {
		err = export.Summary(w, r.scenario, r.result, *lang)
	}
	if err == nil {
		err = w.Flush()
	}
	if err != nil {
		return c.complain("run: %v", err)
	}
	return status
}

// ended is a run that is over.
type ended struct {
	scenario *scenario.Scenario
	run      *engine.Run
	result   *result.Result
}

// load reads, parses and runs a file, "-" being standard input. Where that
// fails it says so and returns no run; else the status is that of the run.
func (c *call) load(file string) (*ended, int) {
	text, err := c.read(file)
	if err != nil {
		return nil, c.complain("%v", err)
	}
	e, err := runText(text, c.limits)
	if err != nil {
		return nil, c.complain("%s: %v", nameOf(file), err)
	}
	if e.result.Outcome == result.Limit {
		c.complain("%s: stopped at a limit, %s", nameOf(file), e.result.Limit)
		return e, statusLimit
	}
	return e, statusDone
}

func (c *call) read(file string) ([]byte, error) {
	if file == "-" {
		text, err := io.ReadAll(c.in)
		if err != nil {
			return nil, fmt.Errorf("standard input: %w", err)
		}
		return text, nil
	}
	return os.ReadFile(file)
}

func nameOf(file string) string {
	if file == "-" {
		return "standard input"
	}
	return file
}

// slice is how many events are run at a time; with no screen to keep alive it
// only has to be large.
const slice = 1 << 20

// runText parses a scenario and runs it to its end, or to a limit.
func runText(text []byte, within sim.Limits) (*ended, error) {
	s, err := scenario.Parse(text)
	if err != nil {
		return nil, err
	}
	run, err := engine.StartWithin(s, within)
	if err != nil {
		return nil, err
	}
	for !run.Advance(slice) {
	}
	return &ended{scenario: s, run: run, result: run.Result()}, nil
}
