package wording

import (
	"strings"
	"unicode/utf8"
)

// Slot appends a template's own text, and what stands in the slot behind it.
//
// A template cannot know in which script its values come: where a Chinese
// character and a Latin letter or a digit meet at a seam it sets the space that
// belongs there, and where two Chinese characters meet it leaves out the one that
// the template keeps for a Latin word.
func Slot(b []byte, text, value string) []byte {
	if rest, ok := strings.CutPrefix(text, " "); ok && han(first(rest)) && han(last(b)) {
		text = rest
	}
	if rest, ok := strings.CutSuffix(text, " "); ok && han(last(rest)) && han(first(value)) {
		text = rest
	}
	return join(join(b, text), value)
}

func join(b []byte, text string) []byte {
	if len(b) == 0 || text == "" || b[len(b)-1] < utf8.RuneSelf && text[0] < utf8.RuneSelf {
		return append(b, text...)
	}
	if l, r := last(b), first(text); han(l) && latin(r) || latin(l) && han(r) {
		b = append(b, ' ')
	}
	return append(b, text...)
}

func first(s string) rune {
	r, _ := utf8.DecodeRuneInString(s)
	return r
}

func last[T string | []byte](s T) rune {
	r, _ := utf8.DecodeLastRuneInString(string(s[max(0, len(s)-utf8.UTFMax):]))
	return r
}

func han(r rune) bool { return r >= '\u4e00' && r <= '\u9fff' }

func latin(r rune) bool {
	return r >= '0' && r <= '9' || r >= 'A' && r <= 'Z' || r >= 'a' && r <= 'z'
}
