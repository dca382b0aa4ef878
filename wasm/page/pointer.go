//go:build js && wasm

package page

import (
	"math"
	"syscall/js"

	"lockstep/wasm/app"
	"lockstep/wasm/scene"
)

// press is a button or a finger that is down.
type press struct {
	down    bool
	id      int // the pointer's
	touch   bool
	control *control // what it went down on; nil: nothing
	x, y    float64  // where
	atX     float64  // where it was last
	atY     float64
	moved   bool // too far to be a click
	scrolls bool // a finger that moves an area
	timer   js.Value
	held    bool    // long enough for a menu
	hauls   bool    // the lanes may be scrolled on soon
	since   float64 // when it went down, by the clock of events
}

// A click may tremble by this many CSS pixels, a finger by more.
const (
	mouseSlack = 4
	touchSlack = 10
	holdTime   = 500 // milliseconds until a still finger asks for the menu
	doubleTime = 400 // milliseconds in which two clicks are a double click
)

// takePointers takes every event that is meant for the canvas.
func (p *Page) takePointers() {
	p.holding = js.FuncOf(func(js.Value, []js.Value) any { p.hold(); return nil })
	p.hauling = js.FuncOf(func(js.Value, []js.Value) any { p.haulOn(); return nil })
	ours := func(event string, f func(e js.Value)) {
		listen(window, event, active, func(e js.Value) {
			if !e.Get("target").Equal(p.canvas) {
				return
			}
			e.Call("stopPropagation")
			f(e)
		})
	}
	ours("pointerdown", p.pointerDown)
	ours("wheel", p.wheel)
	ours("contextmenu", p.contextMenu)
	// The focus goes where we put it, and nothing is selected by dragging.
	ours("mousedown", func(e js.Value) { e.Call("preventDefault") })
	for _, event := range []string{"mouseup", "mousemove", "touchend", "touchmove", "keyup", "dragover", "drop"} {
		ours(event, func(js.Value) {})
	}
	ours("touchstart", p.touchStart)
	listen(window, "pointermove", active, p.pointerMove)
	listen(window, "pointerup", active, p.pointerUp)
	listen(document, "pointerleave", nil, func(js.Value) { p.unhover() })
	listen(window, "blur", nil, func(js.Value) { p.unhover() })
	listen(window, "pointercancel", active, func(e js.Value) {
		p.touch.up(e)
		p.cancel()
	})
}

func at(e js.Value) (x, y float64) { return e.Get("clientX").Float(), e.Get("clientY").Float() }

// touchStart decides whether the browser may pan with this finger: not where
// it would drag or scroll something of ours.
func (p *Page) touchStart(e js.Value) {
	t := e.Get("changedTouches").Index(0)
	x, y := at(t)
	c := p.mirror.at(x, y)
	if c != nil && c.hot.Drag != nil || e.Get("touches").Length() > 1 || p.scrollable(x, y) {
		e.Call("preventDefault")
	}
}

func (p *Page) pointerDown(e js.Value) {
	p.mirror.root.Get("classList").Call("remove", "keys")
	x, y := at(e)
	touch := e.Get("pointerType").String() == "touch"
	if touch && p.touch.down(e) {
		p.cancel() // a second finger: it is a pinch
		return
	}
	if e.Get("button").Int() != 0 || p.press.down {
		return
	}
	c := p.mirror.at(x, y)
	if c != nil {
		c.keyed = false
	}
	p.press = press{down: true, id: e.Get("pointerId").Int(), touch: touch, control: c, x: x, y: y, atX: x, atY: y, since: e.Get("timeStamp").Float()}
	p.canvas.Call("setPointerCapture", p.press.id)
	if c == nil {
		p.blur()
		return
	}
	if touch && (c.hot.Menu != nil || carried(&c.hot)) {
		p.press.timer = window.Call("setTimeout", p.holding, holdTime)
	}
	if c.hot.Drag != nil && !carried(&c.hot) && c.hot.Press == nil && !c.hot.Disabled {
		p.mirror.focus(c)
		p.drag(x, y)
	}
}

// blur takes the focus from whatever is being typed.
func (p *Page) blur() {
	if c := p.mirror.focused; c != nil {
		c.el.Call("blur")
	}
}

