package main

import (
	"lockstep/engine/result"
	"lockstep/engine/scenario"
	"lockstep/engine/sim"
	"lockstep/tools/lockstep/verify"
)

// verifyVerb runs a scenario as real processes too and shows both answers.
func verifyVerb(c *call) int {
	v := verify.Verb{Args: c.args, In: c.in, Out: c.out, Err: c.err, Engine: func(text []byte) (*scenario.Scenario, *result.Result, error) {
		e, err := runText(text, sim.Limits{})
		if err != nil {
			return nil, nil, err
		}
		return e.scenario, e.result, nil
	}}
	return v.Run()
}
