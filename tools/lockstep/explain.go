package main

import (
	"bufio"
	"strings"

	"lockstep/engine/export"
)

// explainVerb tells a run to people.
func explainVerb(c *call) int {
	f := options("explain")
	asJSON := f.Bool("json", false, "")
	lang := f.String("lang", "en", "")
	events := f.Bool("events", false, "")
	tools := f.Bool("tools", false, "")
	f.Int64Var(&c.limits.Events, "limit-events", 0, "")
	file, err := oneFile(f, c.args)
	if err != nil {
		return c.complain("explain: %v", err)
	}
	if !export.Speaks(*lang) {
		return c.complain("explain: --lang %s: there are %s", *lang, strings.Join(export.Languages(), ", "))
	}
	r, status := c.load(file)
	if r == nil {
		return status
	}
	w := bufio.NewWriter(c.out)
	if *asJSON {
		_, err = r.result.WriteTo(w)
	} else {
		err = export.Story(w, r.scenario, r.run.Trace(), r.result, export.Telling{Lang: *lang, Events: *events, Hints: *tools})
		if err == nil && *tools {
			err = writeTools(w, r.scenario, r.run.Trace(), r.result, c.limits, *lang)
		}
	}
	if err == nil {
		err = w.Flush()
	}
	if err != nil {
		return c.complain("explain: %v", err)
	}
	return status
}
