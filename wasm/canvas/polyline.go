package canvas

import "math"

// polyline strokes a flattened line. Smooth joints share their corners, so that
// a curve is one band without seams; at a sharp one the band ends and a disc
// covers the joint.
func (p *painter) polyline(points []pt, closed bool, width float64, dash [2]float64, k ink) {
	if k.a == 0 || width == 0 {
		return
	}
	points = distinct(points)
	if closed && len(points) > 2 {
		points = append(points, points[0])
	}
	if len(points) < 2 {
		return
	}
	if on := dash[0] * p.scale; on > 0 {
		dashes(points, on, math.Max(dash[1]*p.scale, 1), func(part []pt) { p.bands(part, false, width, k) })
		return
	}
	p.bands(points, closed, width, k)
}

// distinct drops points that coincide with the one before.
func distinct(points []pt) []pt {
	out := points[:0]
	for _, q := range points {
		if len(out) == 0 || q.minus(out[len(out)-1]).length() > 1e-3 {
			out = append(out, q)
		}
	}
	return out
}

// dashes cuts a line into parts of length on, off apart.
func dashes(points []pt, on, off float64, yield func([]pt)) {
	part := make([]pt, 0, 8)
	drawing, left := true, on
	part = append(part, points[0])
	for i := 1; i < len(points); i++ {
		from := points[i-1]
		u, l := points[i].minus(from).unit()
		for l > left {
			l -= left
			from = from.plus(u, left)
			if drawing {
				yield(append(part, from))
			}
			drawing = !drawing
			if drawing {
				left = on
			} else {
				left = off
			}
			part = append(part[:0], from)
		}
		left -= l
		if drawing {
			part = append(part, points[i])
		}
	}
	if drawing && len(part) > 1 {
		yield(part)
	}
}

// sharp is the cosine of the turn from which a joint is no longer smooth.
const sharp = 0.8

// bands splits a line at its sharp joints. The line of a closed one ends where
// it began.
func (p *painter) bands(points []pt, closed bool, width float64, k ink) {
	// Cutting into dashes can leave two points in one place.
	if points = distinct(points); len(points) < 2 {
		return
	}
	if len(points) == 2 && !closed { // most of them: arrows, and the dashes of what is straight
		p.straight(points[0], points[1], width, k)
		return
	}
	start := 0
	for i := 1; i < len(points)-1; i++ {
		in, _ := points[i].minus(points[i-1]).unit()
		out, _ := points[i+1].minus(points[i]).unit()
		if in.dot(out) < sharp {
			p.band(points[start:i+1], width, k)
			p.disc(points[i], width/2, k)
			start = i
		}
	}
	p.band(points[start:], width, k)
	if closed {
		p.disc(points[0], width/2, k)
	}
}

func (p *painter) disc(at pt, radius float64, k ink) {
	p.rounded(at.x-radius, at.y-radius, at.x+radius, at.y+radius, radius, 0, k)
}

// straight strokes from a to b what band would stroke.
func (p *painter) straight(a, b pt, width float64, k ink) {
	u, l := b.minus(a).unit()
	reach, half := width/2+1, l/2+1 // the ends stick out by a pixel, for their soft edge
	c := [4]float32{float32(l / 2), float32(width / 2), 0, 0}
	a, b = a.plus(u, -1), b.plus(u, 1)
	across := u.normal()
	al, ar, bl, br := a.plus(across, reach), a.plus(across, -reach), b.plus(across, reach), b.plus(across, -reach)
	p.quad(anyPage, &[4]vertex{
		k.vertex(al.x, al.y, -half, reach, c), k.vertex(bl.x, bl.y, half, reach, c),
		k.vertex(br.x, br.y, half, -reach, c), k.vertex(ar.x, ar.y, -half, -reach, c)})
}

// band strokes a smooth line: a strip whose across coordinate the shader cuts
// at half the width, and whose along coordinate it cuts at the two ends.
func (p *painter) band(points []pt, width float64, k ink) {
	total := 0.0
	for i := 1; i < len(points); i++ {
		total += points[i].minus(points[i-1]).length()
	}
	reach := width/2 + 1
	c := [4]float32{float32(total / 2), float32(width / 2), 0, 0}
	along := -total / 2
	var left, right vertex
	for i, q := range points {
		var in, out pt
		if i > 0 {
			in, _ = q.minus(points[i-1]).unit()
		}
		if i < len(points)-1 {
			out, _ = points[i+1].minus(q).unit()
		}
		s := along
		var across pt
		switch {
		case i == 0: // the ends stick out by a pixel, for their soft edge
			across = out.normal()
			q, s = q.plus(out, -1), s-1
		case i == len(points)-1:
			across = in.normal()
			q, s = q.plus(in, 1), s+1
		default: // the mitre: longer by the cosine of half the turn
			m, _ := pt{in.x + out.x, in.y + out.y}.unit()
			across = m.normal()
			f := 1 / math.Max(0.5, m.dot(in))
			across = pt{across.x * f, across.y * f}
		}
		a, b := q.plus(across, reach), q.plus(across, -reach)
		l := k.vertex(a.x, a.y, s, reach, c)
		r := k.vertex(b.x, b.y, s, -reach, c)
		if i > 0 {
			p.quad(anyPage, &[4]vertex{left, l, r, right})
		}
		left, right = l, r
		if i < len(points)-1 {
			along += points[i+1].minus(points[i]).length()
		}
	}
}
