//go:build js && wasm

package page

import "syscall/js"

// takeDrops opens a scenario file that is dropped on the page, and one that is
// pasted where no text is being typed.
func (p *Page) takeDrops() {
	listen(window, "dragover", active, func(e js.Value) {
		if hasFiles(e) {
			e.Call("preventDefault")
		}
		e.Call("stopPropagation")
	})
	listen(window, "drop", active, func(e js.Value) {
		e.Call("stopPropagation")
		if hasFiles(e) {
			e.Call("preventDefault") // or the browser would leave for the file
			p.readFile(e.Get("dataTransfer").Get("files").Index(0))
		}
	})
	listen(window, "paste", nil, func(e js.Value) {
		if c := p.mirror.of(e.Get("target")); c != nil && typed(&c.hot) || !e.Get("clipboardData").Truthy() {
			return
		}
		text := e.Get("clipboardData").Call("getData", "text/plain").String()
		if !looksLikeScenario(text) {
			return
		}
		e.Call("preventDefault")
		if err := p.open([]byte(text)); err != nil {
			p.complain(err)
		}
	})
}

func hasFiles(e js.Value) bool {
	d := e.Get("dataTransfer")
	return d.Truthy() && d.Get("types").Call("includes", "Files").Bool()
}

// looksLikeScenario is cautious: what is pasted by mistake must not replace
// what is shown, nor bring up an error about a shopping list.
func looksLikeScenario(text string) bool {
	for i, r := range text {
		if i > 200 {
			return false
		}
		switch r {
		case ' ', '\t', '\r', '\n':
			continue
		case '{':
			return len(text) > i+1
		}
		return false
	}
	return false
}
