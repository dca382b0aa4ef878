package browser

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// Eval evaluates JavaScript into out; a promise is awaited.
func (p *Page) Eval(js string, out any) error {
	ctx, cancel := context.WithTimeout(p.ctx, limit)
	defer cancel()
	// Through a text, so that out may be a pointer to anything.
	text, err := chromedp.Run(ctx, chromedp.Evaluate[string](`Promise.resolve(`+js+`).then((v) => JSON.stringify(v === undefined ? null : v))`, chromedp.EvalAwaitPromise))
	if err != nil {
		return err
	}
	return json.Unmarshal([]byte(text), out)
}

// press types text and Enter at whatever has the focus.
func (p *Page) press(keys string) error {
	if keys == "\u007f" {
		keys = kb.Delete
	}
	return p.Do(chromedp.KeyEvent(keys))
}

// Key types keys at whatever has the focus.
func (p *Page) Key(keys string, modifiers ...kb.Modifier) error {
	return p.Do(chromedp.KeyEvent(keys, chromedp.KeyModifiers(modifiers...)))
}

// Centre is the middle of a control, where the canvas draws it.
func (p *Page) Centre(id string) (x, y float64, err error) {
	var at []float64
	err = p.Eval(`(() => { const e = `+find(id)+`; if (!e) return null; const r = e.getBoundingClientRect(); return [r.x + r.width / 2, r.y + r.height / 2]; })()`, &at)
	if err == nil && len(at) != 2 {
		err = fmt.Errorf("the mirror has no control %q", id)
	}
	if err != nil {
		return 0, 0, err
	}
	return at[0], at[1], nil
}

// Click clicks with the mouse on the picture of a control.
func (p *Page) Click(id string) error {
	x, y, err := p.Centre(id)
	if err != nil {
		return err
	}
	return p.ClickAt(x, y)
}

// ClickAt clicks with the mouse on a place.
func (p *Page) ClickAt(x, y float64) error {
	return p.Do(chromedp.MouseEvent(chromedp.MouseMoved, x, y), chromedp.MouseClickXY(x, y))
}

// DoubleClickAt clicks twice with the mouse on a place.
func (p *Page) DoubleClickAt(x, y float64) error {
	now := float64(time.Now().UnixMicro()) / 1e6 // seconds
	if err := p.Do(chromedp.MouseEvent(chromedp.MouseMoved, x, y)); err != nil {
		return err
	}
	for k := range int64(2) {
		for _, kind := range []input.DispatchMouseEventType{input.DispatchMouseEventTypeMousePressed, input.DispatchMouseEventTypeMouseReleased} {
			e := input.DispatchMouseEventParams{Type: kind, X: x, Y: y, Button: input.MouseButtonLeft, ClickCount: k + 1, Timestamp: input.TimeSinceEpoch(now + 0.15*float64(k))}
			if err := call(p, input.DispatchMouseEvent, e); err != nil {
				return err
			}
		}
	}
	return nil
}

// RightClickAt clicks with the right button.
func (p *Page) RightClickAt(x, y float64) error {
	return p.Do(chromedp.MouseEvent(chromedp.MouseMoved, x, y), chromedp.MouseClickXY(x, y, chromedp.ButtonRight))
}

// ClickWith clicks with keys held.
func (p *Page) ClickWith(id string, held ...kb.Modifier) error {
	x, y, err := p.Centre(id)
	if err != nil {
		return err
	}
	return p.Do(chromedp.MouseEvent(chromedp.MouseMoved, x, y), chromedp.MouseClickXY(x, y, chromedp.ButtonModifiers(held...)))
}

// Drag presses the mouse at one place and lets go at another.
func (p *Page) Drag(x0, y0, x1, y1 float64) error {
	const steps = 8
	actions := []chromedp.Action[chromedp.Void]{
		chromedp.MouseEvent(chromedp.MouseMoved, x0, y0),
		chromedp.MouseEvent(chromedp.MousePressed, x0, y0, chromedp.ButtonLeft, chromedp.ClickCount(1)),
	}
	for i := 1; i <= steps; i++ {
		f := float64(i) / steps
		actions = append(actions, chromedp.MouseEvent(chromedp.MouseMoved, x0+(x1-x0)*f, y0+(y1-y0)*f, chromedp.ButtonLeft))
	}
	actions = append(actions, chromedp.MouseEvent(chromedp.MouseReleased, x1, y1, chromedp.ButtonLeft, chromedp.ClickCount(1)))
	return p.Do(actions...)
}

// Wheel turns the wheel at a place, by CSS pixels downwards.
func (p *Page) Wheel(x, y, dy float64) error {
	const none = 1e-6 // the protocol wants both distances, and its encoder leaves out a zero
	return call(p, input.DispatchMouseEvent, input.DispatchMouseEventParams{Type: input.DispatchMouseEventTypeMouseWheel, X: x, Y: y, DeltaX: none, DeltaY: dy})
}

// Frames is how many pictures the canvas has drawn.
func (p *Page) Frames() (int, error) {
	var n int
	err := p.Eval("window.lockstep.frames", &n)
	return n, err
}

// Settle waits until what was asked for has been drawn: two frames of the
// browser, since the canvas draws in the next one.
func (p *Page) Settle() error {
	var done bool
	return p.Eval(`new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => requestAnimationFrame(() => done(true)))))`, &done)
}

// Shot writes a picture of the page, in device pixels.
func (p *Page) Shot(file string) error {
	if err := p.Settle(); err != nil {
		return err
	}
	png, err := p.Picture()
	if err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		return err
	}
	return os.WriteFile(file, png, 0o644)
}

// Picture is what the window shows, as PNG.
func (p *Page) Picture() ([]byte, error) {
	ctx, cancel := context.WithTimeout(p.ctx, limit)
	defer cancel()
	return chromedp.Run(ctx, chromedp.CaptureScreenshot())
}
