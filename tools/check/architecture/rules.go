// Package architecture holds the code to the rules of the house: who may import
// whom, what the engine must never touch, how things are named.
//
// The rules are text (rules.txt), so that a person reads them and a test obeys
// them. It knows packages, imports and file lengths; it must never know what the
// code does.
package architecture

import (
	"bufio"
	_ "embed"
	"fmt"
	"path"
	"strconv"
	"strings"
)

//go:embed rules.txt
var rulesText string

// module is the path in front of every package of ours.
const module = "lockstep"

// Rules is rules.txt, read.
type Rules struct {
	order   [][]string          // layers, lowest first
	only    map[string][]string // package → the packages of ours that it may import
	alone   []alone
	imports []ban
	uses    []ban
	foreign map[string][]string // package pattern → module prefixes that it may import
	unnamed []string
	lines   int
	long    map[string]string // file → why it may be longer
}

// alone says that only these packages import the thing.
type alone struct {
	thing string
	in    []string
}

// ban says what packages must not import, or not use of a standard package.
type ban struct {
	packages []string
	what     []string
	of       string // for uses: the import path
}

// Parse reads rules; the error names the line.
func Parse(text string) (*Rules, error) {
	r := &Rules{only: map[string][]string{}, foreign: map[string][]string{}, long: map[string]string{}}
	lines := bufio.NewScanner(strings.NewReader(text))
	for n := 1; lines.Scan(); n++ {
		line := strings.TrimSpace(lines.Text())
		if line == "" || line[0] == '#' {
			continue
		}
		if err := r.add(line); err != nil {
			return nil, fmt.Errorf("rules.txt:%d: %w", n, err)
		}
	}
	return r, lines.Err()
}

func (r *Rules) add(line string) error {
	verb, rest, _ := strings.Cut(line, " ")
	switch verb {
	case "order", "<":
		r.order = append(r.order, list(rest))
	case "only":
		who, what, ok := strings.Cut(rest, " import ")
		if !ok {
			return fmt.Errorf("want: only PACKAGES import PACKAGES")
		}
		for _, p := range list(who) {
			r.only[p] = list(what)
		}
	case "alone":
		thing, where, ok := strings.Cut(rest, " in ")
		if !ok {
			return fmt.Errorf("want: alone THING in PACKAGES")
		}
		r.alone = append(r.alone, alone{thing, list(where)})
	case "never":
		return r.addBan(rest)
	case "foreign":
		where, what, _ := strings.Cut(rest, " ")
		r.foreign[where] = list(what)
	case "unnamed":
		r.unnamed = list(rest)
	case "lines":
		n, err := strconv.Atoi(rest)
		if err != nil {
			return err
		}
		r.lines = n
	case "long":
		file, why, _ := strings.Cut(rest, " ")
		if why == "" {
			return fmt.Errorf("want: long FILE REASON")
		}
		r.long[file] = why
	default:
		return fmt.Errorf("no rule begins with %q", verb)
	}
	return nil
}

func (r *Rules) addBan(rest string) error {
	if who, what, ok := strings.Cut(rest, " imports "); ok {
		r.imports = append(r.imports, ban{packages: list(who), what: list(what)})
		return nil
	}
	who, uses, ok := strings.Cut(rest, " uses ")
	of, what, named := strings.Cut(uses, ":")
	if !ok || !named {
		return fmt.Errorf("want: never PACKAGES imports PACKAGES, or: never PACKAGES uses PACKAGE: NAMES")
	}
	r.uses = append(r.uses, ban{packages: list(who), what: list(what), of: of})
	return nil
}

func list(s string) []string {
	var out []string
	for item := range strings.SplitSeq(s, ",") {
		if item = strings.TrimSpace(item); item != "" {
			out = append(out, item)
		}
	}
	return out
}

// matches reports whether a package path fits a pattern: itself, or with /... at
// the end itself and everything below.
func matches(pattern, pkg string) bool {
	if prefix, below := strings.CutSuffix(pattern, "/..."); below {
		return pkg == prefix || strings.HasPrefix(pkg, prefix+"/")
	}
	return pattern == pkg
}

func matchesAny(patterns []string, pkg string) bool {
	for _, p := range patterns {
		if matches(p, pkg) {
			return true
		}
	}
	return false
}

// place finds a package's layer; −1 if it has none.
func (r *Rules) place(pkg string) int {
	for i, layer := range r.order {
		for _, p := range layer {
			if p == pkg {
				return i
			}
		}
	}
	return -1
}

// ours strips the module from an import path and reports whether it was there.
func ours(importPath string) (string, bool) {
	return strings.CutPrefix(importPath, module+"/")
}

// standard reports whether an import path belongs to the standard library: its
// first element has no dot.
func standard(importPath string) bool {
	first, _, _ := strings.Cut(importPath, "/")
	return !strings.Contains(first, ".") && first != module
}

// badName returns the banned word that a path element or file name is.
func (r *Rules) badName(p string) string {
	for element := range strings.SplitSeq(strings.TrimSuffix(p, path.Ext(p)), "/") {
		for _, word := range r.unnamed {
			if strings.TrimSuffix(element, "_test") == word {
				return word
			}
		}
	}
	return ""
}
