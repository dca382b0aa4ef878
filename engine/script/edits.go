package script

import (
	"sort"
	"strings"
	"unicode/utf8"
)

// apply makes the text for the parser, and notes how columns moved.
func (r *reader) apply() *source {
	s := &source{text: r.text}
	if len(r.edits) == 0 {
		return s
	}
	sort.SliceStable(r.edits, func(i, j int) bool { return r.edits[i].at < r.edits[j].at })
	s.matmul, s.shifts = map[place]bool{}, map[int][]shift{}
	at := map[int]bool{}
	for _, off := range r.matmul {
		at[off] = true
	}
	var b strings.Builder
	line, col, from, delta := 1, 1, 0, 0
	copied := func(text string) {
		b.WriteString(text)
		if n := strings.Count(text, "\n"); n > 0 {
			line, delta = line+n, 0
			text = text[strings.LastIndexByte(text, '\n')+1:]
			col = 1
		}
		col += utf8.RuneCountInString(text)
	}
	for _, e := range r.edits {
		copied(r.text[from:e.at])
		if at[e.at] && e.ins == "*" {
			s.matmul[place{line, col}] = true
		}
		b.WriteString(e.ins)
		grown := utf8.RuneCountInString(e.ins)
		col += grown
		delta += grown - utf8.RuneCountInString(r.text[e.at:e.at+e.del])
		s.shifts[line] = append(s.shifts[line], shift{col, delta})
		from = e.at + e.del
	}
	copied(r.text[from:])
	s.text = b.String()
	return s
}
