package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"sort"

	"lockstep/engine"
	"lockstep/engine/conform"
	"lockstep/engine/recorded"
	"lockstep/engine/result"
	"lockstep/engine/scenario"
)

// writeTable writes the table of recorded scenarios that the page carries along.
func writeTable(folders []string, to string) error {
	recs, err := readAll(folders)
	if err != nil {
		return err
	}
	known, err := table(recs)
	if err != nil {
		return err
	}
	packed := recorded.Pack(known)
	if err := os.WriteFile(to, packed, 0o644); err != nil {
		return err
	}
	fmt.Printf("%s: %d scenarios, %d bytes\n", to, len(known), len(packed))
	return nil
}

// readAll reads the packed recordings of folders.
func readAll(folders []string) (recs []conform.Recording, err error) {
	for _, folder := range folders {
		files, _ := filepath.Glob(filepath.Join(folder, "*.jsonl.gz"))
		sort.Strings(files)
		for _, file := range files {
			r, err := os.Open(file)
			if err != nil {
				return nil, err
			}
			some, err := conform.Read(r)
			if err := errors.Join(err, r.Close()); err != nil {
				return nil, fmt.Errorf("%s: %w", file, err)
			}
			recs = append(recs, some...)
		}
	}
	return recs, nil
}

// table tells for each recorded scenario in how many of its runs real processes did
// what the engine does. One that was recorded more than once counts all runs.
func table(recs []conform.Recording) (map[recorded.Digest]recorded.Seen, error) {
	known := map[recorded.Digest]recorded.Seen{}
	for i := range recs {
		rec := &recs[i]
		s, err := scenario.Parse(rec.Scenario)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", rec.ID, err)
		}
		got, err := play(s)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", rec.ID, err)
		}
		seen := known[recorded.DigestOf(s)]
		for _, o := range rec.Outcomes {
			seen.Runs += o.Count
			if conform.Judge(&conform.Recording{ID: rec.ID, Outcomes: []conform.Outcome{o}}, got) == nil {
				seen.Agree += o.Count
			}
		}
		known[recorded.DigestOf(s)] = seen
	}
	return known, nil
}

func play(s *scenario.Scenario) (*result.Result, error) {
	run, err := engine.Start(s)
	if err != nil {
		return nil, err
	}
	for !run.Advance(1 << 20) {
	}
	return run.Result(), nil
}
