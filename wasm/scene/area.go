package scene

import "lockstep/wasm/app"

// Area is a part that scrolls or zooms under the pointer: by the wheel, by a
// finger on a place that cannot be dragged, by two fingers. Later ones lie on
// top. What no area takes is left to the browser, so that the page around an
// embed scrolls on.
type Area struct {
	Rect   Rect
	Scroll Scroller // nil: does not scroll
	Zoom   Zoomer   // nil: does not zoom
}

// Scroller turns a distance in CSS pixels (positive: towards the end) into an
// action, or nil when there is nothing further that way.
type Scroller interface {
	By(dx, dy float64) app.Action
}

// Zoomer enlarges by a factor around a point in CSS pixels.
type Zoomer interface {
	By(factor, x, y float64) app.Action
}

// Dropper is a Dragger that does something when the button is let go, as an op
// that takes its new place.
type Dropper interface {
	Dragger
	Drop() app.Action
}
