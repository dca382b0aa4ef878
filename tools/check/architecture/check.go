package architecture

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

// Check returns every breach of the rules in the packages, each as one line that
// names the place.
func (r *Rules) Check(pkgs []Package) []string {
	var found []string
	for i := range pkgs {
		p := &pkgs[i]
		found = append(found, r.checkPlace(p)...)
		found = append(found, r.checkImports(p)...)
		found = append(found, r.checkNames(p)...)
		if len(p.Files) > 0 && p.Doc == "" {
			found = append(found, p.Path+": no package comment: say what it knows and what it must never know")
		}
	}
	return found
}

func shipped(pkg string) bool { return matchesAny([]string{"engine/...", "wasm/..."}, pkg) }

func (r *Rules) checkPlace(p *Package) (found []string) {
	if !shipped(p.Path) || len(p.Files) == 0 {
		return nil
	}
	here := r.place(p.Path)
	if here < 0 {
		return []string{p.Path + ": has no place in the order of imports"}
	}
	for _, imp := range p.Imports {
		other, ok := ours(imp)
		if !ok || !shipped(other) {
			continue
		}
		if there := r.place(other); there >= here {
			found = append(found, fmt.Sprintf("%s: imports %s, which does not stand before it", p.Path, other))
		}
	}
	return found
}

func (r *Rules) checkImports(p *Package) (found []string) {
	breach := func(format string, args ...any) {
		found = append(found, p.Path+": "+fmt.Sprintf(format, args...))
	}
	allowed, limited := r.only[p.Path]
	for _, imp := range p.Imports {
		if other, ok := ours(imp); ok && limited && !slices.Contains(allowed, other) {
			breach("imports %s, but only %s is allowed to it", other, strings.Join(allowed, ", "))
		}
		for _, a := range r.alone {
			if matches(a.thing+"/...", imp) && !matchesAny(a.in, p.Path) {
				breach("imports %s, which only %s may", imp, strings.Join(a.in, ", "))
			}
		}
		for _, b := range r.imports {
			if matchesAny(b.packages, p.Path) && matchesAny(b.what, imp) {
				breach("imports %s", imp)
			}
		}
		if _, mine := ours(imp); !mine && matches("engine/...", p.Path) && !standard(imp) && !r.foreignAllowed(p.Path, imp) {
			breach("imports %s, which is not of the standard library", imp)
		}
	}
	return found
}

func (r *Rules) foreignAllowed(pkg, imp string) bool {
	for _, prefix := range r.foreign[pkg] {
		if matches(prefix+"/...", imp) {
			return true
		}
	}
	return false
}

func (r *Rules) checkNames(p *Package) (found []string) {
	names := []string{p.Path}
	for _, f := range slices.Concat(p.Files, p.Tests) {
		names = append(names, path.Join(p.Path, f))
	}
	for _, n := range names {
		if word := r.badName(n); word != "" {
			found = append(found, fmt.Sprintf("%s: %q says nothing about what it is for", n, word))
		}
	}
	return found
}

// CheckFile returns the breaches inside one Go file: its length, and what it uses
// of packages that it may import but not use whole. The name is relative to the
// root, with slashes.
func (r *Rules) CheckFile(name string, src []byte) (found []string, err error) {
	pkg := path.Dir(name)
	if n := bytes.Count(src, []byte("\n")); n > r.lines && r.long[name] == "" {
		found = append(found, fmt.Sprintf("%s: %d lines, more than %d: split it by concept, or name it in rules.txt with the reason", name, n, r.lines))
	}
	if strings.HasSuffix(name, "_test.go") {
		return found, nil
	}
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, name, src, parser.SkipObjectResolution)
	if err != nil {
		return nil, err
	}
	for _, b := range r.uses {
		if !matchesAny(b.packages, pkg) {
			continue
		}
		local := localName(file, b.of)
		if local == "" {
			continue
		}
		ast.Inspect(file, func(n ast.Node) bool {
			sel, ok := n.(*ast.SelectorExpr)
			if !ok {
				return true
			}
			if x, ok := sel.X.(*ast.Ident); ok && x.Name == local && slices.Contains(b.what, sel.Sel.Name) {
				found = append(found, fmt.Sprintf("%s: uses %s.%s", fset.Position(sel.Pos()), b.of, sel.Sel.Name))
			}
			return true
		})
	}
	return found, nil
}

// localName is what a file calls an imported package; "" if it does not import it.
func localName(file *ast.File, importPath string) string {
	for _, imp := range file.Imports {
		if p, err := strconv.Unquote(imp.Path.Value); err != nil || p != importPath {
			continue
		}
		if imp.Name != nil {
			return imp.Name.Name
		}
		name := path.Base(importPath)
		if strings.HasPrefix(name, "v") && path.Dir(importPath) != "." { // math/rand/v2 is rand
			if _, err := strconv.Atoi(name[1:]); err == nil {
				name = path.Base(path.Dir(importPath))
			}
		}
		return name
	}
	return ""
}

// CheckFiles does CheckFile for the files of all packages, each file once.
func (r *Rules) CheckFiles(root string, pkgs []Package) ([]string, error) {
	done := map[string]bool{}
	var found []string
	for _, p := range pkgs {
		for _, f := range slices.Concat(p.Files, p.Tests) {
			full := filepath.Join(p.Dir, f)
			name, err := filepath.Rel(root, full)
			if err != nil {
				return nil, err
			}
			name = filepath.ToSlash(name)
			if done[name] {
				continue
			}
			done[name] = true
			src, err := os.ReadFile(full)
			if err != nil {
				return nil, err
			}
			breaches, err := r.CheckFile(name, src)
			if err != nil {
				return nil, err
			}
			found = append(found, breaches...)
		}
	}
	for file := range r.long {
		if !done[file] {
			found = append(found, "rules.txt: names "+file+", which is not there")
		}
	}
	slices.Sort(found)
	return found, nil
}
