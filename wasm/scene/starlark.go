package scene

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// inkKind is a kind of text in a script, as it is coloured.
type inkKind uint8

const (
	plainToken inkKind = iota
	keywordToken
	stringToken
	numberToken
	commentToken
)

// tokenSpan is where in a line a kind of text begins, in bytes; it ends where the
// next one begins.
type tokenSpan struct {
	from int
	kind inkKind
}

// starlarkWords are the keywords of Starlark, and the values that are written as
// words (go.starlark.net, doc/spec.md).
var starlarkWords = map[string]bool{
	"and": true, "break": true, "continue": true, "def": true, "elif": true, "else": true, "for": true, "if": true, "in": true,
	"lambda": true, "load": true, "not": true, "or": true, "pass": true, "return": true, "while": true,
	"True": true, "False": true, "None": true,
}

// tokens splits the lines of a script into kinds of text. It reads what is no
// Starlark too, since it is asked while somebody types: a string that is not closed
// ends with its line, or with the file if it has three quotes.
func tokens(lines []string) [][]tokenSpan {
	all := make([][]tokenSpan, len(lines))
	open := "" // the three quotes of a string that goes on
	for i, line := range lines {
		all[i], open = tokensOfLine(line, open)
	}
	return all
}

func tokensOfLine(line, open string) (list []tokenSpan, still string) {
	put := func(from int, kind inkKind) {
		if n := len(list); n == 0 || list[n-1].kind != kind {
			list = append(list, tokenSpan{from, kind})
		}
	}
	i := 0
	if open != "" {
		put(0, stringToken)
		if i = closing(line, 0, open); i < 0 {
			return list, open
		}
	}
	for i < len(line) {
		c := line[i]
		switch {
		case c == '#':
			put(i, commentToken)
			return list, ""
		case c == '"' || c == '\'':
			put(i, stringToken)
			quote := line[i : i+1]
			if strings.HasPrefix(line[i:], strings.Repeat(quote, 3)) {
				quote = line[i : i+3]
			}
			end := closing(line, i+len(quote), quote)
			if end < 0 {
				if len(quote) == 3 {
					return list, quote
				}
				return list, ""
			}
			i = end
		case c >= '0' && c <= '9' || c == '.' && i+1 < len(line) && line[i+1] >= '0' && line[i+1] <= '9':
			put(i, numberToken)
			i = numberEnd(line, i)
		case wordRune(rune(c)) || c >= utf8.RuneSelf:
			end := i + strings.IndexFunc(line[i:]+" ", func(r rune) bool { return !wordRune(r) })
			if end == i { // a sign of another script
				_, n := utf8.DecodeRuneInString(line[i:])
				end = i + n
			}
			kind := plainToken
			if starlarkWords[line[i:end]] {
				kind = keywordToken
			}
			put(i, kind)
			i = end
		default:
			put(i, plainToken)
			i++
		}
	}
	return list, ""
}

// closing is the place behind the quote that ends a string, or −1.
func closing(line string, from int, quote string) int {
	for i := from; i < len(line); i++ {
		switch {
		case line[i] == '\\':
			i++
		case strings.HasPrefix(line[i:], quote):
			return i + len(quote)
		}
	}
	return -1
}

// numberEnd is the place behind a number: 12, 0x1F, 1.5e-3.
func numberEnd(line string, i int) int {
	for start := i; i < len(line); i++ {
		c := line[i]
		exponent := i > start && (line[i-1] == 'e' || line[i-1] == 'E') && !strings.HasPrefix(line[start:], "0x")
		if !wordRune(rune(c)) && c != '.' && !(exponent && (c == '+' || c == '-')) {
			break
		}
	}
	return i
}

func wordRune(r rune) bool { return r == '_' || unicode.IsLetter(r) || unicode.IsDigit(r) }

// cutTokens are the spans of the bytes from…to of a line, counted from there.
func cutTokens(spans []tokenSpan, from, to int) []tokenSpan {
	var list []tokenSpan
	for i, s := range spans {
		if s.from >= to || i+1 < len(spans) && spans[i+1].from <= from {
			continue
		}
		list = append(list, tokenSpan{max(0, s.from-from), s.kind})
	}
	return list
}

// tokenInk is how a kind of text looks.
func (d *sheet) tokenInk(kind inkKind) ink {
	k := d.codeInk()
	switch kind {
	case keywordToken:
		k.color = d.pal.Accent
	case stringToken:
		k.color = d.pal.OK
	case numberToken:
		k.color = d.pal.Warn
	case commentToken:
		k.color = d.pal.Muted
	}
	return k
}

// codeText writes a piece of a line in the colours of its tokens.
func (d *sheet) codeText(x, y, width float64, l *fileLine) {
	left := x
	for i, s := range l.tokens {
		end := len(l.text)
		if i+1 < len(l.tokens) {
			end = l.tokens[i+1].from
		}
		text := l.text[s.from:end]
		k := d.tokenInk(s.kind)
		if strings.TrimSpace(text) != "" {
			d.text(x, y, width-(x-left), text, k)
		}
		x += d.width(text, k)
	}
}
