//go:build js && wasm

package page

import (
	"bytes"
	"io"
	"syscall/js"

	"lockstep/engine/export"
	"lockstep/engine/scenario"
	"lockstep/wasm/app"
)

// file is a form in which a scenario or its run leaves the page.
type file struct {
	ending, kind string
	run          bool // it needs a run that is over
	write        func(p *Page, s *app.State, w io.Writer) error
}

// files are what can be saved and copied, by what scene/export.go calls them.
var files = map[string]file{
	"scenario": {".json", "application/json", false, func(_ *Page, s *app.State, w io.Writer) error {
		_, err := w.Write(scenario.FormatIndent(s.Scenario))
		return err
	}},
	"result": {".result.json", "application/json", true, func(_ *Page, s *app.State, w io.Writer) error {
		_, err := s.Run.Whole().WriteTo(w)
		return err
	}},
	"report": {".md", "text/markdown", true, func(_ *Page, s *app.State, w io.Writer) error {
		return export.Report(w, s.Scenario, s.Run.Trace, s.Run.Whole(), s.Lang)
	}},
	"perfetto": {".trace.json", "application/json", false, func(_ *Page, s *app.State, w io.Writer) error {
		return export.Perfetto(w, s.Scenario, s.Run.Trace)
	}},
	"sheet": {".trace.html", "text/html", false, func(_ *Page, s *app.State, w io.Writer) error {
		return export.TraceSheet(w, s.Scenario, s.Lang)
	}},
	"python": {".py", "text/x-python", false, func(_ *Page, s *app.State, w io.Writer) error {
		_, err := export.Python(s.Scenario, s.Lang).WriteTo(w)
		return err
	}},
	"svg": {".svg", "image/svg+xml", false, func(p *Page, _ *app.State, w io.Writer) error { return p.host.Picture(w) }},
}

// contents is what is in a file, and its name; ok is false when there is nothing to
// save yet, which is said.
func (p *Page) contents(f file) (name string, data []byte, ok bool) {
	s := p.host.State()
	if f.run && s.Run.Whole() == nil {
		p.say("page.nothing_to_save")
		return "", nil, false
	}
	var b bytes.Buffer
	if err := f.write(p, s, &b); err != nil {
		p.say("page.nothing_to_save")
		return "", nil, false
	}
	name = export.FileStem(s.Scenario) + f.ending
	if f.ending == ".py" {
		name = export.Python(s.Scenario, s.Lang).Name
	}
	return name, b.Bytes(), true
}

func (p *Page) saveFile(kind string) {
	if kind == "png" {
		p.savePicture()
		return
	}
	f, known := files[kind]
	if !known {
		return
	}
	if name, data, ok := p.contents(f); ok {
		p.download(name, blob(f.kind, data))
	}
}

func (p *Page) copyFile(kind string) {
	f, known := files[kind]
	if !known {
		return
	}
	_, data, ok := p.contents(f)
	if !ok {
		return
	}
	p.copyText(string(data), func(ok bool) {
		if !ok {
			p.say("page.copy_forbidden")
			return
		}
		p.host.Do(app.Tell{Message: app.Message{Key: "page.copied", Fine: true}})
	})
}

// blob hands bytes to the browser.
func blob(kind string, data []byte) js.Value {
	array := window.Get("Uint8Array").New(len(data))
	js.CopyBytesToJS(array, data)
	return window.Get("Blob").New([]any{array}, map[string]any{"type": kind + ";charset=utf-8"})
}

// download hands a blob to the person as a file. A frame that forbids downloads does
// so in silence, so where the page is in one that may, it says what to do then.
func (p *Page) download(name string, data js.Value) {
	url := window.Get("URL").Call("createObjectURL", data)
	a := element("a", "spoken")
	a.Set("href", url)
	a.Set("download", name)
	document.Get("body").Call("appendChild", a)
	a.Call("click")
	a.Call("remove")
	later(10_000, func() { window.Get("URL").Call("revokeObjectURL", url) })
	if p.confined() {
		p.host.Do(app.Tell{Message: app.Message{Key: "page.saved_in_frame", Args: [8]string{"name", name}, Fine: true}})
	}
}

// confined reports whether the page is in a frame without an origin of its own: one
// with a sandbox, which may forbid more.
func (p *Page) confined() bool {
	return window.Get("origin").String() == "null" && !window.Get("parent").Equal(window)
}

// later calls f once, after so many milliseconds.
func later(ms int, f func()) {
	var once js.Func
	once = js.FuncOf(func(js.Value, []js.Value) any {
		once.Release()
		f()
		return nil
	})
	window.Call("setTimeout", once, ms)
}
