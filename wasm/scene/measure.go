package scene

import "lockstep/wasm/typeface"

// Measurer tells how far a text advances, in the unit of size. *typeface.Set is
// one, the same natively and in the browser.
type Measurer interface {
	Width(text string, size float64, style typeface.Style) float64
}

// Style is the face that a text shape asks for.
func (s *Shape) Style() typeface.Style {
	return typeface.Style{Bold: s.Weight == Bold, Mono: s.Mono}
}
