package scenario

import "unicode"

// isName reports whether s can name a tensor: an identifier, because scripts and
// local statements use it as one.
func isName(s string) bool {
	for i, c := range s {
		if c != '_' && !unicode.IsLetter(c) && (i == 0 || !unicode.IsDigit(c)) {
			return false
		}
	}
	return s != ""
}

// isLanguage accepts the shape of a BCP 47 tag: zh, en, pt-BR.
func isLanguage(s string) bool {
	if len(s) < 2 || len(s) > 16 {
		return false
	}
	for i := range len(s) {
		c := s[i]
		letter := c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z'
		if !letter && (i < 2 || c != '-' && (c < '0' || c > '9')) {
			return false
		}
	}
	return true
}

// nearest finds the word that was probably meant: at most two slips away, and
// fewer than half of the letters.
func nearest(given string, known []string) string {
	if len(given) > MaxName {
		return ""
	}
	best, most := "", min(2, (len(given)-1)/2)
	for _, k := range known {
		if d := slips(given, k); d <= most && d > 0 && (best == "" || d < slips(given, best)) {
			best = k
		}
	}
	return best
}

// slips counts inserted, deleted, replaced and swapped bytes between a and b.
func slips(a, b string) int {
	rows := make([][]int, len(a)+1)
	for i := range rows {
		rows[i] = make([]int, len(b)+1)
		rows[i][0] = i
	}
	for j := range rows[0] {
		rows[0][j] = j
	}
	for i := 1; i <= len(a); i++ {
		for j := 1; j <= len(b); j++ {
			cost := 1
			if a[i-1] == b[j-1] {
				cost = 0
			}
			rows[i][j] = min(rows[i-1][j]+1, rows[i][j-1]+1, rows[i-1][j-1]+cost)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				rows[i][j] = min(rows[i][j], rows[i-2][j-2]+1)
			}
		}
	}
	return rows[len(a)][len(b)]
}
