package scenario

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"
)

// Parse reads a scenario file strictly: the first thing that is wrong is given
// back as an *Error that names the place, and nothing else. What it accepts has
// every default filled in and every number in canonical form, so that
// Parse(Format(s)) equals s.
func Parse(text []byte) (*Scenario, error) {
	src := string(text)
	root, err := readJSON(src)
	if err != nil {
		return nil, err
	}
	p := &parser{src: src, root: &root}
	s := p.file(&root)
	if p.err != nil {
		return nil, p.err
	}
	return s, nil
}

// migrations rewrites a file of version v into one of version v+1, before
// anything else is read of it. Version 1 is the first.
var migrations = map[int]func(root *node){}

// parser turns nodes into a scenario. After the first mistake it goes on with
// zero values; only that mistake is reported.
type parser struct {
	src  string
	root *node
	err  *Error

	world     int  // of the scenario
	checkRank bool // whether src, dst and ranks must lie in world
}

// fail reports that n is wrong; suffix is a key within n, or "".
func (p *parser) fail(n *node, suffix, code string, args ...any) {
	if p.err != nil {
		return
	}
	p.err = newError(code, args...)
	p.err.Path = p.path(n, suffix)
	if p.src != "" {
		p.err.Offset = int(n.start)
		p.err.Line, p.err.Column = position(p.src, int(n.start))
	}
}

// path finds n again from the root. A node is known by where it starts: no two
// values start at the same byte.
func (p *parser) path(n *node, suffix string) string {
	var b strings.Builder
	at := p.root
	for at != n {
		i := 0
		for i+1 < len(at.items) && at.items[i+1].start <= n.start {
			i++
		}
		if i >= len(at.items) {
			break
		}
		if at.kind == listKind {
			fmt.Fprintf(&b, "[%d]", i)
		} else {
			dot(&b, at.items[i].key)
		}
		at = &at.items[i]
	}
	if suffix != "" {
		dot(&b, suffix)
	}
	return b.String()
}

func dot(b *strings.Builder, key string) {
	if b.Len() > 0 {
		b.WriteByte('.')
	}
	if !isName(key) {
		key = excerpt(strconv.Quote(key))
	}
	b.WriteString(key)
}

// shown is the value of n as a message quotes it.
func shown(n *node) string {
	switch n.kind {
	case stringKind:
		return strconv.Quote(excerpt(n.text))
	case listKind:
		return "[…]"
	case objectKind:
		return "{…}"
	}
	return n.text
}

func (p *parser) wrong(n *node, code string, args ...any) {
	p.fail(n, "", code, append([]any{"value", shown(n)}, args...)...)
}

// object checks that n is an object without keys beside those known.
func (p *parser) object(n *node, known ...string) bool {
	if n.kind != objectKind {
		p.wrong(n, "not_object")
		return false
	}
	for i := range n.items {
		if k := n.items[i].key; !contains(known, k) {
			p.unknown(&n.items[i], "unknown_key", "near_key", k, known)
			return false
		}
	}
	return true
}

func contains(list []string, s string) bool {
	for _, l := range list {
		if l == s {
			return true
		}
	}
	return false
}

func (p *parser) unknown(n *node, code, nearCode, given string, known []string) {
	if near := nearest(given, known); near != "" {
		p.fail(n, "", nearCode, "value", strconv.Quote(given), "near", near)
		return
	}
	p.fail(n, "", code, "value", strconv.Quote(given))
}

func (p *parser) list(n *node, limit int) []node {
	if n.kind != listKind {
		p.wrong(n, "not_list")
		return nil
	}
	if limit > 0 && len(n.items) > limit {
		p.fail(n, "", "limit_items", "value", len(n.items), "limit", limit)
		return nil
	}
	return n.items
}

func (p *parser) string(n *node, limit int) string {
	if n.kind != stringKind {
		p.wrong(n, "not_string")
		return ""
	}
	if c := utf8.RuneCountInString(n.text); c > limit {
		p.fail(n, "", "limit_text", "value", c, "limit", limit)
	}
	return n.text
}

func (p *parser) bool(n *node) bool {
	if n.kind != boolKind {
		p.wrong(n, "not_bool")
	}
	return n.text == "true"
}

// int reads a whole number; where lo < hi it must lie between them.
func (p *parser) int(n *node, lo, hi int64) int64 {
	if n.kind != numberKind {
		p.wrong(n, "not_int")
		return 0
	}
	v, ok := wholeNumber(n.text)
	switch {
	case !ok && (lo >= hi || !isWhole(n.text)):
		p.wrong(n, "not_int")
	case !ok || lo < hi && (v < lo || v > hi):
		p.wrong(n, "out_of_range", "min", lo, "max", hi)
	default:
		return v
	}
	return 0
}

// wholeNumber reads an int64, also when it is written as 3.0 or 1e3.
func wholeNumber(text string) (v int64, ok bool) {
	if v, err := strconv.ParseInt(text, 10, 64); err == nil {
		return v, true
	}
	const exact = 1 << 53
	f, err := strconv.ParseFloat(text, 64)
	if err != nil || f != math.Trunc(f) || f < -exact || f > exact {
		return 0, false
	}
	return int64(f), true
}

func isWhole(text string) bool {
	f, err := strconv.ParseFloat(text, 64)
	return err == nil && f == math.Trunc(f)
}

func (p *parser) choice(n *node, choices ...string) string {
	if n.kind == stringKind && contains(choices, n.text) {
		return n.text
	}
	p.wrong(n, "not_choice", "choices", strings.Join(choices, ", "))
	return ""
}

func (p *parser) duration(n *node) time.Duration {
	if n.kind == stringKind {
		if d, ok := ParseDuration(n.text); ok {
			return d
		}
	}
	p.wrong(n, "not_duration")
	return 0
}

// positive is a duration for which zero makes no sense.
func (p *parser) positive(n *node) time.Duration {
	d := p.duration(n)
	if d == 0 {
		p.wrong(n, "out_of_range", "min", "1ns", "max", FormatDuration(MaxDuration))
	}
	return d
}

func (p *parser) bandwidth(n *node) float64 {
	if n.kind == stringKind {
		if v, ok := ParseBandwidth(n.text); ok {
			return v
		}
	}
	p.wrong(n, "not_bandwidth")
	return 0
}

func (p *parser) name(n *node) string {
	name := p.string(n, MaxName)
	if !isName(name) {
		p.wrong(n, "not_name")
	}
	return name
}

// label names a handle or a group: any text, as the key of a dict would be.
func (p *parser) label(n *node) string {
	label := p.string(n, MaxName)
	if label == "" {
		p.fail(n, "", "empty")
	}
	return label
}

// text is a title or a question: one string, or one per language.
func (p *parser) text(n *node) Text {
	if n.kind == stringKind {
		return Text{"": p.string(n, MaxTitle)}
	}
	if n.kind != objectKind {
		p.wrong(n, "not_string")
		return nil
	}
	if len(n.items) == 0 {
		p.fail(n, "", "empty")
	}
	t := make(Text, len(n.items))
	for i := range n.items {
		m := &n.items[i]
		if !isLanguage(m.key) {
			p.fail(m, "", "not_language", "value", strconv.Quote(m.key))
		}
		t[m.key] = p.string(m, MaxTitle)
	}
	return t
}
