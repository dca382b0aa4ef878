package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// checkWasm runs the engine's tests as the browser would run it, under Node.js,
// and then the command itself on both sides: every example has to give the same
// bytes, every recording the same trace. WebAssembly has one thread and is slower
// several times over, so tests that repeat themselves do so less often (-short).
func checkWasm(b *bench) error {
	if err := b.need("node"); err != nil {
		return err
	}
	goroot, err := b.output("go", "env", "GOROOT")
	if err != nil {
		return fmt.Errorf("go env: %w", err)
	}
	launcher := filepath.Join(goroot, "lib", "wasm", "go_js_wasm_exec")
	if _, err := os.Stat(launcher); err != nil {
		return fmt.Errorf("this Go lacks what it runs WebAssembly with: %w", err)
	}
	env := append(smallEnvironment(os.Environ()), forBrowser...)
	args := []string{"test", "-short", "-exec", launcher, "./engine/..."}
	fmt.Println("$ GOOS=js GOARCH=wasm go", strings.Join(args, " "))
	if err := b.command(env, "go", args...).Run(); err != nil {
		return err
	}
	return b.compareWasm(launcher)
}

// compareWasm builds the command for both platforms and compares what they say.
func (b *bench) compareWasm(launcher string) error {
	dir, err := os.MkdirTemp("", "lockstep-check")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	native, page := filepath.Join(dir, "lockstep"), filepath.Join(dir, "lockstep.wasm")
	if err := b.do(nil, "go", "build", "-o", native, "./tools/lockstep"); err != nil {
		return err
	}
	if err := b.do(forBrowser, "go", "build", "-o", page, "./tools/lockstep"); err != nil {
		return err
	}
	examples, err := filepath.Glob(filepath.Join(b.root, "assets", "scenarios", "*.json"))
	if err != nil {
		return err
	}
	questions := [][]string{{"conform", "-hash", filepath.Join(b.root, "engine", "testdata", "recordings")}}
	for _, file := range examples {
		questions = append(questions, []string{"run", "--json", file})
	}
	for _, q := range questions {
		here, err := b.answer(os.Environ(), native, q...)
		if err != nil {
			return err
		}
		there, err := b.answer(smallEnvironment(os.Environ()), launcher, append([]string{page}, q...)...)
		if err != nil {
			return err
		}
		if !bytes.Equal(here, there) {
			return fmt.Errorf("lockstep %s: native and WebAssembly differ: %s", strings.Join(q, " "), firstDifference(here, there))
		}
	}
	fmt.Printf("native and WebAssembly agree: %d examples to the byte, the traces of all recordings\n", len(examples))
	return nil
}

func (b *bench) answer(env []string, name string, args ...string) ([]byte, error) {
	cmd := b.command(env, name, args...)
	cmd.Stdout = nil
	out, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("%s %s: %w", filepath.Base(name), strings.Join(args, " "), err)
	}
	return out, nil
}

// firstDifference shows the first line in which two outputs differ.
func firstDifference(a, b []byte) string {
	one, two := bytes.Split(a, []byte("\n")), bytes.Split(b, []byte("\n"))
	for i := range min(len(one), len(two)) {
		if !bytes.Equal(one[i], two[i]) {
			return fmt.Sprintf("line %d:\n  %s\n  %s", i+1, one[i], two[i])
		}
	}
	return fmt.Sprintf("%d lines and %d", len(one), len(two))
}

// smallEnvironment keeps what Go and the shell need: the launcher hands the
// environment to the WebAssembly program, which has 8 KiB of room for it.
func smallEnvironment(env []string) []string {
	return slices.DeleteFunc(slices.Clone(env), func(kv string) bool {
		key, _, _ := strings.Cut(kv, "=")
		keep := strings.HasPrefix(key, "GO") || slices.Contains([]string{"PATH", "HOME", "TMPDIR", "XDG_CACHE_HOME", "LANG", "HTTPS_PROXY", "https_proxy", "NO_PROXY", "no_proxy", "SSL_CERT_FILE", "SSL_CERT_DIR"}, key)
		return !keep
	})
}
