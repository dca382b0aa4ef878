package canvas

import (
	"image"

	"golang.org/x/image/font/sfnt"

	"lockstep/wasm/typeface"
)

// pageSize is a texture's side in pixels, and maxPages how many there may be.
const (
	pageSize = 1024
	maxPages = 4
)

// picture is pixels for the atlas: a coverage mask, or colours of their own.
type picture struct {
	alpha     *image.Alpha
	rgba      *image.RGBA // premultiplied; used when alpha is nil
	left, top int         // from the origin
}

func (p picture) size() image.Point {
	switch {
	case p.alpha != nil:
		return p.alpha.Rect.Size()
	case p.rgba != nil:
		return p.rgba.Rect.Size()
	}
	return image.Point{}
}

// cell is a picture's place in a texture; w is 0 for one without pixels.
type cell struct {
	page       int
	x, y, w, h int
	left, top  int
	coloured   bool
}

// glyphKey tells apart what is rasterised apart: sizes, and four places within
// a pixel at which a glyph may begin.
type glyphKey struct {
	face  typeface.FaceID
	index sfnt.GlyphIndex
	ppem  uint16 // in quarters of a pixel
	shift uint8  // in quarters of a pixel
}

// foreignKey identifies a run that the browser drew.
type foreignKey struct {
	run   string
	style typeface.Style
	ppem  uint16
}

// page is one texture: its pixels here, as far down as there are any, and what of
// them the texture lacks.
type page struct {
	pixels  *image.RGBA
	dirty   image.Rectangle
	x, y, h int // the shelf that is being filled
}

// atlas packs pictures into pages, on shelves. When all are full it is emptied
// as a whole: sizes come and go together, as the zoom does.
type atlas struct {
	pages      []*page
	glyphs     map[glyphKey]cell
	foreign    map[foreignKey]cell
	paths      map[uint64]cell
	overflowed bool // something did not fit since the last clear
	clears     int  // how often it was emptied: cells from before stand for nothing
}

func newAtlas() *atlas {
	a := &atlas{}
	a.clear()
	return a
}

func (a *atlas) clear() {
	for _, p := range a.pages {
		clear(p.pixels.Pix)
		*p = page{pixels: p.pixels}
	}
	if len(a.pages) == 0 {
		a.pages = []*page{newPage()}
	}
	a.glyphs, a.foreign, a.paths = map[glyphKey]cell{}, map[foreignKey]cell{}, map[uint64]cell{}
	a.overflowed = false
	a.clears++
}

// firstRows hold the glyphs of most pictures: a page of a megapixel would be a third
// of all memory that the first picture takes.
const firstRows = 64

func newPage() *page { return &page{pixels: image.NewRGBA(image.Rect(0, 0, pageSize, firstRows))} }

// reach makes the page that deep.
func (p *page) reach(rows int) {
	if has := p.pixels.Rect.Max.Y; rows > has {
		deeper := image.NewRGBA(image.Rect(0, 0, pageSize, min(max(rows, 2*has), pageSize)))
		copy(deeper.Pix, p.pixels.Pix)
		p.pixels = deeper
	}
}

// put copies a picture into a page.
func (a *atlas) put(pic picture) cell {
	size := pic.size()
	if size.X == 0 || size.Y == 0 || size.X > pageSize || size.Y > pageSize {
		return cell{}
	}
	i, at, ok := a.place(size)
	if !ok {
		a.overflowed = true
		return cell{}
	}
	p := a.pages[i]
	r := image.Rectangle{Min: at, Max: at.Add(size)}
	p.reach(r.Max.Y)
	copyPixels(p.pixels, at, pic)
	p.dirty = p.dirty.Union(r)
	return cell{page: i, x: at.X, y: at.Y, w: size.X, h: size.Y, left: pic.left, top: pic.top, coloured: pic.alpha == nil}
}

func (a *atlas) place(size image.Point) (int, image.Point, bool) {
	for i := 0; ; i++ {
		if i == len(a.pages) {
			if len(a.pages) == maxPages {
				return 0, image.Point{}, false
			}
			a.pages = append(a.pages, newPage())
		}
		if at, ok := a.pages[i].place(size); ok {
			return i, at, true
		}
	}
}

// place finds room on the current shelf, or opens the next below it.
func (p *page) place(size image.Point) (image.Point, bool) {
	if p.x+size.X > pageSize {
		p.x, p.y, p.h = 0, p.y+p.h, 0
	}
	if p.y+size.Y > pageSize {
		return image.Point{}, false
	}
	at := image.Pt(p.x, p.y)
	p.x += size.X
	p.h = max(p.h, size.Y)
	return at, true
}

func copyPixels(dst *image.RGBA, at image.Point, pic picture) {
	size := pic.size()
	for y := range size.Y {
		to := dst.Pix[dst.PixOffset(at.X, at.Y+y):]
		if pic.alpha == nil {
			from := pic.rgba.Pix[y*pic.rgba.Stride:]
			copy(to[:4*size.X], from[:4*size.X])
			continue
		}
		for x, v := range pic.alpha.Pix[y*pic.alpha.Stride:][:size.X] {
			to[4*x], to[4*x+1], to[4*x+2], to[4*x+3] = v, v, v, v
		}
	}
}
