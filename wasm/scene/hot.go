package scene

import (
	"math"

	"lockstep/wasm/app"
)

// Role is the ARIA role of a control in the accessible mirror.
type Role string

// The roles.
const (
	Button     Role = "button"
	Slider     Role = "slider"
	Textbox    Role = "textbox"
	Combobox   Role = "combobox"
	Spinbutton Role = "spinbutton"
	Tab        Role = "tab"
	Status     Role = "status"
	Group      Role = "group"
	Checkbox   Role = "checkbox"
)

// Hot is a place that can be operated. It carries its action, so that the
// mouse, the keyboard, the accessible mirror and the tests read one list.
type Hot struct {
	ID   string // PAGE.md's data-id, stable over frames
	Rect Rect
	Role Role
	Name string // accessible name, in the page's language
	// Value is what the control holds (a text, an option's value, a number);
	// ValueText says it in words where that differs.
	Value, ValueText string
	Options          []Option // of a combobox
	Min, Max, Now    float64  // of a slider and spinbutton
	Disabled         bool
	Selected         bool // a tab, a chosen block
	Checked          bool
	Expanded         bool
	Invalid          bool
	Describe         string // why invalid, or a longer explanation
	Later            Teller // tells the explanation once the picture stands; nil: Describe is all
	Multiline        bool
	Mono             bool // the overlaid text input's face
	FontSize         float64
	Code             Code // of a Multiline text that is a program
	Centered         bool // the overlaid text input's text, as in a cell
	Quiet            bool // Describe is there for all to see, and needs no bubble
	Aside            bool // reached from its neighbour by arrow keys, not by Tab

	Press app.Action     // click, Enter, Space; nil: cannot be pressed
	Set   app.TextAction // a text typed, an option chosen, a number set; nil: read only
	// Typing is done with the text at each keystroke, where an edit shows while it
	// is typed; Left when the focus goes. Set still ends it.
	Typing app.TextAction
	Left   app.Action
	// Reveal scrolls the place into sight; nil: it is. Done when it gets the focus.
	Reveal app.Action
	// Keys are further keys while focused; "Shift+Click" and the like are presses
	// with the pointer.
	Keys []KeyAction
	Menu app.Action // right button, long press, the Menu key; nil: none
	// Paste is what a pasted text means while focused; nil: what it means anywhere.
	Paste app.TextAction
	// Along narrows the place to a few pixels at both sides of this line; nil: it is
	// all of Rect.
	Along []Point
	Drag  Dragger // pointer moved with the button down, and the first press; nil: cannot be dragged
}

// Teller tells a longer explanation. What the blocks of a picture have to tell is most
// of its words, which nobody reads in the midst of an edit.
type Teller interface{ Tell() string }

// Explanation is the longer explanation of a place, or why it is invalid.
func (h *Hot) Explanation() string {
	if h.Later != nil {
		return h.Later.Tell()
	}
	return h.Describe
}

// Code says how a text control lies over a program that is drawn: as many columns
// wide, scrolled as far, and who is told when the caret is on another line (its
// number, from 1) or the text is scrolled (pixels). Columns 0: it is no program.
type Code struct {
	Columns  int
	Top      float64
	Moved    app.TextAction
	Scrolled app.TextAction
}

// Option is one choice of a combobox.
type Option struct{ Value, Label string }

// KeyAction binds a key ("Delete", "Alt+ArrowLeft", …) to an action.
type KeyAction struct {
	Key string
	Do  app.Action
}

// Dragger turns a pointer position in CSS pixels into an action.
type Dragger interface {
	At(x, y float64) app.Action
}

// Carrier is the Dragger of what is on its way over the lanes as they are now: they
// may have been scrolled since it was picked up. Edge scrolls them on where the
// pointer is held at their edge; nil: it is not, or they go no further.
type Carrier interface {
	Dragger
	Edge(x, y float64) app.Action
}

// Hit reports whether a point lies on the place.
func (h *Hot) Hit(x, y float64) bool {
	if !h.Rect.Contains(x, y) {
		return false
	}
	for i := 1; i < len(h.Along); i++ {
		if distance(Point{x, y}, h.Along[i-1], h.Along[i]) <= 5 {
			return true
		}
	}
	return len(h.Along) == 0
}

// distance is that of a point from a stretch.
func distance(p, a, b Point) float64 {
	dx, dy := b.X-a.X, b.Y-a.Y
	share := 0.0
	if l := dx*dx + dy*dy; l > 0 {
		share = min(1, max(0, ((p.X-a.X)*dx+(p.Y-a.Y)*dy)/l))
	}
	return math.Hypot(p.X-a.X-share*dx, p.Y-a.Y-share*dy)
}
