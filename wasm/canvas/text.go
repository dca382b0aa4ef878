package canvas

import (
	"math"
	"unsafe"

	"lockstep/wasm/scene"
	"lockstep/wasm/typeface"
)

// layouts keeps the glyphs of texts that were drawn lately, by text and style;
// positions are in ems, so that a size costs nothing.
type layouts map[layoutKey]*layout

type layoutKey struct {
	text  string
	style typeface.Style
	size  float64
}

type layout struct {
	glyphs []typeface.Glyph
	width  float64
	last   int // the picture that it was last drawn in

	// cells are the glyphs' places in the atlas as they were found last: for each
	// glyph one for each quarter of a pixel, at a size and between two clears. A
	// text is drawn in many pictures, and finding its glyphs anew was a third of
	// their cost.
	cells  []cell
	known  []bool
	ppem   float64
	clears int
}

// maxUnused is how many pictures a text may be absent before it is forgotten, and how
// often that is looked for.
const maxUnused = 60

func (p *painter) age() {
	if p.picture++; p.picture%maxUnused != 0 {
		return
	}
	clear(p.recent[:])
	for k, l := range p.layouts {
		if p.picture-l.last > maxUnused {
			delete(p.layouts, k)
		}
	}
}

func (p *painter) layout(s *scene.Shape) *layout {
	key := layoutKey{s.String, s.Style(), s.Size}
	at := p.recent.place(s)
	if at.layout != nil && at.key == key {
		at.layout.last = p.picture
		return at.layout
	}
	l, ok := p.layouts[key]
	if !ok {
		l = &layout{glyphs: p.faces.Glyphs(nil, s.String, s.Size, s.Style())}
		if n := len(l.glyphs); n > 0 {
			l.width = l.glyphs[n-1].X + l.glyphs[n-1].Advance
		}
		p.layouts[key] = l
	}
	l.last = p.picture
	at.key, at.layout = key, l
	return l
}

// recent are the layouts of texts by where in memory those lie. The texts of a part are
// the same ones in each picture, and are asked for several times in it: to find one here,
// it need not be gone through.
type recent [1024]found

type found struct {
	key    layoutKey
	layout *layout
}

func (r *recent) place(s *scene.Shape) *found {
	at := uintptr(unsafe.Pointer(unsafe.StringData(s.String)))
	return &r[(at>>3^at>>13^uintptr(s.Size*8))%uintptr(len(r))]
}

// text sets a line of text. The baseline stands on the device grid; along it a
// glyph begins on a quarter of a pixel.
func (p *painter) text(s *scene.Shape) {
	k := inkOf(s.Fill)
	if k.a == 0 || s.Size <= 0 {
		return
	}
	if p.farOff(s) {
		return
	}
	l := p.layout(s)
	x0, base := p.anchor(s, l)
	ppem := p.ppem(s)
	if !p.visible(x0-ppem, base-2*ppem, x0+l.width*p.scale+ppem, base+ppem) {
		return
	}
	for n := range l.glyphs {
		g := &l.glyphs[n]
		at := p.glyphAt(x0, g)
		if g.Foreign != "" {
			p.foreignRun(*g, math.Floor(at), base, ppem, s.Style(), k)
			continue
		}
		p.blit(p.cellOf(l, n, ppem, at), math.Floor(at), base, k, kindGlyph)
	}
}

// ppem is a text's size in device pixels, as its glyphs are made.
func (p *painter) ppem(s *scene.Shape) float64 { return math.Round(s.Size*p.scale*4) / 4 }

// glyphAt is where a glyph of a text begins, on a quarter of a pixel.
func (p *painter) glyphAt(x0 float64, g *typeface.Glyph) float64 {
	return math.Floor((x0+g.X*p.scale)*4+0.5) / 4
}

// cellOf is the picture of a text's glyph n that begins at some place.
func (p *painter) cellOf(l *layout, n int, ppem, at float64) *cell {
	if l.ppem != ppem || l.clears != p.atlas.clears || l.cells == nil {
		l.ppem, l.clears = ppem, p.atlas.clears
		l.cells, l.known = make([]cell, 4*len(l.glyphs)), make([]bool, 4*len(l.glyphs))
	}
	shift := at - math.Floor(at)
	i := 4*n + int(shift*4)
	if !l.known[i] {
		l.cells[i], l.known[i] = p.glyph(l.glyphs[n], ppem, shift), !p.atlas.overflowed
	}
	return &l.cells[i]
}

// anchor is where a text begins, on its baseline.
func (p *painter) anchor(s *scene.Shape, l *layout) (x, base float64) {
	x = s.Points[0].X
	switch s.Align {
	case scene.Middle:
		x -= l.width / 2
	case scene.End:
		x -= l.width
	}
	return x * p.scale, math.Floor(s.Points[0].Y*p.scale + 0.5)
}

// farOff tells of a text that it cannot be seen, before it is known how wide it is:
// no letter is as wide as its bytes are many times two.
func (p *painter) farOff(s *scene.Shape) bool {
	x, y, ppem := s.Points[0].X*p.scale, s.Points[0].Y*p.scale, s.Size*p.scale
	most := float64(2*len(s.String)+2) * ppem
	left, right := x-most, x+most
	if s.Align == scene.Start {
		left = x - 2*ppem
	}
	return !p.visible(left, y-3*ppem, right, y+2*ppem)
}

func (p *painter) glyph(g typeface.Glyph, ppem, shift float64) cell {
	key := glyphKey{g.Face, g.Index, uint16(ppem * 4), uint8(shift * 4)}
	c, ok := p.atlas.glyphs[key]
	if !ok {
		m := p.faces.Mask(g.Face, g.Index, ppem, shift)
		c = p.atlas.put(picture{alpha: m.Alpha, left: m.Left, top: m.Top})
		p.atlas.glyphs[key] = c
	}
	return c
}

func (p *painter) foreignRun(g typeface.Glyph, left, base, ppem float64, style typeface.Style, k ink) {
	if p.foreign == nil {
		return
	}
	key := foreignKey{g.Foreign, style, uint16(ppem * 4)}
	c, ok := p.atlas.foreign[key]
	if !ok {
		c = p.atlas.put(p.foreign.raster(g.Foreign, ppem, style))
		p.atlas.foreign[key] = c
	}
	if c.coloured {
		p.blit(&c, left, base, ink{k.a, k.a, k.a, k.a}, kindImage)
		return
	}
	p.blit(&c, left, base, k, kindGlyph)
}

// blit draws a cell of the atlas with its origin at x, y, pixel for pixel.
func (p *painter) blit(c *cell, x, y float64, k ink, kind float32) {
	if c.w == 0 {
		return
	}
	x, y = x+float64(c.left), y+float64(c.top)
	w, h, u, v := float64(c.w), float64(c.h), float64(c.x), float64(c.y)
	if !p.visible(x, y, x+w, y+h) { // of a long text, a place has some letters
		return
	}
	custom := [4]float32{0, 0, 0, kind}
	p.quad(c.page, &[4]vertex{
		k.vertex(x, y, u, v, custom), k.vertex(x+w, y, u+w, v, custom),
		k.vertex(x+w, y+h, u+w, v+h, custom), k.vertex(x, y+h, u, v+h, custom),
	})
}
