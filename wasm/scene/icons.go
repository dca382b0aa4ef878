package scene

import "math"

// icon is a small drawing around the origin, in a square of 12 pixels.
type icon struct {
	commands []Command
	points   []Point
	filled   bool
}

// pen draws an icon.
type pen struct{ icon }

func (p *pen) move(x, y float64) *pen { return p.add(MoveTo, Point{x, y}) }
func (p *pen) to(x, y float64) *pen   { return p.add(LineTo, Point{x, y}) }
func (p *pen) close() *pen            { return p.add(Close) }

func (p *pen) add(c Command, points ...Point) *pen {
	p.commands = append(p.commands, c)
	p.points = append(p.points, points...)
	return p
}

// arc draws part of a circle from angle a to b in radians, as cubics of at most
// a quarter each.
func (p *pen) arc(cx, cy, r, a, b float64) *pen {
	n := int(math.Ceil(math.Abs(b-a) / (math.Pi / 2)))
	step := (b - a) / float64(n)
	k := 4.0 / 3 * math.Tan(step/4) * r
	for i := range n {
		s, e := a+step*float64(i), a+step*float64(i+1)
		sx, sy, ex, ey := cx+r*math.Cos(s), cy+r*math.Sin(s), cx+r*math.Cos(e), cy+r*math.Sin(e)
		if i == 0 {
			if len(p.commands) == 0 {
				p.move(sx, sy)
			} else {
				p.to(sx, sy)
			}
		}
		p.add(CubicTo, Point{sx - k*math.Sin(s), sy + k*math.Cos(s)}, Point{ex + k*math.Sin(e), ey - k*math.Cos(e)}, Point{ex, ey})
	}
	return p
}

func (p *pen) fill() icon   { p.filled = true; return p.icon }
func (p *pen) stroke() icon { return p.icon }

func draw() *pen { return &pen{} }

