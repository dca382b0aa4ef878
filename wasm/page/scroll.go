//go:build js && wasm

package page

import (
	"math"
	"syscall/js"

	"lockstep/wasm/scene"
)

// area is the topmost part under a point that scrolls or zooms.
func (p *Page) area(x, y float64) *scene.Area {
	if p.scene == nil {
		return nil
	}
	for i := len(p.scene.Areas) - 1; i >= 0; i-- {
		if a := &p.scene.Areas[i]; a.Rect.Contains(x, y) {
			return a
		}
	}
	return nil
}

// scroll moves the area under a point and reports whether anything moved.
func (p *Page) scroll(x, y, dx, dy float64) bool {
	a := p.area(x, y)
	if a == nil || a.Scroll == nil {
		return false
	}
	act := a.Scroll.By(dx, dy)
	if act == nil {
		return false
	}
	p.host.Do(act)
	return true
}

// scrollable reports whether the area under a point could move at all.
func (p *Page) scrollable(x, y float64) bool {
	a := p.area(x, y)
	if a == nil || a.Scroll == nil {
		return false
	}
	for _, d := range [][2]float64{{0, 1}, {0, -1}, {1, 0}, {-1, 0}} {
		if a.Scroll.By(d[0], d[1]) != nil {
			return true
		}
	}
	return false
}

// zoom enlarges the area under a point.
func (p *Page) zoom(x, y, factor float64) bool {
	a := p.area(x, y)
	if a == nil || a.Zoom == nil {
		return false
	}
	act := a.Zoom.By(factor, x, y)
	if act == nil {
		return false
	}
	p.host.Do(act)
	return true
}

// wheel takes the wheel where something of ours moves; the rest belongs to the
// browser: the page around an embed scrolls, Ctrl zooms the page.
func (p *Page) wheel(e js.Value) {
	x, y := at(e)
	dx, dy := e.Get("deltaX").Float(), e.Get("deltaY").Float()
	switch e.Get("deltaMode").Int() {
	case 1: // lines
		dx, dy = dx*16, dy*16
	case 2: // pages
		dx, dy = dx*p.viewport.W, dy*p.viewport.H
	}
	if e.Get("shiftKey").Bool() && dx == 0 {
		dx, dy = dy, 0
	}
	used := false
	if e.Get("ctrlKey").Bool() { // also what a trackpad's pinch sends
		used = p.zoom(x, y, math.Exp(-dy*0.01))
	} else {
		used = p.scroll(x, y, dx, dy)
	}
	if used {
		e.Call("preventDefault")
	}
}

// touches are the fingers that are down; two of them pinch.
type touches struct {
	ids    []int
	points [][2]float64
	span   float64
}

// down adds a finger and reports whether there are two now.
func (t *touches) down(e js.Value) bool {
	x, y := at(e)
	t.ids = append(t.ids, e.Get("pointerId").Int())
	t.points = append(t.points, [2]float64{x, y})
	if len(t.ids) == 2 {
		t.span = t.distance()
	}
	return len(t.ids) >= 2
}

// move follows a finger and reports whether it is one of two.
func (t *touches) move(e js.Value) bool {
	id := e.Get("pointerId").Int()
	for i := range t.ids {
		if t.ids[i] == id {
			t.points[i][0], t.points[i][1] = at(e)
			return len(t.ids) >= 2
		}
	}
	return false
}

func (t *touches) up(e js.Value) {
	id := e.Get("pointerId").Int()
	for i := range t.ids {
		if t.ids[i] == id {
			t.ids = append(t.ids[:i], t.ids[i+1:]...)
			t.points = append(t.points[:i], t.points[i+1:]...)
			return
		}
	}
}

func (t *touches) distance() float64 {
	return math.Hypot(t.points[0][0]-t.points[1][0], t.points[0][1]-t.points[1][1])
}

// pinch zooms by how much further apart the fingers are than they were.
func (p *Page) pinch() {
	t := &p.touch
	d := t.distance()
	if t.span < 1 || d < 1 {
		t.span = d
		return
	}
	if factor := d / t.span; factor < 0.99 || factor > 1.01 {
		p.zoom((t.points[0][0]+t.points[1][0])/2, (t.points[0][1]+t.points[1][1])/2, factor)
		t.span = d
	}
}
