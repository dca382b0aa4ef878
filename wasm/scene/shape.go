// Package scene lays out what is seen, as data: State → Scene{Shapes, Hot}.
//
// It knows measures, colours, words and the trace. It must never know
// Ebitengine, the browser, or how a collective works.
package scene

import "lockstep/wasm/app"

// All measures are CSS pixels with the origin at the top left; a renderer
// multiplies by the device pixel ratio.

// Point is a place.
type Point struct{ X, Y float64 }

// Rect is a place and a size.
type Rect struct{ X, Y, W, H float64 }

// Contains reports whether the point lies in r.
func (r Rect) Contains(x, y float64) bool {
	return x >= r.X && x < r.X+r.W && y >= r.Y && y < r.Y+r.H
}

// Color is 0xRRGGBBAA, already resolved by the theme.
type Color uint32

// Kind tells which fields of a Shape count.
type Kind uint8

// The kinds of shape.
const (
	// Box: Rect with Radius, Fill, Stroke, Width, Dash. A circle is a Box whose
	// Radius is half its side.
	Box Kind = iota
	// Hatch: Rect with Radius, filled with diagonal lines of Stroke on Fill.
	Hatch
	// Line: Points[0] → Points[1] with Stroke, Width, Dash, Arrow at the end.
	Line
	// Path: Points through Commands, Fill and Stroke, Dash, Arrow at the end.
	Path
	// Text: String at Points[0] (baseline, by Align), Size, Weight, Mono, Fill.
	Text
	// Clip: what follows is cut to Rect until the matching Unclip. Nested clips
	// intersect.
	Clip
	// Unclip ends the innermost Clip.
	Unclip
)

// Align says where a text's anchor is.
type Align uint8

// The anchors.
const (
	Start Align = iota
	Middle
	End
)

// Weight of a face.
type Weight uint8

// The weights that are shipped.
const (
	Regular Weight = iota
	Bold
)

// Command is one step of a Path; it consumes as many points as its name says.
type Command uint8

// The path commands.
const (
	MoveTo  Command = iota // 1 point
	LineTo                 // 1 point
	CubicTo                // 3 points
	Close                  // none
)

// Shape is one mark. Shapes are drawn in order.
type Shape struct {
	Kind     Kind
	Rect     Rect
	Radius   float64
	Fill     Color // 0: none
	Stroke   Color // 0: none
	Width    float64
	Dash     [2]float64 // on, off; zero: solid
	Arrow    bool
	Points   []Point
	Commands []Command
	String   string
	Size     float64
	Weight   Weight
	Mono     bool
	Align    Align
}

// Scene is one picture and everything that can be operated in it.
type Scene struct {
	W, H       float64
	Natural    float64 // the height at which an embed shows all without scrolling; 0: any
	Background Color
	Shapes     []Shape
	Hot        []Hot          // in reading order, which is the Tab order; later ones lie on top
	Areas      []Area         // what scrolls and zooms
	Parts      []Part         // stretches that are the same as in another scene, in order; see Composer.Frame
	Carried    Carrier        // what is dragged over the lanes; nil: nothing
	Keys       []KeyAction    // shortcuts that hold wherever the focus is, but in a text
	Paste      app.TextAction // what a pasted text means where no text control takes it; nil: nothing
	stretches  []passage
	Mover      int    // 1 + the place in Shapes of an upright line that moves by itself; 0: there is none
	Live       string // what a live region should say now: outcome and findings
	Title      string // of the document
	Unfinished bool   // what was too much for one frame: build the same state again, and more is there
	Dark       bool
}
