//go:build js && wasm

package page

import (
	"bytes"
	"syscall/js"

	"lockstep/engine/export"
)

// pictureScale is how many pixels of a PNG a pixel of the picture becomes: enough
// for a projector.
const pictureScale = 2

// savePicture saves the picture as PNG: the browser draws the SVG, with its own
// fonts, and packs what it drew.
func (p *Page) savePicture() {
	p.withPicture(func(image, url js.Value) {
		w, h := image.Get("naturalWidth").Int()*pictureScale, image.Get("naturalHeight").Int()*pictureScale
		canvas := element("canvas", "")
		canvas.Set("width", w)
		canvas.Set("height", h)
		canvas.Call("getContext", "2d").Call("drawImage", image, 0, 0, w, h)
		window.Get("URL").Call("revokeObjectURL", url)
		var packed js.Func
		packed = js.FuncOf(func(_ js.Value, args []js.Value) any {
			packed.Release()
			if !args[0].Truthy() {
				p.say("page.no_picture")
				return nil
			}
			p.download(export.FileStem(p.host.State().Scenario)+".png", args[0])
			return nil
		})
		canvas.Call("toBlob", packed, "image/png")
	})
}

// withPicture calls f with the picture as an image that is loaded, and the address
// that f has to give back.
func (p *Page) withPicture(f func(image, url js.Value)) {
	var b bytes.Buffer
	if p.host.Picture(&b) != nil {
		p.say("page.no_picture")
		return
	}
	url := window.Get("URL").Call("createObjectURL", blob("image/svg+xml", b.Bytes()))
	image := window.Get("Image").New()
	var done, broken js.Func
	finish := func(then func()) js.Func {
		return js.FuncOf(func(js.Value, []js.Value) any {
			done.Release()
			broken.Release()
			then()
			return nil
		})
	}
	done = finish(func() { f(image, url) })
	broken = finish(func() {
		window.Get("URL").Call("revokeObjectURL", url)
		p.say("page.no_picture")
	})
	image.Set("onload", done)
	image.Set("onerror", broken)
	image.Set("src", url)
}

// printStyle shows the picture alone on paper.
const printStyle = `#paper{display:none}@media print{body{background:#fff!important;overflow:visible!important;height:auto!important}` +
	`body>*:not(#paper){display:none!important}#paper{display:block;position:static}#paper img{width:100%;height:auto}@page{size:A4 landscape;margin:12mm}}`

// print puts the picture on paper: a canvas prints as it happens to look, so the
// picture takes its place for that time.
func (p *Page) print() {
	p.withPicture(func(image, url js.Value) {
		if old := document.Call("getElementById", "paper"); old.Truthy() {
			old.Call("remove")
		}
		paper := element("div", "")
		paper.Set("id", "paper")
		style := element("style", "")
		style.Set("textContent", printStyle)
		image.Set("alt", p.title)
		paper.Call("append", style, image)
		document.Get("body").Call("appendChild", paper)
		if p.confined() {
			p.say("page.no_print")
		}
		window.Call("print")
		later(60_000, func() { // some browsers return before the paper is made
			paper.Call("remove")
			window.Get("URL").Call("revokeObjectURL", url)
		})
	})
}
