//go:build js && wasm

package page

import (
	"strconv"
	"strings"
	"unicode/utf16"

	"lockstep/wasm/scene"
)

// A program is drawn on the canvas with its line numbers beside it, and a text
// control lies over it while somebody types. The two are kept at the same place.

// isCode reports whether a control holds a program.
func isCode(h *scene.Hot) bool { return h.Code.Columns > 0 }

// codePadding is what the style sheet puts above and below the text, together.
const codePadding = 12

// codeOpened scrolls the control to where the canvas is.
func (p *Page) codeOpened(c *control) {
	if isCode(&c.hot) {
		c.el.Set("scrollTop", c.hot.Code.Top)
	}
}

// codePressed puts the caret where the canvas was pressed.
func (p *Page) codePressed(c *control, x, y float64) {
	if !isCode(&c.hot) {
		return
	}
	const left, leading, advance = 8, 16, 0.602 // of the style sheet; of a monospaced face, in ems
	h := &c.hot
	row := int((y - h.Rect.Y - codePadding/2 + c.el.Get("scrollTop").Float()) / leading)
	column := max(0, int((x-h.Rect.X-left)/(h.FontSize*advance)+0.5))
	at, index := 0, 0
	for line := range strings.SplitSeq(c.el.Get("value").String(), "\n") {
		n := len(utf16.Encode([]rune(line)))
		rows := max(1, (n+h.Code.Columns-1)/h.Code.Columns)
		if index = at + min(n, column+max(0, row)*h.Code.Columns); row < rows {
			break
		}
		row -= rows
		at += n + 1
	}
	c.el.Call("setSelectionRange", index, index)
	p.caretMoved(c)
}

// codeScrolled moves the canvas along.
func (p *Page) codeScrolled(c *control) {
	if top := c.el.Get("scrollTop").Float(); isCode(&c.hot) && c.hot.Code.Scrolled != nil && top != c.hot.Code.Top {
		p.host.Do(c.hot.Code.Scrolled.With(number(top)))
	}
}

// caretMoved tells which line the caret is on.
func (p *Page) caretMoved(c *control) {
	if !isCode(&c.hot) || c.hot.Code.Moved == nil || p.mirror.focused != c {
		return
	}
	text, at := utf16.Encode([]rune(c.el.Get("value").String())), c.el.Get("selectionStart").Int()
	line := 1
	for _, unit := range text[:min(at, len(text))] {
		if unit == '\n' {
			line++
		}
	}
	if line != c.line {
		c.line = line
		p.host.Do(c.hot.Code.Moved.With(strconv.Itoa(line)))
	}
}
