package main

import (
	"bytes"
	"fmt"
	"go/format"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// checkFormat formats every Go file in memory and compares. It does not call
// gofmt, which is not on every PATH that go is on.
func checkFormat(b *bench) error {
	var wrong []string
	files := 0
	err := filepath.WalkDir(b.root, func(path string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && path != b.root && (strings.HasPrefix(d.Name(), ".") || d.Name() == "dist" || d.Name() == "node_modules"):
			return filepath.SkipDir
		case d.IsDir() || !strings.HasSuffix(path, ".go"):
			return nil
		}
		files++
		src, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		formatted, err := format.Source(src)
		if err != nil || !bytes.Equal(src, formatted) {
			wrong = append(wrong, path)
		}
		return nil
	})
	if err != nil {
		return err
	}
	if len(wrong) > 0 {
		return fmt.Errorf("not formatted: %s", strings.Join(wrong, " "))
	}
	fmt.Printf("%d files\n", files)
	return nil
}

// pagePackages are what is compiled for the browser. The tools are not.
var pagePackages = []string{"./engine/...", "./wasm/...", "./assets/..."}

// pageAlone are the packages that only the browser uses: on any other platform
// half of them would look unused.
var pageAlone = []string{"wasm/canvas", "wasm/page", "wasm"}

// forBrowser is the platform of the page.
var forBrowser = []string{"GOOS=js", "GOARCH=wasm"}

func checkVet(b *bench) error {
	if err := b.do(nil, "go", "vet", "-tags=browser", "./..."); err != nil {
		return err
	}
	return b.do(forBrowser, "go", append([]string{"vet"}, pagePackages...)...)
}

const staticcheckVersion = "v0.8.2"

// checkStatic builds the pinned staticcheck outside the module, so that its
// dependencies are not ours, and runs it for both platforms.
func checkStatic(b *bench) error {
	bin, err := os.MkdirTemp("", "lockstep-check")
	if err != nil {
		return err
	}
	defer os.RemoveAll(bin)
	if err := b.do([]string{"GOBIN=" + bin}, "go", "install", "honnef.co/go/tools/cmd/staticcheck@"+staticcheckVersion); err != nil {
		return err
	}
	tool := filepath.Join(bin, "staticcheck")
	pkgs, err := b.packages(pageAlone...)
	if err != nil {
		return err
	}
	if err := b.do(nil, tool, append([]string{"-tags=browser"}, pkgs...)...); err != nil {
		return err
	}
	return b.do(forBrowser, tool, pagePackages...)
}