func (p *Page) pointerMove(e js.Value) {
	x, y := at(e)
	if p.touch.move(e) {
		p.pinch()
		return
	}
	if !p.press.down {
		if e.Get("pointerType").String() != "touch" {
			p.hover(x, y)
		}
		return
	}
	if e.Get("pointerId").Int() != p.press.id {
		return
	}
	slack := float64(mouseSlack)
	if p.press.touch {
		slack = touchSlack
	}
	if !p.press.moved && math.Hypot(x-p.press.x, y-p.press.y) > slack {
		p.press.moved = true
		p.stopTimer()
		c := p.press.control
		// A finger that moves at once scrolls; one that rested carries a block.
		p.press.scrolls = p.press.touch && (c == nil || c.hot.Drag == nil || carried(&c.hot) && !p.press.held)
	}
	switch {
	case p.press.scrolls:
		p.scroll(p.press.x, p.press.y, p.press.atX-x, p.press.atY-y)
	case p.press.control != nil && p.press.control.hot.Drag != nil && (p.press.moved || p.press.control.hot.Press == nil):
		p.drag(x, y)
	}
	p.press.atX, p.press.atY = x, y
}

func (p *Page) drag(x, y float64) {
	c := p.press.control
	if c.hot.Disabled || c.hot.Drag == nil {
		return
	}
	by := c.hot.Drag
	if p.scene != nil && p.scene.Carried != nil && carried(&c.hot) {
		by = p.scene.Carried // the lanes may have been scrolled since
	}
	if a := by.At(x, y); a != nil {
		p.host.Do(a)
	}
	if carried(&c.hot) && p.press.moved {
		p.haul()
	}
}

// haul scrolls the lanes on as long as something is held at their edge.
func (p *Page) haul() {
	if p.press.hauls {
		return
	}
	p.press.hauls = true
	window.Call("setTimeout", p.hauling, 16)
}

func (p *Page) haulOn() {
	if !p.press.hauls {
		return
	}
	p.press.hauls = false
	if !p.press.down || p.scene == nil || p.scene.Carried == nil {
		return
	}
	if a := p.scene.Carried.Edge(p.press.atX, p.press.atY); a != nil {
		p.host.Do(a)
		p.drag(p.press.atX, p.press.atY)
	}
}

func (p *Page) pointerUp(e js.Value) {
	p.touch.up(e)
	if !p.press.down || e.Get("pointerId").Int() != p.press.id {
		return
	}
	was := p.press
	p.release(e)
	x, y := at(e)
	c := was.control
	if was.held && !was.moved && c != nil && carried(&c.hot) {
		p.host.Do(app.LeaveDrag{})
		// A busy page may hear of the rest before it hears that the finger had left
		// by then. Where there is no menu, a slow tap is one as well.
		rested := e.Get("timeStamp").Float()-was.since >= holdTime
		if rested && c.hot.Menu != nil {
			p.host.Do(c.hot.Menu)
			return
		}
		p.tap(c, modifiers(e)) // what it lay on may be out of sight for the time of the drag
		return
	}
	if c == nil && !was.moved && p.mirror.at(x, y) == nil {
		p.host.Do(app.Close{}) // beside everything: that closes what is open
		return
	}
	if c == nil || was.moved || was.held || p.mirror.controls[c.hot.ID] != c || p.mirror.at(x, y) != c {
		if d, ok := dropOf(c); ok && was.moved && !was.scrolls {
			p.host.Do(d)
		}
		return
	}
	if p.twice(c, e) {
		return
	}
	p.tap(c, modifiers(e))
	p.codePressed(c, x, y)
}

// twice holds for the second half of a double click on what opens something: who
// double-clicks wants it open.
func (p *Page) twice(c *control, e js.Value) bool {
	now := e.Get("timeStamp").Float()
	again := p.lastTap == c.hot.ID && now-p.lastTapAt < doubleTime
	p.lastTap, p.lastTapAt = c.hot.ID, now
	_, opens := c.hot.Press.(app.OpenPopover)
	return again && opens
}

// carried holds for what is picked up, carried and let go of.
func carried(h *scene.Hot) bool {
	_, ok := h.Drag.(scene.Dropper)
	return ok
}

// modifiers are the keys that are held during a press, as keyName writes them.
func modifiers(e js.Value) string {
	text := ""
	for _, m := range [][2]string{{"ctrlKey", "Control+"}, {"metaKey", "Meta+"}, {"altKey", "Alt+"}, {"shiftKey", "Shift+"}} {
		if e.Get(m[0]).Bool() {
			text += m[1]
		}
	}
	return text
}

