package canvas

import (
	"image"
	"math"

	"lockstep/wasm/scene"
)

// Texts change in each frame of playback: a time of which three digits are other ones,
// a value in a cell. What is painted again is where the ink is, and of a text that was
// there before the letters that are not the same.

// spoilOne adds where a shape puts ink: its extent, or for a text the box of its letters.
// After an edit most of them lie where the others have been added before.
func (p *painter) spoilOne(d *damage, m *mark) {
	all := p.extentOf(m)
	if seen := all.Intersect(m.clip); seen.Empty() || d.covers(seen) {
		return
	}
	if m.shape.Kind == scene.Text {
		all = p.letters(m.shape, 0, 0, all)
	}
	d.add(all.Intersect(m.clip))
}

// letters is the box of a text's glyphs without some at its beginning and its end; or
// of all, where they do not say how far they reach.
func (p *painter) letters(s *scene.Shape, before, after int, all image.Rectangle) image.Rectangle {
	l := p.layout(s)
	x0, base := p.anchor(s, l)
	ppem, box := p.ppem(s), image.Rectangle{}
	for n := before; n < len(l.glyphs)-after; n++ {
		g := &l.glyphs[n]
		at := p.glyphAt(x0, g)
		if g.Foreign != "" {
			return all
		}
		c := p.cellOf(l, n, ppem, at)
		corner := image.Pt(int(math.Floor(at))+c.left, int(base)+c.top)
		box = box.Union(image.Rectangle{Min: corner, Max: corner.Add(image.Pt(c.w, c.h))})
	}
	if p.atlas.overflowed { // of some glyphs there is no picture yet
		return all
	}
	return box
}

// respoil adds where one shape has taken the place of another.
func (p *painter) respoil(d *damage, a, b *mark) {
	s, t := a.shape, b.shape
	if s.Kind != scene.Text || t.Kind != scene.Text || a.clip != b.clip || s.Fill != t.Fill || s.Size != t.Size || s.Weight != t.Weight || s.Mono != t.Mono ||
		len(s.Points) == 0 || len(t.Points) == 0 || s.Points[0].Y != t.Points[0].Y || s.String == "" || t.String == "" {
		p.spoilOne(d, a)
		p.spoilOne(d, b)
		return
	}
	was, is := p.extentOf(a), p.extentOf(b)
	if all := was.Union(is).Intersect(a.clip); all.Empty() || d.covers(all) {
		return
	}
	before, after := p.common(s, t)
	d.add(p.letters(s, before, after, was).Union(p.letters(t, before, after, is)).Intersect(a.clip))
}

// common is how many glyphs at the beginning and at the end of two texts are the same
// at the same places.
func (p *painter) common(s, t *scene.Shape) (before, after int) {
	l, m := p.layout(s), p.layout(t)
	x, _ := p.anchor(s, l)
	y, _ := p.anchor(t, m)
	same := func(i, j int) bool {
		g, h := &l.glyphs[i], &m.glyphs[j]
		return g.Face == h.Face && g.Index == h.Index && g.Foreign == h.Foreign && p.glyphAt(x, g) == p.glyphAt(y, h)
	}
	n := min(len(l.glyphs), len(m.glyphs))
	for before < n && same(before, before) {
		before++
	}
	for after < n-before && same(len(l.glyphs)-1-after, len(m.glyphs)-1-after) {
		after++
	}
	return before, after
}
