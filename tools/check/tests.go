package main

import (
	"fmt"
	"slices"
	"strings"
)

// pageTests is the package whose tests need a browser: it has a step of its own.
const pageTests = "tools/browser"

// checkTests runs all tests but those of the page.
func checkTests(b *bench) error {
	pkgs, err := b.packages(pageTests)
	if err != nil {
		return err
	}
	return b.do(nil, "go", append([]string{"test"}, pkgs...)...)
}

// packages lists the module's packages without some.
func (b *bench) packages(without ...string) ([]string, error) {
	out, err := b.output("go", "list", "./...")
	if err != nil {
		return nil, fmt.Errorf("go list: %w", err)
	}
	return slices.DeleteFunc(strings.Fields(out), func(p string) bool {
		return slices.Contains(without, strings.TrimPrefix(p, "lockstep/"))
	}), nil
}

// checkPage runs the tests of the page in Chromium, and one from end to end in
// Firefox and WebKitGTK as well. Those two cannot be had everywhere: where they are
// neither there nor may be installed, it says so and does without.
func checkPage(b *bench) error {
	if err := b.need("chromium"); err != nil {
		return err
	}
	env := []string{"LOCKSTEP_ALL_BROWSERS=1"}
	for _, name := range []string{"screen", "firefox", "webkit"} {
		err := b.need(name)
		if err != nil && mayInstall() {
			return err
		}
		if err != nil {
			fmt.Println("NOT CHECKED in every browser:", err)
			env = nil
		}
	}
	return b.do(env, "go", "test", "-tags=browser", "-count=1", "-timeout=30m", "./"+pageTests)
}
