//go:build js && wasm

package page

import "syscall/js"

var (
	window   = js.Global()
	document = js.Global().Get("document")
)

// listen adds a listener for the life of the page.
func listen(target js.Value, event string, options map[string]any, f func(e js.Value)) {
	opts := js.Undefined()
	if options != nil {
		opts = js.ValueOf(options)
	}
	target.Call("addEventListener", event, js.FuncOf(func(_ js.Value, args []js.Value) any {
		f(args[0])
		return nil
	}), opts)
}

// active listeners may prevent the default; capture makes them the first.
var active = map[string]any{"capture": true, "passive": false}

func element(tag, class string) js.Value {
	e := document.Call("createElement", tag)
	if class != "" {
		e.Set("className", class)
	}
	return e
}

func setAttr(e js.Value, name, value string) { e.Call("setAttribute", name, value) }
