package canvas

import (
	"hash/fnv"
	"image"
	"image/draw"
	"math"

	"golang.org/x/image/vector"

	"lockstep/wasm/scene"
)

// path fills and strokes a Path.
func (p *painter) path(s *scene.Shape) {
	x0, y0, x1, y1 := p.reach(s.Points)
	width, strength := p.strokeWidth(s.Width)
	if len(s.Points) == 0 || !p.visible(x0-width*8, y0-width*8, x1+width*8, y1+width*8) {
		return
	}
	if fill := inkOf(s.Fill); fill.a > 0 {
		p.fillPath(s, fill, x0, y0)
	}
	stroke := inkOf(s.Stroke).times(strength)
	if stroke.a == 0 || width == 0 {
		return
	}
	p.subpaths(s, func(points []pt, closed, last bool) {
		p.stroke(points, closed, s.Arrow && last, width, s.Dash, stroke)
	})
}

func (p *painter) reach(points []scene.Point) (x0, y0, x1, y1 float64) {
	x0, y0, x1, y1 = math.Inf(1), math.Inf(1), math.Inf(-1), math.Inf(-1)
	for _, q := range points {
		x0, x1 = lower(x0, q.X*p.scale), higher(x1, q.X*p.scale)
		y0, y1 = lower(y0, q.Y*p.scale), higher(y1, q.Y*p.scale)
	}
	return
}

// subpaths flattens a path and hands out its pieces.
func (p *painter) subpaths(s *scene.Shape, yield func(points []pt, closed, last bool)) {
	flat := p.flat[:0]
	next := 0
	take := func() pt {
		q := s.Points[next]
		next++
		return pt{q.X * p.scale, q.Y * p.scale}
	}
	end := func(closed bool, i int) {
		if len(flat) > 1 {
			last := i == len(s.Commands)-1 || i == len(s.Commands)
			yield(flat, closed, last)
		}
		flat = flat[:0]
	}
	for i, c := range s.Commands {
		if next+needs(c) > len(s.Points) {
			break
		}
		switch c {
		case scene.MoveTo:
			end(false, i)
			flat = append(flat, take())
		case scene.LineTo:
			flat = append(flat, take())
		case scene.CubicTo:
			b, c, d := take(), take(), take()
			if len(flat) > 0 {
				flat = cubic(flat, flat[len(flat)-1], b, c, d)
			}
		case scene.Close:
			end(true, i)
		}
	}
	end(false, len(s.Commands))
	p.flat = flat
}

func needs(c scene.Command) int {
	switch c {
	case scene.MoveTo, scene.LineTo:
		return 1
	case scene.CubicTo:
		return 3
	}
	return 0
}

// cubic appends a Bézier curve as segments that stray from it by a tenth of a
// pixel at most.
func cubic(out []pt, a, b, c, d pt) []pt {
	// The distance from the chord is bounded by the second differences.
	e := math.Max(a.plus(b, -2).plus(c, 1).length(), b.plus(c, -2).plus(d, 1).length())
	n := int(math.Ceil(math.Sqrt(e * 0.75 / 0.1)))
	n = min(max(n, 1), 200)
	for i := 1; i <= n; i++ {
		t := float64(i) / float64(n)
		s := 1 - t
		q := pt{}.plus(a, s*s*s).plus(b, 3*s*s*t).plus(c, 3*s*t*t).plus(d, t*t*t)
		out = append(out, q)
	}
	return out
}

// roundedRect appends the outline of a rounded box, clockwise from the top.
func roundedRect(out []pt, x0, y0, x1, y1, r float64) []pt {
	const k = 0.5522847498 // a quarter circle as a Bézier curve
	h := r * (1 - k)
	out = append(out, pt{x0 + r, y0}, pt{x1 - r, y0})
	if r == 0 {
		return append(out, pt{x1, y1}, pt{x0, y1})
	}
	out = cubic(out, pt{x1 - r, y0}, pt{x1 - h, y0}, pt{x1, y0 + h}, pt{x1, y0 + r})
	out = append(out, pt{x1, y1 - r})
	out = cubic(out, pt{x1, y1 - r}, pt{x1, y1 - h}, pt{x1 - h, y1}, pt{x1 - r, y1})
	out = append(out, pt{x0 + r, y1})
	out = cubic(out, pt{x0 + r, y1}, pt{x0 + h, y1}, pt{x0, y1 - h}, pt{x0, y1 - r})
	out = append(out, pt{x0, y0 + r})
	return cubic(out, pt{x0, y0 + r}, pt{x0, y0 + h}, pt{x0 + h, y0}, pt{x0 + r, y0})
}

// fillPath rasterises the inside once and keeps it by its shape, so that an
// icon costs no more than a glyph.
func (p *painter) fillPath(s *scene.Shape, k ink, x0, y0 float64) {
	left, top := math.Floor(x0), math.Floor(y0)
	key := p.pathKey(s, x0-left, y0-top)
	cell, ok := p.atlas.paths[key]
	if !ok {
		cell = p.atlas.put(p.rasterise(s, left, top))
		p.atlas.paths[key] = cell
	}
	p.blit(&cell, left, top, k, kindGlyph)
}

// pathKey is equal for paths that differ by a whole number of pixels.
func (p *painter) pathKey(s *scene.Shape, fx, fy float64) uint64 {
	h := fnv.New64a()
	put := func(v float64) {
		n := uint64(int64(math.Round(v * 64)))
		h.Write([]byte{byte(n), byte(n >> 8), byte(n >> 16), byte(n >> 24)})
	}
	put(fx)
	put(fy)
	for _, c := range s.Commands {
		h.Write([]byte{byte(c)})
	}
	if len(s.Points) > 0 {
		for _, q := range s.Points {
			put((q.X - s.Points[0].X) * p.scale)
			put((q.Y - s.Points[0].Y) * p.scale)
		}
	}
	return h.Sum64()
}

func (p *painter) rasterise(s *scene.Shape, left, top float64) picture {
	_, _, x1, y1 := p.reach(s.Points)
	w, h := int(math.Ceil(x1-left))+1, int(math.Ceil(y1-top))+1
	if w > pageSize || h > pageSize {
		return picture{}
	}
	z := vector.NewRasterizer(w, h)
	z.DrawOp = draw.Src
	p.subpaths(s, func(points []pt, _, _ bool) {
		for i, q := range points {
			x, y := float32(q.x-left), float32(q.y-top)
			if i == 0 {
				z.MoveTo(x, y)
			} else {
				z.LineTo(x, y)
			}
		}
		z.ClosePath()
	})
	a := image.NewAlpha(image.Rect(0, 0, w, h))
	z.Draw(a, a.Bounds(), image.Opaque, image.Point{})
	return picture{alpha: a}
}
