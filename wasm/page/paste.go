//go:build js && wasm

package page

import (
	"strings"
	"syscall/js"
)

// takePaste hears what is pasted. Into a text control it goes as the browser has
// it, but that a row or a column of cells keeps its gaps, which a one-line input
// would swallow; anywhere else the scene says what it means.
func (p *Page) takePaste() {
	listen(window, "paste", active, func(e js.Value) {
		data := e.Get("clipboardData")
		if !data.Truthy() {
			return
		}
		text := data.Call("getData", "text/plain").String()
		c := p.mirror.of(e.Get("target"))
		if c != nil && typed(&c.hot) {
			if !c.hot.Multiline && strings.ContainsAny(text, "\n\t") {
				e.Call("preventDefault")
				p.insert(c, strings.Join(strings.Fields(text), " "))
			}
			return
		}
		if p.scene == nil || strings.TrimSpace(text) == "" {
			return
		}
		means := p.scene.Paste
		// The target is the document's body, unless there is a text to paste into.
		if c := p.mirror.of(document.Get("activeElement")); c != nil && c.hot.Paste != nil {
			means = c.hot.Paste
		}
		if means == nil {
			return
		}
		e.Call("preventDefault")
		p.host.Do(means.With(text))
	})
}

// insert puts text in place of what is marked in a control.
func (p *Page) insert(c *control, text string) {
	c.el.Call("setRangeText", text, c.el.Get("selectionStart"), c.el.Get("selectionEnd"), "end")
	p.input(c)
}
