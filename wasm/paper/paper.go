//go:build js && wasm

// Package paper shows scenes where there is no WebGL 2: as an SVG image behind the
// canvas, which stays empty. Everything else of the page is as always, since all
// that can be operated lives in the mirror; a picture only takes a little longer.
//
// It knows the document and scenes. It must never know what they show.
package paper

import (
	"strings"
	"syscall/js"

	"lockstep/wasm/scene"
)

// Paper shows one scene at a time.
type Paper struct {
	measurer scene.Measurer
	img      js.Value
	url      js.Value // of the picture that is shown or on its way
	next     *scene.Scene
	busy     bool // a picture is being read by the browser
	frames   int

	// Drawn is called after each picture, with how many there were so far.
	Drawn func(frames int)
}

// New puts an image into the document. Texts keep the widths that m measures.
func New(m scene.Measurer) *Paper {
	doc := js.Global().Get("document")
	p := &Paper{measurer: m, img: doc.Call("createElement", "img")}
	p.img.Set("id", "plain-picture")
	p.img.Set("alt", "")
	p.img.Call("setAttribute", "aria-hidden", "true")
	p.img.Get("style").Set("cssText", "position:fixed;left:0;top:0;z-index:-1;pointer-events:none")
	doc.Get("body").Call("appendChild", p.img)
	shown := js.FuncOf(func(js.Value, []js.Value) any {
		p.shown()
		return nil
	})
	p.img.Call("addEventListener", "load", shown)
	p.img.Call("addEventListener", "error", shown)
	return p
}

// Show makes sc the picture. While the browser still reads the last one, only the
// newest waits.
func (p *Paper) Show(sc *scene.Scene, _ float64) {
	p.next = sc
	if !p.busy {
		p.draw()
	}
}

func (p *Paper) draw() {
	var b strings.Builder
	sc := p.next
	p.next, p.busy = nil, true
	if err := sc.WriteSVG(&b, p.measurer); err != nil { // a builder takes everything
		panic(err)
	}
	blob := js.Global().Get("Blob").New([]any{b.String()}, map[string]any{"type": "image/svg+xml"})
	url := js.Global().Get("URL")
	if p.url.Truthy() {
		url.Call("revokeObjectURL", p.url)
	}
	p.url = url.Call("createObjectURL", blob)
	p.img.Set("width", sc.W)
	p.img.Set("height", sc.H)
	p.img.Set("src", p.url)
}

func (p *Paper) shown() {
	p.busy = false
	p.frames++
	if p.Drawn != nil {
		p.Drawn(p.frames)
	}
	if p.next != nil {
		p.draw()
	}
}

// Run shows the scenes until the page is closed.
func (p *Paper) Run() error { select {} }
