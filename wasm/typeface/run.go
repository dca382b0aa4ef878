package typeface

import (
	"unicode"
	"unicode/utf8"

	"golang.org/x/image/font/sfnt"
)

// Glyph is one glyph of a text, or a run that no shipped face holds. X and
// Advance are in the unit of the size that was asked for.
type Glyph struct {
	Face       FaceID
	Index      sfnt.GlyphIndex
	X, Advance float64
	Foreign    string // when not empty, the browser has to draw this
}

// Width is how far a text advances at a size.
func (s *Set) Width(text string, size float64, style Style) float64 {
	x := 0.0
	ascii := &s.faces[style.chain()[0]].ascii
	for i := 0; i < len(text); {
		if c := text[i]; c < utf8.RuneSelf && ascii[c].glyph != 0 {
			x += float64(ascii[c].advance * size)
			i++
			continue
		}
		r, n := utf8.DecodeRuneInString(text[i:])
		_, e, ok := s.find(r, style)
		if !ok {
			return s.width(text, size, style)
		}
		x += float64(e.advance * size)
		i += n
	}
	return x
}

// width is Width of a text that no shipped face holds whole.
func (s *Set) width(text string, size float64, style Style) float64 {
	x := 0.0
	s.each(text, size, style, func(g Glyph) { x = g.X + g.Advance })
	return x
}

// Glyphs appends the glyphs of a text to dst.
func (s *Set) Glyphs(dst []Glyph, text string, size float64, style Style) []Glyph {
	s.each(text, size, style, func(g Glyph) { dst = append(dst, g) })
	return dst
}

func (s *Set) each(text string, size float64, style Style, yield func(Glyph)) {
	x := 0.0
	for i := 0; i < len(text); {
		r, n := utf8.DecodeRuneInString(text[i:])
		id, e, ok := s.find(r, style)
		if ok {
			// The conversion forbids a fused multiply-add, which would make
			// widths differ between machines.
			a := float64(e.advance * size)
			yield(Glyph{Face: id, Index: e.glyph, X: x, Advance: a})
			x, i = x+a, i+n
			continue
		}
		if invisible(r) {
			i += n
			continue
		}
		run := s.foreignRun(text[i:], style)
		a := s.foreignWidth(run, size, style)
		yield(Glyph{Foreign: run, X: x, Advance: a})
		x, i = x+a, i+len(run)
	}
}

// foreignRun is the longest prefix that must be drawn as a whole: characters
// that no shipped face holds, the marks that belong to them, and single spaces
// between their words, because a right-to-left sentence orders its words.
func (s *Set) foreignRun(text string, style Style) string {
	end, spaced := 0, 0
	for i, r := range text {
		switch {
		case unicode.IsMark(r) || invisible(r) || !s.Holds(r, style):
			end, spaced = i+utf8.RuneLen(r), 0
			if r == utf8.RuneError {
				_, n := utf8.DecodeRuneInString(text[i:])
				end = i + n
			}
		case r == ' ' && spaced == 0:
			spaced = 1
		default:
			return text[:end]
		}
	}
	return text[:end]
}

func (s *Set) foreignWidth(run string, size float64, style Style) float64 {
	if s.Foreign != nil {
		if w := s.Foreign(run, size, style); w >= 0 {
			return w
		}
	}
	return float64(EstimateEms(run) * size)
}

// EstimateEms guesses a width where nothing can measure: a full em for wide
// characters, none for marks, a usual letter's width for the rest.
func EstimateEms(run string) float64 {
	em := 0.0
	for _, r := range run {
		switch {
		case unicode.IsMark(r) || invisible(r):
		case wide(r):
			em++
		case r == ' ':
			em += 0.25
		default:
			em += 0.6
		}
	}
	return em
}

// wide holds for the blocks whose characters fill a square: CJK, Hangul, full
// width forms and emoji.
func wide(r rune) bool {
	switch {
	case r >= 0x1100 && r <= 0x115f, r >= 0x2e80 && r <= 0xa4cf, r >= 0xac00 && r <= 0xd7a3,
		r >= 0xf900 && r <= 0xfaff, r >= 0xfe30 && r <= 0xfe4f, r >= 0xff00 && r <= 0xff60,
		r >= 0xffe0 && r <= 0xffe6, r >= 0x1f300 && r <= 0x1faff, r >= 0x20000 && r <= 0x3fffd:
		return true
	}
	return false
}

// invisible characters join, separate or direct others and take no room.
func invisible(r rune) bool {
	return r < 0x20 || r == 0x7f || r == 0x200b || r == 0x200c || r == 0x200d || r == 0x2060 || r == 0xfeff ||
		r >= 0x200e && r <= 0x200f || r >= 0x202a && r <= 0x202e || r >= 0x2066 && r <= 0x2069 ||
		r >= 0xfe00 && r <= 0xfe0f
}
