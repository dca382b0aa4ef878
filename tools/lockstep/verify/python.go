package verify

import (
	"bufio"
	"context"
	"embed"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"time"
)

//go:embed real/*.py
var program embed.FS

// advice is how one gets what verify needs.
const advice = `found no Python with torch. To get one (the download is gigabytes):

    python3 -m venv .venv && .venv/bin/pip install torch

verify looks at --python, $LOCKSTEP_PYTHON, a .venv beside the file or here, and python3 and python on the PATH`

// candidates are the interpreters to try, in order. One that was asked for by
// name is the only one.
func candidates(asked, file string) []string {
	if asked == "" {
		asked = os.Getenv("LOCKSTEP_PYTHON")
	}
	if asked != "" {
		return []string{asked}
	}
	inside := filepath.Join("bin", "python")
	if runtime.GOOS == "windows" {
		inside = filepath.Join("Scripts", "python.exe")
	}
	var list []string
	for _, dir := range []string{filepath.Dir(file), "."} {
		venv := filepath.Join(dir, ".venv", inside)
		if _, err := os.Stat(venv); err == nil && !slices.Contains(list, venv) {
			list = append(list, venv)
		}
	}
	for _, name := range []string{"python3", "python"} {
		if path, err := exec.LookPath(name); err == nil {
			list = append(list, path)
		}
	}
	return list
}

// hello is the runner's first line: what it found, or why it cannot go on.
type hello struct {
	Torch  string  `json:"torch"`
	Python string  `json:"python"`
	Lookup float64 `json:"lookup"` // seconds that the name of ::ffff:127.0.0.1 takes
	Error  string  `json:"error"`
}

// runner is the process that starts the ranks; all of them are in its group.
type runner struct {
	hello
	cmd   *exec.Cmd
	jobs  io.WriteCloser
	lines chan []byte // closed at its end
	dir   string      // where the Python files are
	ctx   context.Context
}

// importTime bounds the import of torch on a slow disk.
const importTime = 3 * time.Minute

// start finds an interpreter with torch and starts the runner in it.
func start(ctx context.Context, pythons []string) (*runner, error) {
	var tried []string
	for _, python := range pythons {
		r, err := launch(ctx, python)
		if err == nil {
			return r, nil
		}
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		tried = append(tried, fmt.Sprintf("%s: %v", python, err))
	}
	if len(tried) == 0 {
		return nil, errors.New(advice)
	}
	return nil, fmt.Errorf("%s (tried %s)", advice, strings.Join(tried, "; "))
}

func launch(ctx context.Context, python string) (started *runner, err error) {
	r := &runner{ctx: ctx, lines: make(chan []byte, 1)}
	if r.dir, err = unpack(); err != nil {
		return nil, err
	}
	defer func() {
		if err != nil {
			r.stop()
		}
	}()
	r.cmd = exec.Command(python, "-u", filepath.Join(r.dir, "runner.py"))
	r.cmd.Env = append(os.Environ(), "PYTHONDONTWRITEBYTECODE=1")
	r.cmd.Stderr = io.Discard
	if err = ownGroup(r.cmd); err != nil {
		return nil, err
	}
	if r.jobs, err = r.cmd.StdinPipe(); err != nil {
		return nil, err
	}
	out, err := r.cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err = r.cmd.Start(); err != nil {
		r.cmd = nil
		return nil, err
	}
	go func() {
		defer close(r.lines)
		for lines := bufio.NewReader(out); ; {
			line, err := lines.ReadBytes('\n')
			if err != nil {
				return
			}
			r.lines <- line
		}
	}()
	if err = r.next(&r.hello, importTime); err != nil {
		return nil, err
	}
	if r.hello.Error != "" {
		return nil, errors.New(r.hello.Error)
	}
	return r, nil
}

// unpack writes the Python files where an interpreter can read them.
func unpack() (dir string, err error) {
	if dir, err = os.MkdirTemp("", "lockstep-verify-"); err != nil {
		return "", err
	}
	files, err := program.ReadDir("real")
	if err != nil {
		return dir, err
	}
	for _, f := range files {
		text, err := program.ReadFile("real/" + f.Name())
		if err == nil {
			err = os.WriteFile(filepath.Join(dir, f.Name()), text, 0o600)
		}
		if err != nil {
			return dir, err
		}
	}
	return dir, nil
}

// next reads the runner's next line into v.
func (r *runner) next(v any, within time.Duration) error {
	timer := time.NewTimer(within)
	defer timer.Stop()
	select {
	case line, ok := <-r.lines:
		if !ok {
			return errors.New("it ended without an answer")
		}
		if err := json.Unmarshal(line, v); err != nil {
			return fmt.Errorf("its answer is not understood: %w", err)
		}
		return nil
	case <-r.ctx.Done():
		return r.ctx.Err()
	case <-timer.C:
		return fmt.Errorf("no answer within %v", within)
	}
}

// stop ends the runner and every rank that it started, and nothing else.
func (r *runner) stop() {
	if r.jobs != nil {
		r.jobs.Close()
	}
	if r.cmd != nil {
		killGroup(r.cmd)
		go func() {
			for range r.lines { // whatever it was about to say
			}
		}()
		r.cmd.Wait()
	}
	os.RemoveAll(r.dir)
}
