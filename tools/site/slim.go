package site

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"go/ast"
	"go/format"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"text/template"
)

// Ebitengine makes the sources of its own shaders with text/template, which
// calls methods by name. Where one package does, the linker keeps every exported
// method of every type: a tenth of the download. The shaders are twelve texts
// that never change, so the build writes them out beforehand, and the page needs
// no templates. Beside that and what kage.go and driver.go tell of, Ebitengine stays as
// it is, and a plain go build still works: it is only larger and slower.
const (
	engineModule = "github.com/hajimehoshi/ebiten/v2"
	shaderFile   = "internal/builtinshader/shader.go"
	// slimFolder exists for the compiler alone. Files of the module cache may
	// not be replaced, so the module is shown to it in another place, one that
	// is the same in every clone.
	slimFolder = ".slim/ebiten"
)

// mirrored is a module as the compiler is to see it: where each of its files
// really lies.
type mirrored struct {
	root, dir string // of our module, and for files that are made
	replace   map[string]string
}

// mirror shows Ebitengine as it is.
func mirror(root, dir, source string) (*mirrored, error) {
	m := &mirrored{root, dir, map[string]string{}}
	err := filepath.WalkDir(source, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		rest, err := filepath.Rel(source, path)
		if !strings.HasPrefix(rest, "examples") && !strings.HasSuffix(rest, "_test.go") {
			m.replace[m.place(rest)] = path
		}
		return err
	})
	if err != nil {
		return nil, err
	}
	mod, err := os.ReadFile(filepath.Join(root, "go.mod"))
	if err != nil {
		return nil, err
	}
	mod = fmt.Appendf(mod, "\nreplace %s => ./%s\n", engineModule, slimFolder)
	if err := os.WriteFile(filepath.Join(dir, "go.mod"), mod, 0o600); err != nil {
		return nil, err
	}
	m.replace[filepath.Join(root, "go.mod")] = filepath.Join(dir, "go.mod")
	return m, nil
}

func (m *mirrored) place(file string) string {
	return filepath.Join(m.root, filepath.FromSlash(slimFolder), filepath.FromSlash(file))
}

// put shows other content in place of a file of the module.
func (m *mirrored) put(file string, data []byte) error {
	to := filepath.Join(m.dir, strings.ReplaceAll(file, "/", "_"))
	m.replace[m.place(file)] = to
	return os.WriteFile(to, data, 0o600)
}

// write writes the list for the compiler, and returns the value of its -overlay.
func (m *mirrored) write() (string, error) {
	list, err := json.Marshal(map[string]any{"Replace": m.replace})
	if err != nil {
		return "", err
	}
	file := filepath.Join(m.dir, "overlay.json")
	return file, os.WriteFile(file, list, 0o600)
}

// overlay has the compiler see a module root whose Ebitengine holds its shaders
// written out and compiled.
func overlay(root, dir string) (string, error) {
	source, err := moduleFolder(root, engineModule)
	if err != nil {
		return "", err
	}
	m, err := mirror(root, dir, source)
	if err != nil {
		return "", err
	}
	table, err := precompiled(root, dir, m)
	if err != nil {
		return "", err
	}
	lookup, err := kage.ReadFile("kage/table.go.txt")
	if err != nil {
		return "", err
	}
	shaders, err := writtenOut(filepath.Join(source, filepath.FromSlash(shaderFile)))
	if err != nil {
		return "", fmt.Errorf("write out the shaders of %s: %w", engineModule, err)
	}
	glsl, err := withoutPattern(filepath.Join(source, filepath.FromSlash(glslFile)))
	if err != nil {
		return "", err
	}
	files, err := quiet(source)
	if err != nil {
		return "", err
	}
	files[graphicsFolder+"/shader.go"], files[graphicsFolder+"/compiled.go"], files[shaderFile], files[glslFile] = lookup, table, shaders, glsl
	for file, data := range files {
		if err := m.put(file, data); err != nil {
			return "", err
		}
	}
	return m.write()
}

