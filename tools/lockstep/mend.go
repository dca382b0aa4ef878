package main

import (
	"fmt"
	"strings"

	"lockstep/engine/export"
	"lockstep/engine/mend"
	"lockstep/engine/scenario"
)

// mendVerb looks for the smallest edit that puts a run right, and prints it: in
// words, or as the whole file.
func mendVerb(c *call) int {
	f := options("mend")
	lang := f.String("lang", "en", "")
	whole := f.Bool("file", false, "")
	file, err := oneFile(f, c.args)
	if err != nil {
		return c.complain("mend: %v", err)
	}
	if !export.Speaks(*lang) {
		return c.complain("mend: --lang %s: there are %s", *lang, strings.Join(export.Languages(), ", "))
	}
	r, status := c.load(file)
	if r == nil || status != statusDone {
		return status
	}
	m := mend.New(r.scenario, r.run.Trace(), r.result.Findings)
	for !m.Advance(1 << 20) {
	}
	switch fix := m.Fix(); {
	case len(r.result.Findings) == 0:
		fmt.Fprintln(c.err, "lockstep: nothing was found that needs mending")
	case fix == nil:
		fmt.Fprintf(c.err, "lockstep: none found in %d runs\n", m.Trials())
		return statusDiffer
	case *whole:
		c.out.Write(scenario.Format(fix.Scenario))
	default:
		fmt.Fprintln(c.out, fix.Text.In(*lang))
	}
	return statusDone
}
