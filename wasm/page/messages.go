//go:build js && wasm

package page

import (
	"encoding/json"
	"syscall/js"

	"lockstep/wasm/app"
)

// offer puts the verbs on window.lockstep, as methods that return promises.
func (p *Page) offer() {
	api := window.Get("lockstep")
	if !api.Truthy() {
		api = js.Global().Get("Object").New()
		window.Set("lockstep", api)
	}
	for _, v := range verbs {
		api.Set(v.method, js.FuncOf(func(_ js.Value, args []js.Value) any {
			arg := js.Undefined()
			if len(args) > 0 {
				arg = args[0]
			}
			return promise(func(resolve, reject func(any)) {
				v.do(p, arg, func(kind string, fields map[string]any) {
					if kind == "error" {
						reject(fields)
						return
					}
					resolve(fields)
				})
			})
		}))
	}
}

// hearMessages answers messages of other pages. What is not of our form is
// ignored; a reply goes to the sender alone.
func (p *Page) hearMessages() {
	listen(window, "message", nil, func(e js.Value) {
		data := e.Get("data")
		if data.Type() != js.TypeObject || !own(data, "lockstep") || !data.Get("lockstep").Equal(js.ValueOf(1)) {
			return
		}
		kind, id := data.Get("type"), data.Get("id")
		if kind.Type() != js.TypeString || id.Type() != js.TypeString && id.Type() != js.TypeNumber && !id.IsUndefined() {
			return
		}
		for _, v := range verbs {
			if v.name != kind.String() {
				continue
			}
			arg := js.Undefined()
			if v.field != "" && own(data, v.field) {
				arg = data.Get(v.field)
			}
			v.do(p, arg, func(kind string, fields map[string]any) { send(e.Get("source"), e.Get("origin"), kind, id, fields) })
			return
		}
	})
}

func own(v js.Value, name string) bool {
	return js.Global().Get("Object").Get("prototype").Get("hasOwnProperty").Call("call", v, name).Bool()
}

// send posts one message. A sandboxed page has the origin "null", which cannot
// be addressed; the target window is the sender itself all the same.
func send(to, origin js.Value, kind string, id js.Value, fields map[string]any) {
	if !to.Truthy() {
		return
	}
	m := map[string]any{"lockstep": 1, "type": kind}
	if !id.IsUndefined() {
		m["id"] = id
	}
	for k, v := range fields {
		m[k] = v
	}
	target := "*"
	if o := origin.String(); origin.Type() == js.TypeString && o != "" && o != "null" {
		target = o
	}
	to.Call("postMessage", m, target)
}

// tellParent posts an event to the page around an embed. Who that is does not
// matter: nothing in it is secret, it is what the page shows.
func (p *Page) tellParent(kind string, fields map[string]any) {
	parent := window.Get("parent")
	if parent.Equal(window) {
		return
	}
	send(parent, js.ValueOf("*"), kind, js.Undefined(), fields)
}

// follow notices the end of a run: those who wait for it are answered, and the
// parent is told.
func (p *Page) follow(s *app.State) {
	if s.Run == p.reported || !s.Run.Over() {
		return
	}
	p.reported = s.Run
	waiting := p.waiting
	p.waiting = nil
	for _, f := range waiting {
		f()
	}
	if r := s.Run.Result; r != nil {
		findings, err := json.Marshal(r.Findings)
		if err != nil || r.Findings == nil {
			findings = []byte("[]")
		}
		p.tellParent("result", map[string]any{"outcome": r.Outcome, "findings": parseJSON(string(findings))})
	}
}
