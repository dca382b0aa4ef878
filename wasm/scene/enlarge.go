package scene

import "lockstep/wasm/app"

// projectorScale is how much larger everything is for the last row of a lecture
// hall.
const projectorScale = 1.25

// enlarge makes a scene that was laid out for a smaller page larger by k. The
// places at which things are dragged and scrolled come back smaller.
func (sc *Scene) enlarge(k float64) {
	sc.W, sc.H = sc.W*k, sc.H*k
	for i := range sc.Shapes {
		s := &sc.Shapes[i]
		s.Rect = s.Rect.times(k)
		s.Radius, s.Width, s.Size = s.Radius*k, s.Width*k, s.Size*k
		s.Dash = [2]float64{s.Dash[0] * k, s.Dash[1] * k}
		points := make([]Point, len(s.Points)) // an icon's may be shared
		for j, p := range s.Points {
			points[j] = Point{p.X * k, p.Y * k}
		}
		s.Points = points
	}
	for i := range sc.Hot {
		h := &sc.Hot[i]
		h.Rect, h.FontSize = h.Rect.times(k), h.FontSize*k
		if h.Drag != nil {
			if drop, ok := h.Drag.(Dropper); ok {
				h.Drag = enlargedDrop{enlargedDrag{h.Drag, k}, drop}
			} else {
				h.Drag = enlargedDrag{h.Drag, k}
			}
		}
	}
	for i := range sc.Areas {
		a := &sc.Areas[i]
		a.Rect = a.Rect.times(k)
		if a.Scroll != nil {
			a.Scroll = enlargedScroll{a.Scroll, k}
		}
		if a.Zoom != nil {
			a.Zoom = enlargedZoom{a.Zoom, k}
		}
	}
}

func (r Rect) times(k float64) Rect { return Rect{r.X * k, r.Y * k, r.W * k, r.H * k} }

type enlargedDrag struct {
	Dragger
	k float64
}

// At is the action for a place on the larger page.
func (e enlargedDrag) At(x, y float64) app.Action { return e.Dragger.At(x/e.k, y/e.k) }

// enlargedDrop is an enlargedDrag that can be let go of.
type enlargedDrop struct {
	enlargedDrag
	dropper Dropper
}

// Drop lets go.
func (e enlargedDrop) Drop() app.Action { return e.dropper.Drop() }

type enlargedScroll struct {
	Scroller
	k float64
}

// By is the action for a distance on the larger page.
func (e enlargedScroll) By(dx, dy float64) app.Action { return e.Scroller.By(dx/e.k, dy/e.k) }

type enlargedZoom struct {
	Zoomer
	k float64
}

// By is the action for a factor around a point of the larger page.
func (e enlargedZoom) By(factor, x, y float64) app.Action {
	return e.Zoomer.By(factor, x/e.k, y/e.k)
}
