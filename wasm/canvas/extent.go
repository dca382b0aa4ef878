package canvas

import (
	"image"
	"math"

	"lockstep/wasm/scene"
)

// extent is a box of device pixels outside of which a shape draws nothing. It may
// be larger than what is drawn; a clip is not looked at.
func (p *painter) extent(s *scene.Shape) image.Rectangle {
	x0, y0, x1, y1 := 0.0, 0.0, 0.0, 0.0
	width, _ := p.strokeWidth(s.Width)
	margin := width + 5 // a mitre, a soft edge, the way to the device grid
	switch s.Kind {
	case scene.Box, scene.Hatch:
		margin = width + 2
		x0, y0 = s.Rect.X*p.scale, s.Rect.Y*p.scale
		x1, y1 = (s.Rect.X+s.Rect.W)*p.scale, (s.Rect.Y+s.Rect.H)*p.scale
		x0, x1, y0, y1 = min(x0, x1), max(x0, x1), min(y0, y1), max(y0, y1) // as they are drawn
	case scene.Line, scene.Path:
		if len(s.Points) == 0 {
			return image.Rectangle{}
		}
		x0, y0, x1, y1 = p.reach(s.Points)
		if s.Arrow { // the head may be longer than the line
			margin += 1.2 * headLength(width, p.scale)
		}
	case scene.Text:
		if len(s.Points) == 0 || s.String == "" {
			return image.Rectangle{}
		}
		l := p.layout(s)
		x0, y0 = p.anchor(s, l)
		ppem := s.Size * p.scale
		x0, y0, x1, y1 = x0-ppem, y0-2*ppem, x0+l.width*p.scale+ppem, y0+ppem
		margin = 2
	default:
		return image.Rectangle{}
	}
	return image.Rect(int(math.Floor(x0-margin)), int(math.Floor(y0-margin)), int(math.Ceil(x1+margin)), int(math.Ceil(y1+margin)))
}

// reachOut finds how far the parts of a scene reach, once and not for each place that
// is painted. Most of them stand where they stood in the last one.
func (p *painter) reachOut(sc *scene.Scene) {
	if p.reached == sc && p.extents.scale == p.scale && len(p.reaches) == len(sc.Parts) {
		return
	}
	old := p.reaches
	if p.extents.scale != p.scale {
		old = nil
	}
	p.reached, p.reaches = sc, p.reaches[:0]
	for i := range sc.Parts {
		if i < len(old) && old[i].number == sc.Parts[i].Number {
			p.reaches = append(p.reaches, old[i])
			continue
		}
		p.reaches = append(p.reaches, p.extents.of(p, sc, &sc.Parts[i]))
	}
}

// extents are the boxes of a scene's parts and of the shapes in them, which are
// found once for each part.
type extents struct {
	scale float64
	parts map[uint64]*partExtent
}

type partExtent struct {
	number uint64 // the part's
	all    image.Rectangle
	each   []image.Rectangle
}

// of tells how far a part reaches.
func (e *extents) of(p *painter, sc *scene.Scene, part *scene.Part) *partExtent {
	if e.scale != p.scale || len(e.parts) > 4*len(sc.Parts)+64 {
		e.scale, e.parts = p.scale, map[uint64]*partExtent{}
	}
	x, ok := e.parts[part.Number]
	if !ok {
		x = &partExtent{number: part.Number, each: make([]image.Rectangle, part.Shapes.To-part.Shapes.From)}
		for i := range x.each {
			x.each[i] = p.extent(&sc.Shapes[part.Shapes.From+i])
			x.all = x.all.Union(x.each[i])
		}
		e.parts[part.Number] = x
	}
	return x
}

// far tells of a box that it cannot be seen, before its place is worked out.
func (p *painter) far(s *scene.Shape) bool {
	c, m := p.clip(), s.Width*p.scale+6
	x0, x1, y0, y1 := s.Rect.X*p.scale, (s.Rect.X+s.Rect.W)*p.scale, s.Rect.Y*p.scale, (s.Rect.Y+s.Rect.H)*p.scale
	return max(x0, x1)+m < float64(c.Min.X) || min(x0, x1)-m > float64(c.Max.X) || max(y0, y1)+m < float64(c.Min.Y) || min(y0, y1)-m > float64(c.Max.Y)
}
