package scene

import (
	"strconv"

	"lockstep/wasm/app"
)

const topbarHeight = 52

// topbar: the name, what is shown, playback in the middle, the rest at the right.
func (d *sheet) topbar() {
	w := d.s.W
	d.box(Rect{0, 0, w, topbarHeight}, 0, d.pal.Surface, 0)
	d.line(Point{0, topbarHeight}, Point{w, topbarHeight}, d.pal.Line, 1)
	d.logo(20, 14)

	tools := d.tools()
	right := w - 16
	for i := len(tools) - 1; i >= 0; i-- {
		right -= tools[i].at.W
		tools[i].at.X = right
		right -= 8
	}
	left := min(w/2-118, right-8-d.transportWidth())
	course := d.lessonButton()
	x := 142.0
	if left-x-16-course < 180 { // what is shown has the room, rather than what shows it
		x = 54
	} else {
		d.text(54, 32, 80, "Lockstep", ink{size: 16, color: d.pal.Text, bold: true})
	}
	d.exampleChooser(Rect{x, 6, left - x - 16 - course, 42})
	d.lessonChoice(Rect{left - 8 - course, 12, course - 8, 28}, true)
	d.transport(left, 12)
	for _, b := range tools {
		d.tool(b)
	}
}

func (d *sheet) logo(x, y float64) {
	for i, o := range []Point{{0, 2}, {6, 9.5}, {0, 17}} {
		d.box(Rect{x + o.X, y + o.Y, 18, 5}, 2.5, d.pal.Rank[i].Bar, 0)
	}
}

// exampleChooser is the title, which is pressed to choose another scenario.
func (d *sheet) exampleChooser(r Rect) {
	title := ink{size: 14, color: d.pal.Text, bold: true}
	shown := 0.0
	if d.width(d.title(), title) > r.W-18 { // then it has both lines, a little smaller
		title.size = 12.5
		lines := wrap(d.m, d.title(), title, r.W-18)
		if len(lines) > 2 {
			lines[1] += " " + lines[2]
		}
		shown = d.text(r.X, r.Y+16, r.W-18, lines[0], title)
		if len(lines) > 1 {
			d.text(r.X, r.Y+32, r.W-18, lines[1], title)
		} else {
			d.text(r.X, r.Y+36, r.W, d.subtitle(), ink{size: 11.5, color: d.pal.Muted})
		}
	} else {
		shown = d.text(r.X, r.Y+18, r.W-18, d.title(), title)
		d.text(r.X, r.Y+36, r.W, d.subtitle(), ink{size: 11.5, color: d.pal.Muted})
	}
	if d.s.Library == nil {
		return
	}
	d.icon("down", r.X+shown+12, r.Y+14, 1, d.pal.Muted)
	d.hot(d.exampleHot(r))
}

func (d *sheet) exampleHot(r Rect) Hot {
	var list []Option
	if d.s.Example == "" {
		list = append(list, Option{"", d.say("example.own")})
	}
	for _, e := range d.s.Library.Examples {
		list = append(list, Option{e.ID, e.Title.In(d.s.Lang)})
	}
	return Hot{ID: "example", Rect: r, Role: Combobox, Name: d.say("example"), Value: d.s.Example, ValueText: d.title(),
		Options: list, Set: app.LoadExample{}, Press: app.OpenPopover{Open: app.Open{Kind: app.OpenExamples}}, Expanded: d.s.Open.Kind == app.OpenExamples}
}

// subtitle sums the scenario up.
func (d *sheet) subtitle() string {
	s := d.s.Scenario
	if d.s.Study.Lesson != nil {
		return d.lessonWords("question").Text
	}
	if q := s.Question.In(d.s.Lang); q != "" {
		return q
	}
	return d.say("subtitle", "ranks", strconv.Itoa(s.WorldSize), "timeout", app.FormatDuration(s.Timeout))
}

// tools are the buttons at the right; without room they keep their icons only.
func (d *sheet) tools() []button {
	narrow := d.s.W < 1180
	label := func(key string) string {
		if narrow {
			return ""
		}
		return d.say(key)
	}
	list := []button{
		{id: "undo", name: d.say("undo"), icon: "undo", press: app.TakeBack{}, disabled: d.s.Undo == nil || d.s.ReadOnly},
		{id: "redo", name: d.say("redo"), icon: "redo", press: app.TakeForward{}, disabled: d.s.Redo == nil || d.s.ReadOnly},
		{id: "share", name: d.say("share.long"), label: label("share"), press: app.Ask{What: app.CopyLink{}}},
		{id: "export", name: d.say("export.long"), label: label("export"), press: app.OpenPopover{Open: app.Open{Kind: app.OpenExport}}, expanded: d.s.Open.Kind == app.OpenExport},
		d.languageButton(), d.themeButton(),
	}
	if narrow {
		list[2].icon, list[3].icon = "link", "save"
	}
	for i := range list {
		list[i].at = Rect{0, 12, d.buttonWidth(list[i].label, list[i].icon), 28}
		if list[i].label == "" {
			list[i].at.W = 34
		}
	}
	return list
}

// tool draws a tool: most are buttons, two are choices that look like them.
func (d *sheet) tool(b button) {
	switch b.id {
	case "language":
		d.pick(b, d.s.Lang, []Option{{"zh", "中文"}, {"en", "English"}}, app.SetLang{})
	case "theme":
		var list []Option
		for _, t := range []app.Theme{app.Light, app.Dark, app.Projector} {
			list = append(list, Option{string(t), d.say("theme." + string(t))})
		}
		d.pick(b, string(d.s.Theme), list, app.SetTheme{})
	default:
		d.button(b)
	}
}

// pick draws a choice that looks like a button.
func (d *sheet) pick(b button, value string, list []Option, set app.TextAction) {
	d.box(b.at, 8, d.pal.Surface, d.pal.Line)
	d.buttonFace(b, d.pal.Text)
	d.hot(Hot{ID: b.id, Rect: b.at, Role: Combobox, Name: b.name, Value: value, Options: list, Set: set})
}

func (d *sheet) languageButton() button {
	return button{id: "language", name: d.say("language"), label: "中 / EN"}
}

func (d *sheet) themeButton() button {
	icon := "moon"
	if d.s.Theme != app.Light {
		icon = "sun"
	}
	return button{id: "theme", name: d.say("theme"), icon: icon}
}
