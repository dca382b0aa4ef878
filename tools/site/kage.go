package site

import (
	"embed"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

// Ebitengine compiles shaders from its language Kage when a page starts, with
// Go's parser and a compiler. The page's shaders never change, so the build
// compiles them, with Ebitengine's own compiler; the page holds the compiled form
// and no compiler, which is smaller by a fifteenth and starts sooner. What stands
// in kage/ is seen by the compiler as files of Ebitengine: the form in which
// shaders are written down, the program that writes them, and what looks them up.
//
//go:embed kage/*.txt
var kage embed.FS

const (
	graphicsFolder = "internal/graphics"
	glslFile       = "internal/shaderir/glsl/glsl.go"
	inkFile        = "wasm/canvas/ink.kage"
)

// precompiled is the Go source of the table of compiled shaders: of
// Ebitengine's own and of the page's. Whether they give the same GLSL as before
// is checked where they are written.
func precompiled(root, dir string, m *mirrored) ([]byte, error) {
	for name, to := range map[string]string{"kage/codec.go.txt": graphicsFolder + "/codec.go", "kage/main.go.txt": "internal/precompile/main.go"} {
		text, err := kage.ReadFile(name)
		if err == nil {
			err = m.put(to, text)
		}
		if err != nil {
			return nil, err
		}
	}
	list, err := m.write()
	if err != nil {
		return nil, err
	}
	cmd := exec.Command("go", "run", "-overlay", list, engineModule+"/internal/precompile", filepath.Join(root, filepath.FromSlash(inkFile)))
	cmd.Dir = root
	cmd.Env = append(os.Environ(), "CGO_ENABLED=0", "GOFLAGS=", "GOWORK=off")
	cmd.Stderr = os.Stderr
	out, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("compile the shaders: %w", err)
	}
	var shaders map[string][]byte
	if err := json.Unmarshal(out, &shaders); err != nil {
		return nil, err
	}
	var sources []string
	for s := range shaders {
		sources = append(sources, s)
	}
	slices.Sort(sources)
	var b strings.Builder
	b.WriteString("package graphics\n\nvar compiled = map[string]string{\n")
	for _, s := range sources {
		b.WriteString(strconv.Quote(s) + ": " + strconv.Quote(string(shaders[s])) + ",\n")
	}
	b.WriteString("}\n")
	return []byte(b.String()), nil
}

// withoutPattern is Ebitengine's writer of GLSL, which uses a regular expression
// to make many empty lines one. It is the page's only one.
func withoutPattern(file string) ([]byte, error) {
	src, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	text := string(src)
	for _, change := range [][2]string{
		{"\t\"regexp\"\n", ""},
		{"nls := regexp.MustCompile(`\\n\\n+`)\n\tvs = nls.ReplaceAllString(vs, \"\\n\\n\")\n\tfs = nls.ReplaceAllString(fs, \"\\n\\n\")",
			"for strings.Contains(vs, \"\\n\\n\\n\") {\n\t\tvs = strings.ReplaceAll(vs, \"\\n\\n\\n\", \"\\n\\n\")\n\t}\n\tfor strings.Contains(fs, \"\\n\\n\\n\") {\n\t\tfs = strings.ReplaceAll(fs, \"\\n\\n\\n\", \"\\n\\n\")\n\t}"},
	} {
		if strings.Count(text, change[0]) != 1 {
			return nil, errors.New(file + " is another than the one this was made for")
		}
		text = strings.Replace(text, change[0], change[1], 1)
	}
	return []byte(text), nil
}
