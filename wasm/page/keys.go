//go:build js && wasm

package page

import (
	"strings"
	"syscall/js"
	"unicode/utf16"

	"lockstep/wasm/scene"
)

// takeKeys takes keys before anything else does. A key that means nothing here
// goes on to the control or the browser.
func (p *Page) takeKeys() {
	listen(window, "keydown", active, func(e js.Value) {
		p.lastTap = "" // a key between two clicks parts them
		if e.Get("target").Equal(p.canvas) {
			e.Call("stopPropagation") // Ebitengine would swallow it
		}
		if e.Get("isComposing").Bool() || e.Get("keyCode").Int() == 229 {
			return // an input method is at work
		}
		if p.key(e, keyName(e)) {
			e.Call("preventDefault")
			e.Call("stopPropagation")
		}
	})
}

// keyName is the key with its modifiers, as in "Control+Shift+z". Shift is named
// only where the key itself does not show it.
func keyName(e js.Value) string {
	key := e.Get("key").String()
	if key == " " {
		key = "Space"
	}
	var b strings.Builder
	for _, m := range [][2]string{{"ctrlKey", "Control+"}, {"metaKey", "Meta+"}, {"altKey", "Alt+"}} {
		if e.Get(m[0]).Bool() {
			b.WriteString(m[1])
		}
	}
	if e.Get("shiftKey").Bool() && (len([]rune(key)) > 1 || b.Len() > 0) {
		b.WriteString("Shift+")
	}
	if b.Len() > 0 && len(key) == 1 {
		key = strings.ToLower(key)
	}
	b.WriteString(key)
	return b.String()
}

// key carries out what a key means, and reports whether it meant anything.
func (p *Page) key(e js.Value, name string) bool {
	if strings.HasSuffix(name, "Tab") || strings.Contains(name, "Arrow") || len(name) == 1 || name == "Enter" {
		p.mirror.root.Get("classList").Call("add", "keys") // show where the focus is
		p.unhover()
		p.tellFocus()
	}
	c := p.mirror.of(e.Get("target"))
	if c != nil {
		c.keyed = walks(name)
		for _, k := range c.hot.Keys {
			if k.Key == name && !(typed(&c.hot) && edits(name) && !c.whole(name)) {
				p.host.Do(k.Do)
				return true
			}
		}
		if done, known := p.controlKey(c, name); known {
			return done
		}
	}
	if c != nil && typed(&c.hot) && !shortcut(name) {
		return false
	}
	if p.scene == nil {
		return false
	}
	for _, k := range p.scene.Keys {
		if k.Key != name || c != nil && (native(&c.hot, name) || walks(name) && len(name) > 1) {
			continue // an arrow is for what has the focus
		}
		p.host.Do(k.Do)
		return true
	}
	return false
}

// whole reports whether an arrow key has nothing to do in a text, because all of
// it is marked and nothing was typed: then it goes on to the next cell.
func (c *control) whole(name string) bool {
	if c.dirty || name != "ArrowLeft" && name != "ArrowRight" {
		return false
	}
	from, to := c.el.Get("selectionStart"), c.el.Get("selectionEnd")
	if from.Type() != js.TypeNumber || to.Type() != js.TypeNumber {
		return false
	}
	return from.Int() == 0 && to.Int() == len(utf16.Encode([]rune(c.el.Get("value").String())))
}

// controlKey is what a key does to the kind of control that has the focus.
func (p *Page) controlKey(c *control, name string) (done, known bool) {
	switch {
	case typed(&c.hot) && (name == "Enter" && !c.hot.Multiline || name == "Control+Enter" || name == "Meta+Enter"):
		p.commit(c)
		if !c.hot.Multiline {
			c.el.Call("select")
		}
		return true, true
	case typed(&c.hot) && name == "Escape":
		if p.revert(c) {
			c.el.Call("select")
			return true, true
		}
	case c.hot.Role == scene.Checkbox && name == "Enter": // which the browser leaves alone
		p.activate(c)
		return true, true
	case c.hot.Role == scene.Spinbutton && name == "ArrowUp":
		p.step(c, 1)
		return true, true
	case c.hot.Role == scene.Spinbutton && name == "ArrowDown":
		p.step(c, -1)
		return true, true
	case name == "ContextMenu" || name == "Shift+F10":
		if c.hot.Menu != nil {
			p.host.Do(c.hot.Menu)
			return true, true
		}
	}
	return false, false
}

// edits holds for the keys that a text control needs for itself.
func edits(name string) bool {
	name = strings.Replace(name, "Meta+", "Control+", 1)
	switch strings.TrimPrefix(name, "Shift+") {
	case "Space", "Backspace", "Delete", "ArrowLeft", "ArrowRight", "Home", "End",
		"Control+a", "Control+c", "Control+v", "Control+x", "Control+z", "Control+Shift+z", "Control+y",
		"Control+ArrowLeft", "Control+ArrowRight", "Control+Backspace":
		return true
	}
	return len([]rune(name)) == 1
}

// walks holds for the keys that go through a list.
func walks(name string) bool {
	return len([]rune(name)) == 1 || strings.HasPrefix(name, "Arrow") || strings.HasPrefix(name, "Page") || name == "Home" || name == "End"
}

// native holds for keys that the focused control has a use for by itself.
func native(h *scene.Hot, name string) bool {
	switch h.Role {
	case scene.Button, scene.Tab, scene.Checkbox:
		return name == "Space" || name == "Enter"
	case scene.Combobox:
		return !shortcut(name)
	case scene.Slider:
		return strings.HasPrefix(name, "Arrow") || name == "Home" || name == "End" || strings.HasPrefix(name, "Page")
	case scene.Textbox, scene.Spinbutton:
		return edits(name)
	}
	return false
}

// shortcut holds for keys that type nothing.
func shortcut(name string) bool {
	return strings.HasPrefix(name, "Control+") || strings.HasPrefix(name, "Meta+") || strings.HasPrefix(name, "Alt+") || name == "Escape" ||
		len(name) > 1 && name[0] == 'F' && name[1] >= '1' && name[1] <= '9'
}
