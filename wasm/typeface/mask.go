package typeface

import (
	"image"
	"image/draw"
	"math"

	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/math/fixed"
	"golang.org/x/image/vector"
)

// Mask is the coverage of one glyph: pixels that stand at Left, Top from the
// glyph's origin on the baseline, y down.
type Mask struct {
	Alpha     *image.Alpha
	Left, Top int
}

// Mask rasterises a glyph at pixels per em, its origin moved right by shift
// (0 ≤ shift < 1 pixel): glyphs keep their true advances, so they begin between
// pixels. A glyph without marks, as a space, has a nil Alpha.
func (s *Set) Mask(id FaceID, g sfnt.GlyphIndex, ppem, shift float64) Mask {
	f := s.faces[id]
	// Loaded at one em per unit the outline is exact; the scale is applied here
	// in floating point, so no coordinate is rounded to 1/64 pixel first.
	segs, err := f.font.LoadGlyph(&s.buf, g, fixed.I(int(f.units)), nil)
	if err != nil || len(segs) == 0 {
		return Mask{}
	}
	o := outline{scale: ppem / f.units / 64, dx: shift}
	if id == SansHeavy {
		o.overX, o.overY = heavierX*ppem, heavierY*ppem
	}
	for _, seg := range segs {
		o.bound(seg)
	}
	return o.fill(segs)
}

// How far the strokes of SansHeavy reach over those of Sans on each side, in ems.
// Upright strokes gain more than level ones, as in a bold face that was drawn.
const (
	heavierX = 0.019
	heavierY = 0.009
)

// outline places a glyph's segments on the pixel grid.
type outline struct {
	scale, dx              float64
	overX, overY           float64 // how far it is drawn beside itself, to both sides
	minX, minY, maxX, maxY float64
	begun                  bool
}

func (o *outline) at(p fixed.Point26_6) (x, y float64) {
	return float64(p.X)*o.scale + o.dx, float64(p.Y) * o.scale
}

func arity(op sfnt.SegmentOp) int {
	switch op {
	case sfnt.SegmentOpQuadTo:
		return 2
	case sfnt.SegmentOpCubeTo:
		return 3
	}
	return 1
}

// bound widens the box by the control points, which enclose the curve.
func (o *outline) bound(seg sfnt.Segment) {
	for _, p := range seg.Args[:arity(seg.Op)] {
		x, y := o.at(p)
		if !o.begun {
			o.minX, o.maxX, o.minY, o.maxY, o.begun = x, x, y, y, true
			continue
		}
		o.minX, o.maxX = math.Min(o.minX, x), math.Max(o.maxX, x)
		o.minY, o.maxY = math.Min(o.minY, y), math.Max(o.maxY, y)
	}
}

func (o *outline) fill(segs sfnt.Segments) Mask {
	left, top := int(math.Floor(o.minX-o.overX)), int(math.Floor(o.minY-o.overY))
	w, h := int(math.Ceil(o.maxX+o.overX))-left, int(math.Ceil(o.maxY+o.overY))-top
	if w <= 0 || h <= 0 {
		return Mask{}
	}
	z := vector.NewRasterizer(w, h)
	z.DrawOp = draw.Src
	// Copies that lie over one another add up, and the sum ends at full coverage.
	for _, over := range o.copies() {
		o.draw(z, segs, over[0]-float64(left), over[1]-float64(top))
	}
	a := image.NewAlpha(image.Rect(0, 0, w, h))
	z.Draw(a, a.Bounds(), image.Opaque, image.Point{})
	return Mask{Alpha: a, Left: left, Top: top}
}

// copies are the places at which the outline is drawn.
func (o *outline) copies() [][2]float64 {
	if o.overX == 0 {
		return [][2]float64{{0, 0}}
	}
	return [][2]float64{{-o.overX, -o.overY}, {o.overX, -o.overY}, {-o.overX, o.overY}, {o.overX, o.overY}}
}

func (o *outline) draw(z *vector.Rasterizer, segs sfnt.Segments, dx, dy float64) {
	pt := func(p fixed.Point26_6) (float32, float32) {
		x, y := o.at(p)
		return float32(x + dx), float32(y + dy)
	}
	for _, seg := range segs {
		ax, ay := pt(seg.Args[0])
		switch seg.Op {
		case sfnt.SegmentOpMoveTo:
			z.ClosePath()
			z.MoveTo(ax, ay)
		case sfnt.SegmentOpLineTo:
			z.LineTo(ax, ay)
		case sfnt.SegmentOpQuadTo:
			bx, by := pt(seg.Args[1])
			z.QuadTo(ax, ay, bx, by)
		case sfnt.SegmentOpCubeTo:
			bx, by := pt(seg.Args[1])
			cx, cy := pt(seg.Args[2])
			z.CubeTo(ax, ay, bx, by, cx, cy)
		}
	}
	z.ClosePath()
}
