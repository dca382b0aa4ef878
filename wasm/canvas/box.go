package canvas

import (
	"math"

	"lockstep/wasm/scene"
)

// box draws a Box or a Hatch, its edges on the device grid: a filled edge
// between two pixels, a stroke on whole pixels. Only so is a hairline crisp at
// a device pixel ratio of 1.25.
func (p *painter) box(s *scene.Shape) {
	px := p.pixels(s.Rect)
	x0, y0, x1, y1 := float64(px.Min.X), float64(px.Min.Y), float64(px.Max.X), float64(px.Max.Y)
	if x1 <= x0 || y1 <= y0 {
		// Thinner than a pixel: keep its true size rather than lose it.
		x0, y0 = s.Rect.X*p.scale, s.Rect.Y*p.scale
		x1, y1 = x0+s.Rect.W*p.scale, y0+s.Rect.H*p.scale
		if x1 <= x0 || y1 <= y0 {
			return
		}
	}
	width, strength := p.strokeWidth(s.Width)
	if !p.visible(x0-width, y0-width, x1+width, y1+width) {
		return
	}
	radius := lower(s.Radius*p.scale, lower(x1-x0, y1-y0)/2)
	fill, stroke := inkOf(s.Fill), inkOf(s.Stroke)
	if s.Kind == scene.Hatch {
		p.rounded(x0, y0, x1, y1, radius, 0, fill)
		p.rounded(x0, y0, x1, y1, radius, kindHatch, stroke)
		return
	}
	p.rounded(x0, y0, x1, y1, radius, 0, fill)
	if stroke.a == 0 || width == 0 {
		return
	}
	// A stroke straddles the edge. An odd number of pixels wide, its middle has
	// to run through pixel centres.
	if d := oddOffset(width); d != 0 {
		x0, y0, x1, y1 = x0+d, y0+d, x1-d, y1-d
		radius = math.Max(0, radius-d)
	}
	if s.Dash[0] > 0 {
		p.flat = roundedRect(p.flat[:0], x0, y0, x1, y1, radius)
		p.polyline(p.flat, true, width, s.Dash, stroke.times(strength))
		return
	}
	p.rounded(x0, y0, x1, y1, radius, float32(width/2), stroke.times(strength))
}

// strokeWidth is a stroke's width in device pixels: whole pixels while it is
// thin enough to look wrong otherwise, and for one below a pixel, a pixel that
// is fainter by the second result.
func (p *painter) strokeWidth(css float64) (width float64, strength float32) {
	w := css * p.scale
	switch {
	case w <= 0:
		return 0, 0
	case w < 0.75:
		return 1, float32(w)
	case w < 4:
		return math.Max(1, math.Floor(w+0.5)), 1
	}
	return w, 1
}

func oddOffset(width float64) float64 {
	if width == math.Floor(width) && int(width)%2 == 1 {
		return 0.5
	}
	return 0
}

// rounded adds a rounded box: filled (kind 0), its outline (kind: half the
// stroke's width) or hatched. The quad is a pixel larger, for the soft edge.
func (p *painter) rounded(x0, y0, x1, y1, radius float64, kind float32, k ink) {
	if k.a == 0 {
		return
	}
	margin := 1.0
	if kind > 0 {
		margin += float64(kind)
	}
	hw, hh := (x1-x0)/2, (y1-y0)/2
	cx, cy := x0+hw, y0+hh
	ex, ey := hw+margin, hh+margin
	c := [4]float32{float32(hw), float32(hh), float32(radius), kind}
	p.quad(anyPage, &[4]vertex{
		k.vertex(cx-ex, cy-ey, -ex, -ey, c), k.vertex(cx+ex, cy-ey, ex, -ey, c),
		k.vertex(cx+ex, cy+ey, ex, ey, c), k.vertex(cx-ex, cy+ey, -ex, ey, c),
	})
}
