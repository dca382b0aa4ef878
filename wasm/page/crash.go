//go:build js && wasm

package page

import (
	"syscall/js"

	"lockstep/engine/scenario"
)

// Crash shows what is needed to report a broken invariant: the words of the
// panic and the scenario. What was shown before stays and can be used.
func (p *Page) Crash(what, stack string) {
	consoleError("lockstep: " + what + "\n" + stack)
	if old := document.Call("getElementById", "crash"); old.Truthy() {
		old.Call("remove")
	}
	zh := p.host.State().Lang == "zh"
	word := func(en, cn string) string {
		if zh {
			return cn
		}
		return en
	}
	box := element("div", "")
	box.Set("id", "crash")
	setAttr(box, "role", "alertdialog")
	line := element("p", "")
	line.Set("textContent", word("That was an error of Lockstep’s own; your last action was not carried out. Please report it with this text:",
		"这是 Lockstep 自身的错误，刚才的操作未执行。请附上以下内容报告："))
	text := element("textarea", "")
	text.Set("readOnly", true)
	text.Set("value", "lockstep "+Version+"\n"+what+"\n\n"+string(scenario.Format(p.host.State().Scenario))+"\n\n"+stack)
	closing := element("button", "")
	closing.Set("textContent", word("Close", "关闭"))
	listen(closing, "click", nil, func(js.Value) { box.Call("remove") })
	for _, e := range []js.Value{line, text, closing} {
		box.Call("appendChild", e)
	}
	document.Get("body").Call("appendChild", box)
	closing.Call("focus")
}
