//go:build js && wasm

package page

import (
	"syscall/js"

	"lockstep/wasm/scene"
)

// mirror keeps one real control for every hot place, in the same order, so that
// the Tab key, a screen reader and a test meet what the eye sees.
type mirror struct {
	root     js.Value
	controls map[string]*control
	ordered  []*control // in the order of the last picture
	parts    []scene.Part
	places   int // how many hot places the last picture had
	picture  int
	focused  *control
	said     script
	later    owed
}

func newMirror() *mirror {
	m := &mirror{root: element("main", ""), controls: map[string]*control{}}
	m.root.Set("id", "mirror")
	document.Get("body").Call("appendChild", m.root)
	return m
}

// show brings the controls up to date. One that is focused is never taken out
// of the document nor moved in it, for that would lose the focus; one whose
// place is gone loses its element. A part of the last picture that is where it was
// is not looked at again.
func (m *mirror) show(sc *scene.Scene, playing bool) {
	m.picture++
	last := m.ordered
	if m.places != len(last) { // two places of one name, see below: their numbers do not agree
		m.parts = m.parts[:0]
	}
	m.ordered = m.ordered[:0]
	moved := false
	part := 0
	for i := 0; i < len(sc.Hot); i++ {
		for part < len(sc.Parts) && (sc.Parts[part].Hot.From < i || sc.Parts[part].Hot.From == sc.Parts[part].Hot.To) {
			part++
		}
		if !moved && len(m.ordered) == i && part < len(sc.Parts) && sc.Parts[part].Hot.From == i && m.had(part, &sc.Parts[part]) {
			// What stands there stands there still: the list is written over itself.
			end := sc.Parts[part].Hot.To
			for _, c := range last[i:end] {
				c.seen = m.picture
			}
			m.ordered = last[:end]
			i = end - 1
			continue
		}
		h := &sc.Hot[i]
		c, ok := m.controls[h.ID]
		if ok && !c.same(h) {
			m.remove(c, h.ID)
			ok = false
		}
		if !ok {
			c = newControl(h, &m.said, &m.later)
			m.controls[h.ID] = c
			moved = true
		}
		if c.seen == m.picture {
			continue // two places of one name: the first stands
		}
		c.hot = *h
		if !playing || !ok || h.Role != scene.Slider || m.picture%8 == 0 { // nobody reads sixty times a second where the cursor is
			c.patch(h, !ok)
		}
		if c.order != len(m.ordered) {
			moved = true
		}
		c.order, c.seen = len(m.ordered), m.picture
		m.ordered = append(m.ordered, c)
	}
	m.parts, m.places = append(m.parts[:0], sc.Parts...), len(sc.Hot)
	m.said.read()
	m.drop()
	if moved {
		m.arrange()
	}
}

// had tells whether the last picture had part number n at the same place.
func (m *mirror) had(n int, p *scene.Part) bool {
	return n < len(m.parts) && m.parts[n].Number == p.Number && m.parts[n].Hot == p.Hot
}

func (m *mirror) drop() {
	if len(m.ordered) == len(m.controls) {
		return
	}
	for id, c := range m.controls {
		if c.seen == m.picture {
			continue
		}
		if c == m.focused {
			m.focused = nil
		}
		m.remove(c, id)
	}
}

// remove takes an element out of the document. One that has the focus says meanwhile
// that it lost it. By then it must be nobody's, or what it means would be done in
// between.
func (m *mirror) remove(c *control, id string) {
	delete(m.controls, id)
	c.owed = false
	m.said.forget(c.n)
	c.el.Call("remove")
}

// arrange puts the elements in order around the focused one.
func (m *mirror) arrange() {
	pivot := len(m.ordered)
	if m.focused != nil && m.focused.seen == m.picture {
		pivot = m.focused.order
	}
	place := func(from js.Value, list []*control) {
		next := from
		for _, c := range list {
			if next.Truthy() && next.Equal(c.el) {
				next = next.Get("nextSibling")
				continue
			}
			m.root.Call("insertBefore", c.el, next)
		}
	}
	place(m.root.Get("firstChild"), m.ordered[:pivot])
	if pivot < len(m.ordered) {
		// Whatever of the second half still stands before the focused element
		// is moved behind it here.
		place(m.ordered[pivot].el.Get("nextSibling"), m.ordered[pivot+1:])
	}
}

// of returns the control of an element of the mirror, or nil.
func (m *mirror) of(el js.Value) *control {
	if !el.Truthy() || el.Type() != js.TypeObject {
		return nil
	}
	get := el.Get("getAttribute")
	if get.Type() != js.TypeFunction {
		return nil
	}
	id := el.Call("getAttribute", "data-id")
	if id.IsNull() {
		return nil
	}
	return m.controls[id.String()]
}

// at returns the topmost control under a point: later ones lie on top.
func (m *mirror) at(x, y float64) *control {
	for i := len(m.ordered) - 1; i >= 0; i-- {
		if c := m.ordered[i]; c.hot.Hit(x, y) {
			return c
		}
	}
	return nil
}

// focus moves the keyboard focus to a control.
func (m *mirror) focus(c *control) {
	if c != nil {
		c.el.Call("focus", map[string]any{"preventScroll": true})
	}
}
