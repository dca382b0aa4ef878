package site

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// swift are the packages in which time is spent: on the way of a message, in a
// frame, in Go's runtime and the small functions that all the others call. Only there
// does the compiler put functions into their callers. Everywhere else the copies
// of the same few lines cost a tenth of the download and nobody waits for them.
var swift = []string{
	"lockstep/engine", "lockstep/engine/sim", "lockstep/engine/transport", "lockstep/engine/collective", "lockstep/engine/trace",
	"lockstep/engine/tensor", "lockstep/engine/group",
	"lockstep/wasm/scene", "lockstep/wasm/timescale", "lockstep/wasm/typeface", "lockstep/wasm/canvas", "golang.org/x/image/vector", "syscall/js",
	"github.com/hajimehoshi/ebiten/v2", "github.com/hajimehoshi/ebiten/v2/internal/ui", "github.com/hajimehoshi/ebiten/v2/internal/graphicsdriver/opengl/...",
	"github.com/hajimehoshi/ebiten/v2/internal/graphicscommand", "github.com/hajimehoshi/ebiten/v2/internal/restorable", "github.com/hajimehoshi/ebiten/v2/internal/atlas",
	"github.com/hajimehoshi/ebiten/v2/internal/buffered", "github.com/hajimehoshi/ebiten/v2/internal/mipmap", "github.com/hajimehoshi/ebiten/v2/internal/graphics",
	"runtime", "internal/runtime/...", "internal/bytealg", "internal/strconv",
	"math", "math/bits", "slices", "sort", "cmp",
}

// flags make the download small: no symbols, no paths of this machine, and
// inlining only where it is worth its bytes. With names, a profile can say which
// function it is about; the code is the same.
func flags(named bool) []string {
	link := "-ldflags=-s -w"
	if named {
		link = "-ldflags=-w"
	}
	out := []string{"-trimpath", "-buildvcs=false", link, "-gcflags=all=-l"}
	for _, p := range swift {
		out = append(out, "-gcflags="+p+"=")
	}
	return out
}

// compile builds the page's program. Paths are trimmed, so that two clones
// build the same bytes.
func compile(root string, named bool) ([]byte, error) {
	dir, err := os.MkdirTemp("", "lockstep-build-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	list, err := overlay(root, dir)
	if err != nil {
		return nil, err
	}
	out := filepath.Join(dir, "lockstep.wasm")
	args := append([]string{"build", "-overlay", list, "-o", out}, flags(named)...)
	cmd := exec.Command("go", append(args, "./wasm")...)
	cmd.Dir = root
	cmd.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm", "CGO_ENABLED=0", "GOFLAGS=", "GOWORK=off")
	if msg, err := cmd.CombinedOutput(); err != nil {
		return nil, fmt.Errorf("the build cannot run: %w: %s", err, oneLine(msg))
	}
	wasm, err := os.ReadFile(out)
	if err != nil {
		return nil, err
	}
	return withoutLines(wasm)
}

func oneLine(msg []byte) string {
	for line := range strings.Lines(string(msg)) {
		if line = strings.TrimSpace(line); line != "" && !strings.HasPrefix(line, "#") && !strings.HasPrefix(line, "go: downloading") {
			return line
		}
	}
	return "no output"
}

// WasmExec is the part of Go's runtime that is JavaScript; it must be that of
// the compiler.
func WasmExec() ([]byte, error) {
	out, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		return nil, fmt.Errorf("ask go for its root: %w", err)
	}
	return os.ReadFile(filepath.Join(strings.TrimSpace(string(out)), "lib", "wasm", "wasm_exec.js"))
}
