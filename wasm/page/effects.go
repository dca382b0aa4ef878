//go:build js && wasm

package page

import (
	"syscall/js"

	"lockstep/engine/scenario"
	"lockstep/wasm/app"
)

// Effect does what only a page can do.
func (p *Page) Effect(e app.Effect) {
	switch e := e.(type) {
	case app.Focus:
		p.Focus(e.ID)
	case app.Sight:
		p.bring(e)
	case app.CopyLink:
		p.copyLink()
	case app.CopyText:
		p.copyText(e.Text, func(ok bool) {
			if !ok {
				p.say("page.copy_forbidden")
			}
		})
	case app.SaveFile:
		p.saveFile(e.Kind)
	case app.CopyFile:
		p.copyFile(e.Kind)
	case app.Print:
		p.print()
	case app.PickFile:
		p.pickFile()
	case app.OpenFull:
		p.openFull()
	case app.Answered:
		p.answered(e)
	case app.OpenPlace:
		window.Call("open", e.URL, "_blank", "noopener")
	case app.SaveText:
		p.download(e.Name, blob(e.Type, []byte(e.Text)))
	case app.PrintText:
		p.printText(e)
	}
}

func (p *Page) say(key string, args ...string) { p.host.Do(app.Tell{Message: app.Say(key, args...)}) }

// link is the address of what is shown, for someone else.
func (p *Page) link() (string, error) {
	fragment, err := EncodeLink(scenario.Format(p.host.State().Scenario))
	if err != nil {
		return "", err
	}
	l := window.Get("location")
	base := l.Get("origin").String()
	if base == "null" {
		base = l.Get("protocol").String() + "//"
	}
	return base + l.Get("pathname").String() + "#" + fragment, nil
}

func (p *Page) copyLink() {
	link, err := p.link()
	if err != nil {
		p.say("page.link_too_long")
		return
	}
	p.copyText(link, func(ok bool) {
		if ok {
			p.host.Do(app.Tell{Message: app.Message{Key: "page.link_copied", Fine: true}})
		} else {
			p.say("page.link_shown", "link", link)
		}
	})
}

// copyText puts a text on the clipboard, in the old way where the new one is
// forbidden, as in a frame of another origin.
func (p *Page) copyText(text string, done func(ok bool)) {
	clipboard := window.Get("navigator").Get("clipboard")
	if clipboard.Truthy() {
		then(clipboard.Call("writeText", text), func(_ js.Value, ok bool) {
			done(ok || copyBySelection(text))
		})
		return
	}
	done(copyBySelection(text))
}

func copyBySelection(text string) bool {
	focus := document.Get("activeElement")
	area := element("textarea", "spoken")
	area.Set("value", text)
	document.Get("body").Call("appendChild", area)
	area.Call("select")
	ok := document.Call("execCommand", "copy").Bool()
	area.Call("remove")
	if focus.Truthy() {
		focus.Call("focus")
	}
	return ok
}

// pickFile lets the person choose a scenario file.
func (p *Page) pickFile() {
	input := element("input", "spoken")
	input.Set("type", "file")
	input.Set("accept", ".json,application/json,text/plain")
	document.Get("body").Call("appendChild", input)
	listen(input, "change", nil, func(js.Value) {
		list := input.Get("files")
		if list.Length() > 0 {
			p.readFile(list.Index(0))
		}
		input.Call("remove")
	})
	input.Call("click")
}

// maxFile bounds what is read into memory; the parser has a limit of its own.
const maxFile = 16 << 20

func (p *Page) readFile(file js.Value) {
	if file.Get("size").Float() > maxFile {
		p.say("page.file_too_large", "name", file.Get("name").String())
		return
	}
	then(file.Call("text"), func(v js.Value, ok bool) {
		if !ok {
			p.say("page.file_unreadable", "name", file.Get("name").String())
			return
		}
		if err := p.open([]byte(v.String())); err != nil {
			p.complain(err)
		}
	})
}

// openFull shows the same state in a window of its own, out of an embed.
func (p *Page) openFull() {
	link, err := p.link()
	if err != nil {
		p.say("page.link_too_long")
		return
	}
	window.Call("open", link, "_blank", "noopener")
}