// dropOf is the action that ends a drag, for draggers that have one.
func dropOf(c *control) (app.Action, bool) {
	if c == nil || c.hot.Drag == nil {
		return nil, false
	}
	d, ok := c.hot.Drag.(scene.Dropper)
	if !ok {
		return nil, false
	}
	a := d.Drop()
	return a, a != nil
}

// tap is a click: the control gets the focus and does its work.
func (p *Page) tap(c *control, held string) {
	if c.hot.Drag == nil || c.hot.Press != nil {
		p.mirror.focus(c)
	}
	for _, k := range c.hot.Keys {
		if held != "" && k.Key == held+"Click" {
			p.host.Do(k.Do)
			return
		}
	}
	switch {
	case c.hot.Role == scene.Combobox && c.hot.Press == nil:
		p.openOptions(c)
	case typed(&c.hot), c.hot.Role == scene.Slider:
	default:
		p.activate(c)
	}
}

// openOptions opens the list of a combobox: the browser's where it lets us, else
// our own. A mouse has opened it itself, on the select that hovering armed.
func (p *Page) openOptions(c *control) {
	if c.hot.Disabled {
		return
	}
	defer func() {
		if recover() != nil { // refused, as in a frame of another origin
			p.host.Do(app.ListOptions{ID: c.hot.ID})
		}
	}()
	if c.el.Get("showPicker").Type() != js.TypeFunction { // Safari has none
		p.host.Do(app.ListOptions{ID: c.hot.ID})
		return
	}
	c.el.Call("showPicker")
}

func (p *Page) release(js.Value) {
	p.stopTimer()
	p.press.down = false
}

func (p *Page) cancel() {
	p.stopTimer()
	if c := p.press.control; p.press.down && c != nil && carried(&c.hot) {
		p.host.Do(app.LeaveDrag{})
	}
	p.press = press{}
}

func (p *Page) stopTimer() {
	if p.press.timer.Truthy() {
		window.Call("clearTimeout", p.press.timer)
		p.press.timer = js.Value{}
	}
}

// hold is a finger that rested: it asks for the menu.
func (p *Page) hold() {
	c := p.press.control
	if !p.press.down || p.press.moved || c == nil || c.hot.Menu == nil && !carried(&c.hot) {
		return
	}
	p.press.held = true
	p.mirror.focus(c)
	if carried(&c.hot) { // it is in the hand now: moved, it is carried; let go, it shows its menu
		p.drag(p.press.x, p.press.y)
		return
	}
	p.host.Do(c.hot.Menu)
}

func (p *Page) contextMenu(e js.Value) {
	e.Call("preventDefault")
	x, y := at(e)
	if c := p.mirror.at(x, y); c != nil && c.hot.Menu != nil && !p.press.touch {
		p.mirror.focus(c)
		p.host.Do(c.hot.Menu)
	}
}

// hover tells the host, sets the pointer's shape, and opens a select to the
// mouse, since only a real click on it opens its list everywhere.
func (p *Page) hover(x, y float64) {
	c := p.mirror.at(x, y)
	p.arm(c)
	id, shape := "", "default"
	if c != nil {
		id = c.hot.ID
		switch {
		case c.hot.Disabled:
		case typed(&c.hot) && c.hot.Set != nil:
			shape = "text"
		case c.hot.Role == scene.Slider:
			shape = "ew-resize"
		case c.hot.Press != nil || c.hot.Set != nil || c.hot.Drag != nil:
			shape = "pointer"
		}
	}
	if style := p.canvas.Get("style"); style.Get("cursor").String() != shape {
		style.Set("cursor", shape)
	}
	p.point(id)
}

// unhover: the pointer has left, or a key took over.
func (p *Page) unhover() {
	p.arm(nil)
	p.point("")
}

func (p *Page) arm(c *control) {
	if c != nil && (c.hot.Role != scene.Combobox || c.hot.Disabled || c.hot.Press != nil) {
		c = nil
	}
	if c == p.armed {
		return
	}
	if p.armed != nil {
		p.armed.el.Get("classList").Call("remove", "armed")
	}
	if c != nil {
		c.el.Get("classList").Call("add", "armed")
	}
	p.armed = c
}
