// Command check runs everything that must hold before a change lands: the form
// of the code, its tests natively and as WebAssembly, and the page in a real
// browser.
//
//	go run ./tools/check              all of it
//	go run ./tools/check -list        the names of the steps
//	go run ./tools/check -only vet    one step
//
// It works on a fresh machine with Go alone: what else it needs (Node.js to run
// WebAssembly, browsers to show the page) it installs from Debian's packages
// where it may, and names where it may not.
//
// It knows how to start other programs and read their verdicts. It must never
// judge the product itself: whatever is true of it stands in a test.
package main

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"strings"
	"time"

	"lockstep/tools/check/architecture"
)

// step is one thing to check. It prints what it found and returns an error if
// that was not all right.
type step struct {
	name string
	says string
	run  func(*bench) error
}

// steps in the order from cheap to dear, so that a slip shows early.
var steps = []step{
	{"gofmt", "every Go file is formatted", checkFormat},
	{"vet", "go vet, natively and for the browser", checkVet},
	{"staticcheck", "staticcheck " + staticcheckVersion + ", natively and for the browser", checkStatic},
	{"test", "unit, golden and property tests, natively", checkTests},
	{"wasm", "the engine's tests as WebAssembly under Node.js, with the same trace hashes", checkWasm},
	{"page", "the page in Chromium, and from end to end in Firefox and WebKitGTK", checkPage},
}

// bench is where the steps work: the module's folder.
type bench struct{ root string }

func main() {
	list := flag.Bool("list", false, "list the steps")
	only := flag.String("only", "", "run these steps alone, separated by commas")
	flag.Parse()
	if *list {
		for _, s := range steps {
			fmt.Printf("%-12s %s\n", s.name, s.says)
		}
		return
	}
	if err := runSteps(*only); err != nil {
		fmt.Fprintln(os.Stderr, "\ncheck:", err)
		os.Exit(1)
	}
}

func runSteps(only string) error {
	root, err := architecture.Root()
	if err != nil {
		return err
	}
	chosen, err := choose(only)
	if err != nil {
		return err
	}
	b := &bench{root: root}
	began := time.Now()
	for i, s := range chosen {
		fmt.Printf("\n━━ %d/%d %s: %s\n", i+1, len(chosen), s.name, s.says)
		at := time.Now()
		if err := s.run(b); err != nil {
			return fmt.Errorf("%s failed after %s: %w", s.name, time.Since(at).Round(time.Second), err)
		}
		fmt.Printf("── %s ok, %s\n", s.name, time.Since(at).Round(100*time.Millisecond))
	}
	fmt.Printf("\nAll %d steps passed in %s.\n", len(chosen), time.Since(began).Round(time.Second))
	return nil
}

// choose returns the steps named in a list, in their own order; all for "".
func choose(only string) ([]step, error) {
	if only == "" {
		return steps, nil
	}
	var chosen []step
	wanted := strings.Split(only, ",")
	for _, s := range steps {
		for _, w := range wanted {
			if s.name == w {
				chosen = append(chosen, s)
			}
		}
	}
	if len(chosen) != len(wanted) {
		return nil, errors.New("no such step in " + only + "; see -list")
	}
	return chosen, nil
}
