package scene

import "lockstep/wasm/app"

// exported is one form in which a scenario or its run leaves the page. The page
// makes the file (page/files.go); the words are export.ID and export.what.ID.
type exported struct {
	id   string
	copy bool       // a text that one may want on the clipboard
	do   app.Effect // nil: save the file
}

var exportedForms = []exported{
	{id: "scenario", copy: true},
	{id: "result", copy: true},
	{id: "report", copy: true},
	{id: "python", copy: true},
	{id: "perfetto"},
	{id: "svg"},
	{id: "png"},
	{id: "sheet"},
	{id: "print", do: app.Print{}},
}

const exportRow = 46.0

// exports is the menu of them.
func (d *sheet) exports() {
	width := min(380, d.s.W-16)
	h := float64(len(exportedForms)) * exportRow
	r := d.sheetAt("export", width, h+54)
	d.frame(r, d.say("export.title"))
	d.scrolled(content(r), h+8, func(y float64) {
		for i := range exportedForms {
			d.exportedForm(&exportedForms[i], Rect{r.X + 8, y + 4 + float64(i)*exportRow, r.W - 16, exportRow})
		}
	})
}

func (d *sheet) exportedForm(e *exported, r Rect) {
	id, what := "export."+e.id, d.say("export.what."+e.id)
	text := r.W - 52
	if e.copy {
		text -= 40
	}
	icon, do := "save", app.Effect(app.SaveFile{Kind: e.id})
	if e.do != nil {
		icon, do = "print", e.do
	}
	if d.s.Hover == id {
		d.box(r, 8, d.pal.Chip, 0)
	}
	d.icon(icon, r.X+18, r.Y+r.H/2, 1, d.pal.Muted)
	d.text(r.X+38, r.Y+19, text, d.say(id), ink{size: 13, color: d.pal.Text, bold: true})
	d.text(r.X+38, r.Y+36, text, what, ink{size: 11.5, color: d.pal.Muted})
	at := r
	if e.copy {
		at.W -= 44
	}
	d.hot(Hot{ID: id, Rect: at, Role: Button, Name: d.say(id), Describe: what, Quiet: true, Press: app.Ask{What: do}})
	if e.copy {
		d.button(button{id: id + ".copy", at: Rect{r.right() - 38, r.Y + 8, 30, 30}, name: d.say("export.copy", "what", d.say(id)), icon: "copy", quiet: true,
			press: app.Ask{What: app.CopyFile{Kind: e.id}}})
	}
}
