package browser

import (
	"math"
	"time"

	"github.com/chromedp/cdproto/input"
)

// touch tells the browser where fingers are now.
func (p *Page) touch(kind input.DispatchTouchEventType, points ...*input.TouchPoint) error {
	return call(p, input.DispatchTouchEvent, input.DispatchTouchEventParams{Type: kind, TouchPoints: points})
}

// Tap touches the picture of a control with a finger.
func (p *Page) Tap(id string) error {
	x, y, err := p.Centre(id)
	if err != nil {
		return err
	}
	return p.TapAt(x, y)
}

// TapAt touches a place with a finger, and lets go at once.
func (p *Page) TapAt(x, y float64) error {
	if err := p.touch(input.DispatchTouchEventTypeTouchStart, &input.TouchPoint{X: x, Y: y}); err != nil {
		return err
	}
	return p.touch(input.DispatchTouchEventTypeTouchEnd)
}

// DoubleTapAt touches a place twice. When that was is said, not left to how fast the
// machine is.
func (p *Page) DoubleTapAt(x, y float64) error {
	now := float64(time.Now().UnixMicro()) / 1e6 // seconds
	for k := range 2 {
		for _, e := range []input.DispatchTouchEventParams{
			{Type: input.DispatchTouchEventTypeTouchStart, TouchPoints: []*input.TouchPoint{{X: x, Y: y}}}, {Type: input.DispatchTouchEventTypeTouchEnd},
		} {
			e.Timestamp = input.TimeSinceEpoch(now + 0.15*float64(k))
			if err := call(p, input.DispatchTouchEvent, e); err != nil {
				return err
			}
		}
	}
	return nil
}

// Slide moves a finger from a place to another without resting: it scrolls.
func (p *Page) Slide(x0, y0, x1, y1 float64) error { return p.finger(x0, y0, x1, y1, false) }

// Swipe lays a finger down for as long as it takes to pick something up, and
// moves it to another place.
func (p *Page) Swipe(x0, y0, x1, y1 float64) error { return p.finger(x0, y0, x1, y1, true) }

func (p *Page) finger(x0, y0, x1, y1 float64, rests bool) error {
	if err := p.touch(input.DispatchTouchEventTypeTouchStart, &input.TouchPoint{X: x0, Y: y0}); err != nil {
		return err
	}
	if rests {
		var done bool
		if err := p.Eval(`new Promise((done) => setTimeout(() => done(true), 700))`, &done); err != nil {
			return err
		}
	}
	const steps = 6
	for i := 1; i <= steps && (x0 != x1 || y0 != y1); i++ {
		f := float64(i) / steps
		if err := p.touch(input.DispatchTouchEventTypeTouchMove, &input.TouchPoint{X: x0 + (x1-x0)*f, Y: y0 + (y1-y0)*f}); err != nil {
			return err
		}
	}
	return p.touch(input.DispatchTouchEventTypeTouchEnd)
}

// Pinch lays two fingers on both sides of a place, from pixels apart, and moves
// them until they are to pixels apart.
func (p *Page) Pinch(x, y, from, to float64) error {
	first, second := 1.0, 2.0
	two := func(apart float64) []*input.TouchPoint {
		dx := apart / 2 * math.Sqrt2 / 2
		return []*input.TouchPoint{{X: x - dx, Y: y - dx/4, ID: &first}, {X: x + dx, Y: y + dx/4, ID: &second}}
	}
	if err := p.touch(input.DispatchTouchEventTypeTouchStart, two(from)...); err != nil {
		return err
	}
	const steps = 8
	for i := 1; i <= steps; i++ {
		if err := p.touch(input.DispatchTouchEventTypeTouchMove, two(from+(to-from)*float64(i)/steps)...); err != nil {
			return err
		}
	}
	return p.touch(input.DispatchTouchEventTypeTouchEnd)
}
