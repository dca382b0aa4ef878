package scene

import (
	"lockstep/wasm/app"
)

// button is a thing to press, as it is drawn and as it is operated.
type button struct {
	id       string
	at       Rect
	name     string // accessible name; "": the label
	label    string
	icon     string
	primary  bool
	quiet    bool // no outline
	disabled bool
	pressed  bool
	size     float64 // of the label; 0: 13
	radius   float64 // 0: 8
	describe string
	press    app.Action
	keys     []KeyAction
	expanded bool
	mono     bool
	left     bool     // the label begins at the left, as in a list
	drag     app.Drag // of a palette's button: what is dragged out of it
}

func (d *sheet) button(b button) {
	fill, stroke, text := d.pal.Surface, d.pal.Line, d.pal.Text
	switch {
	case b.primary:
		fill, stroke, text = d.pal.Accent, 0, d.pal.OnAccent
	case b.pressed:
		stroke, text = d.pal.Accent, d.pal.Accent
	case b.quiet:
		fill, stroke, text = 0, 0, d.pal.Muted
	}
	if b.disabled {
		text = d.pal.Faint
	}
	radius := b.radius
	if radius == 0 {
		radius = 8
	}
	if fill != 0 || stroke != 0 {
		d.box(b.at, radius, fill, stroke)
	}
	d.buttonFace(b, text)
	name := b.name
	if name == "" {
		name = b.label
	}
	press := b.press
	if b.disabled {
		press = nil
	}
	d.hot(Hot{ID: b.id, Rect: b.at, Role: Button, Name: name, Disabled: b.disabled, Selected: b.pressed,
		Describe: b.describe, Press: press, Keys: b.keys, Expanded: b.expanded})
}

func (d *sheet) buttonFace(b button, c Color) {
	size := b.size
	if size == 0 {
		size = 13
	}
	k := ink{size: size, color: c, mono: b.mono}
	mid := b.at.Y + b.at.H/2
	cx := b.at.X + b.at.W/2
	switch {
	case b.label == "":
		d.icon(b.icon, cx, mid, 1, c)
	case b.left:
		d.text(b.at.X+8, mid+size*0.35, b.at.W-14, b.label, k)
	case b.icon == "":
		k.align = Middle
		d.text(cx, mid+size*0.35, b.at.W-8, b.label, k)
	default:
		w := min(d.width(b.label, k), b.at.W-36)
		x := cx - (w+20)/2
		d.icon(b.icon, x+6, mid, 1, c)
		d.text(x+20, mid+size*0.35, b.at.W-30, b.label, k)
	}
}

// buttonWidth is how wide a button wants to be.
func (d *sheet) buttonWidth(label, icon string) float64 {
	w := 24 + d.width(label, ink{size: 13})
	if icon != "" {
		w += 20
	}
	if label == "" {
		w = 34
	}
	return max(34, w)
}

// choice is a combobox: a place that shows what is chosen.
type choice struct {
	id       string
	at       Rect
	name     string
	value    string
	options  []Option
	set      app.TextAction
	quiet    bool
	size     float64
	mono     bool
	disabled bool
	describe string
	shown    string     // what is drawn for the value, if shorter than its label
	press    app.Action // opens a list of our own to the pointer; nil: the browser's
	told     bool       // describe is there to be read anyway
	keys     []KeyAction
}

