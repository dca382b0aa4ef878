package browser

import (
	"errors"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/input"
)

// Compose is a text that an input method is still working on, at whatever has the
// focus; CommitText is what it makes of it in the end.
func (p *Page) Compose(text string) error {
	n := float64(len([]rune(text)))
	return errors.Join(
		call(p, input.DispatchKeyEvent, input.DispatchKeyEventParams{Type: input.DispatchKeyEventTypeRawKeyDown, WindowsVirtualKeyCode: 229, Key: "Process"}),
		call(p, input.ImeSetComposition, input.ImeSetCompositionParams{Text: text, SelectionStart: int64(n), SelectionEnd: int64(n)}),
	)
}

// CommitText puts a text in place of what was composed.
func (p *Page) CommitText(text string) error {
	return call(p, input.InsertText, input.InsertTextParams{Text: text})
}

// CalmMotion makes the system prefer less motion.
func (p *Page) CalmMotion() error {
	return call(p, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{
		Features: []*emulation.MediaFeature{{Name: "prefers-reduced-motion", Value: "reduce"}},
	})
}
