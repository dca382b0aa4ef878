//go:build js && wasm

package page

import (
	"strconv"
	"strings"
	"syscall/js"

	"lockstep/wasm/scene"
)

// control is one element of the mirror and the hot place that it stands for.
type control struct {
	el    js.Value
	hot   scene.Hot
	shown scene.Hot // what the element's attributes say
	order int
	seen  int // the picture that it was last part of

	// dirty: a person has typed something that was not taken yet.
	dirty bool
	// keyed: the last thing that a list got was a key that walks it or finds a name.
	keyed bool
	line  int      // of a program: where the caret was last
	label js.Value // the text node of a button or a status
}

// tags are the elements of the roles; a role without one is a div with that
// role. They are real controls, so that a screen reader, a phone's keyboard and
// an input method treat them as such.
func tag(h *scene.Hot) string {
	switch h.Role {
	case scene.Button, scene.Tab:
		return "button"
	case scene.Textbox:
		if h.Multiline {
			return "textarea"
		}
		return "input"
	case scene.Combobox:
		return "select"
	case scene.Spinbutton, scene.Slider, scene.Checkbox:
		return "input"
	}
	return "div"
}

func newControl(h *scene.Hot) *control {
	c := &control{el: element(tag(h), "")}
	setAttr(c.el, "data-id", h.ID)
	switch h.Role {
	case scene.Button:
		setAttr(c.el, "type", "button")
	case scene.Tab:
		setAttr(c.el, "type", "button")
		setAttr(c.el, "role", "tab")
	case scene.Textbox:
		if h.Code.Columns > 0 {
			setAttr(c.el, "class", "code")
		}
		setAttr(c.el, "autocomplete", "off")
		setAttr(c.el, "spellcheck", "false")
		if !h.Multiline {
			setAttr(c.el, "type", "text")
		}
	case scene.Spinbutton:
		setAttr(c.el, "type", "number")
		setAttr(c.el, "step", "1")
	case scene.Slider:
		setAttr(c.el, "type", "range")
		setAttr(c.el, "step", "any")
	case scene.Checkbox:
		setAttr(c.el, "type", "checkbox")
	case scene.Status:
		setAttr(c.el, "role", "status")
		// The live region speaks; this one is for reading at leisure.
		setAttr(c.el, "aria-live", "off")
	case scene.Combobox:
	default:
		setAttr(c.el, "role", string(h.Role))
	}
	if tag(h) == "button" || tag(h) == "div" {
		c.label = document.Call("createTextNode", "")
		c.el.Call("appendChild", c.label)
	}
	return c
}

// same reports whether the element can stand for h: its tag cannot change.
func (c *control) same(h *scene.Hot) bool {
	return c.shown.Role == h.Role && c.shown.Multiline == h.Multiline
}

// patch makes the element say what h says, touching only what differs: each
// call out of Go costs, and an element that is being used must not be disturbed.
func (c *control) patch(h *scene.Hot, first bool) {
	old := &c.shown
	if first || old.Rect != h.Rect || old.FontSize != h.FontSize || old.Mono != h.Mono || old.Code.Columns != h.Code.Columns {
		c.place(h)
	}
	if first || old.Name != h.Name || old.Value != h.Value || old.ValueText != h.ValueText {
		c.name(h)
	}
	if first || old.Describe != h.Describe {
		c.describe(h)
	}
	if first || old.Disabled != h.Disabled || (old.Set == nil) != (h.Set == nil) {
		c.enable(h)
	}
	c.states(h, first)
	if first && h.Aside || !first && old.Aside != h.Aside {
		stop := 0
		if h.Aside {
			stop = -1
		}
		c.el.Set("tabIndex", stop)
	}
	if first || old.Min != h.Min || old.Max != h.Max {
		c.limits(h)
	}
	if h.Role == scene.Combobox && (first || !sameOptions(old.Options, h.Options)) {
		c.options(h)
	}
	c.value(h, first)
	c.shown = *h
}

