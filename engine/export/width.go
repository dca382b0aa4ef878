package export

import "strings"

// width is how many columns a text takes on a terminal: two for a Chinese
// character and its punctuation, none for a combining mark.
func width(s string) int {
	n := 0
	for _, r := range s {
		n += runeWidth(r)
	}
	return n
}

func runeWidth(r rune) int {
	switch {
	case r >= 0x0300 && r <= 0x036F, r == 0x200D, r >= 0xFE00 && r <= 0xFE0F:
		return 0
	case r >= 0x1100 && r <= 0x115F, r >= 0x2E80 && r <= 0xA4CF, r >= 0xAC00 && r <= 0xD7A3,
		r >= 0xF900 && r <= 0xFAFF, r >= 0xFE30 && r <= 0xFE6F, r >= 0xFF00 && r <= 0xFF60,
		r >= 0xFFE0 && r <= 0xFFE6, r >= 0x1F300 && r <= 0x1FAFF, r >= 0x20000 && r <= 0x3FFFD:
		return 2
	}
	return 1
}

// pad fills a text with blanks up to n columns.
func pad(s string, n int) string { return s + strings.Repeat(" ", max(0, n-width(s))) }

// padLeft puts the blanks in front, for numbers.
func padLeft(s string, n int) string { return strings.Repeat(" ", max(0, n-width(s))) + s }

// fit cuts a text to n columns, the last of them an ellipsis.
func fit(s string, n int) string {
	if width(s) <= n {
		return s
	}
	used := 0
	for i, r := range s {
		if used += runeWidth(r); used > n-1 {
			return s[:i] + "…"
		}
	}
	return s
}

// wrap breaks a text into lines of n columns, at blanks where there are any and
// anywhere between Chinese characters.
func wrap(s string, n int) []string {
	var lines []string
	var line strings.Builder
	used := 0
	flush := func() {
		lines = append(lines, strings.TrimRight(line.String(), " "))
		line.Reset()
		used = 0
	}
	for _, piece := range pieces(s) {
		w := width(strings.TrimRight(piece, " "))
		if used > 0 && used+w > n {
			flush()
		}
		for width(piece) > n && used == 0 { // longer than a line: cut
			head := fit(piece, n+1)
			head = strings.TrimSuffix(head, "…")
			line.WriteString(head)
			flush()
			piece = piece[len(head):]
		}
		line.WriteString(piece)
		used += width(piece)
	}
	if used > 0 || len(lines) == 0 {
		flush()
	}
	return lines
}

// noLineStart are marks that must not begin a line.
const noLineStart = "，。、：；！？）」』》…"

// pieces cuts a text where a line may be broken: behind blanks, and behind a wide
// character unless a closing mark follows.
func pieces(s string) []string {
	var out []string
	start := 0
	runes := []rune(s)
	at := 0
	for i, r := range runes {
		at += len(string(r))
		breakable := r == ' ' && (i+1 == len(runes) || runes[i+1] != ' ')
		if runeWidth(r) == 2 && (i+1 == len(runes) || !strings.ContainsRune(noLineStart, runes[i+1])) {
			breakable = true
		}
		if breakable {
			out, start = append(out, s[start:at]), at
		}
	}
	if start < len(s) {
		out = append(out, s[start:])
	}
	return out
}
