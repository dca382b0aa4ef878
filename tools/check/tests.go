package main

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// pageTests is the package whose tests need a browser: it has a step of its own.
const pageTests = "./tools/browser"

// checkTests runs all tests but those of the page.
func checkTests(b *bench) error {
	pkgs, err := b.packages()
	if err != nil {
		return err
	}
	return b.do(nil, "go", append([]string{"test"}, pkgs...)...)
}

func (b *bench) packages() ([]string, error) {
	out, err := b.output("go", "list", "./...")
	if err != nil {
		return nil, fmt.Errorf("go list: %w", err)
	}
	pkgs := strings.Fields(out)
	return slices.DeleteFunc(pkgs, func(p string) bool { return strings.HasSuffix(p, strings.TrimPrefix(pageTests, ".")) }), nil
}

// checkWasm runs the same tests of the engine as the browser would, under
// Node.js. Among them is the one that holds every example's trace hash to the
// checked-in one, which the native tests hold too: so the two are equal.
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
		return fmt.Errorf("this Go lacks %s, with which it runs WebAssembly: %w", launcher, err)
	}
	fmt.Println("$ GOOS=js GOARCH=wasm go test -exec", launcher, "./engine/... ./wasm/...")
	args := []string{"test", "-exec", launcher, "./engine/...", "./wasm/app/...", "./wasm/scene/...", "./wasm/typeface/..."}
	return b.command(append(smallEnvironment(os.Environ()), forBrowser...), "go", args...).Run()
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

// checkPage runs the tests of the page in Chromium.
func checkPage(b *bench) error {
	if err := b.need("chromium"); err != nil {
		return err
	}
	return b.do(nil, "go", "test", "-count=1", "-timeout=30m", pageTests)
}
