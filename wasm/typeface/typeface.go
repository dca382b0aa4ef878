// Package typeface is the shipped faces: which characters they hold, how wide a
// text is, and the coverage mask of a glyph.
//
// A text is a row of glyphs set side by side by their advances: no kerning, no
// ligatures, no hinting. Latin, numbers and Chinese need no more, and so a width
// is the same sum natively and in the browser, which is what lets layout be
// tested without one. A run in a script that the faces do not hold is handed
// back as a run: whoever draws asks the browser for it.
//
// It knows font files. It must never know Ebitengine, the browser or what the
// texts say. It reads fonts with x/image/font/sfnt, because a full shaper
// would add a third to the download for nothing that these scripts use.
package typeface

import (
	"fmt"
	"io"
	"io/fs"

	"golang.org/x/image/font"
	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/math/fixed"
)

// Style chooses among the shipped faces.
type Style struct{ Bold, Mono bool }

// FaceID names one face; it is the first half of a glyph's identity.
type FaceID uint8

// The faces: one to a shipped file, in the order of files, and SansHeavy, whose
// outlines are those of Sans made bolder. A second file for the Chinese characters
// of bold titles would be a third of the fonts' share of the download.
const (
	Sans FaceID = iota
	SansBold
	Mono
	MonoBold
	SansHeavy
	faces
)

var files = [SansHeavy]string{"fonts/sans.otf", "fonts/sans-bold.otf", "fonts/mono.ttf", "fonts/mono-bold.ttf"}

// chain is the order in which the faces are asked for a character.
func (s Style) chain() [4]FaceID {
	switch {
	case s.Mono && s.Bold:
		return [4]FaceID{MonoBold, Mono, SansBold, SansHeavy}
	case s.Mono:
		return [4]FaceID{Mono, Sans, Sans, Sans}
	case s.Bold:
		return [4]FaceID{SansBold, MonoBold, SansHeavy, Mono}
	}
	return [4]FaceID{Sans, Mono, Mono, Mono}
}

// face is one parsed file. Glyphs are looked up once and kept, since sfnt walks
// the cmap anew for each question.
type face struct {
	font  *sfnt.Font
	units float64 // per em
	known map[rune]entry
	ascii [128]entry
}

// entry is a character's glyph in one face and its advance in ems.
type entry struct {
	glyph   sfnt.GlyphIndex
	advance float64
}

// Set is the shipped faces together. It is not safe for concurrent use.
type Set struct {
	faces [faces]*face
	buf   sfnt.Buffer
	// Foreign measures a run that no shipped face holds, in the unit of size.
	// When nil, or when it returns a negative number, an estimate stands in.
	Foreign func(run string, size float64, style Style) float64
}

// Load reads the shipped faces from a file system that holds fonts/.
func Load(fsys fs.FS) (*Set, error) {
	s := &Set{}
	for id, name := range files {
		f, err := open(fsys, name)
		if err != nil {
			return nil, fmt.Errorf("read a shipped face: %s: %w", name, err)
		}
		s.faces[id] = s.index(f)
	}
	s.faces[SansHeavy] = s.faces[Sans]
	return s, nil
}

// open parses a face where it lies, if it lies in the program: a copy of every face
// would be what most of the others ask of memory together.
func open(fsys fs.FS, name string) (*sfnt.Font, error) {
	file, err := fsys.Open(name)
	if err != nil {
		return nil, err
	}
	if at, ok := file.(io.ReaderAt); ok {
		return sfnt.ParseReaderAt(at)
	}
	data, err := io.ReadAll(file)
	if err != nil {
		return nil, err
	}
	return sfnt.Parse(data)
}

func (s *Set) index(f *sfnt.Font) *face {
	x := &face{font: f, units: float64(f.UnitsPerEm()), known: map[rune]entry{}}
	for r := range x.ascii {
		x.ascii[r] = s.look(x, rune(r))
	}
	return x
}

// look asks the file; glyph 0 is the font's "not defined".
func (s *Set) look(f *face, r rune) entry {
	g, err := f.font.GlyphIndex(&s.buf, r)
	if err != nil || g == 0 {
		return entry{}
	}
	// At a size of one em per unit the advance comes back in whole font units.
	a, err := f.font.GlyphAdvance(&s.buf, g, fixed.I(int(f.units)), font.HintingNone)
	if err != nil {
		return entry{}
	}
	return entry{glyph: g, advance: float64(a) / 64 / f.units}
}

func (s *Set) entry(f *face, r rune) entry {
	if r >= 0 && int(r) < len(f.ascii) {
		return f.ascii[r]
	}
	e, ok := f.known[r]
	if !ok {
		e = s.look(f, r)
		f.known[r] = e
	}
	return e
}

// find returns the first face of the chain that holds r.
func (s *Set) find(r rune, style Style) (FaceID, entry, bool) {
	for _, id := range style.chain() {
		if e := s.entry(s.faces[id], r); e.glyph != 0 {
			return id, e, true
		}
	}
	return 0, entry{}, false
}

// Holds reports whether some face shipped for the style has a glyph for r.
func (s *Set) Holds(r rune, style Style) bool {
	_, _, ok := s.find(r, style)
	return ok
}
