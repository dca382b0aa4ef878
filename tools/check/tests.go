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

// checkPage runs the tests of the page in Chromium.
func checkPage(b *bench) error {
	if err := b.need("chromium"); err != nil {
		return err
	}
	return b.do(nil, "go", "test", "-tags=browser", "-count=1", "-timeout=30m", "./"+pageTests)
}
