package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
)

// options starts a verb's flags. Mistakes are told once, by parse.
func options(name string) *flag.FlagSet {
	f := flag.NewFlagSet(name, flag.ContinueOnError)
	f.SetOutput(io.Discard)
	return f
}

// parse reads flags wherever they stand, before or behind the files, as people
// type them, and returns the rest.
func parse(f *flag.FlagSet, args []string) (rest []string, err error) {
	for {
		if err := f.Parse(args); err != nil {
			return nil, err
		}
		if f.NArg() == 0 {
			return rest, nil
		}
		if n := len(args) - f.NArg(); n > 0 && args[n-1] == "--" {
			return append(rest, f.Args()...), nil
		}
		rest, args = append(rest, f.Arg(0)), f.Args()[1:]
	}
}

// oneFile is parse for the verbs that take exactly one file.
func oneFile(f *flag.FlagSet, args []string) (file string, err error) {
	rest, err := parse(f, args)
	switch {
	case err != nil:
		return "", err
	case len(rest) == 0:
		return "", errors.New("which file?")
	case len(rest) > 1:
		return "", fmt.Errorf("one file at a time, not also %s", rest[1])
	}
	return rest[0], nil
}
