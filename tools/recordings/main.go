// Command recordings packs recordings of real runs (*.jsonl) into the form in
// which the repository keeps them: one gzip file each, no name and no time in
// its header, so that packing the same lines gives the same bytes.
//
//	go run ./tools/recordings -o engine/testdata/recordings FILE.jsonl|DIR...
//
// and makes the table by which the page knows the scenarios that were recorded:
//
//	go run ./tools/recordings -table assets/recorded.bin engine/testdata/recordings engine/testdata/recorded
//
// It knows files and gzip. What a line means is the business of engine/conform
// and of the tests.
package main

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"sort"
)

func main() {
	to := flag.String("table", "", "file to write the table of recorded scenarios to")
	out := flag.String("o", "engine/testdata/recordings", "folder to write to")
	flag.Parse()
	if flag.NArg() == 0 {
		fmt.Fprintln(os.Stderr, "usage: recordings [-o FOLDER] FILE.jsonl|DIR... | -table FILE FOLDER...")
		os.Exit(2)
	}
	var err error
	if *to != "" {
		err = writeTable(flag.Args(), *to)
	} else {
		err = packAll(flag.Args(), *out)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "recordings:", err)
		os.Exit(1)
	}
}

func packAll(paths []string, out string) error {
	for _, path := range paths {
		files := []string{path}
		if info, err := os.Stat(path); err != nil {
			return err
		} else if info.IsDir() {
			files, _ = filepath.Glob(filepath.Join(path, "*.jsonl"))
			sort.Strings(files)
		}
		for _, file := range files {
			if err := packFile(file, filepath.Join(out, filepath.Base(file)+".gz")); err != nil {
				return fmt.Errorf("%s: %w", file, err)
			}
		}
	}
	return nil
}

func packFile(from, to string) error {
	lines, err := os.ReadFile(from)
	if err != nil {
		return err
	}
	n, err := count(lines)
	if err != nil {
		return err
	}
	packed, err := pack(lines)
	if err != nil {
		return err
	}
	if err := os.WriteFile(to, packed, 0o644); err != nil {
		return err
	}
	fmt.Printf("%s: %d recordings, %d bytes from %d\n", to, n, len(packed), len(lines))
	return nil
}

// count checks that every line is JSON: a cut line would be found only when a
// test reads it.
func count(lines []byte) (n int, err error) {
	for i, line := range bytes.Split(lines, []byte("\n")) {
		switch {
		case len(bytes.TrimSpace(line)) == 0:
		case !json.Valid(line):
			return 0, fmt.Errorf("line %d is not JSON", i+1)
		default:
			n++
		}
	}
	return n, nil
}

// pack compresses; the header stays empty.
func pack(lines []byte) ([]byte, error) {
	var b bytes.Buffer
	z, err := gzip.NewWriterLevel(&b, gzip.BestCompression)
	if err != nil {
		return nil, err
	}
	if _, err := z.Write(lines); err != nil {
		return nil, err
	}
	if err := z.Close(); err != nil {
		return nil, err
	}
	return b.Bytes(), nil
}
