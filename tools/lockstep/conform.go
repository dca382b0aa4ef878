package main

import (
	"bufio"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"sort"
	"strings"

	"lockstep/engine/conform"
	"lockstep/engine/sim"
)

// conformVerb replays recordings, one line for each that differs, and counts. It
// is content only if all match.
func conformVerb(c *call) int {
	f := options("conform")
	verbose := f.Bool("v", false, "")
	hash := f.Bool("hash", false, "")
	key := f.String("k", "", "")
	paths, err := parse(f, c.args)
	if err == nil && len(paths) == 0 {
		err = fmt.Errorf("which files?")
	}
	if err != nil {
		return c.complain("conform: %v", err)
	}
	recs, err := readRecordings(paths, *key)
	if err != nil {
		return c.complain("conform: %v", err)
	}
	matched := 0
	w := bufio.NewWriter(c.out)
	defer w.Flush()
	for i, verdict := range replay(recs) {
		told := <-verdict
		if *hash { // for comparing platforms: the run, whatever the recording says
			fmt.Fprintf(w, "%s: %s\n", recs[i].ID, told.hash)
			continue
		}
		switch {
		case told.difference == "":
			matched++
			if *verbose {
				fmt.Fprintf(w, "%s: ok\n", recs[i].ID)
			}
		default:
			fmt.Fprintf(w, "%s: %s\n", recs[i].ID, told.difference)
		}
	}
	if *hash {
		return statusDone
	}
	fmt.Fprintf(w, "conform: %d of %d\n", matched, len(recs))
	if matched < len(recs) || len(recs) == 0 {
		return statusDiffer
	}
	return statusDone
}

// readRecordings reads the recordings whose id contains key, in the order of the
// paths; a folder stands for its *.jsonl and *.jsonl.gz.
func readRecordings(paths []string, key string) ([]conform.Recording, error) {
	var recs []conform.Recording
	for _, path := range paths {
		files, err := recordingFiles(path)
		if err != nil {
			return nil, err
		}
		for _, file := range files {
			r, err := os.Open(file)
			if err != nil {
				return nil, err
			}
			all, err := conform.Read(r)
			r.Close()
			if err != nil {
				return nil, fmt.Errorf("%s: %w", file, err)
			}
			for _, rec := range all {
				if strings.Contains(rec.ID, key) {
					recs = append(recs, rec)
				}
			}
		}
	}
	return recs, nil
}

func recordingFiles(path string) ([]string, error) {
	info, err := os.Stat(path)
	if err != nil || !info.IsDir() {
		return []string{path}, err
	}
	files, err := filepath.Glob(filepath.Join(path, "*.jsonl"))
	if err != nil {
		return nil, err
	}
	packed, err := filepath.Glob(filepath.Join(path, "*.jsonl.gz"))
	files = append(files, packed...)
	sort.Strings(files)
	return files, err
}

// verdict is how one replay went: how it differs, "" for a match, and the digest
// of its trace, or why there is none.
type verdict struct{ difference, hash string }

// replay runs all recordings' scenarios, as many at a time as there are cores,
// and delivers each verdict in a channel of its own, so that the lines come in
// order as they are ready.
func replay(recs []conform.Recording) []chan verdict {
	verdicts := make([]chan verdict, len(recs))
	for i := range verdicts {
		verdicts[i] = make(chan verdict, 1)
	}
	next := make(chan int)
	for range runtime.GOMAXPROCS(0) {
		go func() {
			for i := range next {
				verdicts[i] <- judgeOne(&recs[i])
			}
		}()
	}
	go func() {
		defer close(next)
		for i := range recs {
			next <- i
		}
	}()
	return verdicts
}

// judgeOne runs one recording's scenario; a panic is a difference like any other,
// so that one broken scenario does not hide the others.
func judgeOne(rec *conform.Recording) (told verdict) {
	defer func() {
		if p := recover(); p != nil {
			told = failed(fmt.Sprintf("broken invariant: %v", p))
		}
	}()
	e, err := runText(rec.Scenario, sim.Limits{})
	if err != nil {
		return failed(fmt.Sprintf("exit %d: %v", statusBad, err))
	}
	told.hash = e.result.TraceSHA256
	if d := conform.Judge(rec, e.result); d != nil {
		told.difference = d.String()
	}
	return told
}

func failed(why string) verdict { return verdict{difference: why, hash: why} }
