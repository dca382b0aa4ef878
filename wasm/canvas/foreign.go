//go:build js && wasm

package canvas

import (
	"fmt"
	"image"
	"math"
	"syscall/js"

	"lockstep/wasm/typeface"
)

// browserText lets the browser's own fonts measure and draw what the shipped
// faces do not hold, on a canvas that is never seen.
type browserText struct {
	canvas, ctx js.Value
	widths      map[foreignKey]float64 // in ems
}

func newBrowserText() *browserText {
	c := js.Global().Get("document").Call("createElement", "canvas")
	return &browserText{
		canvas: c,
		ctx:    c.Call("getContext", "2d", map[string]any{"willReadFrequently": true}),
		widths: map[foreignKey]float64{},
	}
}

// Measure lets the browser measure what the shipped faces do not hold, where no
// canvas is made.
func Measure(faces *typeface.Set) { faces.Foreign = newBrowserText().width }

func cssFont(px float64, style typeface.Style) string {
	weight, family := "400", "system-ui, sans-serif"
	if style.Bold {
		weight = "700"
	}
	if style.Mono {
		family = "ui-monospace, monospace"
	}
	return fmt.Sprintf("%s %gpx %s", weight, px, family)
}

// width is asked for at a fixed size and scaled, so that zooming moves nothing.
func (t *browserText) width(run string, size float64, style typeface.Style) float64 {
	if !t.ctx.Truthy() {
		return -1
	}
	key := foreignKey{run: run, style: style}
	em, ok := t.widths[key]
	if !ok {
		const px = 64
		t.ctx.Set("font", cssFont(px, style))
		em = t.ctx.Call("measureText", run).Get("width").Float() / px
		t.widths[key] = em
	}
	return em * size
}

// raster draws a run in white and reads it back: a mask, unless the browser
// put colours of its own (emoji).
func (t *browserText) raster(run string, ppem float64, style typeface.Style) picture {
	if !t.ctx.Truthy() {
		return picture{}
	}
	// Marks may stand above and below the line, and lean over its ends.
	pad := math.Ceil(ppem / 2)
	up, down := math.Ceil(ppem*1.5), math.Ceil(ppem*0.75)
	w, h := int(math.Ceil(t.width(run, ppem, style))+2*pad), int(up+down)
	w, h = min(w, pageSize), min(h, pageSize)
	t.canvas.Set("width", w)
	t.canvas.Set("height", h)
	t.ctx.Set("font", cssFont(ppem, style))
	t.ctx.Set("fillStyle", "#fff")
	t.ctx.Call("fillText", run, pad, up)
	data := t.ctx.Call("getImageData", 0, 0, w, h).Get("data")
	pix := make([]byte, 4*w*h)
	js.CopyBytesToGo(pix, js.Global().Get("Uint8Array").New(data.Get("buffer")))
	pic := picture{left: -int(pad), top: -int(up)}
	if grey(pix) {
		pic.alpha = image.NewAlpha(image.Rect(0, 0, w, h))
		for i := range pic.alpha.Pix {
			pic.alpha.Pix[i] = pix[4*i+3]
		}
		return pic
	}
	pic.rgba = image.NewRGBA(image.Rect(0, 0, w, h))
	for i := 0; i < len(pix); i += 4 { // the browser's are not premultiplied
		a := uint16(pix[i+3])
		for k := range 3 {
			pic.rgba.Pix[i+k] = uint8(uint16(pix[i+k]) * a / 255)
		}
		pic.rgba.Pix[i+3] = pix[i+3]
	}
	return pic
}

// grey reports that nothing but white ink was left.
func grey(pix []byte) bool {
	for i := 0; i < len(pix); i += 4 {
		if pix[i+3] > 8 && (pix[i] < 0xf0 || pix[i+1] < 0xf0 || pix[i+2] < 0xf0) {
			return false
		}
	}
	return true
}
