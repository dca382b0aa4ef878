package canvas

import (
	"image"

	"lockstep/wasm/scene"
)

// mover is the line of a scene that moves by itself, if it can be drawn over the
// finished picture: all that it passes, which may be a block of each of many ranks,
// would else be painted in each frame.
type mover struct {
	of    *scene.Scene
	place int // in its shapes; −1: it is painted with them
	at    image.Rectangle
	color scene.Color
}

// moverOf is that of a scene, whose parts reach as far as p.reaches tells. It has to
// cover whole pixels with one colour, nothing may cut it, and nothing may lie on it:
// only so nobody sees how it was drawn.
func (p *painter) moverOf(sc *scene.Scene) mover {
	none := mover{of: sc, place: -1}
	i := sc.Mover - 1
	if i < 0 {
		return none
	}
	s := &sc.Shapes[i]
	at, ok := p.upright(s)
	if !ok || s.Stroke&0xff != 0xff {
		return none
	}
	open, next := 0, 0
	for k := range sc.Parts { // which leave as many clips as they found
		part := &sc.Parts[k].Shapes
		if part.From <= i && i < part.To {
			return none
		}
		if i < part.From && p.reaches[k].all.Overlaps(at) {
			return none
		}
		for ; next < part.From; next++ {
			if !p.passes(sc, next, i, at, &open) {
				return none
			}
		}
		next = part.To
	}
	for ; next < len(sc.Shapes); next++ {
		if !p.passes(sc, next, i, at, &open) {
			return none
		}
	}
	return mover{of: sc, place: i, at: at, color: s.Stroke}
}

// passes tells whether a shape of a scene leaves the mover at i alone.
func (p *painter) passes(sc *scene.Scene, k, i int, at image.Rectangle, open *int) bool {
	switch s := &sc.Shapes[k]; {
	case k == i:
		return *open == 0
	case k > i:
		return !p.extent(s).Overlaps(at)
	case s.Kind == scene.Clip:
		*open++
	case s.Kind == scene.Unclip:
		*open--
	}
	return true
}

// upright is the place of a line from top to bottom that covers whole pixels.
func (p *painter) upright(s *scene.Shape) (image.Rectangle, bool) {
	width, strength := p.strokeWidth(s.Width)
	if s.Kind != scene.Line || len(s.Points) < 2 || s.Arrow || s.Dash[0] > 0 || s.Points[0].X != s.Points[1].X || width != float64(int(width)) || strength != 1 {
		return image.Rectangle{}, false
	}
	y0, y1 := s.Points[0].Y*p.scale, s.Points[1].Y*p.scale
	x := int(onDevice(s.Points[0].X*p.scale, width) - width/2)
	at := image.Rectangle{Min: image.Pt(x, int(y0)), Max: image.Pt(x+int(width), int(y1))}
	return at, width > 0 && x >= 0 && y0 < y1 && y0 == float64(int(y0)) && y1 == float64(int(y1))
}
