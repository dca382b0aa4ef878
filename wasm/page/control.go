//go:build js && wasm

package page

import (
	"math"
	"strconv"
	"syscall/js"

	"lockstep/wasm/scene"
)

// control is one element of the mirror and the hot place that it stands for.
type control struct {
	el    js.Value
	said  *script // takes what its element is told
	later *owed   // and what it is told later
	n     int     // the element's number in it
	hot   scene.Hot
	shown scene.Hot // what the element's attributes say
	order int
	seen  int // the picture that it was last part of

	// dirty: a person has typed something that was not taken yet.
	dirty bool
	// keyed: the last thing that a list got was a key that walks it or finds a name.
	keyed bool
	line  int  // of a program: where the caret was last
	texts bool // its content is a text, as a button's and a status' is

	described string // the explanation that its element was told
	owed      bool   // it is to be told another one
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

func newControl(h *scene.Hot, said *script, later *owed) *control {
	c := &control{el: element(tag(h), ""), said: said, later: later}
	c.n = said.number(c.el)
	c.attr("data-id", h.ID)
	switch h.Role {
	case scene.Button:
		c.attr("type", "button")
	case scene.Tab:
		c.attr("type", "button")
		c.attr("role", "tab")
	case scene.Textbox:
		if h.Code.Columns > 0 {
			c.attr("class", "code")
		}
		c.attr("autocomplete", "off")
		c.attr("spellcheck", "false")
		if !h.Multiline {
			c.attr("type", "text")
		}
	case scene.Spinbutton:
		c.attr("type", "number")
		c.attr("step", "1")
	case scene.Slider:
		c.attr("type", "range")
		c.attr("step", "any")
	case scene.Checkbox:
		c.attr("type", "checkbox")
	case scene.Status:
		c.attr("role", "status")
		// The live region speaks; this one is for reading at leisure.
		c.attr("aria-live", "off")
	case scene.Combobox:
	default:
		c.attr("role", string(h.Role))
	}
	if tag(h) == "button" || tag(h) == "div" {
		c.texts = true
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
	switch {
	case first:
		c.describe(h.Explanation())
	case h.Later != nil:
		c.later.owe(c)
	case c.described != h.Describe:
		c.describe(h.Describe)
	}
	if first || old.Disabled != h.Disabled || (old.Set == nil) != (h.Set == nil) {
		c.enable(h)
	}
	c.states(h, first)
	if first && h.Aside || !first && old.Aside != h.Aside {
		stop := "0"
		if h.Aside {
			stop = "-1"
		}
		c.set("tabIndex", stop)
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
	var room [160]byte
	b := room[:0]
	num := func(name string, v float64, unit string) {
		b = append(b, name...)
		b = hundredths(b, v)
		b = append(b, unit...)
	}
	num("left:", h.Rect.X, "px;")
	num("top:", h.Rect.Y, "px;")
	if h.Code.Columns > 0 { // lines break where the canvas breaks them
		num("width:", float64(h.Code.Columns), "ch;")
		num("height:", max(h.Rect.H-codePadding, 1), "px;")
		b = append(b, "box-sizing:content-box;"...)
	} else {
		num("width:", max(h.Rect.W, 1), "px;")
		num("height:", max(h.Rect.H, 1), "px;")
	}
	if h.Rect.W <= 0 || h.Rect.H <= 0 { // scrolled away: the ring of a focus that stayed there would lie on what is seen
		b = append(b, "clip-path:inset(50%);"...)
	}
	if h.FontSize > 0 {
		num("font-size:", h.FontSize, "px;")
	}
	if h.Mono {
		b = append(b, "font-family:'DejaVu Sans Mono',ui-monospace,monospace;"...)
		if h.Role == scene.Textbox && !h.Multiline {
			b = append(b, "text-align:center;"...)
		}
	}
	c.tell('c', "", string(b))
}

// hundredths writes a length as exactly as a browser takes it, which is in parts of a
// pixel of about that size: to find the shortest way to write a number is costly.
func hundredths(b []byte, v float64) []byte {
	n := int64(math.Round(v * 100))
	if n < 0 {
		b, n = append(b, '-'), -n
	}
	b = strconv.AppendInt(b, n/100, 10)
	if n %= 100; n > 0 {
		b = append(b, '.', byte('0'+n/10), byte('0'+n%10))
	}
	return b
}

// name gives the accessible name. A button's and a status' text is its content,
// which every screen reader reads; other controls have a label.
func (c *control) name(h *scene.Hot) {
	if c.texts {
		text := h.Name
		if h.Role == scene.Status {
			text = h.Value
			if text == "" {
				text = h.Name
			}
		}
		c.tell('t', "", text)
		if h.Role == scene.Group || h.Role == scene.Status {
			c.attr("aria-label", h.Name)
		}
		return
	}
	c.attr("aria-label", h.Name)
	if h.Role == scene.Slider || h.Role == scene.Spinbutton {
		if h.ValueText != "" {
			c.attr("aria-valuetext", h.ValueText)
		} else {
			c.without("aria-valuetext")
		}
	}
}

func (c *control) describe(text string) {
	if c.described = text; text == "" {
		c.without("aria-description")
		c.without("title")
		return
	}
	c.tell('d', "", text)
}

// enable: a control that cannot be used stays reachable and says so.
func (c *control) enable(h *scene.Hot) {
	c.flag("aria-disabled", h.Disabled)
	switch h.Role {
	case scene.Textbox, scene.Spinbutton:
		c.set("readOnly", truth(h.Disabled || h.Set == nil))
	}
}

func (c *control) states(h *scene.Hot, first bool) {
	old := &c.shown
	if first || old.Invalid != h.Invalid {
		c.flag("aria-invalid", h.Invalid)
	}
	if h.Role == scene.Tab && (first || old.Selected != h.Selected) {
		c.attr("aria-selected", strconv.FormatBool(h.Selected))
	} else if h.Role == scene.Button && (first && h.Selected || old.Selected != h.Selected) {
		c.flag("aria-pressed", h.Selected)
	}
	if first && h.Expanded || old.Expanded != h.Expanded {
		c.attr("aria-expanded", strconv.FormatBool(h.Expanded))
	}
	if h.Role == scene.Checkbox && (first || old.Checked != h.Checked) {
		c.set("checked", truth(h.Checked))
	}
}

func (c *control) limits(h *scene.Hot) {
	if h.Role != scene.Slider && h.Role != scene.Spinbutton {
		return
	}
	c.set("min", number(h.Min))
	c.set("max", number(h.Max))
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
		c.tell('v', "", number(h.Now)) // which a person may have changed
		return
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
		c.tell('v', "", want)
	}
}
