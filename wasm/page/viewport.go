//go:build js && wasm

package page

import (
	"math"
	"syscall/js"
)

// Viewport is what can be drawn on: its size in CSS pixels, and how many device
// pixels stand for one of them.
type Viewport struct {
	W, H  float64
	Scale float64
}

// watchSize follows the size and the resolution of the page.
//
// Ebitengine sizes its canvas by body.clientWidth when the window is resized,
// and multiplies by a device pixel ratio that it reads once. Zooming or moving
// to another screen would leave it blurred. So body.clientWidth, which nothing
// else reads here, is made to answer in device pixels, and whenever the canvas
// has not got that size, Ebitengine is told of a resize.
func (p *Page) watchSize() {
	p.measure(js.Undefined())
	listen(window, "resize", map[string]any{"capture": true}, func(js.Value) {
		if !p.announcing {
			p.resized(js.Undefined())
		}
	})
	p.watchPixels()
	p.watchResolution()
}

// resized takes a new size over; box is the exact one, where known.
func (p *Page) resized(box js.Value) {
	w, h := p.measure(box)
	if w < 1 || p.canvas.Get("width").Float() == w && p.canvas.Get("height").Float() == h {
		return
	}
	p.announcing = true
	window.Call("dispatchEvent", window.Get("Event").New("resize"))
	p.announcing = false
}

// measure finds the size and returns it in device pixels.
func (p *Page) measure(box js.Value) (w, h float64) {
	root := document.Get("documentElement")
	v := Viewport{
		W:     root.Get("clientWidth").Float(),
		H:     root.Get("clientHeight").Float(),
		Scale: window.Get("devicePixelRatio").Float(),
	}
	if v.Scale <= 0 || math.IsNaN(v.Scale) {
		v.Scale = 1
	}
	w, h = math.Round(v.W*v.Scale), math.Round(v.H*v.Scale)
	if !box.IsUndefined() {
		// Rounding can miss by one. An answer further off is that of a browser
		// that emulates another resolution and forgot this.
		bw, bh := box.Get("inlineSize").Float(), box.Get("blockSize").Float()
		if math.Abs(bw-w) <= 1 && math.Abs(bh-h) <= 1 {
			w, h = bw, bh
		}
	}
	if w < 1 || h < 1 {
		return 0, 0 // an embed that is not shown
	}
	body := document.Get("body")
	for name, value := range map[string]float64{"clientWidth": w, "clientHeight": h} {
		js.Global().Get("Object").Call("defineProperty", body, name, map[string]any{"value": value, "configurable": true})
	}
	if v != p.viewport {
		p.viewport = v
		p.host.Resized(v)
	}
	return w, h
}

// watchPixels asks for the canvas's exact size in device pixels, which rounding
// can miss by one at a fractional resolution.
func (p *Page) watchPixels() {
	observer := window.Get("ResizeObserver")
	if !observer.Truthy() {
		return
	}
	seen := js.FuncOf(func(_ js.Value, args []js.Value) any {
		boxes := args[0].Index(args[0].Length() - 1).Get("devicePixelContentBoxSize")
		if !boxes.Truthy() {
			return nil
		}
		p.resized(boxes.Index(0))
		return nil
	})
	o := observer.New(seen)
	defer func() { recover() }() //nolint:errcheck // Safari knows no device-pixel-content-box: the rounded size stands
	o.Call("observe", p.canvas, map[string]any{"box": "device-pixel-content-box"})
}

// watchResolution notices a change of the device pixel ratio, which may come
// without a resize: a query holds for one value only, so it is asked anew.
func (p *Page) watchResolution() {
	ratio := number(window.Get("devicePixelRatio").Float())
	query := window.Call("matchMedia", "(resolution: "+ratio+"dppx)")
	var changed js.Func
	changed = js.FuncOf(func(js.Value, []js.Value) any {
		changed.Release()
		p.resized(js.Undefined())
		p.watchResolution()
		return nil
	})
	query.Call("addEventListener", "change", changed, map[string]any{"once": true})
}

// watchVisibility stops what moves while nobody can see it: in a hidden tab, or
// an embed that is scrolled out of view.
func (p *Page) watchVisibility() {
	inView := true
	update := func() {
		visible := inView && !document.Get("hidden").Bool()
		if visible == p.visible {
			return
		}
		p.visible = visible
		if visible {
			p.host.Awake()
		}
	}
	listen(document, "visibilitychange", nil, func(js.Value) { update() })
	if observer := window.Get("IntersectionObserver"); observer.Truthy() {
		o := observer.New(js.FuncOf(func(_ js.Value, args []js.Value) any {
			inView = args[0].Index(args[0].Length() - 1).Get("isIntersecting").Bool()
			update()
			return nil
		}))
		o.Call("observe", p.canvas)
	}
}

// Visible reports whether anyone could see the page now.
func (p *Page) Visible() bool { return p.visible }
