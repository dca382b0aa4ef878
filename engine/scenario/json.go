package scenario

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// The file is read into a tree of nodes that know their place, so that every
// mistake can be pointed at, and so that what encoding/json forgives (a key that
// stands twice, bytes that are not UTF-8, a number beyond float64) is seen.

type kind uint8

const (
	nullKind kind = iota
	boolKind
	numberKind
	stringKind
	listKind
	objectKind
)

// node is a JSON value. Numbers keep their text, which keeps an int64 exact.
type node struct {
	kind       kind
	start, end int32  // bytes of the file
	key        string // of a member of an object
	text       string // of a bool, number or string (unescaped)
	items      []node // of a list or object
}

func (n *node) get(key string) *node {
	if n == nil || n.kind != objectKind {
		return nil
	}
	for i := range n.items {
		if n.items[i].key == key {
			return &n.items[i]
		}
	}
	return nil
}

// reader turns text into nodes; it stops at the first mistake.
type reader struct {
	src string
	pos int
	at  []place // the members and entries being read, outermost first
	// read are the members and entries of all that is not at its end yet, so that what
	// has ended gets a list of its size.
	read []node
	err  *Error
}

// place is a key of an object, or an index of a list.
type place struct {
	key   string
	index int
}

func readJSON(src string) (node, *Error) {
	r := &reader{src: src}
	switch {
	case len(src) > MaxFileBytes:
		return node{}, newError("limit_file", "bytes", len(src), "limit", MaxFileBytes)
	case !utf8.ValidString(src):
		for i, c := range src {
			if c == utf8.RuneError && !strings.HasPrefix(src[i:], "\uFFFD") {
				r.pos = i
				break
			}
		}
		r.fail("not_utf8")
		return node{}, r.err
	}
	n := r.value(0)
	r.space()
	if r.err == nil && r.pos < len(src) {
		r.fail("syntax_trailing", "got", r.next())
	}
	return n, r.err
}

func (r *reader) fail(code string, args ...any) node {
	if r.err == nil {
		r.err = newError(code, args...)
		r.err.Offset = r.pos
		r.err.Line, r.err.Column = position(r.src, r.pos)
	}
	r.pos = len(r.src)
	return node{}
}

// misplaced fails with a path: the text is JSON, but not here.
func (r *reader) misplaced(code, key string, args ...any) {
	var b strings.Builder
	for _, at := range r.at {
		if at.index >= 0 {
			fmt.Fprintf(&b, "[%d]", at.index)
		} else {
			dot(&b, at.key)
		}
	}
	if key != "" {
		dot(&b, key)
	}
	r.fail(code, args...)
	r.err.Path = b.String()
}

// position counts lines and characters from 1.
func position(src string, offset int) (line, column int) {
	before := src[:offset]
	start := strings.LastIndexByte(before, '\n') + 1
	return 1 + strings.Count(before, "\n"), 1 + utf8.RuneCountInString(before[start:])
}

func (r *reader) space() {
	for r.pos < len(r.src) {
		switch r.src[r.pos] {
		case ' ', '\t', '\r', '\n':
			r.pos++
		default:
			return
		}
	}
}

// byte is the one at hand; 0, which stands nowhere outside of a string, at the end.
func (r *reader) byte() byte {
	if r.pos >= len(r.src) {
		return 0
	}
	return r.src[r.pos]
}

// next is the character at hand, for a message.
func (r *reader) next() string {
	if r.pos >= len(r.src) {
		return ""
	}
	_, size := utf8.DecodeRuneInString(r.src[r.pos:])
	return r.src[r.pos : r.pos+size]
}

// unexpected fails with code, or says that the text ends too early.
func (r *reader) unexpected(code string) node {
	if r.pos >= len(r.src) {
		return r.fail("syntax_end")
	}
	return r.fail(code, "got", r.next())
}

func (r *reader) value(depth int) node {
	r.space()
	if depth > MaxNesting {
		r.misplaced("limit_nesting", "", "limit", MaxNesting)
		return node{}
	}
	start := r.pos
	var n node
	switch c := r.byte(); {
	case c == '{':
		n = r.object(depth)
	case c == '[':
		n = r.list(depth)
	case c == '"':
		n = node{kind: stringKind, text: r.string()}
	case c == '-' || c >= '0' && c <= '9':
		n = r.number()
	default:
		n = r.word()
	}
	n.start, n.end = int32(start), int32(r.pos)
	return n
}

func (r *reader) word() node {
	for _, w := range []struct {
		text string
		kind kind
	}{{"true", boolKind}, {"false", boolKind}, {"null", nullKind}} {
		if strings.HasPrefix(r.src[r.pos:], w.text) {
			r.pos += len(w.text)
			return node{kind: w.kind, text: w.text}
		}
	}
	return r.unexpected("syntax_value")
}

func (r *reader) digits() bool {
	start := r.pos
	for r.pos < len(r.src) && r.src[r.pos] >= '0' && r.src[r.pos] <= '9' {
		r.pos++
	}
	return r.pos > start
}

func (r *reader) accept(chars string) bool {
	if r.pos < len(r.src) && strings.IndexByte(chars, r.src[r.pos]) >= 0 {
		r.pos++
		return true
	}
	return false
}

