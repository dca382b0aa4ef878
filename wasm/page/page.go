//go:build js && wasm

package page

import (
	"io"
	"runtime/debug"
	"strings"
	"syscall/js"

	"lockstep/wasm/app"
	"lockstep/wasm/scene"
)

// Version is the playground's own; pages that embed it are told.
const Version = "0.1.0"

// Host is what the page drives: the program behind it.
type Host interface {
	// Do carries out an action and shows what comes of it.
	Do(app.Action)
	// State is what is shown now.
	State() *app.State
	// Resized says that the viewport has another size or resolution.
	Resized(Viewport)
	// Awake says that the page can be seen again.
	Awake()
	// Picture writes what is shown as an SVG file.
	Picture(w io.Writer) error
}

// Page is the browser's side of the playground.
type Page struct {
	host   Host
	query  Query
	canvas js.Value
	mirror *mirror
	own    js.Value // window.lockstep
	scene  *scene.Scene

	viewport   Viewport
	announcing bool // the resize event that is under way is our own
	visible    bool

	press     press
	touch     touches
	holding   js.Func  // fires when a finger has rested
	hauling   js.Func  // see haul
	armed     *control // the select under the mouse, open to it
	lastTap   string   // ID of the control that was pressed last
	lastTapAt float64  // when, by the clock of events
	hovered   string

	telling   bool // of where the focus is, in the next frame
	focusTold js.Func

	wanted string // the control that gets the focus when it comes

	spoken  js.Value
	said    string
	title   string
	lang    string
	natural float64   // the height that the page around was told
	theme   string    // as asked for: "auto" follows the system
	themed  app.Theme // of the last picture

	address  address
	progress *app.Progress // what the browser keeps
	reported *app.Run      // the last one whose end was told
	waiting  []func()      // for the end of the run
	told     *told         // its result, see withResult
}

// New prepares the document around the canvas that Ebitengine made.
func New(host Host, w *Wishes) *Page {
	p := &Page{host: host, query: w.Query, theme: w.Theme, visible: true, mirror: newMirror()}
	p.address.touched, p.address.entry = w.Again.Touched, w.Again.Entry
	p.progress = w.Progress
	p.canvas = document.Call("querySelector", "canvas")
	// Ebitengine makes its canvas the first stop of the Tab key. It is a
	// picture; the mirror is what can be focused.
	p.canvas.Call("removeAttribute", "tabindex")
	setAttr(p.canvas, "aria-hidden", "true")
	if w.Query.Embed {
		p.canvas.Get("style").Set("touchAction", "pan-y") // a finger scrolls the page around
	} else {
		// A swipe must not reload the page.
		document.Get("documentElement").Get("style").Set("overscrollBehavior", "none")
	}
	p.spoken = element("div", "spoken")
	setAttr(p.spoken, "aria-live", "polite")
	setAttr(p.spoken, "id", "spoken")
	document.Get("body").Call("appendChild", p.spoken)
	p.mirror.later.watch(p.mirror.explain)
	p.watchSize()
	return p
}

// Open lets people and other pages in, once there is a state to work on.
func (p *Page) Open() {
	p.watchVisibility()
	p.watchPreferences()
	p.watchAddress()
	p.takePointers()
	p.takeKeys()
	p.takePaste()
	p.takeControls()
	p.takeDrops()
	p.offer()
	p.hearMessages()
}

// Viewport is the size and resolution of the page.
func (p *Page) Viewport() Viewport { return p.viewport }

// Show brings the document up to date with a state and its scene.
func (p *Page) Show(s *app.State, sc *scene.Scene) {
	p.scene = sc
	p.mirror.show(sc, s.Playing)
	if p.lang != s.Lang {
		p.lang = s.Lang
		document.Get("documentElement").Set("lang", s.Lang)
	}
	if sc.Title != "" && sc.Title != p.title {
		p.title = sc.Title
		document.Set("title", sc.Title)
	}
	if s.Theme != p.themed { // asking the browser takes longer than all else here
		p.themed = s.Theme
		if s.Theme != resolved(p.theme) { // chosen on the canvas
			p.theme = string(s.Theme)
		}
		p.dark(sc.Dark)
	}
	if sc.Natural > 0 && sc.Natural != p.natural {
		p.natural = sc.Natural
		p.tellParent("resize", map[string]any{"height": sc.Natural})
	}
	p.speak(sc.Live)
	p.focusWanted()
	if strings.Contains(p.wanted, ".body-") {
		p.wanted = "" // it is not there, see Focus
	}
	p.keep(s)
	p.keepCourse(s)
	p.follow(s)
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
	p.mirror.root.Get("classList").Call("toggle", "dark", on)
	scheme := "light"
	if on {
		scheme = "dark"
	}
	document.Get("documentElement").Get("style").Set("colorScheme", scheme)
}

// Focus moves the keyboard focus to a control, or to one that the next scene
// will have. An op in the body of a repeat has a block only if it ran: until there
// is one, the focus is on the repeat's.
func (p *Page) Focus(id string) {
	p.wanted = id
	p.focusWanted()
	if op, _, inner := strings.Cut(p.wanted, ".body-"); inner {
		p.mirror.focus(p.mirror.controls[op])
	}
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

// Drawn says that a picture was drawn, the first of which makes the page ready.
func (p *Page) Drawn(frames int) {
	if p.own.IsUndefined() {
		p.own = window.Get("lockstep")
	}
	p.own.Set("frames", frames)
	p.saveBehind()
	p.mirror.later.behind()
	if frames > 1 {
		return
	}
	debug.SetGCPercent(100) // the loader has it collect more often to begin with
	detail := map[string]any{"version": Version}
	window.Call("dispatchEvent", window.Get("CustomEvent").New("lockstep-drawn", map[string]any{"detail": detail}))
	p.tellParent("ready", detail)
}
