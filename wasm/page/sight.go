//go:build js && wasm

package page

import (
	"strings"

	"lockstep/wasm/app"
	"lockstep/wasm/scene"
)

// bring scrolls controls into sight, in order: of two that have not room together
// the later one is seen. Each is looked for in the scene that the one before has
// left.
func (p *Page) bring(e app.Sight) {
	for _, name := range e.Of {
		if e.Top {
			p.scrollPast(name)
		}
		if h := p.place(name); h != nil && h.Reveal != nil {
			p.host.Do(h.Reveal)
		}
	}
	if e.Keys != "" && p.mirror.focused == nil && p.mirror.root.Get("classList").Call("contains", "keys").Bool() {
		p.Focus(e.Keys)
	}
}

// scrollPast scrolls the part in which a control lies to its end: brought into
// sight from there, the control stands at the part's top.
func (p *Page) scrollPast(name string) {
	const far = 1e6
	h := p.place(name)
	if h != nil && h.Rect.H <= 0 && h.Reveal != nil {
		p.host.Do(h.Reveal)
		h = p.place(name)
	}
	if h != nil {
		p.scroll(h.Rect.X+h.Rect.W/2, h.Rect.Y+h.Rect.H/2, 0, far)
	}
}

// place is the control with this ID, or for a name that ends in "." the first one
// whose ID begins so; nil where there is none.
func (p *Page) place(name string) *scene.Hot {
	if p.scene == nil {
		return nil
	}
	for i := range p.scene.Hot {
		h := &p.scene.Hot[i]
		if h.ID == name || strings.HasSuffix(name, ".") && strings.HasPrefix(h.ID, name) {
			return h
		}
	}
	return nil
}
