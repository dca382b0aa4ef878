//go:build !(js && wasm)

package main

import (
	"fmt"
	"os"
)

// main says where the program runs, so that building everything natively works.
func main() {
	fmt.Fprintln(os.Stderr, "lockstep runs in a browser: go run ./tools/play")
	os.Exit(1)
}
