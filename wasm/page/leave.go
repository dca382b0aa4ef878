//go:build js && wasm

package page

import "syscall/js"

// leftKey is where a page that goes lays down what it held, for the one that comes in
// its place. A browser that reloads goes back to the history entry as it was when it
// began to, and the entry is written at most twice a second: what was done behind
// that would be lost.
const leftKey = "lockstep.left"

// session is the tab's own storage, or nothing where a browser or a sandbox denies it.
func session() (s js.Value) {
	defer func() { recover() }() //nolint:errcheck // the property itself throws
	return window.Get("sessionStorage")
}

// leave lays down what the page holds. An embed writes nothing.
func (p *Page) leave(held string) {
	if p.query.Embed || held == "" {
		return
	}
	defer func() { recover() }() //nolint:errcheck // denied, or full: the entry is there
	if store := session(); store.Truthy() {
		store.Call("setItem", leftKey, held)
	}
}

// taken is what the page before this one held: what its history entry says, or what
// it laid down when it went, if it is of the same entry and newer. A page that was
// reloaded before it wrote an entry has none to compare.
func taken(q Query) (kept, bool) {
	held, ok := remembered()
	if q.Embed {
		return held, ok
	}
	left, there := takeLeft()
	same := held.Entry == left.Entry && held.At <= left.At
	if there && (ok && same || !ok && reloaded()) {
		return left, true
	}
	return held, ok
}

// takeLeft takes up what was laid down. It serves once: the entry is newer from now on.
func takeLeft() (k kept, ok bool) {
	defer func() { recover() }() //nolint:errcheck // denied
	store := session()
	if !store.Truthy() {
		return k, false
	}
	text := store.Call("getItem", leftKey)
	store.Call("removeItem", leftKey)
	return readKept(text)
}

// reloaded reports whether the browser has loaded the page in place of itself.
func reloaded() bool {
	list := window.Get("performance").Call("getEntriesByType", "navigation")
	return list.Length() > 0 && list.Index(0).Get("type").String() == "reload"
}
