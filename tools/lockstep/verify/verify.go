// Package verify runs a scenario for real, as processes of PyTorch with the Gloo
// backend on 127.0.0.1, and lays what they did beside what the engine says.
//
// It knows processes, pipes and the form of results. It must never know how the
// engine comes to its answer, and it ends no process but those it has started.
//
// The processes themselves are run by a program in Python (real/runner.py), for
// torch lives there; real/rank.py makes the calls.
package verify

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"path/filepath"
	"syscall"
	"time"

	"lockstep/engine/conform"
	"lockstep/engine/result"
	"lockstep/engine/scenario"
)

// The exit statuses, those of the command.
const (
	statusDone   = 0
	statusDiffer = 1
	statusBad    = 2
)

// Verb is one use of the verb: what was typed, its streams, and the engine.
type Verb struct {
	Args     []string
	In       io.Reader
	Out, Err io.Writer
	// Engine parses a scenario file and runs it to its end.
	Engine func(text []byte) (*scenario.Scenario, *result.Result, error)
}

// options are the verb's flags.
type options struct {
	file    string
	python  string
	runs    int
	limit   time.Duration
	timeout string
	record  string
	id      string
	buffers bool
}

func (v *Verb) options() (*options, error) {
	o := &options{}
	f := flag.NewFlagSet("verify", flag.ContinueOnError)
	f.SetOutput(io.Discard)
	f.StringVar(&o.python, "python", "", "")
	f.IntVar(&o.runs, "runs", 1, "")
	f.DurationVar(&o.limit, "limit", time.Minute, "")
	f.StringVar(&o.timeout, "timeout", "", "")
	f.StringVar(&o.record, "record", "", "")
	f.StringVar(&o.id, "id", "", "")
	f.BoolVar(&o.buffers, "buffers", false, "")
	for args := v.Args; ; {
		if err := f.Parse(args); err != nil {
			return nil, err
		}
		if f.NArg() == 0 {
			break
		}
		if o.file != "" {
			return nil, fmt.Errorf("one file at a time, not also %s", f.Arg(0))
		}
		o.file, args = f.Arg(0), f.Args()[1:]
	}
	switch {
	case o.file == "":
		return nil, errors.New("which file?")
	case o.runs < 1 || o.runs > 1000:
		return nil, fmt.Errorf("--runs %d: 1 to 1000", o.runs)
	case o.limit < time.Second || o.limit > time.Hour:
		return nil, fmt.Errorf("--limit %v: 1s to 1h", o.limit)
	}
	return o, nil
}

// Run does the verb and returns the exit status: 0 if the engine did what the
// real processes did in some run, 1 if not, 2 if there is nothing to compare.
func (v *Verb) Run() int {
	if err := v.run(); err != nil {
		if errors.Is(err, errDiffer) {
			return statusDiffer
		}
		fmt.Fprintf(v.Err, "lockstep: verify: %v\n", err)
		return statusBad
	}
	return statusDone
}

// errDiffer says that the comparison was made and shown, and that it differs.
var errDiffer = errors.New("engine and real differ")

func (v *Verb) run() error {
	o, err := v.options()
	if err != nil {
		return err
	}
	text, err := v.read(o)
	if err != nil {
		return err
	}
	s, engineResult, err := v.Engine(text)
	if err != nil {
		return fmt.Errorf("%s: %w", o.file, err)
	}
	if err := canBeReal(s); err != nil {
		return fmt.Errorf("%s: %w", o.file, err)
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	r, err := start(ctx, candidates(o.python, o.file))
	if err != nil {
		return err
	}
	defer r.stop()
	for _, note := range notes(s, r.hello, o.limit) {
		fmt.Fprintln(v.Err, note)
	}
	runs, err := r.play(text, o.runs, o.limit)
	if err != nil {
		return err
	}
	outcomes := distinct(runs, o.buffers)
	if o.record != "" {
		if err := v.write(o, s, text, r.hello, outcomes); err != nil {
			return err
		}
	}
	chosen := nearest(outcomes, engineResult)
	fmt.Fprintln(v.Out, headline(r.hello, len(runs), outcomes))
	differences := conform.Differences(chosen.judged(), engineResult)
	sideBySide(v.Out, chosen, engineResult, differences)
	if len(differences) > 0 {
		return errDiffer
	}
	return nil
}

// read gives the scenario's text, with the timeout asked for.
func (v *Verb) read(o *options) (text []byte, err error) {
	if o.file == "-" {
		text, err = io.ReadAll(v.In)
	} else {
		text, err = os.ReadFile(o.file)
	}
	if err != nil || o.timeout == "" {
		return text, err
	}
	var keys map[string]json.RawMessage
	if err := json.Unmarshal(text, &keys); err != nil {
		return nil, fmt.Errorf("%s: %w", o.file, err)
	}
	keys["timeout"], _ = json.Marshal(o.timeout)
	return json.Marshal(keys)
}

// name is what the recording is called if nobody says: the file without its end.
func (o *options) name() string {
	if o.id != "" {
		return o.id
	}
	base := filepath.Base(o.file)
	return base[:len(base)-len(filepath.Ext(base))]
}
