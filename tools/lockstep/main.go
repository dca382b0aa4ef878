// Command lockstep runs scenarios without a screen: for graders, for scripts and
// for whoever reads a terminal. One file holds one verb.
//
// The exit status is 0 when a run finished, whatever happened to its ranks; 1
// when two things that were compared differ; 2 when the command or a file is
// bad; 3 when a run reached a limit.
//
// It knows files, streams and the engine. It must never know what a collective
// does: what it prints comes from the scenario, the trace and the result.
package main

import (
	"fmt"
	"io"
	"os"
	"runtime/debug"
	"strings"

	"lockstep/engine/sim"
)

// The exit statuses.
const (
	statusDone   = 0
	statusDiffer = 1
	statusBad    = 2
	statusLimit  = 3
	statusPanic  = 70 // a broken invariant of ours
)

// verb is one thing that the command can do.
type verb struct {
	name string
	args string // how it is called, after the name
	says string // what it does, in one line
	do   func(*call) int
}

// verbs in the order in which help lists them.
var verbs = []verb{
	{"run", "[--json] [--limit-events N] FILE", "runs a scenario and prints its result", runVerb},
	{"explain", "[--json] [--lang zh|en] [--events] [--tools] [--limit-events N] FILE", "tells what happened, who waited for whom and why", explainVerb},
	{"mend", "[--file] [--lang zh|en] FILE", "looks for the smallest edit that puts a run right", mendVerb},
	{"sweep", "[--rank N] [--strike crash|hitch|stall] [--orders] FILE", "strikes a rank at each of its moments, or orders messages anew, and counts the ends", sweepVerb},
	{"export", "[--as python|perfetto|report|trace-sheet|svg|json|scenario] [--lang zh|en] [--limit-events N] FILE", "gives a scenario out as a torchrun script or a table to trace it on paper, or its run as a trace for ui.perfetto.dev, a Markdown report, a picture or JSON", exportVerb},
	{"check", "FILE --expect RESULT.json", "runs a scenario and compares with an expected result", checkVerb},
	{"conform", "[-v] [-hash] [-k SUBSTRING] FILE.jsonl|DIR...", "replays recordings of real runs and counts those that the engine matches", conformVerb},
	{"verify", "[--python PYTHON] [--runs N] [--timeout T] [--limit T] [--record FILE.jsonl [--id ID]] [--buffers] FILE", "runs the same scenario as real PyTorch processes and shows both side by side", verifyVerb},
}

// call is one use of a verb: its arguments and its streams.
type call struct {
	args     []string
	in       io.Reader
	out, err io.Writer
	limits   sim.Limits // of a run, where they are given
}

// complain prints an error the way all of them look, and returns the status of a
// bad command or file.
func (c *call) complain(format string, args ...any) int {
	fmt.Fprintf(c.err, "lockstep: "+format+"\n", args...)
	return statusBad
}

func main() {
	collectLate()
	os.Exit(dispatch(&call{args: os.Args[1:], in: os.Stdin, out: os.Stdout, err: os.Stderr}))
}

// collectLate keeps the garbage collector from short runs. Nearly all that a run
// allocates is its trace, which stays: to look for what can go would cost a tenth of a
// run's time and find nothing. A gibibyte bounds what is waited for. Whoever sets GOGC
// or GOMEMLIMIT knows better.
func collectLate() {
	if os.Getenv("GOGC") == "" && os.Getenv("GOMEMLIMIT") == "" {
		debug.SetGCPercent(800)
		debug.SetMemoryLimit(1 << 30)
	}
}

// dispatch finds the verb. A panic below is our own mistake: it is shown with
// what is needed to report it.
func dispatch(c *call) (status int) {
	defer func() {
		if p := recover(); p != nil {
			fmt.Fprintf(c.err, "lockstep: broken invariant: %v\n%s\nThis is a mistake in Lockstep. Please report it with the scenario file.\n", p, debug.Stack())
			status = statusPanic
		}
	}()
	if len(c.args) == 0 {
		return c.usage(c.err, statusBad)
	}
	name := c.args[0]
	switch name {
	case "help", "-h", "-help", "--help":
		return c.usage(c.out, statusDone)
	}
	for _, v := range verbs {
		if v.name == name {
			c.args = c.args[1:]
			return v.do(c)
		}
	}
	known := make([]string, len(verbs))
	for i, v := range verbs {
		known[i] = v.name
	}
	return c.complain("%q is no verb; there are %s", name, strings.Join(known, ", "))
}

func (c *call) usage(w io.Writer, status int) int {
	fmt.Fprint(w, "usage: lockstep VERB ... (FILE may be - for standard input)\n\n")
	for _, v := range verbs {
		fmt.Fprintf(w, "  %s %s\n      %s\n", v.name, v.args, v.says)
	}
	fmt.Fprint(w, "\nexit status: 0 the run finished, 1 a comparison differs, 2 a bad command or file, 3 a limit was reached\n")
	return status
}