var icons = map[string]icon{
	"play":          draw().move(-4, -6).to(5, 0).to(-4, 6).close().fill(),
	"pause":         draw().move(-4, -5).to(-1.5, -5).to(-1.5, 5).to(-4, 5).close().move(1.5, -5).to(4, -5).to(4, 5).to(1.5, 5).close().fill(),
	"to-start":      draw().move(-5, -5).to(-5, 5).move(5, -5).to(-2, 0).to(5, 5).close().fill(),
	"to-end":        draw().move(5, -5).to(5, 5).move(-5, -5).to(2, 0).to(-5, 5).close().fill(),
	"back":          draw().move(4, -5).to(-3, 0).to(4, 5).close().fill(),
	"forward":       draw().move(-4, -5).to(3, 0).to(-4, 5).close().fill(),
	"clock":         draw().arc(0, 0, 6, -math.Pi/2, 3*math.Pi/2).close().move(0, -3).to(0, 0).to(2.5, 1.5).stroke(),
	"plus":          draw().move(-5, 0).to(5, 0).move(0, -5).to(0, 5).stroke(),
	"minus":         draw().move(-5, 0).to(5, 0).stroke(),
	"cross":         draw().move(-4, -4).to(4, 4).move(4, -4).to(-4, 4).stroke(),
	"check":         draw().move(-5, 0).to(-1.5, 4).to(5, -4).stroke(),
	"insert-before": draw().move(5, -6).to(5, 6).move(-6, 0).to(2, 0).move(-2, -4).to(-2, 4).stroke(),
	"insert-after":  draw().move(-5, -6).to(-5, 6).move(-2, 0).to(6, 0).move(2, -4).to(2, 4).stroke(),
	"up":            draw().move(-3.5, 2).to(0, -2).to(3.5, 2).stroke(),
	"down":          draw().move(-3.5, -2).to(0, 2).to(3.5, -2).stroke(),
	"menu":          draw().move(-6, -5).to(6, -5).move(-6, 0).to(6, 0).move(-6, 5).to(6, 5).stroke(),
	"undo":          draw().move(-1, -6).to(-5, -2.5).to(-1, 1).move(-5, -2.5).to(1.5, -2.5).arc(1.5, 1.5, 4, -math.Pi/2, math.Pi/2).to(-2, 5.5).stroke(),
	"redo":          draw().move(1, -6).to(5, -2.5).to(1, 1).move(5, -2.5).to(-1.5, -2.5).arc(-1.5, 1.5, 4, -math.Pi/2, -3*math.Pi/2).to(2, 5.5).stroke(),
	"moon":          draw().arc(0, 0, 6, -1.9, 2.9).arc(-3.4, -2.6, 5.6, 1.75, -0.75).close().stroke(),
	"sun":           draw().arc(0, 0, 3, 0, 2*math.Pi).close().move(0, -6.5).to(0, -5).move(0, 5).to(0, 6.5).move(-6.5, 0).to(-5, 0).move(5, 0).to(6.5, 0).move(-4.6, -4.6).to(-3.5, -3.5).move(3.5, 3.5).to(4.6, 4.6).move(-4.6, 4.6).to(-3.5, 3.5).move(3.5, -3.5).to(4.6, -4.6).stroke(),
	"out":           draw().move(-1, -5).to(-5, -5).to(-5, 5).to(5, 5).to(5, 1).move(1, -5).to(5, -5).to(5, -1).move(5, -5).to(-1, 1).stroke(),
	"sliders":       draw().move(-6, -3.5).to(6, -3.5).move(-6, 3.5).to(6, 3.5).move(2, -6).to(2, -1).move(-2, 1).to(-2, 6).stroke(),
	"bolt":          draw().move(1, -6).to(-4, 1).to(-0.5, 1).to(-1, 6).to(4, -1.5).to(0.5, -1.5).close().fill(),
	"pin":           draw().move(-3, -6).to(3, -6).move(-2, -6).to(-2, -1).to(-4, 1.5).to(4, 1.5).to(2, -1).to(2, -6).move(0, 1.5).to(0, 6).stroke(),
	"legend":        draw().move(-6, -4).to(-3, -4).move(0, -4).to(6, -4).move(-6, 0).to(-3, 0).move(0, 0).to(6, 0).move(-6, 4).to(-3, 4).move(0, 4).to(6, 4).stroke(),
	"flag":          draw().move(-4, 6).to(-4, -5.5).to(5, -2.5).to(-4, 0.5).stroke(),
	"link":          draw().move(-1.5, -3.5).to(-3, -3.5).arc(-3, 0, 3.5, -math.Pi/2, -3*math.Pi/2).to(-1.5, 3.5).move(1.5, -3.5).to(3, -3.5).arc(3, 0, 3.5, -math.Pi/2, math.Pi/2).to(1.5, 3.5).move(-2.5, 0).to(2.5, 0).stroke(),
	"copy":          draw().move(-2, -5).to(5, -5).to(5, 2).to(-2, 2).close().move(-2, -2).to(-5, -2).to(-5, 5).to(2, 5).to(2, 2).stroke(),
	"print":         draw().move(-3, -2).to(-3, -6).to(3, -6).to(3, -2).move(-3, 4).to(-6, 4).to(-6, -2).to(6, -2).to(6, 4).to(3, 4).move(-3, 2).to(3, 2).to(3, 6).to(-3, 6).close().stroke(),
	"save":          draw().move(0, -6).to(0, 2).move(-3, -1).to(0, 2).to(3, -1).move(-6, 3).to(-6, 6).to(6, 6).to(6, 3).stroke(),
}

// icon draws the icon called name with its middle at x, y.
func (d *sheet) icon(name string, x, y, scale float64, c Color) {
	ic := icons[name]
	points := d.points(ic.points...)
	for i, p := range ic.points {
		points[i] = Point{x + p.X*scale, y + p.Y*scale}
	}
	s := Shape{Kind: Path, Points: points, Commands: ic.commands, Stroke: c, Width: 1.6}
	if ic.filled {
		s.Fill = c
	}
	d.out.Shapes = append(d.out.Shapes, s)
}
