// Package bare makes the smallest page with Ebitengine and text, in the same run
// as the playground and with the same compiler, for whatever is to be measured
// against it. On the page, window.ready is a promise of the milliseconds at which
// the first frame was drawn, window.frames the number of frames.
package bare

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"

	"lockstep/tools/site"
)

// Make builds the page of the module in root. It is built as anyone would, but
// without symbols: what could be made smaller about Ebitengine is not held
// against it.
func Make(root string) ([]site.File, error) {
	dir, err := os.MkdirTemp("", "lockstep-bare-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	out := filepath.Join(dir, "page.wasm")
	cmd := exec.Command("go", "build", "-trimpath", "-buildvcs=false", "-ldflags=-s -w", "-o", out, "./tools/bare/page")
	cmd.Dir = root
	cmd.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm", "CGO_ENABLED=0", "GOFLAGS=")
	if said, err := cmd.CombinedOutput(); err != nil {
		return nil, fmt.Errorf("build the bare page: %w: %s", err, said)
	}
	wasm, err := os.ReadFile(out)
	if err != nil {
		return nil, err
	}
	index, err := os.ReadFile(filepath.Join(root, "tools", "bare", "page", "index.html"))
	if err != nil {
		return nil, err
	}
	exec, err := site.WasmExec()
	if err != nil {
		return nil, err
	}
	return []site.File{
		{Name: "index.html", Data: index, Visited: true},
		{Name: "wasm_exec.js", Data: exec, Visited: true},
		{Name: "page.wasm", Data: wasm, Visited: true},
	}, nil
}
