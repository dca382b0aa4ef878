package architecture

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// Package is what one platform sees of one package of ours.
type Package struct {
	Path    string   // without the module: "engine/trace"
	Dir     string   // absolute
	Files   []string // names of the Go files without tests
	Tests   []string // names of the test files
	Imports []string // import paths of Files
	Doc     string   // the package comment's first sentence
}

// Load lists the packages of the module for one platform, such as "js/wasm"; the
// empty platform is this machine. Packages with no file for the platform are
// left out.
func Load(root, platform string) ([]Package, error) {
	cmd := exec.Command("go", "list", "-json=ImportPath,Dir,GoFiles,TestGoFiles,XTestGoFiles,Imports,Doc", "./...")
	cmd.Dir = root
	cmd.Env = append(os.Environ(), "CGO_ENABLED=0")
	if goos, goarch, ok := strings.Cut(platform, "/"); ok {
		cmd.Env = append(cmd.Env, "GOOS="+goos, "GOARCH="+goarch)
	}
	var complaint strings.Builder
	cmd.Stderr = &complaint
	out, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("go list: %w: %s", err, complaint.String())
	}
	var pkgs []Package
	for d := json.NewDecoder(strings.NewReader(string(out))); ; {
		var p struct {
			ImportPath, Dir, Doc                        string
			GoFiles, TestGoFiles, XTestGoFiles, Imports []string
		}
		if err := d.Decode(&p); errors.Is(err, io.EOF) {
			return pkgs, nil
		} else if err != nil {
			return nil, fmt.Errorf("go list: %w", err)
		}
		path, _ := ours(p.ImportPath)
		pkgs = append(pkgs, Package{
			Path: path, Dir: p.Dir, Doc: p.Doc, Files: p.GoFiles, Imports: p.Imports,
			Tests: append(p.TestGoFiles, p.XTestGoFiles...),
		})
	}
}

// Root finds the module's folder from anywhere inside it.
func Root() (string, error) {
	dir, err := os.Getwd()
	if err != nil {
		return "", err
	}
	for {
		if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil {
			return dir, nil
		}
		parent := filepath.Dir(dir)
		if parent == dir {
			return "", errors.New("no go.mod above this folder")
		}
		dir = parent
	}
}