func (d *sheet) choice(c choice) {
	size := c.size
	if size == 0 {
		size = 12.5
	}
	k := ink{size: size, color: d.pal.Text, mono: c.mono}
	pad := 8.0
	field, bad := d.s.Fields[c.id]
	if c.quiet {
		k.color, pad = d.pal.Muted, 4
	} else {
		stroke := d.pal.Line
		if bad {
			stroke = d.pal.Error
		}
		d.box(c.at, 6, d.pal.Surface, stroke)
	}
	label := c.value
	for _, o := range c.options {
		if o.Value == c.value {
			label = o.Label
		}
	}
	drawn := label
	if c.shown != "" {
		drawn = c.shown
	}
	if bad {
		label, drawn, k.color = field.Text, field.Text, d.pal.Error
	}
	if c.mono && c.value == "" && !bad { // an argument that is not given
		k.color, k.mono = d.pal.Muted, false
	}
	mid := c.at.Y + c.at.H/2
	w := d.text(c.at.X+pad, mid+size*0.36, c.at.W-2*pad-14, drawn, k)
	x := c.at.right() - pad - 4
	if c.quiet {
		x = c.at.X + pad + w + 10
	}
	d.icon("down", x, mid, 1, d.pal.Muted)
	h := Hot{ID: c.id, Rect: c.at, Role: Combobox, Name: c.name, Value: c.value, ValueText: label, Options: c.options,
		Set: c.set, FontSize: size, Mono: c.mono, Disabled: c.disabled, Describe: c.describe, Press: c.press, Quiet: c.told, Keys: c.keys}
	if bad {
		h.Invalid, h.Describe = true, d.w.Message(field.Why)
	}
	d.hot(h)
}

// entry is a text field.
type entry struct {
	id       string
	at       Rect
	name     string
	value    string // what it holds when nothing invalid was typed
	shown    string // what is drawn, if shorter than value
	set      app.TextAction
	role     Role // Textbox, or Spinbutton with the limits below
	min, max float64
	now      float64
	mono     bool
	centered bool
	size     float64
	fill     Color
	stroke   Color
	strong   bool // thicker outline: what one looks at
	radius   float64
	describe string
	keys     []KeyAction
	menu     app.Action
	none     string // what is drawn, quietly, where it holds nothing
	still    bool   // it is drawn, and cannot be operated here
}

func (d *sheet) entry(e entry) {
	size := e.size
	if size == 0 {
		size = 12.5
	}
	fill, stroke, width := e.fill, e.stroke, 1.0
	if fill == 0 {
		fill = d.pal.Surface
	}
	if stroke == 0 {
		stroke = d.pal.Line
	}
	if e.strong {
		stroke, width = d.pal.Accent, 1.8
	}
	value, shown, color := e.value, e.shown, d.pal.Text
	if shown == "" {
		shown = value
	}
	field, bad := d.s.Fields[e.id]
	if bad {
		value, shown = field.Text, field.Text
		stroke, width, color, fill = d.pal.Error, 1.8, d.pal.Error, d.pal.ErrorSoft
	}
	radius := e.radius
	if radius == 0 {
		radius = 5
	}
	d.outline(e.at, radius, fill, stroke, width)
	k := ink{size: size, color: color, mono: e.mono}
	y := e.at.Y + e.at.H/2 + size*0.36
	if e.centered {
		k.align = Middle
		d.text(e.at.X+e.at.W/2, y, e.at.W-6, shown, fitInk(d, shown, k, e.at.W-6))
	} else {
		if shown == "" {
			shown, k.color, k.mono = e.none, d.pal.Muted, false
		}
		d.text(e.at.X+8, y, e.at.W-14, shown, k)
	}
	if e.still {
		return
	}
	role := e.role
	if role == "" {
		role = Textbox
	}
	h := Hot{ID: e.id, Rect: e.at, Role: role, Name: e.name, Value: value, Mono: e.mono, FontSize: size, Centered: e.centered,
		Min: e.min, Max: e.max, Now: e.now, Set: e.set, Describe: e.describe, Keys: e.keys, Menu: e.menu}
	if d.s.ReadOnly {
		h.Set = nil
	}
	if bad {
		h.Invalid, h.Describe = true, d.w.Message(field.Why)
	}
	d.hot(h)
}

// options makes a list of choices whose labels are their values.
func options(values ...string) []Option {
	list := make([]Option, len(values))
	for i, v := range values {
		list[i] = Option{v, v}
	}
	return list
}
