package canvas

import (
	"math"

	"lockstep/wasm/scene"
)

// pt is a point in device pixels.
type pt struct{ x, y float64 }

func (a pt) plus(d pt, f float64) pt { return pt{a.x + d.x*f, a.y + d.y*f} }
func (a pt) minus(b pt) pt           { return pt{a.x - b.x, a.y - b.y} }
func (a pt) length() float64         { return math.Sqrt(a.x*a.x + a.y*a.y) } // Hypot guards against sizes that no screen has
func (a pt) normal() pt              { return pt{-a.y, a.x} }
func (a pt) dot(b pt) float64        { return a.x*b.x + a.y*b.y }

// lower and higher are min and max of numbers that are numbers: those of the language
// look for what is none, and are calls where a program runs as WebAssembly.
func lower(a, b float64) float64 {
	if a < b {
		return a
	}
	return b
}

func higher(a, b float64) float64 {
	if a > b {
		return a
	}
	return b
}

// unit is the direction and the length; nothing has no direction.
func (a pt) unit() (u pt, length float64) {
	l := a.length()
	if l == 0 {
		return pt{}, 0
	}
	return pt{a.x / l, a.y / l}, l
}

// line draws one straight stroke. One that is level or upright is put on the
// device grid.
func (p *painter) line(s *scene.Shape) {
	a := pt{s.Points[0].X * p.scale, s.Points[0].Y * p.scale}
	b := pt{s.Points[1].X * p.scale, s.Points[1].Y * p.scale}
	width, strength := p.strokeWidth(s.Width)
	if width == 0 || !p.visible(lower(a.x, b.x)-width*8, lower(a.y, b.y)-width*8, higher(a.x, b.x)+width*8, higher(a.y, b.y)+width*8) {
		return
	}
	if a.y == b.y && !s.Arrow {
		a.y = onDevice(a.y, width)
		b.y = a.y
	}
	if a.x == b.x && !s.Arrow {
		a.x = onDevice(a.x, width)
		b.x = a.x
	}
	p.flat = append(p.flat[:0], a, b)
	p.stroke(p.flat, false, s.Arrow, width, s.Dash, inkOf(s.Stroke).times(strength))
}

// onDevice puts the middle of a stroke on the device grid.
func onDevice(v, width float64) float64 {
	off := oddOffset(width)
	return math.Floor(v-off+0.5) + off
}

// stroke draws a flattened line, with an arrow head at its end if asked.
func (p *painter) stroke(points []pt, closed, arrow bool, width float64, dash [2]float64, k ink) {
	if arrow && len(points) >= 2 {
		points = p.arrow(points, width, k)
	}
	p.polyline(points, closed, width, dash, k)
}

// arrowLength is a head's length, and its width, in stroke widths.
const arrowLength = 7.0 * 7 / 8

// headLength is that of the head of a stroke.
func headLength(width, scale float64) float64 { return math.Max(width, 1.4*scale) * arrowLength }

// arrow draws the head and returns the line cut back to where the head begins.
func (p *painter) arrow(points []pt, width float64, k ink) []pt {
	n := len(points)
	tip := points[n-1]
	head := headLength(width, p.scale)
	// A head's direction is that of the last stretch as long as itself: the
	// last of many short segments of a curve would make it swing.
	back := n - 2
	for back > 0 && tip.minus(points[back]).length() < head {
		back--
	}
	dir := tip.minus(points[back])
	if dir.length() < 1e-6 {
		return points
	}
	u, _ := dir.unit()
	base := tip.plus(u, -head)
	side := u.normal()
	p.triangle(tip, base.plus(side, head/2), base.plus(side, -head/2), k)
	// The stroke ends inside the head, not at its sharp tip.
	for n > 1 && tip.minus(points[n-2]).length() < head*0.8 {
		n--
	}
	points = points[:n]
	points[n-1] = tip.plus(u, -head*0.8)
	return points
}

// triangle fills a triangle with soft edges.
func (p *painter) triangle(a, b, c pt, k ink) {
	if b.minus(a).normal().dot(c.minus(a)) < 0 {
		b, c = c, b
	}
	// Each vertex is pushed outwards; the three distances, which are linear,
	// are told at the pushed places, and the shader cuts at zero.
	centre := pt{(a.x + b.x + c.x) / 3, (a.y + b.y + c.y) / 3}
	ab, bc, ca := inward(a, b), inward(b, c), inward(c, a)
	at := func(v pt) vertex {
		u, l := v.minus(centre).unit()
		q := centre.plus(u, l+4)
		return k.vertex(q.x, q.y, ab.dot(q.minus(a)), bc.dot(q.minus(b)), [4]float32{float32(ca.dot(q.minus(c))), 0, 0, kindTriangle})
	}
	v := [3]vertex{at(a), at(b), at(c)}
	p.open(anyPage, p.effective(v[:])).triangle(&v)
}

// inward is the direction from the edge of a triangle, from a to b, into it.
func inward(a, b pt) pt {
	n, _ := b.minus(a).normal().unit()
	return n
}
