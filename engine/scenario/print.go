package scenario

import (
	"unicode/utf8"
)

// Two ways to print the same tree: without a space, for links and digests, and
// with line breaks where a person would put them.

func appendCompact(dst []byte, n *node) []byte {
	switch n.kind {
	case stringKind:
		return appendString(dst, n.text)
	case nullKind:
		return append(dst, "null"...)
	case boolKind, numberKind:
		return append(dst, n.text...)
	}
	open, shut := brackets(n)
	dst = append(dst, open)
	for i := range n.items {
		if i > 0 {
			dst = append(dst, ',')
		}
		if n.kind == objectKind {
			dst = append(appendString(dst, n.items[i].key), ':')
		}
		dst = appendCompact(dst, &n.items[i])
	}
	return append(dst, shut)
}

func brackets(n *node) (open, shut byte) {
	if n.kind == objectKind {
		return '{', '}'
	}
	return '[', ']'
}

const lineWidth = 110 // characters of a line that is not broken

// appendIndented prints n at the given depth. The top level, and every list of
// objects, has a line for each entry; the rest stays on one line while it fits.
func appendIndented(dst []byte, n *node, depth, column int) []byte {
	if n.kind < listKind || len(n.items) == 0 {
		return appendCompact(dst, n)
	}
	if depth > 0 && !hasProgram(n) {
		if line := appendLine(nil, n); column+utf8.RuneCount(line) <= lineWidth {
			return append(dst, line...)
		}
	}
	open, shut := brackets(n)
	dst = append(dst, open)
	for i := range n.items {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = appendBreak(dst, depth+1)
		at := 2 * (depth + 1)
		if n.kind == objectKind {
			before := len(dst)
			dst = append(appendString(dst, n.items[i].key), ": "...)
			at += utf8.RuneCount(dst[before:])
		}
		dst = appendIndented(dst, &n.items[i], depth+1, at)
	}
	return append(appendBreak(dst, depth), shut)
}

func appendBreak(dst []byte, depth int) []byte {
	dst = append(dst, '\n')
	for range depth {
		dst = append(dst, "  "...)
	}
	return dst
}

// hasProgram reports whether n holds a list of several ops, which reads as a
// program only with an op on each line.
func hasProgram(n *node) bool {
	if n.kind == listKind && len(n.items) > 1 && n.items[0].get("op") != nil {
		return true
	}
	for i := range n.items {
		if hasProgram(&n.items[i]) {
			return true
		}
	}
	return false
}

// appendLine prints on one line with spaces after commas and colons.
func appendLine(dst []byte, n *node) []byte {
	if n.kind < listKind {
		return appendCompact(dst, n)
	}
	open, shut := brackets(n)
	dst = append(dst, open)
	for i := range n.items {
		if i > 0 {
			dst = append(dst, ", "...)
		}
		if n.kind == objectKind {
			dst = append(appendString(dst, n.items[i].key), ": "...)
		}
		dst = appendLine(dst, &n.items[i])
	}
	return append(dst, shut)
}

// appendString escapes what JSON must and nothing else: other scripts stay
// readable, and the bytes do not depend on a library's taste.
func appendString(dst []byte, s string) []byte {
	const hex = "0123456789abcdef"
	dst = append(dst, '"')
	for i := range len(s) {
		switch c := s[i]; {
		case c == '"' || c == '\\':
			dst = append(dst, '\\', c)
		case c == '\n':
			dst = append(dst, `\n`...)
		case c == '\t':
			dst = append(dst, `\t`...)
		case c == '\r':
			dst = append(dst, `\r`...)
		case c < 0x20 || c == 0x7f:
			dst = append(dst, `\u00`...)
			dst = append(dst, hex[c>>4], hex[c&15])
		default:
			dst = append(dst, c)
		}
	}
	return append(dst, '"')
}
