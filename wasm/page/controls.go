//go:build js && wasm

package page

import (
	"strconv"
	"strings"
	"syscall/js"

	"lockstep/wasm/app"
	"lockstep/wasm/scene"
)

// takeControls makes operating a control of the mirror do what operating its
// place on the canvas does. Events are taken at the root, for all controls.
func (p *Page) takeControls() {
	root := p.mirror.root
	p.focusTold = js.FuncOf(p.toldFocus)
	on := func(event string, f func(c *control, e js.Value)) {
		listen(root, event, nil, func(e js.Value) {
			if c := p.mirror.of(e.Get("target")); c != nil {
				f(c, e)
			}
		})
	}
	on("click", func(c *control, e js.Value) { p.clicked(c, e) })
	on("input", func(c *control, _ js.Value) { p.input(c) })
	on("change", func(c *control, _ js.Value) { p.changed(c) })
	on("focusin", func(c *control, _ js.Value) { p.focusCame(c) })
	for _, event := range []string{"keyup", "mouseup", "input"} {
		on(event, func(c *control, _ js.Value) { p.caretMoved(c) })
	}
	listen(root, "scroll", active, func(e js.Value) { // it does not bubble
		if c := p.mirror.of(e.Get("target")); c != nil && p.mirror.focused == c {
			p.codeScrolled(c)
		}
	})
	on("focusout", func(c *control, _ js.Value) { p.focusWent(c) })
	on("pointerdown", func(c *control, _ js.Value) { c.keyed = false })
}

// clicked: a click on the element itself comes from a screen reader, a script,
// or Enter and Space on a button.
func (p *Page) clicked(c *control, e js.Value) {
	switch c.hot.Role {
	case scene.Checkbox:
		e.Call("preventDefault") // the scene says whether it is checked
		p.activate(c)
	case scene.Textbox, scene.Combobox, scene.Spinbutton, scene.Slider:
	default:
		p.activate(c)
	}
}

// activate does what pressing a place does.
func (p *Page) activate(c *control) {
	h := &c.hot
	if h.Disabled {
		return
	}
	if p.lastTap != h.ID { // something else was done between two clicks
		p.lastTap = ""
	}
	switch {
	case h.Press != nil:
		p.host.Do(h.Press)
	case h.Set != nil && h.Role == scene.Checkbox:
		p.host.Do(h.Set.With(strconv.FormatBool(!h.Checked)))
	}
}

// input: something is being typed, or a slider is being moved.
func (p *Page) input(c *control) {
	switch c.hot.Role {
	case scene.Slider:
		p.set(c, c.el.Get("value").String())
	case scene.Textbox, scene.Spinbutton:
		c.dirty = true
		if c.hot.Typing != nil && !c.hot.Disabled {
			p.host.Do(c.hot.Typing.With(c.el.Get("value").String()))
		}
	}
}

// changed: an option was chosen, or the browser says that typing has ended.
func (p *Page) changed(c *control) {
	switch c.hot.Role {
	case scene.Combobox, scene.Textbox, scene.Spinbutton:
		p.commit(c)
	}
}

// commit hands over what a control holds, if that is news.
func (p *Page) commit(c *control) {
	text := c.el.Get("value").String()
	held := c.hot.Value
	if c.hot.Role == scene.Spinbutton && held == "" {
		held = number(c.hot.Now)
	}
	c.dirty = false
	if text == held && !c.hot.Invalid {
		return
	}
	p.set(c, text)
	if d, ok := p.mirror.controls[c.hot.ID]; ok && d == c {
		c.value(&c.hot, false)
		p.mirror.said.read()
	}
}

func (p *Page) set(c *control, text string) {
	if c.hot.Set == nil || c.hot.Disabled {
		return
	}
	a := app.Action(c.hot.Set.With(text))
	if c.hot.Role == scene.Combobox && c.keyed {
		a = app.Keystroke{Edit: a}
	}
	p.host.Do(a)
}

// revert drops what was typed; it reports whether there was anything.
func (p *Page) revert(c *control) bool {
	if !c.dirty && c.el.Get("value").String() == c.hot.Value {
		return false
	}
	c.dirty = false
	c.el.Set("value", c.hot.Value)
	return true
}

// focusCame shows a text control over its cell, ready to type.
func (p *Page) focusCame(c *control) {
	p.mirror.focused = c
	c.explain()
	p.mirror.said.read()
	p.tellFocus()
	if c.hot.Reveal != nil {
		p.host.Do(c.hot.Reveal)
	}
	if !typed(&c.hot) {
		return
	}
	c.el.Get("classList").Call("add", "editing")
	p.codeOpened(c)
	if !c.hot.Multiline {
		c.el.Call("select")
	}
}

// focusWent hides it again. The browser has sent its change event by now.
func (p *Page) focusWent(c *control) {
	if p.mirror.focused == c {
		p.mirror.focused = nil
	}
	p.tellFocus()
	if c.keyed && c.hot.Role == scene.Combobox {
		c.keyed = false
		p.host.Do(app.EndTyping{})
	}
	if !typed(&c.hot) {
		return
	}
	c.el.Get("classList").Call("remove", "editing")
	if c.dirty {
		p.commit(c)
	}
	if c.hot.Left != nil {
		p.host.Do(c.hot.Left)
	}
}

// typed reports whether a control is one to type into.
func typed(h *scene.Hot) bool { return h.Role == scene.Textbox || h.Role == scene.Spinbutton }

// tellFocus tells the host in the next frame what the keyboard is on. Not at once:
// the focus moves in the midst of showing a picture, which must come to its end.
func (p *Page) tellFocus() {
	if p.telling {
		return
	}
	p.telling = true
	window.Call("requestAnimationFrame", p.focusTold)
}

func (p *Page) toldFocus(js.Value, []js.Value) any {
	p.telling = false
	id := ""
	if c := p.mirror.focused; c != nil && p.mirror.root.Get("classList").Call("contains", "keys").Bool() {
		id = c.hot.ID
	}
	if id != p.host.State().Focused {
		p.host.Do(app.Focused{ID: id})
	}
	return nil
}

// point tells the host what the pointer or the focus is on.
func (p *Page) point(id string) {
	if id == p.hovered {
		return
	}
	p.hovered = id
	p.host.Do(app.Point{ID: id})
}

// step is what the arrow keys do to a number.
func (p *Page) step(c *control, by float64) {
	v, err := strconv.ParseFloat(strings.TrimSpace(c.el.Get("value").String()), 64)
	if err != nil {
		v = c.hot.Now
	}
	v += by
	if c.hot.Max > c.hot.Min {
		v = min(max(v, c.hot.Min), c.hot.Max)
	}
	c.el.Set("value", number(v))
	p.commit(c)
}
