//go:build js && wasm

package page

import (
	"encoding/json"
	"syscall/js"

	"lockstep/wasm/app"
)

// progressKey is where the browser keeps what was done in the course.
const progressKey = "lockstep.course"

// storage is the page's own, or nothing where a browser or a sandbox denies it.
func storage() (s js.Value) {
	defer func() { recover() }() //nolint:errcheck // the property itself throws
	return window.Get("localStorage")
}

// readProgress is what was kept; nil where there is nothing, or nothing of ours.
func readProgress() (p *app.Progress) {
	defer func() { recover() }() //nolint:errcheck // denied
	s := storage()
	if !s.Truthy() {
		return nil
	}
	text := s.Call("getItem", progressKey)
	if text.Type() != js.TypeString {
		return nil
	}
	var kept app.Progress
	if json.Unmarshal([]byte(text.String()), &kept) != nil {
		return nil
	}
	return &kept
}

// keepCourse writes what was done, when something was. An embed writes nothing.
func (p *Page) keepCourse(s *app.State) {
	if s.Progress == p.progress || p.query.Embed {
		return
	}
	p.progress = s.Progress
	text, err := json.Marshal(s.Progress)
	if err != nil {
		return
	}
	defer func() { recover() }() //nolint:errcheck // denied, or full: the page works without
	if store := storage(); store.Truthy() {
		store.Call("setItem", progressKey, string(text))
	}
}

// answered tells the page around, for a grade book.
func (p *Page) answered(a app.Answered) {
	p.tellParent("answered", map[string]any{"lesson": a.Lesson, "question": a.Question, "correct": a.Correct})
}

// printText prints a document of its own: while it is printed it is all that the
// page shows.
func (p *Page) printText(a app.PrintText) {
	style := element("style", "")
	style.Set("textContent", "@media screen{#paper{display:none}}@media print{body>*{display:none!important}html,body{overflow:visible!important;height:auto!important;position:static!important;background:#fff!important}"+
		"#paper{display:block!important;font:11pt/1.5 system-ui,sans-serif;color:#000}#paper table{border-collapse:collapse;width:100%}#paper td,#paper th{border:1px solid #888;padding:4pt;text-align:left;vertical-align:top}}")
	paper := element("div", "")
	paper.Set("id", "paper")
	// Parsed apart from the page, where nothing in it can run or be fetched; what
	// people wrote stands in it as text.
	parsed := window.Get("DOMParser").New().Call("parseFromString", a.HTML, "text/html")
	for body := parsed.Get("body"); body.Get("firstChild").Truthy(); {
		paper.Call("appendChild", body.Get("firstChild"))
	}
	body := document.Get("body")
	body.Call("appendChild", style)
	body.Call("appendChild", paper)
	title := document.Get("title")
	document.Set("title", a.Title)
	defer func() {
		if recover() != nil { // a sandbox forbids it
			p.say("page.print_forbidden")
		}
		document.Set("title", title)
		paper.Call("remove")
		style.Call("remove")
	}()
	window.Call("print")
}
