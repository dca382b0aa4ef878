package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"lockstep/engine/conform"
	"lockstep/engine/result"
)

// expectation is the part of an expected result that is compared: the outcome,
// what each rank did by the rule of engine/conform, and the findings by code,
// ranks and call. Times, metrics, hashes and wording are not: they may change
// with the model while the answer stays right. A key that is left out is not
// compared.
type expectation struct {
	Outcome  string            `json:"outcome"`
	Ranks    []conform.Rank    `json:"ranks"`
	Findings *[]result.Finding `json:"findings"`
}

// checkVerb runs a scenario and says where it leaves an expected result.
func checkVerb(c *call) int {
	f := options("check")
	expect := f.String("expect", "", "")
	file, err := oneFile(f, c.args)
	if err == nil && *expect == "" {
		err = errors.New("--expect RESULT.json is missing")
	}
	if err != nil {
		return c.complain("check: %v", err)
	}
	text, err := c.read(*expect)
	if err != nil {
		return c.complain("%v", err)
	}
	var want expectation
	if err := json.Unmarshal(text, &want); err != nil {
		return c.complain("%s: %v", nameOf(*expect), err)
	}
	r, status := c.load(file)
	if r == nil {
		return status
	}
	differences := want.compare(r.result)
	for _, d := range differences {
		fmt.Fprintln(c.out, d)
	}
	if len(differences) > 0 {
		return statusDiffer
	}
	fmt.Fprintln(c.out, "as expected")
	return status
}

func (want *expectation) compare(got *result.Result) (differences []string) {
	if want.Outcome != "" && want.Outcome != got.Outcome {
		differences = append(differences, fmt.Sprintf("outcome: got %s, wanted %s", got.Outcome, want.Outcome))
	}
	if want.Ranks != nil {
		rec := &conform.Recording{Outcomes: []conform.Outcome{{Ranks: want.Ranks}}}
		if d := conform.Judge(rec, got); d != nil {
			differences = append(differences, d.String())
		}
	}
	if want.Findings == nil {
		return differences
	}
	for _, f := range *want.Findings {
		if !slices.ContainsFunc(got.Findings, func(g result.Finding) bool { return sameFinding(f, g) }) {
			differences = append(differences, "findings: wanted "+findingText(f)+", which is not there")
		}
	}
	for _, g := range got.Findings {
		if !slices.ContainsFunc(*want.Findings, func(f result.Finding) bool { return sameFinding(f, g) }) {
			differences = append(differences, "findings: got "+findingText(g)+", which was not expected")
		}
	}
	return differences
}

func sameFinding(a, b result.Finding) bool {
	sameCall := a.Call == nil && b.Call == nil || a.Call != nil && b.Call != nil && *a.Call == *b.Call
	return a.Code == b.Code && slices.Equal(a.Ranks, b.Ranks) && sameCall
}

func findingText(f result.Finding) string {
	s := fmt.Sprintf("%s of ranks %v", f.Code, f.Ranks)
	if f.Call != nil {
		s += fmt.Sprintf(" at call %d", *f.Call)
	}
	return s
}