// moduleFolder is where the module cache holds a module, fetched if need be.
func moduleFolder(root, module string) (string, error) {
	cmd := exec.Command("go", "mod", "download", "-json", module)
	cmd.Dir = root
	cmd.Env = append(os.Environ(), "GOFLAGS=", "GOWORK=off")
	out, err := cmd.Output()
	if err != nil {
		return "", fmt.Errorf("fetch %s: %w: %s", module, err, oneLine(out))
	}
	var m struct{ Dir string }
	if err := json.Unmarshal(out, &m); err != nil || m.Dir == "" {
		return "", fmt.Errorf("fetch %s: no folder in %q", module, out)
	}
	return m.Dir, nil
}

// Names that the original declares and the written-out form does without.
var replaced = map[string]bool{"tmpl": true, "shaders": true, "shadersM": true, "ShaderSource": true}

// writtenOut is the source file with its template executed for every filter and
// address, with and without a colour matrix.
func writtenOut(file string) ([]byte, error) {
	src, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	set := token.NewFileSet()
	parsed, err := parser.ParseFile(set, file, src, parser.ParseComments)
	if err != nil {
		return nil, err
	}
	var b bytes.Buffer
	var tmpl *template.Template
	found := 0
	b.WriteString("package " + parsed.Name.Name + "\n")
	for _, decl := range parsed.Decls {
		name, value := declared(decl)
		switch {
		case name == "tmpl":
			text, err := literal(value)
			if err != nil {
				return nil, err
			}
			if tmpl, err = template.New(name).Parse(text); err != nil {
				return nil, err
			}
			fallthrough
		case replaced[name]:
			found++
		case name != "import":
			b.WriteString("\n")
			b.Write(src[set.Position(decl.Pos()).Offset:set.Position(decl.End()).Offset])
			b.WriteString("\n")
		}
	}
	if tmpl == nil || found != len(replaced)-1 { // shaders and shadersM are one declaration
		return nil, errors.New("the file is another than the one this was made for")
	}
	b.WriteString("\nvar written = [FilterCount][AddressCount][2]string{\n")
	for filter := range 2 {
		b.WriteString("{")
		for address := range 3 {
			b.WriteString("{")
			for _, matrix := range []bool{false, true} {
				var text bytes.Buffer
				if err := tmpl.Execute(&text, map[string]any{
					"Filter": filter, "FilterNearest": 0, "FilterLinear": 1,
					"Address": address, "AddressUnsafe": 0, "AddressClampToZero": 1, "AddressRepeat": 2,
					"UseColorM": matrix,
				}); err != nil {
					return nil, err
				}
				b.WriteString(strconv.Quote(text.String()) + ",\n")
			}
			b.WriteString("},\n")
		}
		b.WriteString("},\n")
	}
	b.WriteString(`}

func ShaderSource(filter Filter, address Address, useColorM bool) []byte {
	if useColorM {
		return []byte(written[filter][address][1])
	}
	return []byte(written[filter][address][0])
}
`)
	return format.Source(b.Bytes())
}

// declared is the first name of a declaration, "import" for imports, and its
// value if it has one.
func declared(decl ast.Decl) (string, ast.Expr) {
	switch d := decl.(type) {
	case *ast.FuncDecl:
		return d.Name.Name, nil
	case *ast.GenDecl:
		switch s := d.Specs[0].(type) {
		case *ast.ValueSpec:
			if len(s.Values) > 0 {
				return s.Names[0].Name, s.Values[0]
			}
			return s.Names[0].Name, nil
		case *ast.TypeSpec:
			return s.Name.Name, nil
		}
	}
	return "import", nil
}

// literal is the one string that an expression holds after its template's name.
func literal(e ast.Expr) (string, error) {
	var last string
	ast.Inspect(e, func(n ast.Node) bool {
		if l, ok := n.(*ast.BasicLit); ok && l.Kind == token.STRING && strings.HasPrefix(l.Value, "`") {
			last = l.Value
		}
		return true
	})
	if last == "" {
		return "", errors.New("its template has no text")
	}
	return strconv.Unquote(last)
}
