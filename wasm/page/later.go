//go:build js && wasm

package page

import "syscall/js"

// owed are the controls that have another longer explanation than their elements say.
// An edit gives one to every block; they are told once its picture has been drawn.
type owed struct {
	list []*control
	soon js.Value // where a message is the next task
}

func (o *owed) owe(c *control) {
	if !c.owed {
		c.owed = true
		o.list = append(o.list, c)
	}
}

// watch lets explain be called in the task behind each picture that owes something.
func (o *owed) watch(explain func()) {
	o.soon = nextTask(js.FuncOf(func(js.Value, []js.Value) any {
		explain()
		return nil
	}))
}

// nextTask is where a message has f called in the browser's next task.
func nextTask(f js.Func) js.Value {
	channel := window.Get("MessageChannel").New()
	channel.Get("port2").Set("onmessage", f)
	return channel.Get("port1")
}

// behind is told of each picture that was drawn.
func (o *owed) behind() {
	if len(o.list) > 0 {
		o.soon.Call("postMessage", nil)
	}
}

// explain tells the elements what is owed to them.
func (m *mirror) explain() {
	for _, c := range m.later.list {
		c.explain()
	}
	clear(m.later.list)
	m.later.list = m.later.list[:0]
	m.said.read()
}

func (c *control) explain() {
	if !c.owed {
		return
	}
	c.owed = false
	if text := c.hot.Explanation(); text != c.described {
		c.describe(text)
	}
}
