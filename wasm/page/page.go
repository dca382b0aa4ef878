//go:build js && wasm

package page

import (
	"syscall/js"

	"lockstep/wasm/app"
	"lockstep/wasm/scene"
)

// Host is what the page drives: the program behind it.
type Host interface {
	// Do carries out an action and shows what comes of it.
	Do(app.Action)
	// State is what is shown now.
	State() *app.State
	// Resized says that the viewport has another size or resolution.
	Resized(Viewport)
}

// Page is the browser's side of the playground.
type Page struct {
	host     Host
	mirror   *mirror
	scene    *scene.Scene
	canvas   js.Value
	viewport Viewport
	press    press
	touch    touches
	holding  js.Func // fires when a finger has rested
	wanted   string  // the control that gets the focus when it comes
	spoken   js.Value
	said     string
	title    string
	lang     string
	armed    *control // the select under the mouse, open to it
	hovered  string
	visible  bool
	// announcing: the resize event that is under way is our own.
	announcing bool
	query      Query
	// Awake is called when the page becomes visible again.
	Awake func()
}

// New prepares the document. The canvas must be in it already; it is the one
// that Ebitengine made.
func New(host Host, query Query) *Page {
	p := &Page{host: host, mirror: newMirror(), visible: true, query: query}
	p.canvas = document.Call("querySelector", "canvas")
	// Ebitengine makes its canvas the first stop of the Tab key. It is a
	// picture; the mirror is what can be focused.
	p.canvas.Call("removeAttribute", "tabindex")
	setAttr(p.canvas, "aria-hidden", "true")
	p.spoken = element("div", "spoken")
	setAttr(p.spoken, "aria-live", "polite")
	setAttr(p.spoken, "id", "spoken")
	document.Get("body").Call("appendChild", p.spoken)
	p.watchSize()
	p.watchVisibility()
	p.takePointers()
	p.takeKeys()
	p.takeControls()
	return p
}

// Show brings the document up to date with a scene.
func (p *Page) Show(sc *scene.Scene, lang string) {
	p.scene = sc
	p.mirror.show(sc.Hot)
	if p.lang != lang {
		p.lang = lang
		document.Get("documentElement").Set("lang", lang)
	}
	if sc.Title != "" && sc.Title != p.title {
		p.title = sc.Title
		document.Set("title", sc.Title)
	}
	p.dark(sc.Dark)
	p.speak(sc.Live)
	p.focusWanted()
}

// speak puts a text into the live region, once: the same text is not said again.
func (p *Page) speak(text string) {
	if text == p.said {
		return
	}
	p.said = text
	p.spoken.Set("textContent", text)
}

func (p *Page) dark(on bool) {
	class := p.mirror.root.Get("classList")
	class.Call("toggle", "dark", on)
	scheme := "light"
	if on {
		scheme = "dark"
	}
	document.Get("documentElement").Get("style").Set("colorScheme", scheme)
}

// Focus moves the keyboard focus to a control, or to one that the next scene
// will have.
func (p *Page) Focus(id string) {
	p.wanted = id
	p.focusWanted()
}

func (p *Page) focusWanted() {
	if p.wanted == "" {
		return
	}
	if c, ok := p.mirror.controls[p.wanted]; ok {
		p.wanted = ""
		p.mirror.focus(c)
	}
}

// Viewport is the size and resolution of the page.
func (p *Page) Viewport() Viewport { return p.viewport }

// Version is the playground's own; embedding pages are told it.
const Version = "0.1.0"

// Drawn says that a picture was drawn, the first of which makes the page ready.
func (p *Page) Drawn(frames int) {
	js.Global().Get("lockstep").Set("frames", frames)
	if frames > 1 {
		return
	}
	detail := map[string]any{"version": Version}
	window.Call("dispatchEvent", window.Get("CustomEvent").New("lockstep-drawn", map[string]any{"detail": detail}))
}
