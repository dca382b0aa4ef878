//go:build js && wasm

package page

import (
	"strconv"
	"strings"
	"syscall/js"
)

// script is what the mirror's elements are told, in order, until it is read out. A
// call out of Go costs as much as a dozen things that a browser's own script does, and
// each text that is handed over leaves a finalizer behind: an edit tells hundreds of
// elements where they are now and what they say. So it is written down, and read out
// by the loader's script in one call.
type script struct {
	text  []byte
	lines int
	free  []int // numbers of elements that are gone
	count int
	own   js.Value // window.lockstep
}

// mark stands between the parts of a line: the element's number, what is to be done,
// the name of what is told, and the value.
const mark = '\x00'

// number lets an element be told things, and gives it a number for that.
func (s *script) number(el js.Value) int {
	n := s.count
	if last := len(s.free) - 1; last >= 0 {
		n, s.free = s.free[last], s.free[:last]
	} else {
		s.count++
	}
	s.lockstep().Call("element", n, el)
	return n
}

// forget takes the number away again. Nobody tells an element anything after that.
func (s *script) forget(n int) {
	s.read()
	s.lockstep().Call("element", n, js.Null())
	s.free = append(s.free, n)
}

func (s *script) lockstep() js.Value {
	if s.own.IsUndefined() {
		s.own = window.Get("lockstep")
	}
	return s.own
}

func (s *script) line(n int, do byte, name, value string) {
	s.text = strconv.AppendInt(s.text, int64(n), 10)
	s.text = append(s.text, mark, do, mark)
	s.text = append(s.text, name...)
	s.text = append(s.text, mark)
	s.text = append(s.text, strings.ReplaceAll(value, string(mark), "\ufffd")...) // as a document has it
	s.text = append(s.text, mark)
	s.lines++
}

// read reads it out.
func (s *script) read() {
	if s.lines == 0 {
		return
	}
	text := string(s.text)
	s.text, s.lines = s.text[:0], 0
	s.lockstep().Call("tell", text)
}

// tell writes down what a control's element is to be told.
func (c *control) tell(do byte, name, value string) { c.said.line(c.n, do, name, value) }

func (c *control) attr(name, value string) { c.tell('=', name, value) }
func (c *control) without(name string)     { c.tell('-', name, "") }
func (c *control) set(name, value string)  { c.tell('.', name, value) }

// flag sets an attribute to "true", or takes it away.
func (c *control) flag(name string, on bool) {
	if on {
		c.attr(name, "true")
		return
	}
	c.without(name)
}

// truth is what a document takes for true or false when it is handed a text.
func truth(on bool) string {
	if on {
		return "true"
	}
	return ""
}