func (r *reader) number() node {
	start := r.pos
	r.accept("-")
	ok := r.accept("0") || r.digits()
	if ok && r.accept(".") {
		ok = r.digits()
	}
	if ok && r.accept("eE") {
		r.accept("+-")
		ok = r.digits()
	}
	if !ok || r.pos < len(r.src) && strings.IndexByte(`0123456789.+-_abcdefghijklmnopqrstuvwxyz`, r.src[r.pos]) >= 0 {
		text := r.src[start:min(len(r.src), r.pos+1)]
		r.pos = start
		return r.fail("syntax_number", "got", text)
	}
	return node{kind: numberKind, text: r.src[start:r.pos]}
}

func (r *reader) list(depth int) node {
	n := node{kind: listKind}
	r.pos++
	if r.space(); r.accept("]") {
		return n
	}
	for first := len(r.read); ; {
		r.at = append(r.at, place{index: len(r.read) - first})
		v := r.value(depth + 1)
		r.read = append(r.read, v)
		r.at = r.at[:len(r.at)-1]
		switch r.space(); {
		case r.accept("]"):
			n.items = r.take(first)
			return n
		case !r.accept(","):
			return r.unexpected("syntax_list")
		}
	}
}

func (r *reader) object(depth int) node {
	n := node{kind: objectKind}
	var keys map[string]bool
	r.pos++
	if r.space(); r.accept("}") {
		return n
	}
	for first := len(r.read); ; {
		r.space()
		if r.byte() != '"' {
			return r.unexpected("syntax_key")
		}
		at := r.pos
		key := r.string()
		n.items = r.read[first:]
		if r.seen(&n, &keys, key) {
			r.pos = at
			r.misplaced("duplicate_key", key, "key", key)
			return node{}
		}
		if r.space(); !r.accept(":") {
			return r.unexpected("syntax_colon")
		}
		r.at = append(r.at, place{key: key, index: -1})
		v := r.value(depth + 1)
		r.at = r.at[:len(r.at)-1]
		v.key = key
		r.read = append(r.read, v)
		switch r.space(); {
		case r.accept("}"):
			n.items = r.take(first)
			return n
		case !r.accept(","):
			return r.unexpected("syntax_object")
		}
	}
}

// take gives what was read from first on to the list or object that it belongs to.
func (r *reader) take(first int) []node {
	items := slices.Clone(r.read[first:])
	r.read = r.read[:first]
	return items
}

// seen reports whether the object has key already; beyond a few members it
// keeps a set, so that a hostile object costs no more than its length.
func (r *reader) seen(n *node, keys *map[string]bool, key string) bool {
	if len(n.items) < 16 {
		return n.get(key) != nil
	}
	if *keys == nil {
		*keys = make(map[string]bool)
		for _, m := range n.items {
			(*keys)[m.key] = true
		}
	}
	if (*keys)[key] {
		return true
	}
	(*keys)[key] = true
	return false
}

func (r *reader) string() string {
	r.pos++
	start := r.pos
	for i := start; i < len(r.src); i++ {
		switch c := r.src[i]; {
		case c == '"':
			r.pos = i + 1
			return r.src[start:i]
		case c == '\\':
			return r.escaped(start, i)
		case c < 0x20:
			r.pos = i
			r.fail("syntax_control")
			return ""
		}
	}
	r.pos = len(r.src)
	r.fail("syntax_end")
	return ""
}

var escapes = map[byte]byte{'"': '"', '\\': '\\', '/': '/', 'b': '\b', 'f': '\f', 'n': '\n', 'r': '\r', 't': '\t'}

// escaped goes on with a string whose first backslash is at i.
func (r *reader) escaped(start, i int) string {
	var b strings.Builder
	b.WriteString(r.src[start:i])
	for i < len(r.src) {
		c := r.src[i]
		switch {
		case c == '"':
			r.pos = i + 1
			return b.String()
		case c < 0x20:
			r.pos = i
			r.fail("syntax_control")
			return ""
		case c != '\\':
			b.WriteByte(c)
			i++
			continue
		}
		if i+1 < len(r.src) && escapes[r.src[i+1]] != 0 {
			b.WriteByte(escapes[r.src[i+1]])
			i += 2
			continue
		}
		c16, ok := hex4(r.src, i)
		if !ok {
			r.pos = i
			r.fail("syntax_escape")
			return ""
		}
		i += 6
		if utf16.IsSurrogate(c16) {
			low, _ := hex4(r.src, i)
			if c16 = utf16.DecodeRune(c16, low); c16 == utf8.RuneError {
				r.pos = i - 6
				r.fail("syntax_escape")
				return ""
			}
			i += 6
		}
		b.WriteRune(c16)
	}
	r.pos = len(r.src)
	r.fail("syntax_end")
	return ""
}

// hex4 reads a \uXXXX at i.
func hex4(src string, i int) (c rune, ok bool) {
	if i+6 > len(src) || src[i] != '\\' || src[i+1] != 'u' {
		return 0, false
	}
	for _, h := range []byte(src[i+2 : i+6]) {
		d := strings.IndexByte("0123456789abcdef", h|0x20)
		if h < '0' || d < 0 {
			return 0, false
		}
		c = c<<4 | rune(d)
	}
	return c, true
}
