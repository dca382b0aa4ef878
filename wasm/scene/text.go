package scene

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"lockstep/wasm/typeface"
)

// ink is how a text is set.
type ink struct {
	size  float64
	color Color
	bold  bool
	mono  bool
	align Align
}

func (k ink) style() typeface.Style { return typeface.Style{Bold: k.bold, Mono: k.mono} }

const ellipsis = "…"

// fit cuts text to width, with an ellipsis where something is missing.
func fit(m Measurer, text string, k ink, width float64) string {
	if m.Width(text, k.size, k.style()) <= width {
		return text
	}
	dots := m.Width(ellipsis, k.size, k.style())
	if dots > width {
		return ""
	}
	// The widths of prefixes rise, so the longest that fits is found by halving.
	low, high := 0, len(text)
	for low < high {
		mid := (low + high + 1) / 2
		for mid > low && !utf8.RuneStart(at(text, mid)) {
			mid--
		}
		if mid == low {
			break
		}
		if m.Width(text[:mid], k.size, k.style())+dots <= width {
			low = mid
		} else {
			high = mid - 1
			for high > low && !utf8.RuneStart(at(text, high)) {
				high--
			}
		}
	}
	return strings.TrimRight(text[:low], " ") + ellipsis
}

func at(text string, i int) byte {
	if i >= len(text) {
		return 0
	}
	return text[i]
}

// wrap breaks text into lines of at most width: Chinese anywhere but before
// closing marks, other scripts at spaces, a word that is too long anywhere.
func wrap(m Measurer, text string, k ink, width float64) []string {
	var lines []string
	for paragraph := range strings.SplitSeq(text, "\n") {
		lines = append(lines, wrapParagraph(m, paragraph, k, width)...)
	}
	return lines
}

func wrapParagraph(m Measurer, text string, k ink, width float64) []string {
	var lines []string
	fits := func(line string) bool { return m.Width(strings.TrimRight(line, " "), k.size, k.style()) <= width }
	line, end := "", 0 // the line is text up to end
	for _, piece := range pieces(text) {
		from := end - len(line)
		end += len(piece)
		whole := text[from:end] // of the line with the piece
		if line == "" {
			whole = strings.TrimLeft(piece, " ")
		}
		if fits(whole) {
			line = whole
			continue
		}
		if line != "" {
			lines = append(lines, strings.TrimRight(line, " "))
		}
		line = strings.TrimLeft(piece, " ")
		for !fits(line) {
			head := longestPrefix(m, line, k, width)
			lines = append(lines, head)
			line = line[len(head):]
		}
	}
	return append(lines, strings.TrimRight(line, " "))
}

// longestPrefix is at least one character, whatever the width.
func longestPrefix(m Measurer, text string, k ink, width float64) string {
	end := 0
	for i, r := range text {
		next := i + utf8.RuneLen(r)
		if r == utf8.RuneError {
			next = i + 1
		}
		if end > 0 && m.Width(text[:next], k.size, k.style()) > width {
			break
		}
		end = next
	}
	return text[:end]
}

// pieces splits a text at the places where a line may end.
func pieces(text string) []string {
	var list []string
	begin := 0
	var before rune
	for i, r := range text {
		if i > begin && mayBreak(before, r) {
			list = append(list, text[begin:i])
			begin = i
		}
		before = r
	}
	return append(list, text[begin:])
}

func mayBreak(before, r rune) bool {
	if before == ' ' && r != ' ' {
		return true
	}
	if !(wide(r) && before != ' ' || wide(before) && r != ' ') {
		return false
	}
	return !strings.ContainsRune("，。；：、！？）》”」』…—,.;:!?)]}%", r) && !strings.ContainsRune("（《“「『([{", before)
}

func wide(r rune) bool {
	const first = 0x1100 // of Hangul; what is below is most of a text, and in none of the tables
	if r < first {
		return false
	}
	return unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Hangul) || r >= 0x3000 && r <= 0x30FF || r >= 0xFF00 && r <= 0xFFEF
}

// pair is a name, and what is to be said of it.
func (d *sheet) pair(name, text string) string { return d.say("pair", "name", name, "text", text) }

// sentences puts one sentence behind another: with a space between them, except
// behind a full stop that has its own.
func (d *sheet) sentences(a, b string) string {
	if a == "" || strings.HasSuffix(a, "。") || strings.HasSuffix(a, "！") || strings.HasSuffix(a, "？") {
		return a + b
	}
	return a + " " + b
}

// rejoined puts two lines of a wrapped text together again: a Chinese text was broken
// where no space is.
func rejoined(a, b string) string {
	before, _ := utf8.DecodeLastRuneInString(a)
	if next, _ := utf8.DecodeRuneInString(b); wide(before) && wide(next) {
		return a + b
	}
	return a + " " + b
}
