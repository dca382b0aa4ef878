package site

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// compare asks Ebitengine's own file and the written-out one for every source.
const compare = `package main

import (
	"fmt"
	"os"

	own "shaders/a"
	out "shaders/b"
)

func main() {
	a, b := own.AppendShaderSources(nil), out.AppendShaderSources(nil)
	for f := range own.FilterCount {
		for s := range own.AddressCount {
			for _, m := range []bool{false, true} {
				a = append(a, own.ShaderSource(own.Filter(f), own.Address(s), m))
				b = append(b, out.ShaderSource(out.Filter(f), out.Address(s), m))
			}
		}
	}
	if len(a) != 26 || len(a) != len(b) {
		fmt.Println(len(a), len(b))
		os.Exit(1)
	}
	for i := range a {
		if len(a[i]) < 60 || string(a[i]) != string(b[i]) {
			fmt.Printf("%d: %s\n%s\n", i, a[i], b[i])
			os.Exit(1)
		}
	}
}
`

func TestWrittenOutShadersAreTheSame(t *testing.T) {
	from, err := moduleFolder("../..", engineModule)
	require.NoError(t, err)
	original := filepath.Join(from, filepath.FromSlash(shaderFile))
	own, err := os.ReadFile(original)
	require.NoError(t, err)
	out, err := writtenOut(original)
	require.NoError(t, err)
	assert.NotContains(t, string(out), "text/template")
	dir := t.TempDir()
	for name, data := range map[string]string{"a/shader.go": string(own), "b/shader.go": string(out), "main.go": compare, "go.mod": "module shaders\n\ngo 1.26\n"} {
		require.NoError(t, os.MkdirAll(filepath.Dir(filepath.Join(dir, name)), 0o700))
		require.NoError(t, os.WriteFile(filepath.Join(dir, name), []byte(data), 0o600))
	}
	cmd := exec.Command("go", "run", ".")
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "GOFLAGS=", "GOWORK=off")
	said, err := cmd.CombinedOutput()
	require.NoError(t, err, string(said))
}

// What this was not made for is refused, not guessed at.
func TestAnotherShaderFileIsRefused(t *testing.T) {
	for name, src := range map[string]string{
		"nothing":      "package builtinshader\n",
		"no template":  "package builtinshader\n\nvar tmpl = 1\n",
		"another form": "package builtinshader\n\nvar tmpl = must(`{{.X}}`)\n",
	} {
		t.Run(name, func(t *testing.T) {
			file := filepath.Join(t.TempDir(), "shader.go")
			require.NoError(t, os.WriteFile(file, []byte(src), 0o600))
			_, err := writtenOut(file)
			assert.Error(t, err)
		})
	}
}

// Nothing in the page's program may look up methods by name: the linker would
// keep them all.
func TestThePageNeedsNoTemplates(t *testing.T) {
	dir := t.TempDir()
	root, err := filepath.Abs("../..")
	require.NoError(t, err)
	list, err := overlay(root, dir)
	require.NoError(t, err)
	cmd := exec.Command("go", "list", "-overlay", list, "-deps", "./wasm")
	cmd.Dir = root
	cmd.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm", "GOFLAGS=", "GOWORK=off")
	out, err := cmd.Output()
	require.NoError(t, err)
	for _, bad := range []string{"text/template", "html/template", "testing", "net/http", "net/rpc", "crypto/tls", "regexp", "go/parser"} {
		assert.NotContains(t, string(out), "\n"+bad+"\n")
	}
	assert.Contains(t, string(out), engineModule)
}
