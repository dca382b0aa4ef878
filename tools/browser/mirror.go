package browser

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strconv"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// find is the JavaScript for a control of the mirror.
func find(id string) string {
	return `document.querySelector('#mirror [data-id=` + strconv.Quote(id) + `]')`
}

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

// Has reports whether the mirror has a control.
func (p *Page) Has(id string) (bool, error) {
	var has bool
	err := p.Eval(find(id)+" !== null", &has)
	return has, err
}

// Value is what a control holds: the value of a field, the text of a status.
func (p *Page) Value(id string) (string, error) {
	var v *string
	err := p.Eval(`(() => { const e = `+find(id)+`; return e === null ? null : 'value' in e && e.tagName !== 'BUTTON' ? e.value : e.textContent; })()`, &v)
	if err == nil && v == nil {
		err = fmt.Errorf("the mirror has no control %q", id)
	}
	if err != nil {
		return "", err
	}
	return *v, nil
}

// Attr is an attribute of a control, "" when it has none.
func (p *Page) Attr(id, name string) (string, error) {
	var v *string
	err := p.Eval(`(() => { const e = `+find(id)+`; return e === null ? null : e.getAttribute(`+strconv.Quote(name)+`) ?? ''; })()`, &v)
	if err == nil && v == nil {
		err = fmt.Errorf("the mirror has no control %q", id)
	}
	if err != nil {
		return "", err
	}
	return *v, nil
}

// Focus puts the keyboard focus on a control.
func (p *Page) Focus(id string) error {
	var ok bool
	if err := p.Eval(`(() => { const e = `+find(id)+`; if (e) e.focus(); return document.activeElement === e; })()`, &ok); err != nil {
		return err
	}
	if !ok {
		return fmt.Errorf("%q cannot be focused", id)
	}
	return nil
}

// Focused is the control that has the focus, "" if none of the mirror has.
func (p *Page) Focused() (string, error) {
	var id string
	err := p.Eval(`document.activeElement?.dataset?.id ?? ''`, &id)
	return id, err
}

// Type replaces a field's text by typing, and presses Enter.
func (p *Page) Type(id, text string) error {
	if err := p.Focus(id); err != nil {
		return err
	}
	var done bool
	if err := p.Eval(find(id)+`.select(), true`, &done); err != nil {
		return err
	}
	if text == "" {
		text = kb.Delete
	}
	return p.Do(chromedp.KeyEvent(text), chromedp.KeyEvent(kb.Enter))
}

// Choose takes an option of a combobox, as a person's choice does.
func (p *Page) Choose(id, value string) error {
	var ok bool
	if err := p.Eval(`(() => {
		const e = `+find(id)+`;
		if (!e || ![...e.options].some((o) => o.value === `+strconv.Quote(value)+`)) return false;
		e.focus();
		e.value = `+strconv.Quote(value)+`;
		e.dispatchEvent(new Event('input', { bubbles: true }));
		e.dispatchEvent(new Event('change', { bubbles: true }));
		return true;
	})()`, &ok); err != nil {
		return err
	}
	if !ok {
		return fmt.Errorf("%q does not offer %q", id, value)
	}
	return nil
}

// Press operates a button with the keyboard: focus and Enter.
func (p *Page) Press(id string) error {
	if err := p.Focus(id); err != nil {
		return err
	}
	return p.Key(kb.Enter)
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
	return p.Do(chromedp.MouseEvent(chromedp.MouseMoved, x, y), chromedp.MouseClickXY(x, y))
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

// Tap touches the picture of a control with a finger.
func (p *Page) Tap(id string) error {
	x, y, err := p.Centre(id)
	if err != nil {
		return err
	}
	return p.Do(chromedp.TapXY(x, y))
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
	ctx, cancel := context.WithTimeout(p.ctx, limit)
	defer cancel()
	png, err := chromedp.Run(ctx, chromedp.CaptureScreenshot())
	if err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		return err
	}
	return os.WriteFile(file, png, 0o644)
}

// Swipe lays a finger down for as long as it takes to pick something up, and
// moves it to another place.
func (p *Page) Swipe(x0, y0, x1, y1 float64) error {
	touch := func(kind input.DispatchTouchEventType, points ...*input.TouchPoint) error {
		return call(p, input.DispatchTouchEvent, input.DispatchTouchEventParams{Type: kind, TouchPoints: points})
	}
	if err := touch(input.DispatchTouchEventTypeTouchStart, &input.TouchPoint{X: x0, Y: y0}); err != nil {
		return err
	}
	var done bool
	if err := p.Eval(`new Promise((done) => setTimeout(() => done(true), 700))`, &done); err != nil {
		return err
	}
	const steps = 6
	for i := 1; i <= steps && (x0 != x1 || y0 != y1); i++ {
		f := float64(i) / steps
		if err := touch(input.DispatchTouchEventTypeTouchMove, &input.TouchPoint{X: x0 + (x1-x0)*f, Y: y0 + (y1-y0)*f}); err != nil {
			return err
		}
	}
	return touch(input.DispatchTouchEventTypeTouchEnd)
}
