//go:build js && wasm

package page

import "syscall/js"

// promise makes a JavaScript promise. begin gets the two ways to settle it, of
// which it may keep the right one until later.
func promise(begin func(resolve, reject func(any))) js.Value {
	start := js.FuncOf(func(_ js.Value, args []js.Value) any {
		resolve, reject := args[0], args[1]
		begin(func(v any) { resolve.Invoke(v) }, func(v any) { reject.Invoke(v) })
		return nil
	})
	defer start.Release()
	return window.Get("Promise").New(start)
}

// then calls f with what a promise settles to; ok is false when it was rejected.
func then(p js.Value, f func(v js.Value, ok bool)) {
	var yes, no js.Func
	settle := func(ok bool) func(js.Value, []js.Value) any {
		return func(_ js.Value, args []js.Value) any {
			yes.Release()
			no.Release()
			v := js.Undefined()
			if len(args) > 0 {
				v = args[0]
			}
			f(v, ok)
			return nil
		}
	}
	yes, no = js.FuncOf(settle(true)), js.FuncOf(settle(false))
	p.Call("then", yes, no)
}

// parseJSON turns text that is known to be JSON into a JavaScript value.
func parseJSON(text string) js.Value { return js.Global().Get("JSON").Call("parse", text) }

// jsonText is the text of a JavaScript value, or false if it has none.
func jsonText(v js.Value) (text string, ok bool) {
	defer func() {
		if recover() != nil { // a cycle, a BigInt
			text, ok = "", false
		}
	}()
	t := js.Global().Get("JSON").Call("stringify", v)
	if t.Type() != js.TypeString {
		return "", false
	}
	return t.String(), true
}

func consoleError(text string) { js.Global().Get("console").Call("error", text) }