func (c *control) place(h *scene.Hot) {
	var b strings.Builder
	num := func(name string, v float64, unit string) {
		b.WriteString(name)
		b.WriteByte(':')
		b.WriteString(strconv.FormatFloat(v, 'f', -1, 64))
		b.WriteString(unit)
		b.WriteByte(';')
	}
	num("left", h.Rect.X, "px")
	num("top", h.Rect.Y, "px")
	if h.Code.Columns > 0 { // lines break where the canvas breaks them
		num("width", float64(h.Code.Columns), "ch")
		num("height", max(h.Rect.H-codePadding, 1), "px")
		b.WriteString("box-sizing:content-box;")
	} else {
		num("width", max(h.Rect.W, 1), "px")
		num("height", max(h.Rect.H, 1), "px")
	}
	if h.Rect.W <= 0 || h.Rect.H <= 0 { // scrolled away: the ring of a focus that stayed there would lie on what is seen
		b.WriteString("clip-path:inset(50%);")
	}
	if h.FontSize > 0 {
		num("font-size", h.FontSize, "px")
	}
	if h.Mono {
		b.WriteString("font-family:'DejaVu Sans Mono',ui-monospace,monospace;")
		if h.Role == scene.Textbox && !h.Multiline {
			b.WriteString("text-align:center;")
		}
	}
	c.el.Get("style").Set("cssText", b.String())
}

// name gives the accessible name. A button's and a status' text is its content,
// which every screen reader reads; other controls have a label.
func (c *control) name(h *scene.Hot) {
	if !c.label.IsUndefined() {
		text := h.Name
		if h.Role == scene.Status {
			text = h.Value
			if text == "" {
				text = h.Name
			}
		}
		c.label.Set("data", text)
		if h.Role == scene.Group || h.Role == scene.Status {
			setAttr(c.el, "aria-label", h.Name)
		}
		return
	}
	setAttr(c.el, "aria-label", h.Name)
	if h.Role == scene.Slider || h.Role == scene.Spinbutton {
		if h.ValueText != "" {
			setAttr(c.el, "aria-valuetext", h.ValueText)
		} else {
			c.el.Call("removeAttribute", "aria-valuetext")
		}
	}
}

func (c *control) describe(h *scene.Hot) {
	if h.Describe == "" {
		c.el.Call("removeAttribute", "aria-description")
		c.el.Call("removeAttribute", "title")
		return
	}
	setAttr(c.el, "aria-description", h.Describe)
	setAttr(c.el, "title", h.Describe)
}

// enable: a control that cannot be used stays reachable and says so.
func (c *control) enable(h *scene.Hot) {
	setFlag(c.el, "aria-disabled", h.Disabled)
	switch h.Role {
	case scene.Textbox, scene.Spinbutton:
		readOnly := h.Disabled || h.Set == nil
		c.el.Set("readOnly", readOnly)
	}
}

func (c *control) states(h *scene.Hot, first bool) {
	old := &c.shown
	if first || old.Invalid != h.Invalid {
		setFlag(c.el, "aria-invalid", h.Invalid)
	}
	if h.Role == scene.Tab && (first || old.Selected != h.Selected) {
		setAttr(c.el, "aria-selected", strconv.FormatBool(h.Selected))
	} else if h.Role == scene.Button && (first && h.Selected || old.Selected != h.Selected) {
		setFlag(c.el, "aria-pressed", h.Selected)
	}
	if first && h.Expanded || old.Expanded != h.Expanded {
		setAttr(c.el, "aria-expanded", strconv.FormatBool(h.Expanded))
	}
	if h.Role == scene.Checkbox && (first || old.Checked != h.Checked) {
		c.el.Set("checked", h.Checked)
	}
}

func (c *control) limits(h *scene.Hot) {
	if h.Role != scene.Slider && h.Role != scene.Spinbutton {
		return
	}
	c.el.Set("min", number(h.Min))
	c.el.Set("max", number(h.Max))
}

func number(v float64) string { return strconv.FormatFloat(v, 'f', -1, 64) }

func sameOptions(a, b []scene.Option) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if a[i] != b[i] {
			return false
		}
	}
	return true
}

func (c *control) options(h *scene.Hot) {
	c.el.Set("textContent", "")
	for _, o := range h.Options {
		e := element("option", "")
		e.Set("value", o.Value)
		e.Set("textContent", o.Label)
		c.el.Call("appendChild", e)
	}
	c.el.Set("value", h.Value)
}

// value brings the control's value up to date, unless a person is typing.
func (c *control) value(h *scene.Hot, first bool) {
	want := h.Value
	switch h.Role {
	case scene.Slider:
		want = number(h.Now)
		if want == c.el.Get("value").String() {
			return
		}
	case scene.Spinbutton:
		if want == "" {
			want = number(h.Now)
		}
	case scene.Textbox, scene.Combobox:
	default:
		return
	}
	if c.dirty {
		return
	}
	if first || c.shown.Value != h.Value || c.shown.Now != h.Now || h.Role == scene.Combobox {
		if c.el.Get("value").String() != want {
			c.el.Set("value", want)
		}
	}
}
