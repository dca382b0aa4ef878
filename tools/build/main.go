// Command build makes the static folder of the playground and prints what a
// visitor downloads; with -single, one HTML file that holds everything.
//
//	go run ./tools/build [-o dist]
//	go run ./tools/build -single [-o lockstep.html]
package main

import (
	"cmp"
	"flag"
	"fmt"
	"os"

	"lockstep/tools/site"
)

func main() {
	out := flag.String("o", "", "what to write (default dist, with -single lockstep.html)")
	single := flag.Bool("single", false, "make one self-contained HTML file")
	flag.Parse()
	if err := run(*out, *single); err != nil {
		fmt.Fprintln(os.Stderr, "build:", err)
		os.Exit(1)
	}
}

func run(out string, single bool) error {
	root, err := site.Root()
	if err != nil {
		return err
	}
	if single {
		return one(root, cmp.Or(out, "lockstep.html"))
	}
	out = cmp.Or(out, "dist")
	files, err := site.Make(root)
	if err != nil {
		return err
	}
	if err := site.Write(out, files); err != nil {
		return err
	}
	if err := site.Report(os.Stdout, files); err != nil {
		return err
	}
	fmt.Printf("%s: ready for any static host\n", out)
	return nil
}

func one(root, out string) error {
	page, err := site.Single(root)
	if err != nil {
		return err
	}
	if err := os.WriteFile(out, page, 0o644); err != nil {
		return err
	}
	fmt.Printf("%s: %d bytes, opens from disk\n", out, len(page))
	return nil
}
