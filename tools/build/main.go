// Command build makes the static folder of the playground and prints what a
// visitor downloads.
//
//	go run ./tools/build [-o dist]
package main

import (
	"flag"
	"fmt"
	"os"

	"lockstep/tools/site"
)

func main() {
	out := flag.String("o", "dist", "the folder to write")
	flag.Parse()
	if err := run(*out); err != nil {
		fmt.Fprintln(os.Stderr, "build:", err)
		os.Exit(1)
	}
}

func run(out string) error {
	root, err := site.Root()
	if err != nil {
		return err
	}
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
